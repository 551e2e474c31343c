import Testing
import ThudCore
import ThudCues
import ThudPatterns

private let flash = Flash(Colour(0x39FF14), seconds: 0.3)
/// A pattern that is both heard and felt.
private let pattern = HapticPattern([HapticEvent(.transient), HapticEvent(.audioContinuous)])
private let win = Cue(name: "a/win", pattern: pattern, flash: flash, confetti: true)
private let tick = Cue(name: "a/tick", pattern: pattern)
/// 3 dB as a linear gain.
private let louder = 1.4125375446227544
/// -10 dB as a linear gain.
private let beside = 0.31622776601683794

@Suite("The policy decides what remains when something is off") struct FeedbackPolicyTests {
    @Test func `sounds that replace haptics play only if haptics are off, and brighten no flash otherwise`() {
        let cue = Cue(
            name: "a/hold",
            pattern: HapticPattern(HapticPreset.impactLight.pattern.events + [HapticEvent(.audioCustom)]),
            flash: Flash(.white, seconds: 0.1),
            sounds: .unfelt)
        for haptics in [FeedbackSettings.Haptics.heard, .drive] {
            let plan = FeedbackPolicy.plan(for: cue, FeedbackSettings(haptics: haptics))
            #expect(plan.soundGain == 0 && plan.light?.brightness == FeedbackPolicy.usualBrightness && !plan.isSilent)
            #expect(plan.heardGain == (haptics == .heard ? 1 : 0), "alone, they play in full")
        }
        let thinned = FeedbackPolicy.plan(for: cue, FeedbackSettings(), isFelt: false)
        #expect(thinned.soundGain == 1 && !thinned.changes.contains { $0.rule == .hapticsGiven })
        let off = FeedbackPolicy.plan(for: cue, FeedbackSettings(haptics: .off))
        #expect(off.soundGain > 1 && off.driveGain == 0 && !off.isSilent)
        for settings in [
            FeedbackSettings(soundOn: false, haptics: .off), FeedbackSettings(haptics: .off, silent: true),
        ] {
            #expect(FeedbackPolicy.plan(for: cue, settings).light?.brightness == FeedbackPolicy.mutedBrightness)
        }
    }

    @Test func `a plan is amplified by at most 12 dB, and its flash can have another colour`() {
        let plan = FeedbackPolicy.plan(for: win, FeedbackSettings(haptics: .heard))
        for (factor, result) in [(2, 2.0), (5, 4), (-1, 0), (.nan, 1)] {
            let louder = plan.amplified(by: factor)
            #expect(louder.soundGain == plan.soundGain * result && louder.heardGain == plan.heardGain * result)
            #expect(louder.driveGain == plan.driveGain * result && louder.light == plan.light)
        }
        #expect(plan.tinted(nil) == plan && plan.tinted(.white).light?.flash.colour == .white)
        #expect(plan.tinted(.white).light?.brightness == plan.light?.brightness)
    }

    @Test func `a cue that a rule leaves out has nothing left but the reason`() {
        let plan = FeedbackPlan.nothing(of: tick, by: .silentSwitch)
        #expect(plan.isSilent && plan.soundGain == 0 && plan.driveGain == 0 && plan.light == nil)
        #expect(plan.changes.map(\.part) == [.sound, .haptics, .motion])
    }

    /// One row of the policy: the settings, and what they leave at volume 0.5.
    struct Row: Sendable {
        let sound: Bool
        let haptics: FeedbackSettings.Haptics
        let silent: Bool
        let gains: [Double]
        /// The brightness for a cue with a flash.
        let brightness: Double
        /// The brightness for a cue without one; nil if it stays dark.
        let substitute: Double?
    }

