import ThudAudioToHaptics
import ThudCore
import ThudPatterns
import ThudSoundFiles

/// A sound as a pattern that names the sound and stores the options of its conversion.
struct SoundConversion: Sendable {
    /// How a sound becomes a pattern, and the line that stores it.
    typealias Settings = (options: TranscriptionOptions, line: String)

    let transcription: SoundTranscription
    let line: String
    /// The length of the sound that counts, in seconds.
    private let seconds: Double

    /// Converts the sound of the file at `path`.
    init(_ sound: Sound, of path: String, _ settings: Settings) {
        transcription = SoundTranscription(
            sound, waveformPath: SourceFile.name(of: path), options: settings.options)
        line = settings.line
        seconds = min(sound.seconds, HapticLimits.latestStart)
    }

    /// The pattern with the options in its description.
    var pattern: HapticPattern {
        var pattern = transcription.pattern
        pattern.metadata = [.init("Description", .string(line))]
        return pattern
    }

    /// What was found, in a few words.
    var summary: String {
        let onsets = Count.of(transcription.onsets.count, "onset")
        let points = transcription.pattern.curves.reduce(0) { $0 + $1.points.count }
        guard points > 0 else { return onsets }
        let density = Double(points) / max(seconds, 0.001)
        return "\(onsets); curves within \(Decimals.fixed(transcription.curveError.intensity, 3)) of the envelope, "
            + "\(Decimals.fixed(density, 0)) points a second"
    }
}
