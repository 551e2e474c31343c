import Glibc
import ThudCore

enum UnixSocket {
    /// Connects to a service.
    ///
    /// - Throws: `ThudError` (bad input) if nobody listens there.
    static func connect(to path: String) throws(ThudError) -> Int32 {
        try open(path, else: "cannot be reached", remedy: "; start `thud listen --socket`") {
            Glibc.connect($0, $1, $2) == 0
        }
    }

    /// Makes a socket on which clients can connect.
    ///
    /// - Throws: `ThudError` (bad input) if the path cannot be used.
    static func listen(at path: String) throws(ThudError) -> Int32 {
        try open(path, else: "cannot be used as a socket") { bind($0, $1, $2) == 0 && Glibc.listen($0, 64) == 0 }
    }

    /// Makes a stream socket and attaches it to a path, which must fit into an address.
    private static func open(
        _ path: String, else problem: String, remedy: String = "",
        attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws(ThudError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let longest = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= longest else {
            throw ThudError(.badInput, "\(path) is longer than \(longest) bytes, the most for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let isAttached = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                descriptor >= 0 && attach(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isAttached else {
            let words = ThudError.words(for: errno)
            if descriptor >= 0 { close(descriptor) }
            throw ThudError(.badInput, "\(TypedText.visible(path)): \(problem): \(words)\(remedy)")
        }
        return descriptor
    }
}
