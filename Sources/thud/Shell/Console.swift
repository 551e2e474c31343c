import Glibc
import Synchronization
import ThudCore

/// Writes results to standard output and everything else to standard error.
enum Console {
    /// Remarks held back while a screen uses the terminal; nil if no screen does.
    private static let held = Mutex<[[UInt8]]?>(nil)
    /// The `errno` of a failed write of a result; 0 if none failed.
    private static let lost = Mutex<Int32>(0)

    /// Calls `body` without a standard error, to which some libraries write whatever they try.
    static func withoutStandardError<Result>(_ body: () -> Result) -> Result {
        let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [kept, nowhere] where descriptor >= 0 { close(descriptor) } }
        guard kept >= 0, nowhere >= 0 else { return body() }
        dup2(nowhere, STDERR_FILENO)
        defer { dup2(kept, STDERR_FILENO) }
        return body()
    }

    /// Prepares the standard streams and signals, whatever state the parent process left them in.
    static func prepare() {
        // If a stream is closed, a file opened later would get its number, and remarks would be written into that file.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // Nobody gets the results of a closed standard output, so writing them fails, as it does without this.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
        // A thread that blocks signals may have started this program, which could then only be killed.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        // If the reader goes away or a file reaches its size limit, the write reports the error. The default signals
        // would end the round and leave a recording or the terminal unfinished.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Writes remarks on a background thread until `body` returns, so that a stalled terminal blocks nobody.
    static func withQueuedRemarks<Value>(_ body: () throws -> Value) rethrows -> Value {
        let writer = Worker<[UInt8], Never>(name: "thud-remarks", capacity: mostRemarks) { batch in
            for line in batch.requests { write(line[...], to: STDERR_FILENO) }
            guard batch.dropped > 0 else { return }
            write("(\(Count.of(batch.dropped, "line", "lines")) left out)\n", to: STDERR_FILENO)
        }
        queue.withLock { $0 = writer }
        defer {
            queue.withLock { $0 = nil }
            writer.finish(within: timeout)
        }
        return try body()
    }

    /// Writes remarks in the background; nil if the calling thread writes each one itself.
    private static let queue = Mutex<Worker<[UInt8], Never>?>(nil)
    private static let mostRemarks = 10_000
    /// How long the program waits at its end for a stalled terminal.
    private static let timeout = Interval.seconds(1)

    /// Writes a result on a line of its own.
    static func result(_ line: String) { result(bytes(ofLine: line)) }

    /// Writes a result of several lines. What is not Thud's own in them has been spelled out.
    static func result(lines: String) { result(Array((lines.hasSuffix("\n") ? lines : lines + "\n").utf8)) }

    static func result(isJSON: Bool, _ json: @autoclosure () -> JSONValue, _ lines: @autoclosure () -> [String]) {
        if isJSON { return result(lines: json().text(.pretty)) }
        for line in lines() { result(line) }
    }

    /// Writes the bytes of a file as they are.
    static func result(_ bytes: [UInt8]) { remember(write(bytes[...], to: STDOUT_FILENO)) }

    private static func remember(_ number: Int32) {
        // A reader that has closed the pipe wants no more results, so that is no error.
        if number != 0, number != EPIPE { lost.withLock { $0 = number } }
    }

    /// - Throws: `ThudError` if any result could not be written since the last call.
    static func checkResults() throws(ThudError) {
        let number = lost.withLock { lost in
            defer { lost = 0 }
            return lost
        }
        guard number == 0 else {
            throw ThudError(.badInput, "cannot write to standard output: \(ThudError.words(for: number, .write))")
        }
    }

    /// Writes a remark on a line of its own, or holds it back until the screen is gone. If `isColoured`, it may have
    /// colours, and everything in it is Thud's own.
    static func remark(_ text: String, isColoured: Bool = false) {
        let line = isColoured ? Array((text + "\n").utf8) : bytes(ofLine: shortened(text))
        let isHeld = held.withLock { held in
            held?.append(line)
            return held != nil
        }
        if !isHeld { post(line) }
    }

    /// Returns a text in which no word is longer than a path that people write.
    static func shortened(_ text: String) -> String {
        guard text.utf8.count > longestWord else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.utf8.count > longestWord ? $0.prefix(longestWord / 4) + "…" : $0 }.joined(separator: " ")
    }

    private static let longestWord = 400

    private static func post(_ line: [UInt8]) {
        if let writer = queue.withLock({ $0 }) { writer.post(line) } else { write(line[...], to: STDERR_FILENO) }
    }

    /// Tells a person at a terminal how long a silent task takes.
    static func remark(_ task: String, lasting duration: Interval) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        remark("\(task) takes about \(Int(duration.seconds.rounded(.up))) s")
    }

    /// Holds back remarks from now on, because a screen is about to use the terminal.
    static func hold() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        held.withLock { $0 = $0 ?? [] }
    }

    static func release() {
        let waiting = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for line in waiting { post(line) }
    }

    /// Whether a person can read a screen and press keys.
    static var isInteractive: Bool {
        isatty(STDIN_FILENO) == 1 && (isatty(STDERR_FILENO) == 1 || isatty(STDOUT_FILENO) == 1)
    }

    /// Whether results and remarks reach the same person.
    static var isShared: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Whether a screen can be drawn: the program is interactive, and the terminal can do more than print lines.
    static var hasScreen: Bool { isInteractive && Environment["TERM"].map { $0 != "dumb" } ?? false }
    /// What to do if there is none.
    static var screenAdvice: String {
        isInteractive ? "set TERM to the type of your terminal" : "run it in a terminal"
    }

    /// Whether text on `descriptor` may be coloured. It must be a terminal with colours, and NO_COLOR (no-color.org)
    /// must be unset or empty.
    static func hasColour(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && Environment["NO_COLOR"] == nil && Environment["TERM"].map { $0 != "dumb" } ?? false
    }

    /// Returns a line with its line break, for a terminal. The names of files and cards are untrusted: they may contain
    /// sequences that move the cursor, set the title, hide the following text or begin another line.
    static func bytes(ofLine text: String) -> [UInt8] {
        // Nearly all text is plain ASCII, and thousands of reports may come at once.
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return Array(((isPlain ? text : TypedText.spelledOut(text.unicodeScalars)) + "\n").utf8)
    }

    /// Writes a text; returns 0, or the `errno` of the write that failed.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        write(Array(text.utf8)[...], to: descriptor)
    }

    @discardableResult
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
        var bytes = bytes
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wanted, 1, -1)
                continue
            }
            guard count > 0 else { return count < 0 ? errno : EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}

/// The environment. An empty variable counts as unset.
enum Environment {
    static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Returns the folder that a variable of the XDG Base Directory Specification names, or else its usual one in HOME.
    /// Nil if neither is an absolute path, because the specification requires relative ones to be ignored, or if it is
    /// not in UTF-8, because a String would lead to another folder.
    static func folder(_ name: String, usually inHome: String) -> String? {
        func path(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let folder = path(name) ?? path("HOME").map { "\($0)/\(inHome)" }
        return folder?.unicodeScalars.contains("\u{FFFD}") == true ? nil : folder
    }
}
