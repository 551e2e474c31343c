import Glibc
import ThudCore

/// A place to which OSC messages go by UDP: `PORT` on this computer, or `HOST:PORT`.
struct OSCPlace: CustomStringConvertible {
    let host: String
    let port: UInt16

    var description: String { "\(host):\(port)" }

    /// The address at which only programs on this computer can reach a port.
    private static let thisComputer = "127.0.0.1"

    /// Reads a place; nil if `text` is none.
    init?(_ text: Substring) {
        let colon = text.lastIndex(of: ":")
        let host = colon.map { text[..<$0].drop { $0 == "[" }.prefix { $0 != "]" } } ?? Self.thisComputer[...]
        guard let port = UInt16(colon.map { text[text.index(after: $0)...] } ?? text), port > 0, !host.isEmpty else {
            return nil
        }
        (self.host, self.port) = (String(host), port)
    }

    /// Opens a socket.
    ///
    /// - Parameter attach: `bind` to receive at this place, or `connect` to send there.
    /// - Throws: `ThudError` (bad input) if the place is no address, or cannot be had.
    func socket(attached attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32) throws(ThudError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, String(port), &hints, &found)
        guard failure == 0, let address = found?.pointee else {
            let words = String(cString: gai_strerror(failure))
            throw ThudError(.badInput, "\(self) is not an address: \(words); write one such as 127.0.0.1:9000")
        }
        defer { freeaddrinfo(found) }
        let descriptor = Glibc.socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0, attach(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            defer { if descriptor >= 0 { close(descriptor) } }
            throw ThudError(
                .badInput, errno: errno,
                "\(self) cannot be opened for OSC: \(ThudError.words()); choose a free port of this computer")
        }
        // The usual space is for a burst of about 250 messages. Linux gives at most what its settings allow.
        var space: Int32 = 1 << 22
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &space, socklen_t(MemoryLayout.size(ofValue: space)))
        return descriptor
    }

    /// Returns how many messages came to a socket that had no space for them.
    static func dropped(by socket: Int32) -> Int {
        // The figures of Linux's sock_diag(7); the last one, `SK_MEMINFO_DROPS`, is this one.
        var figures = [UInt32](repeating: 0, count: 9)
        var size = socklen_t(MemoryLayout<UInt32>.stride * figures.count)
        return getsockopt(socket, SOL_SOCKET, SO_MEMINFO, &figures, &size) == 0 ? Int(figures[8]) : 0
    }
}
