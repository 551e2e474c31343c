import Glibc

package enum UnixSocket {
    /// Connects to a service. Without `waits`, neither connecting nor a later call waits for the service.
    ///
    /// - Throws: `ThudError` (bad input) if nobody listens there.
    package static func connect(to path: String, waits: Bool = true, remedy: String = "") throws(ThudError) -> Int32 {
        try unsafe open(path, waits: waits, else: "cannot be reached", remedy: remedy) {
            unsafe Glibc.connect($0, $1, $2) == 0
        }
    }

    /// Makes a socket on which clients can connect; throws (bad input) if the path cannot be used.
    package static func listen(at path: String) throws(ThudError) -> Int32 {
        try unsafe open(path, else: "cannot be used as a socket") {
            unsafe bind($0, $1, $2) == 0 && Glibc.listen($0, SOMAXCONN) == 0
        }
    }

    /// Makes a stream socket and attaches it to a path, which must fit into an address.
    private static func open(
        _ path: String, waits: Bool = true, else problem: String, remedy: String? = nil,
        attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws(ThudError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let longest = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= longest else {
            throw ThudError(.badInput, "\(path) is longer than \(longest) bytes, the most for a socket")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let flags = SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
        let isAttached = unsafe withUnsafePointer(to: address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe descriptor >= 0 && attach(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isAttached else {
            let words = if let remedy { ThudError.words() + remedy } else { ThudError.words(for: errno, .write) }
            if descriptor >= 0 { close(descriptor) }
            throw ThudError(.badInput, "\(TypedText.visible(path)): \(problem): \(words)")
        }
        return descriptor
    }
}
