public import ThudCore
public import ThudPatterns
public import ThudSoundFiles

/// The sound files of a pattern, decoded.
public struct PatternSounds: Sendable {
    /// By their paths, as the pattern writes them.
    public let sounds: [String: Sound]

    /// The most memory that the sounds of some patterns take together, in MiB.
    public static let mostMebibytes = 256

    /// No sounds at all.
    public static let none = PatternSounds([:])

    /// How much memory their samples take.
    public var byteCount: Int { sounds.values.reduce(0) { $0 + $1.byteCount } }

    /// Sounds that are already there, at the rate of the rendition.
    public init(_ sounds: [String: Sound]) { self.sounds = sounds }

    /// Decodes each file that patterns name, once however many name it, and resamples it.
    ///
    /// - Parameters:
    ///   - patterns: what they name stands in their folder or below.
    ///   - folder: of the patterns' own files.
    ///   - sampleRate: in hertz.
    ///   - loops: the sounds that repeat as a whole, whose end is to lead into their beginning at any rate.
    ///   - bytes: what is already loaded of the folder.
    /// - Throws: `ThudError` where a sound cannot be read, or where all of them take more than ``mostMebibytes``.
    public static func load(
        for patterns: [HapticPattern], folder: String, sampleRate: Int, loops: Set<String> = [], beside bytes: Int = 0
    ) throws(ThudError) -> PatternSounds {
        var sounds: [String: Sound] = [:]
        var bytes = bytes
        for path in Set(patterns.flatMap(\.events).compactMap(\.waveformPath)).sorted() {
            let isWithin = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
            guard isWithin else {
                throw ThudError(
                    .badInput, about: path, "the sound \(path) is not in the folder \(folder) of its pattern")
            }
            let file = try SoundFile.read("\(folder)/\(path)")
            let sound =
                try loops.contains(path)
                ? file.resampledAsLoop(to: sampleRate) : file.resampled(to: sampleRate)
            bytes += sound.byteCount
            guard bytes <= mostMebibytes << 20 else { throw .tooManySounds(folder, mebibytes: mostMebibytes) }
            sounds[path] = sound
        }
        return PatternSounds(sounds)
    }
}

extension PatternSounds {
    /// A pattern with all durations written out: those of sounds that end with their files, and of tones that end with the
    /// pattern. A sound that is not among these keeps none.
    ///
    /// - Parameter sampleRate: of the sounds, in hertz.
    public func timed(_ pattern: HapticPattern, sampleRate: Int) -> HapticPattern {
        let evaluation = HapticEvaluation(pattern)
        let patternSeconds = pattern.duration
        var timed = pattern
        for (index, event) in pattern.events.enumerated() where !event.kind.isHaptic {
            let length =
                event.kind == .audioContinuous
                ? evaluation.length(of: event, natural: patternSeconds - event.time)
                : event.waveformPath.flatMap { sounds[$0] }
                    .flatMap { FilePlay(event, of: $0, evaluation, sampleRate: sampleRate)?.seconds }
            if let length, length > 0 { timed.events[index] = event.moved(to: event.time, lasting: length) }
        }
        return timed
    }
}
