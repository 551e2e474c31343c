import Glibc
import Synchronization
import ThudCore

/// Standard output for results, standard error for everything else.
enum Console {
    /// Remarks that wait while a screen has the terminal; nil while no screen has it.
    private static let held = Mutex<[String]?>(nil)
    /// The `errno` of a result that could not be written; 0 where all could.
    private static let lost = Mutex<Int32>(0)

    /// Makes the standard streams fit for use, whatever state the parent left them in.
    static func prepare() {
        // A file that is opened later must not take the number of a closed stream, because remarks would be written into it.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
        // When a reader goes away or a file may not grow, the write fails. The signal would end the round as well, and leave a
        // recording or a terminal unfinished.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Writes remarks on a background thread until `body` returns, so that a stalled terminal blocks nobody.
    static func withQueuedRemarks<Value>(_ body: () throws -> Value) rethrows -> Value {
        let writer = Worker<String, Never>(name: "thud-remarks", capacity: mostRemarks) { batch in
            for line in batch.requests { _ = write(line + "\n", to: STDERR_FILENO) }
            guard batch.dropped > 0 else { return }
            _ = write("(\(Count.of(batch.dropped, "line", "lines")) left out)\n", to: STDERR_FILENO)
        }
        queue.withLock { $0 = writer }
        defer {
            queue.withLock { $0 = nil }
            writer.finish(within: patience)
        }
        return try body()
    }

    /// Writes remarks; nil while each is written by the thread that makes it.
    private static let queue = Mutex<Worker<String, Never>?>(nil)
    private static let mostRemarks = 10_000
    /// How long the end waits for a terminal that takes nothing.
    private static let patience = Interval.seconds(1)

    /// A result, on a line of its own.
    static func result(_ text: String) {
        let number = write(text + "\n", to: STDOUT_FILENO)
        // A reader that has gone away wants no more results.
        if number != 0, number != EPIPE { lost.withLock { $0 = number } }
    }

    /// Checks that every result could be written.
    ///
    /// - Throws: `ThudError` where one could not.
    static func checkResults() throws(ThudError) {
        let number = lost.withLock { $0 }
        guard number == 0 else {
            throw ThudError(
                .badInput, "standard output cannot be written: \(ThudError.words(for: number))")
        }
    }

    /// A remark, on a line of its own. While a screen has the terminal, the remark waits until the screen is gone.
    static func remark(_ text: String) {
        let isHeld = held.withLock { held in
            held?.append(text)
            return held != nil
        }
        guard !isHeld else { return }
        if let writer = queue.withLock({ $0 }) { writer.post(text) } else { _ = write(text + "\n", to: STDERR_FILENO) }
    }

    /// Holds remarks back from the terminal, before a screen takes it.
    static func hold() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        held.withLock { $0 = $0 ?? [] }
    }

    /// Writes the remarks that waited, after the screen is gone.
    static func release() {
        let waiting = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for text in waiting { remark(text) }
    }

    /// Whether a person can read a screen and press keys.
    static var isInteractive: Bool {
        isatty(STDIN_FILENO) == 1 && (isatty(STDERR_FILENO) == 1 || isatty(STDOUT_FILENO) == 1)
    }

    /// Whether a screen can be drawn: a person is there, and the terminal can do more than print lines.
    static var hasScreen: Bool { isInteractive && Environment["TERM"].map { $0 != "dumb" } ?? false }

    /// Whether text on `descriptor` may be coloured: it is a terminal that knows colours, and NO_COLOR (no-color.org) is not set
    /// or empty.
    static func hasColour(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && Environment["NO_COLOR"] == nil && Environment["TERM"].map { $0 != "dumb" } ?? false
    }

    /// Writes a text, and returns 0 or the `errno` of the write that failed.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = PlainText.bytes(of: text)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}

/// The environment. A variable that is empty counts as not set.
enum Environment {
    static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

/// Text that cannot control a terminal. Names of files and cards come from anywhere, and may hold sequences that move the
/// cursor or set the title.
enum PlainText {
    /// The text in UTF-8 with control characters spelled out, except new lines, tabs and colours.
    static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let length = colourLength(scalars[index...])
            if length == 0, isControl(scalars[index]) {
                bytes += "\\u{\(String(scalars[index].value, radix: 16, uppercase: true))}".utf8
            } else {
                for scalar in scalars[index..<index + max(1, length)] { bytes += String(scalar).utf8 }
            }
            index += max(1, length)
        }
        return bytes
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && scalar != "\t" && scalar.properties.generalCategory == .control
    }

    /// The number of scalars at the start that are a sequence for a colour (`ESC [ numbers m`); 0 where there is none.
    private static func colourLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
        guard scalars.starts(with: ["\u{1B}", "["]) else { return 0 }
        let numbers = scalars.dropFirst(2).prefix { ("0"..."9").contains($0) || $0 == ";" }
        return scalars.dropFirst(2 + numbers.count).first == "m" ? numbers.count + 3 : 0
    }
}
