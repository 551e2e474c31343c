import CThudSystem
import Glibc

/// A terminal that belongs to the program: its keys as they are pressed, and, for a screen, all of it.
///
/// It is opened anew, so that not waiting for it is nobody else's business, and watched over by a guard: whatever ends the
/// program, the terminal is put back.
public struct TerminalSession: ~Copyable {
    /// What the terminal is taken for.
    public enum Use: Hashable, Sendable {
        /// A screen: the alternate screen, the mouse, the focus, releases of keys.
        case screen
        /// Keys alone, among lines of text.
        case keys
    }

    /// Where keys are read and frames are written; neither ever waits.
    public let descriptor: Int32
    /// Whether the terminal belongs to the program at present.
    public private(set) var isEntered = false

    private let use: Use
    private let before: termios
    private let guardian: Int32

    /// The flag of kitty's protocol for repeats and releases.
    public static let eventTypesFlag = 2

    /// Alternate screen, no cursor; buttons of the mouse as SGR; focus; pastes in brackets; kitty's keys with their releases;
    /// then three questions, the last of which every terminal answers.
    private static let greeting =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?2004h\u{1B}[>3u"
        + "\u{1B}[?u\u{1B}[?2026$p\u{1B}[c"
    /// The same undone, in reverse; a synchronized update that was cut short ends too.
    private static let screenFarewell =
        "\u{1B}[?2026l\u{1B}[<u\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    private static func farewell(_ use: Use) -> String { use == .screen ? screenFarewell : "" }
    /// How long leaving waits for a terminal that takes nothing, in milliseconds.
    private static let patience: Int32 = 250

    /// Opens a terminal, and leaves it as it is until `enter`; nil where there is none.
    ///
    /// To be called before the program has other threads.
    public init?(_ use: Use, path: String = "/dev/tty") {
        let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var before = termios()
        guard unsafe tcgetattr(descriptor, &before) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.use = use
        self.before = before
        let farewell = Array(Self.farewell(use).utf8CString.dropLast())
        var raw = Self.raw(before)
        guardian = unsafe thud_guard_start(descriptor, &before, &raw, farewell, farewell.count)
    }

    deinit {
        if isEntered { Self.restore(descriptor, use, before, guardian) }
        thud_guard_end(guardian)
        close(descriptor)
    }

    /// Takes the terminal.
    public mutating func enter() {
        guard !isEntered else { return }
        isEntered = true
        var raw = Self.raw(before)
        // The guard first: whatever ends the program from here on, it knows what there is to undo.
        thud_guard_tell(guardian, 1)
        unsafe tcsetattr(descriptor, TCSANOW, &raw)
        if use == .screen { Self.writeAll(Self.greeting, descriptor) }
    }

    /// Gives the terminal back as it was.
    public mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        Self.restore(descriptor, use, before, guardian)
    }

    /// The settings while the terminal belongs to the program.
    private static func raw(_ before: termios) -> termios {
        var raw = before
        // Keys one by one and unechoed, Ctrl-S and Enter as they are; those that send signals go on doing so.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        // Whatever was set before, to read where nothing waits shall not look like the end of the terminal.
        unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
        }
        return raw
    }

    /// How large it is; 80 x 24 where it does not tell.
    public var size: Size { Size(terminal: descriptor) ?? Size(columns: 80, rows: 24) }

    /// The bytes that wait, if any; nil once the terminal is gone.
    public func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes[..<count])
    }

    /// Writes as much of `bytes` as the terminal takes now.
    ///
    /// - Returns: how many it took; nil once it is gone.
    public func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? 0 : nil }
        return count
    }

    private static func restore(_ descriptor: Int32, _ use: Use, _ before: termios, _ guardian: Int32) {
        writeAll(farewell(use), descriptor)
        var before = before
        // What was typed and not read is thrown away, so that the shell does not run it.
        tcflush(descriptor, TCIFLUSH)
        unsafe tcsetattr(descriptor, TCSANOW, &before)
        thud_guard_tell(guardian, 0)
    }

    /// Writes all of a short text, or gives up on a terminal that takes nothing for a while.
    private static func writeAll(_ text: String, _ descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
                continue
            }
            if count < 0, errno == EINTR { continue }
            var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard count < 0, errno == EAGAIN, unsafe poll(&writable, 1, patience) > 0 else { return }
        }
    }
}
