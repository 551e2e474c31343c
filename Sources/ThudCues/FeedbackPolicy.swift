import Glibc
import ThudCore
import ThudHaptics

/// What remains of a cue when something is off.
///
/// - Sound off: haptics remain.
/// - Haptics off: sounds play louder, by ``boost``.
/// - Sounds not heard (off, silent, volume 0): the flash is brighter.
/// - Nothing heard and nothing felt: the flash alone carries the cue, and a cue that has none gets a short white one.
/// - Reduced motion: no confetti, no shakes.
public enum FeedbackPolicy {
    /// By how much sounds play louder when haptics are off, in decibels: as if the energy that was felt were heard, twice
    /// as much for two halves of one cue.
    public static let boost = 3.0

    /// The brightness of a flash beside sounds.
    public static let usualBrightness = 1.0

    /// The brightness of a flash when sounds are not heard. Brightness is perceived roughly as the cube root of light
    /// (CIE 1976 lightness), so 1.6 is seen as one sixth brighter: noticed, and not dazzling in a dark room.
    public static let mutedBrightness = 1.6

    /// The flash of a cue that has none, when it would else pass unnoticed: a tick is not a win.
    public static let substitute = Flash(.white, seconds: 0.1)

    /// The brightness of the substitute.
    public static let substituteBrightness = 0.6

    /// What of a cue is played and shown.
    public static func plan(for cue: Cue, _ settings: FeedbackSettings) -> FeedbackPlan {
        let volume = settings.volume > 0 ? min(settings.volume, 1) : 0
        let loudspeaker = settings.silent ? 0 : volume
        let louder = settings.haptics == .off ? pow(10, boost / 20) : 1
        let sound = settings.soundOn ? loudspeaker * louder : 0
        let share = sound > 0 ? HeardLaw.besideSounds : 1
        let heard = settings.haptics == .heard ? loudspeaker * share : 0
        // The haptic channel is there whenever haptics are: where they are heard it goes to recordings alone.
        let drive = settings.haptics == .off ? 0.0 : 1
        let isSilent = sound == 0 && heard == 0 && settings.haptics != .drive
        return FeedbackPlan(
            soundGain: sound, heardGain: heard, driveGain: drive,
            light: light(for: cue, isMuted: sound == 0, isSilent: isSilent),
            confetti: cue.confetti && !settings.reduceMotion,
            allowsMotion: !settings.reduceMotion, isSilent: isSilent)
    }

    private static func light(for cue: Cue, isMuted: Bool, isSilent: Bool) -> FeedbackPlan.Light? {
        if let flash = cue.flash {
            return .init(flash: flash, brightness: isMuted ? mutedBrightness : usualBrightness)
        }
        return isSilent ? .init(flash: substitute, brightness: substituteBrightness) : nil
    }
}
