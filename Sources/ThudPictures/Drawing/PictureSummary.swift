import Glibc
import ThudHaptics

/// What a picture says in words: how many events of each kind, how long, how strong.
struct PictureSummary: Sendable {
    /// The taps, vibrations and sounds that there are, such as `2 taps`.
    let taps: String?
    let vibrations: String?
    let sounds: String?

    /// The length of the pattern with its unit; its waveform may ring on beyond it.
    let duration: String

    /// The waveform's peak in dBFS, and what is wrong with it.
    let peak: String

    private let waveformName: String

    init(_ picture: PatternPicture) {
        func count(_ one: String, _ many: String, where belongs: (HapticEvent) -> Bool) -> String? {
            let count = picture.pattern.events.count(where: belongs)
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        taps = count("tap", "taps") { $0.kind == .transient }
        vibrations = count("vibration", "vibrations") { $0.kind == .continuous }
        sounds = count("sound", "sounds") { !$0.kind.isHaptic }
        duration = NumberText.time(picture.pattern.duration)
        waveformName = picture.waveformName
        peak = Self.peak(of: picture.waveform)
    }

    private static func peak(of waveform: WaveformShape) -> String {
        let text = waveform.peak > 0 ? "peak \(NumberText.typeset(20 * log10(waveform.peak))) dBFS" : "silent"
        return waveform.broken == 0 ? text : text + ", \(waveform.broken) samples are not numbers"
    }

    /// All of it, for those who cannot see the picture.
    var sentence: String {
        let events = [taps, vibrations, sounds].compactMap(\.self)
        let contents = events.isEmpty ? "No events" : events.joined(separator: ", ")
        return "\(contents), \(duration); \(waveformName): \(peak)."
    }
}
