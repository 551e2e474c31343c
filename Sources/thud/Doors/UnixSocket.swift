import Glibc
import ThudCore

/// Unix sockets by path.
enum UnixSocket {
    /// Makes a stream socket, for a path that an address can hold.
    static func make(_ path: String) throws(ThudError) -> Int32 {
        guard path.utf8.count < longestPath else {
            throw ThudError(.badInput, "\(path) is longer than \(longestPath - 1) bytes, the most for a socket")
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SourceFile.failure(path, "cannot be used as a socket") }
        return descriptor
    }

    static func bind(_ descriptor: Int32, to path: String) -> Bool {
        withAddress(path) { Glibc.bind(descriptor, $0, $1) == 0 }
    }

    /// Connects to a service.
    ///
    /// - Throws: `ThudError` (bad input) if nobody listens there.
    static func connect(to path: String) throws(ThudError) -> Int32 {
        let descriptor = try make(path)
        guard withAddress(path, { Glibc.connect(descriptor, $0, $1) == 0 }) else {
            defer { close(descriptor) }
            throw SourceFile.failure(path, "cannot be reached; start `thud listen --socket`")
        }
        return descriptor
    }

    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    private static func withAddress<Value>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Writes all bytes. A service that is gone ends it early.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Calls `body` with each line until the other side closes. The last line may lack its line break.
    static func forEachLine(from descriptor: Int32, _ body: (String) throws -> Void) rethrows {
        var rest: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += block[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try body(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeFirst(end + 1)
            }
        }
        if !rest.isEmpty { try body(String(decoding: rest, as: UTF8.self)) }
    }
}
