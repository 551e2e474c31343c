import Glibc
import Synchronization

/// Standard output for results, standard error for everything else.
enum Console {
    /// Remarks that wait while a screen has the terminal; nil where none does.
    private static let held = Mutex<[String]?>(nil)
    /// Makes the standard streams fit for use, whatever state the parent left them in.
    static func prepare() {
        // A file that is opened later must not come to stand where a stream was closed: remarks would be written into it.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        // A reader that goes away and a file that may not grow are errors to see to; neither may end a round, nor leave a
        // recording or a terminal unfinished.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// A result, on a line of its own.
    static func result(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// A remark, on a line of its own; while a screen has the terminal it waits for its end.
    static func remark(_ text: String) {
        let isHeld = held.withLock { held in
            held?.append(text)
            return held != nil
        }
        if !isHeld { write(text + "\n", to: STDERR_FILENO) }
    }

    /// Keeps remarks off the terminal, where a screen is about to be.
    static func hold() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        held.withLock { $0 = $0 ?? [] }
    }

    /// The screen is gone: says what waited.
    static func release() {
        let waiting = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for text in waiting { remark(text) }
    }

    /// A person can read a screen and press keys.
    static var isInteractive: Bool {
        isatty(STDIN_FILENO) == 1 && (isatty(STDERR_FILENO) == 1 || isatty(STDOUT_FILENO) == 1)
    }

    /// A screen can be drawn: a person is there, on a terminal that can do more than print.
    static var hasScreen: Bool { isInteractive && Environment["TERM"].map { $0 != "dumb" } ?? false }

    /// Remarks may be coloured: a terminal reads them, and NO_COLOR (no-color.org) is not set to anything.
    static var hasColour: Bool { isatty(STDERR_FILENO) == 1 && Environment["NO_COLOR"] == nil }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            // A reader that has gone away does not stop a round.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// The environment; a variable set to nothing counts as not set.
enum Environment {
    static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
