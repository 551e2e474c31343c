import ArgumentParser
import Cues
import SoundFiles

extension FeedbackSettings.Haptics: ExpressibleByArgument {}

/// The options of every command that plays cues.
struct SoundOptions: ParsableArguments {
    /// On or off, as people write it.
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    /// Where the silent switch stands.
    enum SilentSwitch: String, ExpressibleByArgument, CaseIterable {
        case on, off, follow
    }

    @OptionGroup var output: DeviceOptions

    @Option(help: ArgumentHelp("Record what is put out: left, right, haptic.", valueName: "file.wav"))
    var record: String?

    @Option(help: ArgumentHelp("The loudness of the loudspeakers, 0 to 1.", valueName: "0..1"))
    var volume = 1.0

    @Option(help: ArgumentHelp("Sounds on or off; haptics remain.", valueName: "on|off"))
    var sound = Switch.on

    @Option(
        help: ArgumentHelp(
            "Haptics as a rendering for loudspeakers, as a drive signal on channels 3 and 4, or off.",
            valueName: "heard|drive|off"))
    var haptics = FeedbackSettings.Haptics.heard

    @Option(help: ArgumentHelp("Send the drive signal to a PCM of its own.", valueName: "pcm"))
    var hapticsDevice: String?

    @Option(
        help: ArgumentHelp(
            "The silent switch; follow takes the system's mute for it.", valueName: "on|off|follow"))
    var silentSwitch = SilentSwitch.follow

    @Flag(name: .shortAndLong, help: "Say more about what is going on.")
    var verbose = false

    func validate() throws {
        guard volume >= 0, volume <= 1 else {
            throw ValidationError("--volume takes a number from 0 to 1, not \(volume)")
        }
        guard record.map({ SoundFormat(path: $0) == .wav }) ?? true else {
            throw ValidationError("--record writes WAV, so its file ends in .wav, not as in \(record ?? "")")
        }
        guard hapticsDevice == nil || haptics != .off else {
            throw ValidationError("--haptics-device has no meaning with --haptics off")
        }
    }

    /// What the policy starts from. A device of their own for haptics means that they are driven, not heard.
    var settings: FeedbackSettings {
        FeedbackSettings(
            soundOn: sound == .on, haptics: hapticsDevice == nil ? haptics : .drive, silent: silentSwitch == .on,
            volume: volume)
    }
}
