import CThudLO
import Glibc
import ThudCore

/// A message of Open Sound Control 1.0 (opensoundcontrol.stanford.edu). liblo checks and reads its bytes.
struct OSCMessage {
    enum Argument: Hashable {
        case text(String)
        case number(Double)
        /// A blob, a colour, true, nil, ...
        case other
    }

    /// The address pattern, for example `/thud/play`.
    let path: String
    /// The arguments that are left to read.
    var arguments: ArraySlice<Argument>
    /// The time of the innermost bundle, in units of 2^-32 s since 1900; nil for as soon as possible.
    let time: UInt64?

    /// The deepest nesting of bundles.
    private static let deepest = 8
    private static let bundle = Array("#bundle\0".utf8)
    /// The latest time tag that means as soon as possible. Arduino's library sends 0.
    private static let immediately: UInt64 = 1

    /// Reads a datagram: a message, or a bundle of messages and further bundles.
    ///
    /// - Throws: `ThudError` if any part of it is broken, so that a bundle is taken whole or not at all.
    static func messages(
        in packet: ArraySlice<UInt8>, time: UInt64? = nil, depth: Int = 0
    ) throws(ThudError) -> [OSCMessage] {
        guard packet.starts(with: bundle) else { return [try OSCMessage(packet, time: time)] }
        var rest = packet.dropFirst(bundle.count)
        guard let tag = take(8, from: &rest), depth < deepest else { throw broken("a bundle is broken") }
        var messages: [OSCMessage] = []
        while !rest.isEmpty {
            guard let size = take(4, from: &rest).flatMap({ Int(exactly: $0) }), size <= rest.count else {
                throw broken("a bundle is broken")
            }
            messages += try Self.messages(
                in: rest.prefix(size), time: tag <= immediately ? nil : tag, depth: depth + 1)
            rest = rest.dropFirst(size)
        }
        return messages
    }

    /// Takes a number of `count` bytes, the most significant first.
    private static func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func broken(_ message: String) -> ThudError { ThudError(file: OSCDoor.name, message: message) }

    private init(_ packet: ArraySlice<UInt8>, time: UInt64?) throws(ThudError) {
        let liblo = try OSCLibrary.functions.get()
        var bytes = Array(packet)
        let message = bytes.withUnsafeMutableBytes { liblo.message_deserialise($0.baseAddress, $0.count, nil) }
        guard let message else { throw Self.broken("a datagram is not an OSC message") }
        defer { liblo.message_free(message) }
        // liblo has found the terminating null.
        path = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        self.time = time
        let types = liblo.message_get_types(message)
        let values = liblo.message_get_argv(message)
        let arguments: [Argument] = (0..<Int(liblo.message_get_argc(message))).map { index in
            guard let type = types?[index], let place = values?[index] else { return .other }
            // The values are in the byte order of this machine.
            let value = UnsafeRawPointer(place)
            switch Character(Unicode.Scalar(UInt8(bitPattern: type))) {
            case "s", "S": return .text(String(cString: value.assumingMemoryBound(to: CChar.self)))
            case "i": return .number(Double(value.loadUnaligned(as: Int32.self)))
            case "h": return .number(Double(value.loadUnaligned(as: Int64.self)))
            case "f": return .number(Double(value.loadUnaligned(as: Float.self)))
            case "d": return .number(value.loadUnaligned(as: Double.self))
            default: return .other
            }
        }
        self.arguments = arguments[...]
    }
}

/// liblo, which only OSC needs.
enum OSCLibrary {
    /// Its functions, by their names without `lo_`, or that it is not there. The first use loads it.
    static let functions: Result<thud_lo, ThudError> = {
        var functions = thud_lo()
        guard thud_lo_load(&functions) else {
            return .failure(ThudError(.badInput, "--osc needs liblo, which cannot be loaded; install liblo7"))
        }
        return .success(functions)
    }()
}

/// The system's time at an instant of CLOCK_MONOTONIC. One reading keeps the distances of a bundle's times.
struct SystemClock {
    let instant: Instant
    /// In units of 2^-32 s since 1900.
    private let time: UInt64

    private static let from1900To1970: UInt64 = 2_208_988_800

    init() {
        let before = Instant.now()
        let (seconds, rest) = WallClocks().realtime().quotientAndRemainder(dividingBy: 1_000_000_000)
        instant = before + Interval(nanoseconds: (Instant.now() - before).nanoseconds / 2)
        time = (UInt64(seconds) + Self.from1900To1970) << 32 | UInt64(rest) << 32 / 1_000_000_000
    }

    /// Returns the instant at which the system's time is `tag`, an NTP time tag. Tags wrap around in 2036, so the
    /// nearest such time is meant.
    func instant(of tag: UInt64) -> Instant {
        let ahead = Int64(bitPattern: tag &- time).multipliedFullWidth(by: 1_000_000_000)
        return instant + Interval(nanoseconds: ahead.high << 32 | Int64(ahead.low >> 32))
    }
}
