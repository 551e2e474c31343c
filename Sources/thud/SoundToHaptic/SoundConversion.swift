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
    /// The length of the sound, in seconds.
    private let seconds: Double
    /// The number of channels that count as drive signals.
    private let drives: Int

    init(_ sound: Sound, of path: String, _ settings: Settings) {
        self.init(sound, of: path, settings, checkpoint: { () throws(Never) in })
    }

    /// Converts a sound, and breaks off if `checkpoint` throws.
    init<Stop>(
        _ sound: Sound, of path: String, _ settings: Settings, checkpoint: () throws(Stop) -> Void
    ) throws(Stop) {
        transcription = try SoundTranscription(
            sound, waveformPath: SourceFile.name(of: path), options: settings.options, checkpoint: checkpoint)
        line = settings.line
        seconds = sound.seconds
        drives = sound.driveChannels.count
    }

    /// The pattern with the options in its description.
    var pattern: HapticPattern {
        var pattern = transcription.pattern
        pattern.metadata = [.init("Description", .string(line))]
        return pattern
    }

    /// What of the sound is left out, in sentences. Channels that drive actuators are no part of what is heard.
    var losses: [String] {
        let counted = HapticLimits.latestStart
        guard seconds > counted else { return [] }
        return ["only the first \(Decimals.fixed(counted, 0)) of \(Decimals.fixed(seconds, 0)) s count"]
    }

    /// What was found, in a few words.
    var summary: String {
        let channels = drives == 1 ? "channel 3 is a drive signal" : "channels 3 and 4 are drive signals"
        return found + (drives > 0 ? "; \(channels), which a conversion leaves out" : "")
    }

    private var found: String {
        let counted = min(seconds, HapticLimits.latestStart)
        let cut = counted < seconds ? " in the first \(Decimals.fixed(counted, 0)) s, which alone count" : ""
        let onsets = Count.of(transcription.onsets.count, "onset") + cut
        guard transcription.pattern.events.contains(where: \.kind.isHaptic) else {
            return "nothing to feel: \(onsets), and no part is strong enough"
        }
        let points = transcription.pattern.curves.reduce(0) { $0 + $1.points.count }
        let steady = transcription.curveError.steady.map {
            "; vibrations below \(Decimals.fixed(1_000 * $0, 0)) ms keep one strength, because of --points"
        }
        guard points > 0 else { return onsets + (steady ?? "") }
        // A sound of less than a second is followed by silence.
        let density = Double(points) / max(counted, 1)
        return "\(onsets); curves within \(Decimals.fixed(transcription.curveError.intensity, 3)) of the envelope, "
            + "\(Count.of(Int(density.rounded()), "point")) a second" + (steady ?? "")
    }
}
