public import Haptics
public import SoundFiles

/// The sound files of a pattern, decoded.
public struct PatternSounds: Sendable {
    /// By their paths, as the pattern writes them.
    public let sounds: [String: Sound]

    /// No sounds at all.
    public static let none = PatternSounds([:])

    /// Sounds that are already there, at the rate of the rendition.
    public init(_ sounds: [String: Sound]) { self.sounds = sounds }

    /// Decodes each file that patterns name, once however many name it, and resamples it.
    ///
    /// - Parameters:
    ///   - patterns: their paths are within their folder; the readers of files see to that.
    ///   - folder: of the patterns' own files.
    ///   - sampleRate: in hertz.
    /// - Throws: `SoundFileError` where a sound cannot be read.
    public static func load(
        for patterns: [HapticPattern], folder: String, sampleRate: Int
    ) throws(SoundFileError) -> PatternSounds {
        var sounds: [String: Sound] = [:]
        for path in Set(patterns.flatMap(\.events).compactMap(\.waveformPath)).sorted() {
            sounds[path] = try SoundFile.read("\(folder)/\(path)").resampled(to: sampleRate)
        }
        return PatternSounds(sounds)
    }
}
