import CThudSystem
import Glibc
import ThudCore

/// A terminal that the program has taken over: its raw keys, and for a screen all of it.
///
/// The terminal is opened separately, so that its non-blocking mode does not affect programs that share the standard
/// streams. A guard process restores the terminal however the program ends. The launcher, a game and the patterns use
/// the same one in turn.
package final class TerminalSession {
    package enum Use: Hashable, Sendable {
        /// A screen: the alternate screen, mouse, focus events and key releases.
        case screen
        case keys
    }

    /// The descriptor from which keys are read; reads do not block.
    package let descriptor: Int32
    /// The terminal's input. Screens that follow each other share it, because a key may be held from one to the next,
    /// and the terminal answers only once.
    package var input = TerminalInput()
    /// Whether the program has taken over the terminal.
    private var isEntered = false
    private let use: Use
    private let before: termios
    private let guardian: Int32

    /// Turns on the alternate screen without a cursor, the mouse with drags in SGR encoding, focus events, bracketed
    /// pastes, reports of the colour scheme, and kitty's keyboard protocol for text. Then come three questions: for
    /// synchronized updates, pixels and the colour of the background.
    private static let greeting =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?2004h\u{1B}[?2031h"
        + "\u{1B}[>5u\u{1B}[?2026$p\u{1B}[?1016$p\u{1B}]11;?\u{1B}\\"
    /// Undoes all of this in reverse order, and ends an interrupted synchronized update. It also clears the screen: a
    /// Linux console and GNU screen have no alternate screen, so the prompt would stand in the middle of the picture.
    private static let screenFarewell =
        "\u{1B}[?2026l\u{1B}[<u\u{1B}[?2031l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1016l\u{1B}[?1006l\u{1B}[?1002l"
        + "\u{1B}[0m\u{1B}[2J\u{1B}[H\u{1B}[?25h\u{1B}[?1049l"
    private static func farewell(_ use: Use) -> String { use == .screen ? screenFarewell : "" }
    /// How long leaving waits for a stalled terminal, in milliseconds.
    private static let timeout: Int32 = 250

    /// Opens a terminal and leaves it unchanged until `enter`; nil if there is none.
    ///
    /// Call it before the program starts other threads, because it forks the guard process.
    package init?(_ use: Use, path: String = "/dev/tty") {
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
        leave()
        thud_guard_end(guardian)
        close(descriptor)
    }

    package func enter() {
        guard !isEntered else { return }
        isEntered = true
        var raw = Self.raw(before)
        // The guard is informed first, so that it restores the terminal however the program ends from here on.
        thud_guard_tell(guardian, 1)
        unsafe tcsetattr(descriptor, TCSANOW, &raw)
        if use == .screen { Self.writeAll(Self.greeting, descriptor) }
    }

    package func leave() {
        guard isEntered else { return }
        isEntered = false
        input.leave()
        Self.writeAll(Self.farewell(use), descriptor)
        var before = before
        // Unread input is discarded, so that the shell does not run it.
        tcflush(descriptor, TCIFLUSH)
        unsafe tcsetattr(descriptor, TCSANOW, &before)
        thud_guard_tell(guardian, 0)
    }

    /// Returns the settings for the time in which the program owns the terminal.
    private static func raw(_ before: termios) -> termios {
        var raw = before
        // Keys arrive one by one without echo, and Ctrl-S and Enter arrive unchanged. Keys that send signals still do.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        // With VMIN at 0, a read with no bytes waiting would look like the end of the terminal.
        unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
        }
        return raw
    }

    /// The end that frames are written to, possibly from another thread.
    package var output: TerminalWriter { TerminalWriter(descriptor: descriptor) }

    /// Returns the events of what waits, if the terminal `isReadable`, and those that follow because nothing more came;
    /// nil once the terminal is gone.
    package func events(_ isReadable: Bool, at now: Instant) -> [InputEvent]? {
        guard let bytes = isReadable ? read() : [] else { return nil }
        return input.take(bytes, at: now) + input.advance(to: now)
    }

    /// Returns the next request towards pointer reports in pixels; nil if there is none.
    package func pixelRequest() -> String? { input.pointerRequest(CellSize(terminal: descriptor)) }

    /// Returns the waiting bytes; empty if there are none, and nil once the terminal is gone.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes[..<count])
    }

    /// Writes all of a short text, or gives up if the terminal stalls.
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
            guard count < 0, errno == EAGAIN, unsafe poll(&writable, 1, timeout) > 0 else { return }
        }
    }
}

/// The end of a terminal that frames are written to. Any thread may use it while its session lives.
package struct TerminalWriter: Sendable {
    /// The descriptor that is written to; writes do not block.
    package let descriptor: Int32

    /// - Parameter descriptor: a terminal in non-blocking mode.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The terminal's size; 80 x 24 if the terminal does not report one.
    package var size: Size { Size(terminal: descriptor) ?? Size(columns: 80, rows: 24) }

    /// Writes as much of `bytes` as the terminal takes now, and returns how many; nil once it is gone.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN ? 0 : nil }
        return count
    }
}

/// How keys are reported on terminals with kitty's keyboard protocol. Others ignore it.
package enum KeyReports: Int, Hashable, Sendable {
    /// For menus and typing: a key that types text sends it as text, once (flag 1). Ctrl with a letter also names the
    /// letter of a Latin keyboard (4). A session begins in this mode.
    case text = 5
    /// For rounds: every key, including Enter and the space bar, also reports repeats and releases (2 and 8). It also
    /// reports the typed text (16), because the bare key does not show what AltGr types.
    case strokes = 31

    package var request: String { "\u{1B}[=\(rawValue)u" }
}

/// Pointer requests, for terminals that announced support for them.
package enum PointerRequest {
    /// Requests pointer positions in pixels.
    package static let pixels = "\u{1B}[?1016h"
    /// Requests the size of a cell in pixels.
    package static let cellSize = "\u{1B}[16t"
}
