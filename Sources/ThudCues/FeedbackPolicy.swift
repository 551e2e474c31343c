import Glibc
import ThudCore
public import ThudPatterns

/// Decides how much of a cue remains when something is off.
///
/// - Sound off: haptics remain.
/// - Haptics off: sounds play louder, by ``boost``. Sounds that replace haptics are only heard in this case; see
///   ``Cue/Sounding``.
/// - Sounds not heard (off, silent, volume 0): the flash is brighter.
/// - Nothing heard and nothing felt: the flash alone carries the cue. A cue without a flash gets a short white one.
/// - Reduced motion: no confetti and no shakes.
public enum FeedbackPolicy {
    /// How much louder sounds play when haptics are off, in decibels. Sound and haptics count as two halves of a cue's
    /// energy, so the remaining half is doubled.
    public static let boost = 3.0
    /// How much louder everything on the loudspeakers plays in a loud place, in decibels. The mix compresses what
    /// exceeds full scale, so the loudest moments gain less.
    public static let partyBoost = 6.0
    /// The brightness of a flash that accompanies sounds.
    public static let usualBrightness = 1.0
    /// The brightness of a flash when sounds are not heard. Brightness is perceived roughly as the cube root of light
    /// (CIE 1976 lightness), so 1.6 is seen as one sixth brighter: noticeable, and not dazzling in a dark room.
    public static let mutedBrightness = 1.6
    /// The flash for a cue that has none and would otherwise go unnoticed. It is faint, because a tick is not a win.
    public static let substitute = Flash(.white, seconds: 0.1)
    /// The brightness of ``substitute``.
    public static let substituteBrightness = 0.6
    /// The brightness of ``substitute`` for a swell. A swell repeats, so it should glow rather than flash.
    public static let swellBrightness = 0.1

    /// Returns the part of a cue that is played and shown with `settings`.
    ///
    /// `isFelt` is whether the haptics of this cue are kept. The volume of its sound does not depend on it.
    public static func plan(for cue: Cue, _ settings: FeedbackSettings, isFelt: Bool = true) -> FeedbackPlan {
        let volume = settings.volume > 0 ? min(settings.volume, 1) : 0
        let party = settings.isLoud ? pow(10, partyBoost / 20) : 1
        let loudspeaker = settings.silent ? 0 : volume * party
        let louder = settings.haptics == .off ? pow(10, boost / 20) : 1
        let audible = settings.soundOn ? loudspeaker * louder : 0
        let isGiven = isFelt && settings.haptics != .off
        let sound = cue.sounds == .unfelt && isGiven ? 0 : audible
        let share = sound > 0 ? HeardLaw.gain(balance: settings.balance) : 1
        let heard = isFelt && settings.haptics == .heard ? loudspeaker * share : 0
        // The haptic channel carries the drive signal even if haptics are heard. In that case only recordings use it.
        let drive = settings.haptics == .off || !isFelt ? 0.0 : 1
        // Only the parts that the cue has count: a cue without a sound is not heard even if sounds are on.
        let isHeard = cue.hasSound && sound > 0 || cue.hasHaptics && heard > 0
        let isSilent = !isHeard && !(cue.hasHaptics && isFelt && settings.haptics == .drive)
        return FeedbackPlan(
            soundGain: sound, heardGain: heard, driveGain: drive,
            light: light(for: cue, isMuted: audible == 0, isSilent: isSilent),
            confetti: cue.confetti && !settings.reduceMotion,
            allowsMotion: !settings.reduceMotion, isSilent: isSilent,
            changes: FeedbackChange.all(of: cue, settings, isFelt: isFelt, isMuted: audible == 0, isSilent: isSilent))
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
    /// The output that haptics use.
    public enum Haptics: String, CaseIterable, Hashable, Sendable {
        /// The loudspeakers, with an audible rendering.
        case heard
        /// An actuator, on an output of its own.
        case drive
        /// None.
        case off
    }

    /// Whether sounds play.
    public var soundOn: Bool
    /// The output that haptics use.
    public var haptics: Haptics
    /// Whether the silent switch is on or the system is muted. Then the loudspeakers play nothing, not even audible
    /// haptics. An actuator still moves.
    public var silent: Bool
    /// The volume of the loudspeakers, 0 to 1, linear. It does not affect the drive of an actuator.
    public var volume: Double
    /// Whether everything on the loudspeakers is louder, by ``FeedbackPolicy/partyBoost``.
    public var isLoud: Bool
    /// The level of audible haptics relative to sounds, in decibels. Without sounds they play at full level.
    public var balance: Double
    /// Whether the player requested less motion: no confetti, no shakes, simple fades.
    public var reduceMotion: Bool

    /// Creates settings. By default everything is on.
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

/// The part of a cue that is played and shown with some settings.
public struct FeedbackPlan: Hashable, Sendable {
    /// A flash as it will be shown.
    public struct Light: Hashable, Sendable {
        /// The colour and length.
        public let flash: Flash
        /// The brightness. 1 is a usual flash of full opacity; see ``FeedbackPolicy``.
        public let brightness: Double
    }

    /// The gain of the cue's sounds, linear; 0 to leave them out. It can exceed 1.
    public private(set) var soundGain: Double
    /// The gain of the audible rendering of the haptics, linear; 0 to leave it out.
    public private(set) var heardGain: Double
    /// The gain of the drive signal on the haptic channel, linear; 0 to leave it out. If haptics are heard, that
    /// channel has no device and is only recorded.
    public private(set) var driveGain: Double
    /// The flash, if any.
    public private(set) var light: Light?
    /// Whether confetti falls.
    public let confetti: Bool
    /// Whether things on the screen may shake and fly. Otherwise they fade.
    public let allowsMotion: Bool
    /// Whether nothing is heard or felt, so that the light alone carries the cue.
    public let isSilent: Bool
    /// The changes that the rules made; empty if the whole cue plays as designed.
    public let changes: [FeedbackChange]

    /// The factors that ``amplified(by:)`` takes: up to 12 dB.
    public static let factors = 0.0...4.0

    /// Returns the plan with its sounds and haptics louder by a factor, which is clamped to ``factors``. The flash
    /// stays.
    public func amplified(by factor: Double) -> FeedbackPlan {
        // A factor that is no number changes nothing.
        let factor = factor.isNaN ? 1 : factor.clamped(to: Self.factors)
        var plan = self
        plan.soundGain *= factor
        plan.heardGain *= factor
        plan.driveGain *= factor
        return plan
    }

    /// Returns the plan with its flash, if any, in another colour; nil keeps the colour.
    public func tinted(_ colour: Colour?) -> FeedbackPlan {
        guard let colour, let light else { return self }
        var tinted = self
        let flash = Flash(colour, seconds: light.flash.seconds, opacity: light.flash.opacity)
        tinted.light = Light(flash: flash, brightness: light.brightness)
        return tinted
    }

    /// Returns the plan for a cue that a rule leaves out entirely, whatever the settings. Either it was too much, or a
    /// lock ignored its key press, or the round is paused.
    public static func nothing(of cue: Cue, by rule: FeedbackChange.Rule) -> FeedbackPlan {
        FeedbackPlan(
            soundGain: 0, heardGain: 0, driveGain: 0, light: nil, confetti: false, allowsMotion: false, isSilent: true,
            changes: FeedbackChange.all(of: cue, leftOutBy: rule))
    }
}
