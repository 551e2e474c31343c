import Glibc
import ThudCore
public import ThudPatterns

/// Decides how much of a cue remains when something is off.
///
/// - Sound off: haptics remain.
/// - Haptics off: sounds play louder, by ``boost``; those that stand for haptics are heard then alone, see ``Cue/Sounding``.
/// - Sounds not heard (off, silent, volume 0): the flash is brighter.
/// - Nothing heard and nothing felt: the flash alone carries the cue, and a cue that has none gets a short white one.
/// - Reduced motion: no confetti, no shakes.
public enum FeedbackPolicy {
    /// How much louder sounds play when haptics are off, in decibels. Sound and haptics count as two halves of a cue's
    /// energy, so the half that remains is doubled.
    public static let boost = 3.0

    /// How much louder everything for the loudspeakers plays in a loud place, in decibels. The mix bends what goes beyond full
    /// scale, so the loudest moments gain less.
    public static let partyBoost = 6.0

    /// The brightness of a flash beside sounds.
    public static let usualBrightness = 1.0

    /// The brightness of a flash when sounds are not heard. Brightness is perceived roughly as the cube root of light
    /// (CIE 1976 lightness), so 1.6 is seen as one sixth brighter: noticed, and not dazzling in a dark room.
    public static let mutedBrightness = 1.6

    /// The flash of a cue that has none, when the cue would pass unnoticed otherwise. It is faint: a tick is not a win.
    public static let substitute = Flash(.white, seconds: 0.1)

    /// The brightness of the substitute.
    public static let substituteBrightness = 0.6

    /// The brightness of the substitute of a swell: it comes again and again, and shall glow rather than flash.
    public static let swellBrightness = 0.1

    /// The part of a cue that is played and shown under `settings`.
    public static func plan(for cue: Cue, _ settings: FeedbackSettings) -> FeedbackPlan {
        plan(for: cue, settings, isFelt: true)
    }

    /// - Parameter isFelt: whether the haptics of this one cue are given; how loud its sound is does not depend on it.
    static func plan(for cue: Cue, _ settings: FeedbackSettings, isFelt: Bool) -> FeedbackPlan {
        let volume = settings.volume > 0 ? min(settings.volume, 1) : 0
        let party = settings.isLoud ? pow(10, partyBoost / 20) : 1
        let loudspeaker = settings.silent ? 0 : volume * party
        let louder = settings.haptics == .off ? pow(10, boost / 20) : 1
        let audible = settings.soundOn ? loudspeaker * louder : 0
        let isGiven = isFelt && settings.haptics != .off
        let sound = cue.sounds == .unfelt && isGiven ? 0 : audible
        let share = sound > 0 ? HeardLaw.gain(balance: settings.balance) : 1
        let heard = isFelt && settings.haptics == .heard ? loudspeaker * share : 0
        // The haptic channel carries the drive signal even where haptics are heard; only recordings get it then.
        let drive = settings.haptics == .off || !isFelt ? 0.0 : 1
        // What counts is what this cue has: a cue without a sound is not heard although sounds are on.
        let isHeard = cue.hasSound && sound > 0 || cue.hasHaptics && heard > 0
        let isSilent = !isHeard && !(cue.hasHaptics && isFelt && settings.haptics == .drive)
        return FeedbackPlan(
            soundGain: sound, heardGain: heard, driveGain: drive,
            light: light(for: cue, isMuted: audible == 0, isSilent: isSilent),
            confetti: cue.confetti && !settings.reduceMotion,
            allowsMotion: !settings.reduceMotion, isSilent: isSilent,
            changes: FeedbackChange.all(
                of: cue, settings, isFelt: isFelt, isMuted: audible == 0, isSilent: isSilent))
    }

    private static func light(for cue: Cue, isMuted: Bool, isSilent: Bool) -> FeedbackPlan.Light? {
        if let flash = cue.flash {
            return .init(flash: flash, brightness: flash.opacity * (isMuted ? mutedBrightness : usualBrightness))
        }
        let brightness = cue.isSwell ? swellBrightness : substituteBrightness
        return isSilent ? .init(flash: substitute, brightness: brightness) : nil
    }
}

