import ArgumentParser
import ThudCore
import ThudCues
import ThudHaptics
import ThudPlayback
import ThudRecords
import ThudSoundFiles

extension FeedbackSettings.Haptics: ExpressibleByArgument {}
extension Preferences.SilentSwitch: ExpressibleByArgument {}

extension LatencyMode: ExpressibleByArgument {
    /// `asap` is another word for `low`.
    public init?(argument: String) { self.init(rawValue: argument == "asap" ? "low" : argument) }
}

/// The value of `--sound`: on, off, or a file in a command that can play one.
enum SoundChoice: ExpressibleByArgument, Equatable {
    case on, off
    case file(String)

    init?(argument: String) {
        switch argument {
        case "on": self = .on
        case "off": self = .off
        case "": return nil
        default: self = .file(argument)
        }
    }
}

/// The options of every command that plays cues.
struct SoundOptions: ParsableArguments {
    @OptionGroup var output: DeviceOptions

    @Option(help: ArgumentHelp("Record what is put out: left, right, haptic.", valueName: "file.wav"))
    var record: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The loudness of the loudspeakers, 0 to 1 (1).", valueName: "0..1"))
    var volume: TypedNumber<Double>?

    @Flag(inversion: .prefixedNo, help: "Play 6 dB louder, through the soft clipper.")
    var loud: Bool?

    @Option(help: ArgumentHelp("Sounds on (usual) or off; haptics remain.", valueName: "on|off"))
    var sound: SoundChoice?

    @Option(
        help: ArgumentHelp(
            "Haptics as a rendering for loudspeakers (usual), as a drive signal on channels 3 and 4, or off.",
            valueName: "heard|drive|off"))
    var haptics: FeedbackSettings.Haptics?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How loud heard haptics are beside sounds, in dB: -60 to 20 (-10).", valueName: "dB"))
    var balance: TypedNumber<Double>?

    @Flag(help: "Drive on channels 3 and 4 even where the device mixes them into its loudspeakers.")
    var allowDownmix = false

    @Option(help: ArgumentHelp("Send the drive signal to a PCM of its own.", valueName: "pcm"))
    var hapticsDevice: String?

    @Option(
        help: ArgumentHelp(
            "The silent switch; follow (usual) takes the system's mute for it.", valueName: "on|off|follow"))
    var silentSwitch: Preferences.SilentSwitch?

    @Flag(name: .shortAndLong, help: "Say more about what is going on.")
    var verbose = false

    func validate() throws {
        try volume?.check(0...1, "--volume takes a number from 0 to 1")
        try balance?.check(HeardLaw.balances, "--balance takes decibels from -60 to 20")
        guard record.map({ SoundFormat(path: $0) == .wav }) ?? true else {
            throw ValidationError("--record writes WAV, so its file ends in .wav, not as in \(record ?? "")")
        }
        guard hapticsDevice == nil || haptics != .off else {
            throw ValidationError("--haptics-device has no meaning with --haptics off")
        }
    }

    /// Refuses to record over what the command reads, by whatever path: a recording empties its file before it begins.
    ///
    /// - Throws: `ValidationError` where one of the files is that of the recording.
    func refuseRecording(over files: [String?]) throws {
        guard let record, files.contains(where: { $0.map { SourceFile.isSame($0, record) } ?? false }) else { return }
        throw ValidationError("--record would overwrite \(record), which is played; name another file")
    }

    /// For commands that play no sound of one's own.
    ///
    /// - Throws: `ValidationError` where `--sound` is neither on nor off.
    func refuseFile() throws {
        if case .file(let text) = sound { throw ValidationError("--sound takes on or off, not \(text)") }
    }

    /// The preferences with which playing begins: these options, and `preferred` for the rest. A haptics device means that
    /// haptics are driven and not heard.
    func preferences(over preferred: Preferences = Preferences()) -> Preferences {
        var present = preferred
        if let sound { present.soundOn = sound != .off }
        if let haptics { present.haptics = haptics }
        if hapticsDevice != nil { present.haptics = .drive }
        if let silentSwitch { present.silentSwitch = silentSwitch }
        if let volume { present.volume = volume.value }
        if let loud { present.isLoud = loud }
        return present
    }

    /// The settings for the policy by the preferences in force. Haptics that are on go to the output that was opened for them.
    func settings(_ present: Preferences) -> FeedbackSettings {
        let isDriven = hapticsDevice != nil || haptics == .drive
        return FeedbackSettings(
            soundOn: present.soundOn, haptics: present.haptics != .off && isDriven ? .drive : present.haptics,
            silent: present.silentSwitch == .on, volume: present.volume, isLoud: present.isLoud,
            balance: balance?.value ?? HeardLaw.usualBalance, reduceMotion: present.reduceMotion)
    }

    /// The settings for the policy by these options alone.
    func settings() -> FeedbackSettings { settings(preferences()) }
}

/// The options that say which device plays, and how.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Play through this ALSA PCM; `thud devices` lists them.", valueName: "pcm"))
    var device: String?

    @Flag(help: "Allow a PCM that shuts every other program out, such as hw:0.")
    var exclusive = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Write so many frames at a time into a buffer of two of them, none of which a trigger can change any more.",
            valueName: "frames"))
    var period: TypedNumber<Int>?

    @Option(
        help: ArgumentHelp(
            "Leave a sound server's cycles as they are (usual), ask for short ones, or be always equally late with them.",
            valueName: "gentle|low|steady"))
    var latency = PCMRequest().latency

    /// The periods that are accepted. Below 16 frames no machine keeps up, and above 8192 the sound comes far too late.
    private static let periods = 16...8192

    func validate() throws {
        try period?.check(DeviceOptions.periods, "--period takes 16 to 8192 frames")
    }

    /// The PCM that somebody named, by the option or by THUD_DEVICE.
    var named: String? { device ?? Environment["THUD_DEVICE"] }

    /// The request for the named device, or for the default device where nobody named one.
    var request: PCMRequest { request(for: named ?? PCMRequest().name) }

    /// The request for the PCM `name`.
    func request(for name: String) -> PCMRequest {
        var request = PCMRequest()
        request.name = name
        request.isExclusiveAllowed = exclusive
        request.latency = latency
        request.period = period?.value
        request.isLateBinding = period == nil
        return request
    }
}
