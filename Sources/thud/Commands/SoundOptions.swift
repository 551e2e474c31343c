import ArgumentParser
import Cues
import Playback
import Records
import SoundFiles

extension FeedbackSettings.Haptics: ExpressibleByArgument {}
extension Preferences.SilentSwitch: ExpressibleByArgument {}

/// The options that every command with sound has in common.
struct SoundOptions: ParsableArguments {
    /// On or off, as people write it.
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Option(help: ArgumentHelp("Play through this ALSA PCM; `thud devices` lists them.", valueName: "pcm"))
    var device: String?

    @Flag(help: "Allow a PCM that shuts every other program out, such as hw:0.")
    var exclusive = false

    @Option(help: ArgumentHelp("Record what is put out: left, right, haptic.", valueName: "file.wav"))
    var record: String?

    @Option(help: ArgumentHelp("The loudness of the loudspeakers, 0 to 1 (1).", valueName: "0..1"))
    var volume: Double?

    @Option(help: ArgumentHelp("Sounds on (usual) or off; haptics remain.", valueName: "on|off"))
    var sound: Switch?

    @Option(
        help: ArgumentHelp(
            "Haptics as a rendering for loudspeakers (usual), as a drive signal on channels 3 and 4, or off.",
            valueName: "heard|drive|off"))
    var haptics: FeedbackSettings.Haptics?

    @Option(help: ArgumentHelp("Send the drive signal to a PCM of its own.", valueName: "pcm"))
    var hapticsDevice: String?

    @Option(
        help: ArgumentHelp(
            "The silent switch; follow (usual) takes the system's mute for it.", valueName: "on|off|follow"))
    var silentSwitch: Preferences.SilentSwitch?

    @Option(help: ArgumentHelp("Frames written at a time; the buffer holds two of them.", valueName: "frames"))
    var period = PCMRequest().period

    @Flag(name: .shortAndLong, help: "Say more about what is going on.")
    var verbose = false

    /// Periods that make sense: below 16 frames no machine keeps up, above 8192 nobody would call it feedback.
    private static let periods = 16...8192

    func validate() throws {
        if let volume, !(0...1).contains(volume) {
            throw ValidationError("--volume takes a number from 0 to 1, not \(volume)")
        }
        guard SoundOptions.periods.contains(period) else {
            throw ValidationError("--period takes 16 to 8192 frames, not \(period)")
        }
        guard record.map({ SoundFormat(path: $0) == .wav }) ?? true else {
            throw ValidationError("--record writes WAV, so its file ends in .wav, not as in \(record ?? "")")
        }
        guard hapticsDevice == nil || haptics != .off else {
            throw ValidationError("--haptics-device has no meaning with --haptics off")
        }
    }

    /// What the policy starts from: what was said here, else what is preferred. A device of their own for haptics means
    /// that they are driven, not heard.
    func settings(preferred: Preferences = Preferences()) -> FeedbackSettings {
        FeedbackSettings(
            soundOn: sound.map { $0 == .on } ?? preferred.soundOn,
            haptics: hapticsDevice == nil ? haptics ?? preferred.haptics : .drive,
            silent: (silentSwitch ?? preferred.silentSwitch) == .on, volume: volume ?? preferred.volume,
            reduceMotion: preferred.reduceMotion)
    }
}
