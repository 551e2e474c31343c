import ArgumentParser
import ThudCore
import ThudCues
import ThudGameKit
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

extension LatencyMode: ExpressibleByArgument {
    /// Accepts `asap` as another word for `low`.
    public init?(argument: String) { self.init(rawValue: argument == "asap" ? "low" : argument) }
}

/// The actuator of commands that play cues.
struct ActuatorOptions: ParsableArguments {
    @Option(
        "Shape the drive signal for ideal (default), lra, phone, voice-coil or a profile file. A cue that lasts "
            + "until it is ended keeps the neutral signal.", value: "name|file")
    var actuator: String?

    func profile() throws -> ActuatorProfile? { try actuator.map(RenderingOptions.profile) }
}

/// The options of a command that plays.
struct SoundOptions: ParsableArguments {
    @OptionGroup var output: DeviceOptions

    @Option("Record the output: left, right, haptic.", value: "file.wav") var record: String?
    @OptionGroup var policy: PolicyOptions

    @Flag(help: "Use channels 3 and 4 even if the device mixes them into its loudspeakers.")
    var allowDownmix = false

    @Option("Send the drive signal to this separate PCM.", value: "pcm") var hapticsDevice: String?

    @Flag(name: .shortAndLong, help: "Print more about what happens.")
    var verbose = false

    func validate() throws {
        try Usage.require(
            record.map({ SoundFormat(path: $0) == .wav }) ?? true,
            "--record writes WAV; choose a file that ends in .wav, not \(TypedText.visible(record ?? ""))")
        try Usage.refuseEmpty([("--haptics-device", "the name of a PCM", hapticsDevice)])
    }

    /// Whether actuators get a drive signal.
    private var isDriven: Bool { hapticsDevice != nil || policy.haptics == .drive }

    /// Refuses options that contradict each other, an actuator if nothing is driven, and a file as `--sound` unless the
    /// command plays it.
    func check(actuator: String? = nil, playsFile: Bool = false) throws(ValidationError) {
        try Usage.require(
            hapticsDevice == nil || policy.haptics ?? .drive == .drive,
            "--haptics-device drives haptics; leave out --haptics \(policy.haptics ?? .off)")
        try Usage.refuse(
            [("--actuator", actuator != nil && !isDriven)],
            "shapes driven haptics; add --haptics drive or --haptics-device")
        if !playsFile { try policy.refuseFile() }
    }

    /// The options that concern only what is played.
    var uses: [OptionUse] {
        outputUses + [
            ("--volume", policy.volume != nil), ("--loud", policy.loud != nil), ("--sound", policy.sound != nil),
            ("--haptics", policy.haptics != nil), ("--balance", policy.balance != nil),
            ("--silent-switch", policy.silentSwitch != nil),
        ]
    }

    /// Those that concern only the output. A file that is saved follows the others, too.
    var outputUses: [OptionUse] {
        [
            ("--record", record != nil), ("--haptics-device", hapticsDevice != nil), ("--allow-downmix", allowDownmix),
            ("--device", output.device != nil), ("--exclusive", output.exclusive), ("--period", output.period != nil),
            ("--latency", output.latency != PCMRequest().latency), ("--verbose", verbose),
        ]
    }

    /// Refuses to record over a file that the command reads, under any path. A recording empties its file first.
    func refuseRecording(over files: [String?]) throws {
        guard let record, files.contains(where: { $0.map { SourceFile.isSame($0, record) } ?? false }) else { return }
        throw ValidationError("--record would overwrite the input \(record); choose another file")
    }

    /// Returns these options as preferences, with `preferred` for the rest. With a haptics device, haptics are driven,
    /// not heard.
    func preferences(over preferred: Preferences = Preferences()) -> Preferences {
        var present = policy.preferences(over: preferred)
        if hapticsDevice != nil { present.haptics = .drive }
        return present
    }

    /// Returns the policy's settings. Haptics that are on go to the output that was opened for them.
    func settings(_ present: Preferences) -> FeedbackSettings {
        var settings = policy.settings(present)
        // Nobody would hear or feel a drive signal without an output for it.
        if settings.haptics != .off { settings.haptics = isDriven ? .drive : .heard }
        return settings
    }

    /// Returns the policy's settings for these options alone.
    func settings() -> FeedbackSettings { settings(preferences()) }
}

struct DeviceOptions: ParsableArguments {
    @Option("Play through this ALSA PCM; `thud devices` lists them.", value: "pcm") var device: String?

    @Flag(help: "Allow a PCM that other programs cannot use at the same time, such as hw:0.")
    var exclusive = false

    @Option(
        "Use a short buffer of two periods of this many frames, which later triggers cannot change.", number: "frames")
    var period: TypedNumber<Int>?

    @Option(
        "Keep the sound server's cycles; request short ones, which can tear other programs' sound; or the same with one "
            + "delay for all cues.",
        value: "gentle|low|steady")
    var latency = PCMRequest().latency

    /// The accepted periods. Below 16 frames no machine keeps up; above 8192 the sound is far too late.
    private static let periods = 16...8192

    func validate() throws {
        try period?.check(DeviceOptions.periods, "--period takes 16 to 8192 frames")
        try Usage.refuseEmpty([("--device", "the name of a PCM", device)])
    }

    var named: String? { device ?? Environment["THUD_DEVICE"] }
    var request: PCMRequest { request(for: named ?? PCMRequest().name) }

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
