public import ThudCore
public import ThudPatterns
public import ThudSoundFiles

/// The decoded sound files of a pattern.
public struct PatternSounds: Sendable {
    /// The sounds by their paths, as the pattern writes them.
    public let sounds: [String: Sound]

    /// The most memory that the sounds of some patterns may take in total, in MiB.
    public static let mostMebibytes = 256
    /// An empty set of sounds.
    public static let none = PatternSounds([:])

    /// How much memory the samples take, in bytes.
    public var byteCount: Int { sounds.values.reduce(0) { $0 + $1.byteCount } }

    /// Creates a set of sounds that are already decoded, at the sample rate of the rendition.
    public init(_ sounds: [String: Sound]) { self.sounds = sounds }

    /// Decodes and resamples each file that the patterns name, only once even if several name it.
    ///
    /// - Parameters:
    ///   - patterns: The patterns. The files that they name lie in their folder or below it.
    ///   - folder: The folder of the patterns' own files.
    ///   - sampleRate: The sample rate in hertz.
    ///   - loops: The sounds that repeat as a whole. Their end is resampled to lead into their start.
    ///   - bytes: The memory already taken by sounds of this folder.
    /// - Throws: `ThudError` if a sound cannot be read, or if all of them take more than ``mostMebibytes``.
    public static func load(
        for patterns: [HapticPattern], folder: String, sampleRate: Int, loops: Set<String> = [], beside bytes: Int = 0
    ) throws(ThudError) -> PatternSounds {
        var sounds: [String: Sound] = [:]
        var bytes = bytes
        for path in Set(patterns.flatMap(\.soundPaths)).sorted() {
            let isWithin = !path.hasPrefix("/") && !SourceFile.parts(of: path).contains("..")
            guard isWithin else {
                throw ThudError(
                    .badInput, about: path, "cannot find the sound \(path) in \(folder), the folder of its pattern")
            }
            let file = try SoundFile.read("\(folder)/\(path)")
            let sound = try loops.contains(path) ? file.resampledAsLoop(to: sampleRate) : file.resampled(to: sampleRate)
            bytes += sound.byteCount
            guard bytes <= mostMebibytes << 20 else { throw .tooManySounds(folder, mebibytes: mostMebibytes) }
            sounds[path] = sound
        }
        return PatternSounds(sounds)
    }

    /// Returns a pattern with all durations written out: those of sounds that end with their files, and of tones that
    /// end with the pattern. A sound that is missing here keeps no duration, and so does one that
    /// ``Rendition/sounds(of:_:sampleRate:)`` leaves out. `sampleRate` is that of the sounds, in hertz.
    public func timed(_ pattern: HapticPattern, sampleRate: Int) -> HapticPattern {
        let evaluation = HapticEvaluation(pattern)
        var (timed, end, left) = (pattern, pattern.statedEnd, HapticLimits.soundSeconds)
        for (index, event) in pattern.events.enumerated() where left > 0 && event.kind == .audioCustom {
            guard let sound = event.waveformPath.flatMap({ sounds[$0] }),
                let play = FilePlay(event, of: sound, evaluation, sampleRate: sampleRate)
            else { continue }
            left -= play.seconds
            end = max(end, event.time + play.seconds)
            timed.events[index] = event.moved(to: event.time, lasting: play.seconds)
        }
        for (index, event) in pattern.events.enumerated() where event.kind == .audioContinuous {
            let length = evaluation.length(of: event, patternEnd: end)
            timed.events[index] = event.moved(to: event.time, lasting: length)
        }
        return timed
    }
}
