import Glibc
import Synchronization
import ThudCore

/// Standard output for results, standard error for everything else.
enum Console {
    /// Remarks that wait while a screen has the terminal; nil where none does.
    private static let held = Mutex<[String]?>(nil)
    /// The `errno` for which a result did not get through; 0 where all did.
    private static let lost = Mutex<Int32>(0)

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
    static func result(_ text: String) {
        let number = write(text + "\n", to: STDOUT_FILENO)
        // A reader that has gone away wants no more.
        if number != 0, number != EPIPE { lost.withLock { $0 = number } }
    }

    /// Whether every result got through.
    ///
    /// - Throws: `ThudError` where one did not.
    static func checkResults() throws(ThudError) {
        let number = lost.withLock { $0 }
        guard number == 0 else {
            throw ThudError(
                .badInput, "standard output cannot be written: \(ThudError.words(for: number))")
        }
    }

    /// A remark, on a line of its own; while a screen has the terminal it waits for its end.
    static func remark(_ text: String) {
        let isHeld = held.withLock { held in
            held?.append(text)
            return held != nil
        }
        if !isHeld { _ = write(text + "\n", to: STDERR_FILENO) }
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

    /// What is written to `descriptor` may be coloured: a terminal that knows colours reads it, and NO_COLOR (no-color.org) is
    /// not set to anything.
    static func hasColour(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && Environment["NO_COLOR"] == nil && Environment["TERM"].map { $0 != "dumb" } ?? false
    }

    /// Writes a text: 0, or the `errno` for which it did not get through.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = PlainText.bytes(of: text)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            // A reader that has gone away does not stop a round.
            guard count > 0 else { return count < 0 ? errno : EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
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
