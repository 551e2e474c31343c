import ArgumentParser
import Cues
import Playback
import SoundFiles

extension FeedbackSettings.Haptics: ExpressibleByArgument {}

/// The options that every command with sound has in common.
struct SoundOptions: ParsableArguments {
    /// On or off, as people write it.
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    /// Where the silent switch stands.
    enum SilentSwitch: String, ExpressibleByArgument, CaseIterable {
        case on, off, follow
    }

    @Option(help: ArgumentHelp("Play through this ALSA PCM; `thud devices` lists them.", valueName: "pcm"))
    var device: String?

    @Flag(help: "Allow a PCM that shuts every other program out, such as hw:0.")
    var exclusive = false

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

    @Option(help: ArgumentHelp("Frames written at a time; the buffer holds two of them.", valueName: "frames"))
    var period = PCMRequest().period

    @Flag(name: .shortAndLong, help: "Say more about what is going on.")
    var verbose = false

    /// Periods that make sense: below 16 frames no machine keeps up, above 8192 nobody would call it feedback.
    private static let periods = 16...8192

    func validate() throws {
        guard volume >= 0, volume <= 1 else {
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

    /// What the policy starts from. A device of their own for haptics means that they are driven, not heard.
    var settings: FeedbackSettings {
        FeedbackSettings(
            soundOn: sound == .on, haptics: hapticsDevice == nil ? haptics : .drive, silent: silentSwitch == .on,
            volume: volume)
    }
}
