import ArgumentParser
import ThudPlayback

/// The options that say which device plays, and how.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Play through this ALSA PCM; `thud devices` lists them.", valueName: "pcm"))
    var device: String?

    @Flag(help: "Allow a PCM that shuts every other program out, such as hw:0.")
    var exclusive = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frames written at a time; the buffer holds two of them.", valueName: "frames"))
    var period = TypedNumber(PCMRequest().period)

    /// Periods that make sense: below 16 frames no machine keeps up, above 8192 nobody would call it feedback.
    private static let periods = 16...8192

    func validate() throws {
        try period.check(DeviceOptions.periods, "--period takes 16 to 8192 frames")
    }

    /// The PCM that somebody named, by the option or by THUD_DEVICE.
    var named: String? { device ?? Environment["THUD_DEVICE"] }

    /// What the device is asked for; where nobody named one, the default.
    var request: PCMRequest { request(for: named ?? PCMRequest().name) }

    /// What the PCM `name` is asked for.
    func request(for name: String) -> PCMRequest {
        var request = PCMRequest()
        request.name = name
        request.isExclusiveAllowed = exclusive
        request.period = period.value
        return request
    }
}
