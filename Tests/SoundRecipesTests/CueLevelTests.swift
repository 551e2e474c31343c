import CueSounds
import Testing
import ThudCore
import ThudCues
import ThudSoundFiles
import ThudSoundRecipes

/// How loud each cue of a round comes out of loudspeakers, sound and haptics together, after ITU-R BS.1770.
@Suite("The levels of the cues")
struct CueLevelTests {
    /// What a cue comes out of.
    enum Loudspeaker: CaseIterable {
        /// One that plays all there is.
        case good
        /// That of a laptop, which plays next to nothing below 300 Hz.
        case laptop
    }

    /// The cues that a round may give; the fanfare follows it.
    static let round = ["pass", "tick", "go", "warning", "times-up", "tutorial", "button"]

    @Test(
        "The win is 3 LU above every other cue of a round, at 400 ms and at 100 ms, with sounds and with haptics alone",
        arguments: Loudspeaker.allCases, [true, false])
    func win(loudspeaker: Loudspeaker, soundOn: Bool) throws {
        let settings = FeedbackSettings(soundOn: soundOn)
        func loudness(_ cue: String) throws -> Loudness {
            let mix = try CueSound.mix(cue, settings)
            return Loudness(of: loudspeaker == .good ? mix : mix.onLaptop)
        }
        let win = try loudness("correct")
        for cue in Self.round {
            let other = try loudness(cue)
            #expect(win.maximumMomentary - other.maximumMomentary >= 3, "\(cue) at 400 ms")
            #expect(win.maximumOfBlow - other.maximumOfBlow >= 3, "\(cue) at 100 ms")
        }
    }

    @Test("The fanfare is no softer than a card that is passed, and softer than one that is guessed")
    func fanfare() throws {
        let levels = try ["pass", "legend", "correct"].map {
            Loudness(of: try CueSound.mix($0, FeedbackSettings())).maximumMomentary
        }
        #expect(levels == levels.sorted())
    }

    @Test(
        "No cue on its own reaches full scale, and the win uses what there is",
        arguments: round + ["correct", "legend"])
    func headroom(cue: String) throws {
        let peak = Loudness(of: try CueSound.mix(cue, FeedbackSettings())).truePeak
        #expect(peak <= -0.5, "\(cue) peaks at \(peak) dBTP")
        if cue == "correct" { #expect(peak > -2.5) }
    }

    @Test("The win has a body at 60 to 110 Hz and partials at 160 to 400 Hz")
    func thud() throws {
        let mix = try CueSound.mix("correct", FeedbackSettings())
        let whole = mix.energy(in: 20...20_000)
        #expect(mix.energy(in: 60...110) / whole > 0.15)
        #expect(mix.energy(in: 160...400) / whole > 0.06)
    }

    @Test("Most of the alarm lies where every loudspeaker plays, from 0.8 to 2.5 kHz")
    func alarm() throws {
        let sound = try shipped("alarm")
        #expect(sound.energy(in: 800...2_500) / sound.energy(in: 20...20_000) > 0.5)
    }
}