    static let table: [Row] = [
        Row(
            sound: true, haptics: .heard, silent: false, gains: [0.5, 0.5 * beside, 1], brightness: 1, substitute: nil),
        Row(sound: true, haptics: .drive, silent: false, gains: [0.5, 0, 1], brightness: 1, substitute: nil),
        Row(sound: true, haptics: .off, silent: false, gains: [0.5 * louder, 0, 0], brightness: 1, substitute: nil),
        Row(sound: false, haptics: .heard, silent: false, gains: [0, 0.5, 1], brightness: 1.6, substitute: nil),
        Row(sound: false, haptics: .drive, silent: false, gains: [0, 0, 1], brightness: 1.6, substitute: nil),
        Row(sound: false, haptics: .off, silent: false, gains: [0, 0, 0], brightness: 1.6, substitute: 0.6),
        Row(sound: true, haptics: .heard, silent: true, gains: [0, 0, 1], brightness: 1.6, substitute: 0.6),
        Row(sound: true, haptics: .drive, silent: true, gains: [0, 0, 1], brightness: 1.6, substitute: nil),
        Row(sound: true, haptics: .off, silent: true, gains: [0, 0, 0], brightness: 1.6, substitute: 0.6),
        Row(sound: false, haptics: .heard, silent: true, gains: [0, 0, 1], brightness: 1.6, substitute: 0.6),
        Row(sound: false, haptics: .drive, silent: true, gains: [0, 0, 1], brightness: 1.6, substitute: nil),
        Row(sound: false, haptics: .off, silent: true, gains: [0, 0, 0], brightness: 1.6, substitute: 0.6),
    ]

    @Test func `everything on loudspeakers is 6 dB louder in a loud place`() {
        for settings in [FeedbackSettings(), .init(soundOn: false), .init(haptics: .off), .init(volume: 0.3)] {
            var party = settings
            party.isLoud = true
            let (usual, loud) = (FeedbackPolicy.plan(for: win, settings), FeedbackPolicy.plan(for: win, party))
            #expect(abs(loud.soundGain - 1.995 * usual.soundGain) < 0.001)
            #expect(abs(loud.heardGain - 1.995 * usual.heardGain) < 0.001)
            #expect(loud.light == usual.light && loud.isSilent == usual.isSilent)
        }
        #expect(FeedbackPolicy.plan(for: win, FeedbackSettings(silent: true, isLoud: true)).soundGain == 0)
    }

    @Test(arguments: table, [false, true])
    func `every combination of settings follows the table`(row: Row, reduceMotion: Bool) {
        let settings = FeedbackSettings(
            soundOn: row.sound, haptics: row.haptics, silent: row.silent, volume: 0.5, reduceMotion: reduceMotion)
        let plan = FeedbackPolicy.plan(for: win, settings)
        for (gain, expected) in zip([plan.soundGain, plan.heardGain, plan.driveGain], row.gains) {
            #expect(abs(gain - expected) < 1e-12)
        }
        #expect(plan.isSilent == (row.substitute != nil))
        #expect(plan.light?.flash == flash && plan.light?.brightness == row.brightness)
        #expect(plan.confetti == !reduceMotion && plan.allowsMotion == !reduceMotion)

        let plain = FeedbackPolicy.plan(for: tick, settings)
        #expect(plain.light?.brightness == row.substitute)
        #expect(!plain.confetti)
    }

