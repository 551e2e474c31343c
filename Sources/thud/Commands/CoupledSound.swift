import ArgumentParser
import Glibc
import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

/// The channels of a sound file that drives actuators as well as loudspeakers.
enum CoupledChannels: String, ExpressibleByArgument, CaseIterable {
    /// Left, right and the drive signal, which Android calls audio-coupled haptics.
    case haptic
    /// Left, right, and the drive signal on channels 3 and 4, as the sound card of a DualSense expects.
    case actuators

    var words: String {
        switch self {
        case .haptic: "left, right, haptic"
        case .actuators: "left, right, actuator, actuator"
        }
    }

    /// How many channels carry the drive signal.
    var driven: Int { self == .haptic ? 1 : 2 }
}

/// A pattern as a sound file with a drive signal. Sound and haptics start on the same frame of one file, so they cannot
/// drift apart.
struct CoupledSound {
    /// Whether a path is that of such a file by its extension.
    static func isFile(_ path: String) -> Bool { isVorbis(path) || SoundFormat(path: path) != nil }
    /// Whether a path is that of a file with the comment that tells Android about a haptic channel.
    static func isVorbis(_ path: String) -> Bool { SourceFile.ending(of: path) == "ogg" }

    /// The sample rate that the sound cards of actuators accept, in hertz.
    static let sampleRate = 48_000

    /// The comment in Android's ringtones with haptics: the number of haptic channels, which come last.
    private static let comment = "ANDROID_HAPTIC=1"
    let sound: Sound
    let channels: CoupledChannels

    init(
        _ pattern: HapticPattern, _ sounds: PatternSounds, _ channels: CoupledChannels, for actuator: ActuatorProfile
    ) {
        let heard = Rendition.sounds(of: pattern, sounds, sampleRate: Self.sampleRate)
        let drive = HapticRenderer(sampleRate: Double(Self.sampleRate)).render(pattern, as: .driven(actuator))
        let frames = max(heard.left.count, drive.count)
        let stereo = [SoftClipper.clipped(heard.left), SoftClipper.clipped(heard.right)]
        let all = stereo + Array(repeating: drive, count: channels.driven)
        sound = Sound(
            sampleRate: Self.sampleRate, channels: all.map { $0 + [Float](repeating: 0, count: frames - $0.count) })
        self.channels = channels
    }

    /// Writes the file. `replaces` allows it to overwrite what somebody may have edited.
    func write(to path: String, replaces: Bool) throws(ThudError) {
        guard !replaces, SourceFile.kind(of: path) == S_IFREG else { return try write(to: path) }
        let draft = "\(path).\(getpid()).\(SourceFile.ending(of: path) ?? "")"
        defer { unlink(draft) }
        try write(to: draft)
        guard try ContentHash(ofFile: draft).text != ContentHash(ofFile: path).text else { return }
        throw PatternOutput.refusal(of: path)
    }

    private func write(to path: String) throws(ThudError) {
        if Self.isVorbis(path) {
            try SoundFile.writeVorbis(sound, comments: [Self.comment], to: path)
        } else {
            try SoundFile.write(sound, to: path)
        }
    }
}

extension Sound {
    /// Refuses to write a file without a frame.
    func refuseEmpty(as path: String) throws(ThudError) {
        guard frameCount == 0 else { return }
        throw ThudError(.badInput, file: path, message: "there is nothing to hear or feel, so it is not written")
    }
}
