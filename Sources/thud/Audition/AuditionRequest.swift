import ThudCues
import ThudHaptics

/// What the command line asks an audition for.
struct AuditionRequest {
    let subjects: [AuditionSubject]
    let settings: AuditionSettings
    /// How often each is played.
    let loops: Int
    /// Plays one after the other by itself.
    let walks: Bool
    let watches: Bool
    /// The files into which its sound and its picture go.
    let saved: String?
    let pictured: String?
    let sound: SoundOptions

    /// Whether the drive signal has a device or channels of its own.
    var drives: Bool { sound.settings().haptics == .drive }
    /// The loudness of the loudspeakers, 0 to 1.
    var volume: Double {
        let settings = sound.settings()
        return settings.silent ? 0 : settings.volume
    }
}