/// The player's choices, and the system's mute.
public struct FeedbackSettings: Hashable, Sendable {
    /// Where haptics go.
    public enum Haptics: String, CaseIterable, Hashable, Sendable {
        /// Rendered for the loudspeakers.
        case heard
        /// Rendered for an actuator, on an output of its own.
        case drive
        /// Not at all.
        case off
    }

    /// Whether sounds play.
    public var soundOn: Bool

    /// Where haptics go.
    public var haptics: Haptics

    /// Whether the silent switch is on or the system is muted: nothing comes out of the loudspeakers, not even haptics
    /// that are rendered for them. An actuator still moves.
    public var silent: Bool

    /// The volume of the loudspeakers, 0 to 1, linear. It has no part in the drive of an actuator.
    public var volume: Double

    /// Whether all that comes from the loudspeakers is louder, by ``FeedbackPolicy/partyBoost``.
    public var isLoud: Bool

    /// How loud haptics are that are rendered for the loudspeakers, beside sounds, in decibels. Alone they play in full.
    public var balance: Double

    /// Whether the player asked for less motion: no confetti, no shakes, simple fades.
    public var reduceMotion: Bool

    /// Settings; everything is on unless said otherwise.
    public init(
        soundOn: Bool = true, haptics: Haptics = .heard, silent: Bool = false, volume: Double = 1, isLoud: Bool = false,
        balance: Double = HeardLaw.usualBalance, reduceMotion: Bool = false
    ) {
        self.soundOn = soundOn
        self.haptics = haptics
        self.silent = silent
        self.volume = volume
        self.isLoud = isLoud
        self.balance = balance
        self.reduceMotion = reduceMotion
    }
}

/// The part of a cue that is played and shown under the present settings.
public struct FeedbackPlan: Hashable, Sendable {
    /// A flash as it is to be shown.
    public struct Light: Hashable, Sendable {
        /// Colour and length.
        public let flash: Flash

        /// How bright, 1 being a usual flash of full opacity; see ``FeedbackPolicy``.
        public let brightness: Double

        fileprivate func tinted(_ colour: Colour) -> Light {
            Light(flash: Flash(colour, seconds: flash.seconds, opacity: flash.opacity), brightness: brightness)
        }
    }

    /// The gain of the cue's sounds, linear; 0 to leave them out. It may exceed 1.
    public let soundGain: Double

    /// The gain of the audible rendering of the haptics, linear; 0 to leave it out.
    public let heardGain: Double

    /// The gain of the drive signal on the haptic channel, linear; 0 to leave it out. Where haptics are heard that channel
    /// has no device and goes to recordings alone.
    public let driveGain: Double

    /// The flash, if any.
    public private(set) var light: Light?

    /// Whether confetti falls.
    public let confetti: Bool

    /// Whether things on the screen may shake and fly; otherwise they fade.
    public let allowsMotion: Bool

    /// Whether nothing is heard or felt, so that the light carries the cue alone.
    public let isSilent: Bool

    /// What the rules have changed; empty where the whole cue is given as it was designed.
    public let changes: [FeedbackChange]

    /// The plan with its flash in another colour, where it has one; nil leaves the colour that it has.
    public func tinted(_ colour: Colour?) -> FeedbackPlan {
        guard let colour else { return self }
        var tinted = self
        tinted.light = light?.tinted(colour)
        return tinted
    }

    /// What remains of a cue of which a rule leaves nothing, whatever the settings: it was too much, a lock ignored its press, or
    /// the round stands still.
    public static func nothing(of cue: Cue, by rule: FeedbackChange.Rule) -> FeedbackPlan {
        FeedbackPlan(
            soundGain: 0, heardGain: 0, driveGain: 0, light: nil, confetti: false, allowsMotion: false, isSilent: true,
            changes: FeedbackChange.all(of: cue, leftOutBy: rule))
    }
}
