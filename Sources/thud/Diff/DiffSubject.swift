import ThudCore
import ThudPatternComparison
import ThudPatterns
import ThudSoundFiles

/// One side of a comparison: a pattern, or the haptic channel of a sound file.
struct DiffSubject {
    let name: String
    /// nil for a sound file.
    let pattern: HapticPattern?
    /// The drive signal at the rate of a comparison.
    let signal: [Float]

    /// What git names if a file does not exist on one side.
    private static let nothing = "/dev/null"

    /// Reads a pattern by its name or file, or a sound file with three or four channels.
    init(_ word: String) throws {
        name = word
        if word == Self.nothing {
            (pattern, signal) = (HapticPattern(), [])
        } else if CoupledSound.isFile(word) {
            let sound = try SoundFile.read(word)
            guard let drive = sound.driveChannels.first else {
                throw ThudError(.badInput, "\(word) has no haptic channel, which would be the third of three or four")
            }
            let haptic = Sound(sampleRate: sound.sampleRate, channels: [drive])
            pattern = nil
            signal = try haptic.resampled(to: SignalComparison.sampleRate).channels[0]
        } else {
            let pattern = try PatternShelf.subject(of: word).load().pattern
            self.pattern = pattern
            signal = HapticRenderer(sampleRate: Double(SignalComparison.sampleRate)).drive(pattern)
        }
    }
}
