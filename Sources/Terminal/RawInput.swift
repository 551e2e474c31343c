import Glibc

/// A terminal whose keys arrive at once and are not echoed, until this value ends.
///
/// The signals that keys send (Ctrl-C, Ctrl-Z) go on working.
public struct RawInput: ~Copyable {
    /// Where keys are read.
    public let descriptor: Int32
    private let before: termios

    /// Takes `descriptor` over; nil where it is not a terminal.
    public init?(descriptor: Int32 = STDIN_FILENO) {
        var before = termios()
        guard isatty(descriptor) == 1, unsafe tcgetattr(descriptor, &before) == 0 else { return nil }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard unsafe tcsetattr(descriptor, TCSANOW, &raw) == 0 else { return nil }
        self.descriptor = descriptor
        self.before = before
    }

    deinit {
        var before = before
        // What was typed and not read is thrown away, so that the shell does not run it.
        unsafe tcsetattr(descriptor, TCSAFLUSH, &before)
    }

    /// The bytes that wait; nil once the terminal is gone. To be called when the descriptor can be read.
    public func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes[..<count])
    }
}
