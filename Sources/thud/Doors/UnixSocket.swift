import Glibc
import ThudCore

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

    /// Sends bytes, and then those of `input` until its end. Calls `body` with each line of the answers as it comes,
    /// until the other side closes, once everything is answered.
    ///
    /// - Parameters:
    ///   - input: a descriptor; nil if all has been passed.
    ///   - read: gets what is read from it.
    static func exchange(
        _ bytes: [UInt8], input: Int32?, with descriptor: Int32, read: (ArraySlice<UInt8>) -> Void,
        _ body: (String) throws -> Void
    ) throws {
        var (unsent, input, rest): (ArraySlice<UInt8>, Int32?, [UInt8]) = (bytes[...], input, [])
        var isSending = true
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if isSending, unsent.isEmpty, input == nil {
                shutdown(descriptor, Int32(SHUT_WR))
                isSending = false
            }
            // Poll ignores negative descriptors.
            var wanted = [
                pollfd(fd: descriptor, events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
                pollfd(fd: unsent.isEmpty ? input ?? -1 : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&wanted, 2, -1) > 0 else { continue }
            if wanted[1].revents != 0, let source = input {
                let count = block.withUnsafeMutableBytes { Glibc.read(source, $0.baseAddress, $0.count) }
                unsent = block[..<max(0, count)]
                read(unsent)
                if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { input = nil }
            }
            if wanted[0].revents & Int16(POLLOUT) != 0, !unsent.isEmpty {
                let count = unsent.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
                if count < 0, errno != EINTR, errno != EAGAIN { (unsent, input) = ([], nil) }
                unsent = unsent.dropFirst(max(0, count))
            }
            if wanted[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += block[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    try body(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
        }
    }
}
