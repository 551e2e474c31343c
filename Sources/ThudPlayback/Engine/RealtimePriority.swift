import Glibc

/// Who gave the audio thread its real-time priority.
public enum RealtimePriority: UInt8, Equatable, Sendable, CustomStringConvertible {
    /// Nobody: it competes with ordinary work.
    case refused
    /// The system, because this user may have it (SCHED_FIFO).
    case granted
    /// The RealtimeKit daemon, which desktops run for their users (SCHED_RR).
    case byRealtimeKit

    /// A few words for a table.
    public var description: String {
        switch self {
        case .refused: "none"
        case .granted: "granted (SCHED_FIFO)"
        case .byRealtimeKit: "granted by RealtimeKit (SCHED_RR)"
        }
    }
}

/// Asks the RealtimeKit daemon (rtkit) for real-time priority, over the system's D-Bus: the way of a desktop's user, to whom the
/// system itself refuses it. What is said stands in <https://dbus.freedesktop.org/doc/dbus-specification.html> and in rtkit's
/// `org.freedesktop.RealtimeKit1.xml`.
enum RealtimeKit {
    /// What the daemon may take to answer, in milliseconds; it may have to be started first.
    private static let patience = 1000
    /// The longest that a thread may run without ever waiting, in microseconds. Whoever asks must have set such a limit himself, at
    /// most as long as this; whoever passes it is killed.
    private static let longestRun: rlim_t = 200_000
    /// RLIMIT_RTTIME.
    private static let runLimit = __rlimit_resource_t(__RLIMIT_RTTIME.rawValue)
    /// The highest priority that rtkit gives.
    private static let highestPriority: UInt32 = 20

    /// Gives the thread with the kernel's number `thread` the given priority: true where the daemon says that it has it.
    ///
    /// - Parameters:
    ///   - address: where the bus listens, as D-Bus writes addresses.
    ///   - limit: sets the limit without which the daemon refuses, for the whole process and for good.
    static func raise(
        thread: Int32, priority: Int32, address: String = busAddress, limit: () -> Bool = limitRun
    ) -> Bool {
        guard let path = socketPath(of: address) else { return false }
        let bus = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard bus >= 0 else { return false }
        defer { close(bus) }
        var wait = timeval(tv_sec: patience / 1000, tv_usec: patience % 1000 * 1000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(bus, SOL_SOCKET, option, &wait, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(bus, to: path), logIn(to: bus), limit() else { return false }
        var call = DBusCall(
            destination: "org.freedesktop.RealtimeKit1", path: "/org/freedesktop/RealtimeKit1",
            interface: "org.freedesktop.RealtimeKit1", member: "MakeThreadRealtime")
        call.append(UInt64(thread))
        call.append(min(UInt32(max(1, priority)), highestPriority))
        return send(call.message(serial: 2), to: bus) && isDone(on: bus)
    }

    /// The system's bus.
    private static var busAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// The path in an address such as `unix:path=/run/bus,guid=1f2e`; nil of other kinds of address.
    private static func socketPath(of address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        return address.dropFirst(prefix.count).split(whereSeparator: { $0 == "," || $0 == ";" }).first.map(String.init)
    }

    /// Sets the limit without which rtkit refuses.
    static func limitRun() -> Bool {
        var limit = rlimit()
        guard getrlimit(runLimit, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_cur, longestRun)
        limit.rlim_max = min(limit.rlim_max, longestRun)
        return setrlimit(runLimit, &limit) == 0
    }

    private static func connect(_ bus: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(bus, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    /// Says who this is (the kernel confirms it), and greets the bus, as each program has to.
    private static func logIn(to bus: Int32) -> Bool {
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        guard send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8), to: bus) else { return false }
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "\n") {
            guard answer.count < 512, let next = receive(1, from: bus) else { return false }
            answer += next
        }
        guard answer.starts(with: "OK ".utf8) else { return false }
        let hello = DBusCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "Hello")
        return send(Array("BEGIN\r\n".utf8) + hello.message(serial: 1), to: bus) && isDone(on: bus)
    }

    /// Reads messages until one answers the last call: true where it is no error.
    private static func isDone(on bus: Int32) -> Bool {
        // Of what comes unasked, one signal is usual.
        for _ in 0..<16 {
            guard let head = receive(16, from: bus), head[0] == DBusCall.littleEndian else { return false }
            let number = { (offset: Int) in (0..<4).reduce(0) { $0 | Int(head[offset + $1]) << (8 * $1) } }
            let (body, fields) = (number(4), number(12))
            guard body < 65_536, fields < 65_536, receive((fields + 7) / 8 * 8 + body, from: bus) != nil else {
                return false
            }
            if head[1] == 2 { return true }
            if head[1] == 3 { return false }
        }
        return false
    }

    private static func send(_ bytes: [UInt8], to bus: Int32) -> Bool {
        Glibc.send(bus, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private static func receive(_ count: Int, from bus: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard count == 0 || recv(bus, &bytes, count, Int32(MSG_WAITALL)) == count else { return nil }
        return bytes
    }
}

/// A method call as D-Bus writes it, in little-endian order. Arguments are appended in the order of the method.
struct DBusCall {
    private var header: [UInt8] = []
    private var signature = ""
    private var body: [UInt8] = []

    static let littleEndian = UInt8(ascii: "l")

    init(destination: String, path: String, interface: String, member: String) {
        for (code, type, value) in [
            (1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination),
        ] as [(UInt8, String, String)] {
            DBusCall.align(&header, to: 8)
            header += [code, 1] + type.utf8 + [0]
            DBusCall.append(UInt32(value.utf8.count), to: &header)
            header += value.utf8 + [0]
        }
    }

    mutating func append(_ value: UInt64) {
        signature += "t"
        DBusCall.append(value, to: &body)
    }

    mutating func append(_ value: UInt32) {
        signature += "u"
        DBusCall.append(value, to: &body)
    }

    /// The bytes on the wire; a bus answers to `serial`.
    func message(serial: UInt32) -> [UInt8] {
        var fields = header
        if !signature.isEmpty {
            DBusCall.align(&fields, to: 8)
            fields += [8, 1, UInt8(ascii: "g"), 0, UInt8(signature.utf8.count)] + signature.utf8 + [0]
        }
        var message: [UInt8] = [DBusCall.littleEndian, 1, 0, 1]
        DBusCall.append(UInt32(body.count), to: &message)
        DBusCall.append(serial, to: &message)
        DBusCall.append(UInt32(fields.count), to: &message)
        message += fields
        DBusCall.align(&message, to: 8)
        return message + body
    }

    private static func align(_ bytes: inout [UInt8], to boundary: Int) {
        while bytes.count % boundary != 0 { bytes.append(0) }
    }

    private static func append<Number: FixedWidthInteger>(_ value: Number, to bytes: inout [UInt8]) {
        align(&bytes, to: MemoryLayout<Number>.size)
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
