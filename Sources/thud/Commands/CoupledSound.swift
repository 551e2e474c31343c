import ArgumentParser
import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

/// The channels of a sound file that drives actuators beside loudspeakers.
enum CoupledChannels: String, ExpressibleByArgument, CaseIterable {
    /// Left, right, and the drive signal: what Android calls audio-coupled haptics.
    case haptic
    /// Left, right, and the drive signal on channels 3 and 4, as a DualSense's sound card takes it.
    case actuators

    var words: String {
        switch self {
        case .haptic: "left, right, haptic"
        case .actuators: "left, right, actuator, actuator"
        }
    }

    /// How many channels the drive signal gets.
    var driven: Int { self == .haptic ? 1 : 2 }
}

/// A pattern as a sound file with a drive signal in it. Sound and haptics begin on the same frame of one file, so nothing
/// can shift them against each other.
struct CoupledSound {
    /// The files that can be written, by the end of their names.
    enum Kind: String {
        /// Vorbis with the comment by which Android knows a haptic channel.
        case ogg
        case wav, flac

        init?(path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            self.init(rawValue: path[path.index(after: dot)...].lowercased())
        }
    }

    /// Frames a second: what the sound cards of actuators take.
    static let sampleRate = 48_000

    /// The comment of Android's ringtones with haptics: so many of the last channels are haptic ones.
    private static let comment = "ANDROID_HAPTIC=1"

    let sound: Sound
    let channels: CoupledChannels

    /// Renders a pattern.
    ///
    /// - Throws: `ThudError` where there is nothing in it to be heard or felt.
    init(_ pattern: HapticPattern, _ sounds: PatternSounds, _ channels: CoupledChannels) throws(ThudError) {
        let heard = Rendition.sounds(of: pattern, sounds, sampleRate: Self.sampleRate)
        let drive = HapticRenderer(sampleRate: Double(Self.sampleRate)).drive(pattern)
        let frames = max(heard.left.count, drive.count)
        guard frames > 0 else { throw ThudError(.badInput, "there is nothing to hear or to feel") }
        let stereo = [SoftClipper.clipped(heard.left), SoftClipper.clipped(heard.right)]
        let all = stereo + Array(repeating: drive, count: channels.driven)
        sound = Sound(
            sampleRate: Self.sampleRate,
            channels: all.map { $0 + [Float](repeating: 0, count: frames - $0.count) })
        self.channels = channels
    }

    /// Writes the file.
    ///
    /// - Throws: `ThudError` where it cannot be written.
    func write(to path: String) throws(ThudError) {
        if Kind(path: path) == .ogg {
            try SoundFile.writeVorbis(sound, comments: [Self.comment], to: path)
        } else {
            try SoundFile.write(sound, to: path)
        }
    }
}