    @Test func `a part that a cue lacks cannot carry it`() {
        let felt = Cue(name: "a/felt", pattern: HapticPattern([HapticEvent(.transient)]))
        let heard = Cue(name: "a/heard", pattern: HapticPattern([HapticEvent(.audioContinuous)]))
        // Sounds or haptics are on, but the cue has none.
        #expect(FeedbackPolicy.plan(for: felt, FeedbackSettings(haptics: .off)).light?.brightness == 0.6)
        #expect(FeedbackPolicy.plan(for: heard, FeedbackSettings(soundOn: false)).light?.brightness == 0.6)
        #expect(FeedbackPolicy.plan(for: heard, FeedbackSettings(soundOn: false, haptics: .drive)).light != nil)
        for cue in [felt, heard] { #expect(FeedbackPolicy.plan(for: cue, FeedbackSettings()).light == nil) }
    }

    @Test func `a plan lists which rule changed what`() {
        func rules(_ cue: Cue, _ settings: FeedbackSettings) -> [String] {
            FeedbackPolicy.plan(for: cue, settings).changes.map { "\($0.part) \($0.rule.rawValue) \($0.effect)" }
        }
        #expect(rules(win, FeedbackSettings()) == [])
        #expect(
            rules(win, FeedbackSettings(soundOn: false, haptics: .off)) == [
                "sound soundOff leftOut", "haptics hapticsOff leftOut", "flash nothingHeard brightness(1.6)",
            ])
        #expect(
            rules(tick, FeedbackSettings(haptics: .off)) == [
                "sound hapticsOff gain(decibels: 3.0)", "haptics hapticsOff leftOut",
            ])
        #expect(
            rules(tick, FeedbackSettings(silent: true)) == [
                "sound silentSwitch leftOut", "haptics silentSwitch leftOut", "flash nothingLeft added",
            ])
        #expect(rules(tick, FeedbackSettings(haptics: .drive, volume: 0)) == ["sound volume leftOut"])
        #expect(
            rules(win, FeedbackSettings(haptics: .drive, reduceMotion: true)) == [
                "confetti reduceMotion leftOut", "motion reduceMotion leftOut",
            ])
        #expect(
            rules(tick, FeedbackSettings(haptics: .drive, volume: 0.1, isLoud: true)) == [
                "sound volume gain(decibels: -20.0)", "sound loud gain(decibels: 6.0)",
            ])
    }

    @Test(arguments: table) func `a plan lists a part as left out exactly if its gain is zero`(row: Row) {
        let settings = FeedbackSettings(soundOn: row.sound, haptics: row.haptics, silent: row.silent)
        let plan = FeedbackPolicy.plan(for: win, settings)
        let left = Set(plan.changes.filter { $0.effect == .leftOut }.map(\.part))
        #expect(left.contains(.sound) == (plan.soundGain == 0))
        let isFelt = settings.haptics == .heard ? plan.heardGain > 0 : plan.driveGain > 0
        #expect(left.contains(.haptics) == !isFelt)
    }

    @Test func `a half-opaque flash is half as bright, with and without sounds`() {
        let half = Cue(name: "a/half", pattern: HapticPattern(), flash: Flash(.white, seconds: 0.3, opacity: 0.5))
        #expect(FeedbackPolicy.plan(for: half, FeedbackSettings()).light?.brightness == 0.5)
        #expect(FeedbackPolicy.plan(for: half, FeedbackSettings(soundOn: false)).light?.brightness == 0.8)
    }

    @Test func `the table covers every combination`() {
        #expect(Set(Self.table.map { "\($0.sound) \($0.haptics) \($0.silent)" }).count == 12)
    }

    @Test(arguments: [(0.0, 0.0), (-1, 0), (.nan, 0), (2, 1), (0.25, 0.25)])
    func `volume is clamped to 0 to 1, and 0 counts as muted`(volume: Double, gain: Double) {
        let plan = FeedbackPolicy.plan(for: win, FeedbackSettings(volume: volume))
        #expect(plan.soundGain == gain && plan.heardGain == gain * beside)
        #expect(plan.light?.brightness == (gain == 0 ? 1.6 : 1))
    }

    @Test func `haptics follow the balance beside sounds, and play in full alone`() {
        let chosen = FeedbackPolicy.plan(for: win, FeedbackSettings(volume: 0.5, balance: -20))
        #expect(chosen.soundGain == 0.5 && abs(chosen.heardGain - 0.05) < 1e-12 && chosen.driveGain == 1)
        #expect(FeedbackPolicy.plan(for: win, FeedbackSettings(soundOn: false, balance: -20)).heardGain == 1)
        #expect(FeedbackPolicy.plan(for: win, FeedbackSettings(balance: 0)).heardGain == 1)
    }

    @Test func `volume does not weaken an actuator`() {
        #expect(FeedbackPolicy.plan(for: win, FeedbackSettings(haptics: .drive, volume: 0.1)).driveGain == 1)
        #expect(FeedbackPolicy.plan(for: win, FeedbackSettings(haptics: .drive, isLoud: true)).driveGain == 1)
    }
}
