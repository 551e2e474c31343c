import CThudALSA
import Glibc

/// Why a PCM could not be used: a stable code, ALSA's own errno, and a sentence a person can act on.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a stable name.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// A code of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The PCM would be taken from every other program.
        public static let exclusive = Code(rawValue: "exclusive")
        /// No PCM has that name.
        public static let unknown = Code(rawValue: "unknown")
        /// Another program has it to itself.
        public static let busy = Code(rawValue: "busy")
        /// The sound server behind it does not answer.
        public static let noServer = Code(rawValue: "no-server")
        /// It does not offer what is needed of it.
        public static let unsupported = Code(rawValue: "unsupported")
        /// Anything else that ALSA says.
        public static let failed = Code(rawValue: "failed")
    }

    /// What went wrong.
    public let code: Code
    /// The PCM's name.
    public let device: String
    /// ALSA's errno, positive; 0 where it had no part.
    public let errno: Int32
    /// The whole as one line: what, why, what to do.
    public let description: String

    init(_ code: Code, device: String, errno: Int32 = 0, _ description: String) {
        self.code = code
        self.device = device
        self.errno = errno
        self.description = description
    }

    /// A bare hardware PCM, which would silence every other program.
    static func exclusive(_ device: String) -> DeviceError {
        DeviceError(
            .exclusive, device: device,
            "\(device) would take the sound card from every other program; use default (or dmix, pipewire, pulse), "
                + "or say --exclusive if you mean it")
    }

    /// What ALSA's return code means for someone who wanted to play on `device`.
    static func alsa(_ result: Int32, device: String, doing: String) -> DeviceError {
        let number = -result
        switch number {
        case ENOENT, ENXIO, ENODEV:
            return DeviceError(
                .unknown, device: device, errno: number,
                "there is no sound device \(device); `thud devices` lists those there are")
        case EBUSY:
            return DeviceError(
                .busy, device: device, errno: number,
                "\(device) is held by another program that does not share it; `thud devices` lists devices that mix")
        case EHOSTDOWN, ECONNREFUSED, ECONNRESET, EPIPE:
            return DeviceError(
                .noServer, device: device, errno: number,
                "no sound server answers behind \(device); start PipeWire or PulseAudio, or choose another device")
        case EACCES, EPERM:
            return DeviceError(
                .failed, device: device, errno: number,
                "you may not use \(device); add yourself to the group audio and log in again")
        default:
            let reason = String(cString: snd_strerror(result))
            return DeviceError(
                .failed, device: device, errno: number,
                "\(device) failed while \(doing): \(reason); try another with --device (`thud devices`)")
        }
    }

    /// The one funnel for ALSA's return codes.
    @discardableResult
    static func check(_ result: Int32, _ device: String, _ doing: String) throws(DeviceError) -> Int32 {
        guard result >= 0 else { throw alsa(result, device: device, doing: doing) }
        return result
    }
}
