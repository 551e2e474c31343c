import CThudALSA
import Glibc
import ThudCore

extension ThudError.Code {
    /// The PCM would shut out every other program.
    public static let exclusive = ThudError.Code("exclusive", .device)
    /// There is no PCM with that name.
    public static let unknownDevice = ThudError.Code("unknown", .device)
    /// Another program has exclusive use of the PCM.
    public static let deviceBusy = ThudError.Code("busy", .device)
    /// The sound server behind the PCM does not answer.
    public static let noServer = ThudError.Code("no-server", .device)
    /// The PCM does not offer a format, rate or channels that are needed.
    public static let unsupportedDevice = ThudError.Code("unsupported", .device)
    /// The PCM would mix the drive signal into its loudspeakers.
    public static let downmix = ThudError.Code("downmix", .device)
    /// Any other ALSA error.
    public static let deviceFailed = ThudError.Code("failed", .device)
}

extension ThudError {
    /// Returns the error for a bare hardware PCM, which would silence every other program if its card exists.
    static func exclusive(_ device: String) -> ThudError {
        if let card = PCMName.card(of: device), snd_card_get_index(card) < 0 {
            return ThudError(
                .exclusive, about: device, errno: ENODEV,
                "there is no sound card for \(device); `thud devices` lists the devices")
        }
        return ThudError(
            .exclusive, about: device,
            "\(device) would block the sound card for all other programs; use default, dmix, pipewire or pulse")
    }

    /// Returns the error for a PipeWire server without a sink, or without a session manager that would connect streams.
    static func noSink(_ device: String) -> ThudError {
        ThudError(
            .deviceFailed, about: device,
            "PipeWire has no sink for \(device); connect a sound device, or start WirePlumber")
    }

    /// Returns the error for ALSA's return code `result`, worded for users who want to play on `device`.
    static func alsa(_ result: Int32, device: String, doing: String) -> ThudError {
        let number = -result
        switch number {
        case ENOENT, ENXIO, ENODEV:
            let name = TypedText.visible(device)
            let isDefined = PCMDefinition.exists(device)
            return ThudError(
                .unknownDevice, about: device, errno: number,
                (isDefined ? "what \(name) plays through is missing" : "no sound device is named \(name)")
                    + "; `thud devices` lists the devices")
        case EBUSY:
            return ThudError(
                .deviceBusy, about: device, errno: number,
                "another program uses \(device) and does not share it; `thud devices` lists devices that mix")
        case EHOSTDOWN, ECONNREFUSED, ECONNRESET, EPIPE:
            return ThudError(
                .noServer, about: device, errno: number,
                "no sound server answers for \(device); start PipeWire or PulseAudio, or choose another device")
        case EACCES, EPERM:
            return ThudError(
                .deviceFailed, about: device, errno: number,
                "no permission to use \(device); add yourself to the audio group and log in again")
        default:
            let reason = String(cString: snd_strerror(result))
            return ThudError(
                .deviceFailed, about: device, errno: number,
                "\(device) failed while \(doing): \(reason); `thud devices` lists others")
        }
    }
}
