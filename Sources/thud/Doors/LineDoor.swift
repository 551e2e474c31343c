import Glibc
import Synchronization
import ThudCore
import ThudCues

/// Reads requests from a descriptor, a line each, and writes reports on them to another one.
final class LineDoor: ServiceDoor {
    let client: ServiceClient
    private let input: Int32
    private var reader: CueLineReader
    /// Nil for a client that wants no reports, and once it is away: the thread that hangs up has it then.
    private var writer: ReportWriter?
    private let left: (@Sendable () -> Void)?
    private(set) var isDone = false
    /// What the reader had not taken when the door was closed.
    private(set) var loss: ThudError?

    /// What has been read but not yet split into lines, when it was read, and the longest that it can have waited.
    private var block: (rest: ArraySlice<UInt8>, read: Instant, waited: Interval) = ([], .now(), .zero)

    private static let blockSize = 1 << 16
    /// How much is split into lines before it is the others' turn. All lines of a block count from when it was read.
    private static let pieceSize = 1 << 10
    /// How many wrong lines have been remarked on, or would have been, and how many are at most.
    private var remarks = 0
    private static let mostRemarks = 20

    /// - Parameters:
    ///   - name: what the lines are called in errors.
    ///   - output: the descriptor that gets reports, as lines of JSON; nil for a client that wants none.
    ///   - reader: what the reader of the reports is called in remarks.
    ///   - left: called on any thread once a client on a socket has left; nil for standard input, whose wrong lines
    ///     are also remarked on, because a person may read standard error.
    init(
        _ name: String, input: Int32, output: Int32?, reader: String = "standard output",
        left: (@Sendable () -> Void)? = nil
    ) {
        self.input = input
        self.left = left
        writer = output.map { ReportWriter($0, for: reader) }
        self.reader = CueLineReader(file: name)
        client = ServiceClient(name)
    }

    var clients: [ServiceClient] { [client] }

    func register(in loop: EventLoop, for service: CueService) {
        guard !isDone, client.lines.isEmpty else { return }
        let deadline = block.rest.isEmpty ? nil : loop.now
        loop.wait(.lines, for: [input], until: deadline) { [self] isReadable in
            if !block.rest.isEmpty || (isReadable && read(for: service)) { split(for: service) }
        }
    }

    /// Splits the next piece of the block into lines.
    private func split(for service: CueService) {
        let piece = block.rest.prefix(Self.pieceSize)
        block.rest = block.rest.dropFirst(piece.count)
        // An empty slice would keep the whole block for as long as lines of the client wait.
        if block.rest.isEmpty { block.rest = [] }
        client.lines += (isDone ? reader.finish() : reader.take(piece)).map {
            ServiceClient.Line(result: $0, read: block.read, waited: block.waited, isEarly: !service.isLoaded)
        }
        client.isGone = isDone
    }

    /// Takes what a client sent before it was accepted, which has waited as long as the client.
    func takeFirst(for service: CueService) { if read(for: service), isDone { split(for: service) } }

    /// Reads a block; returns false if there is none now.
    private func read(for service: CueService) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.blockSize)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
        if count < 0, [EINTR, EAGAIN].contains(errno) { return false }
        // A program that ends without having read its reports resets the connection, which is an end like any other.
        if count < 0, errno != ECONNRESET { client.refuse(SourceFile.failure(client.name, .read)) }
        isDone = count <= 0
        if isDone, let path = namedPipe {
            Console.remark(
                "the last writer of \(path) closed it, so no more lines will come; `thud listen --socket` serves many programs"
            )
        }
        block = (bytes.prefix(max(0, count)), .now(), service.longestWait)
        return true
    }

    /// The path of the input if it is a pipe with a name, which ends whenever its last writer closes it.
    private var namedPipe: String? {
        var status = stat()
        guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        return SourceFile.realPath("/proc/self/fd/\(input)").flatMap { access($0, F_OK) == 0 ? $0 : nil }
    }

    func settle(for service: CueService) {
        for report in client.takeReports() {
            if left == nil, let trouble = report.trouble { remark(on: trouble) }
            writer?.write(report)
        }
        guard let left, isDone else { return }
        if !client.isAway, !client.isBusy || isUnread {
            client.isAway = true
            hangUp(left)
            writer = nil
            service.limit(client)
        }
        if !client.isBusy { service.remove(self) }
    }

    /// Remarks on the first wrong lines of a program, and on all that a person types.
    private func remark(on trouble: ThudError) {
        remarks += 1
        if remarks <= Self.mostRemarks || isatty(input) == 1 {
            Console.remark("thud: \(trouble)")
        } else if remarks == Self.mostRemarks + 1 {
            Console.remark("thud: further lines like these are only counted")
        }
    }

    /// Whether all lines of a client on a socket were taken, and nobody will read further reports on them.
    private var isUnread: Bool {
        guard client.lines.isEmpty else { return false }
        var end = pollfd(fd: input, events: 0, revents: 0)
        return poll(&end, 1, 0) > 0 && Int32(end.revents) & POLLHUP != 0
    }

    /// Standard output is waited for as long as its reader takes reports.
    func close(by deadline: Instant) {
        guard left != nil else { return loss = writer?.finish() }
        if let loss = writer?.finish(by: deadline) { Console.remark("thud: \(loss)") }
    }

    /// Waits in the background as long as the reader takes reports, and closes the connection once nobody writes to it
    /// any more. Its number is then soon that of another client.
    private func hangUp(_ left: @escaping @Sendable () -> Void) {
        let hangUp: @Sendable (Instant) -> Void = { [writer, input] deadline in
            if let loss = writer?.finish(by: deadline) { Console.remark("thud: \(loss)") }
            shutdown(input, Int32(SHUT_RDWR))
            writer?.abandon()
            Glibc.close(input)
            left()
        }
        let thread = PlainThread(name: "thud-hangup")
        if !thread.start(isOptional: true, { hangUp(.now() + ReportWriter.finishTimeout) }) { hangUp(.now()) }
    }
}

/// Writes reports in the background, so that a slow reader delays no cue. What does not fit is dropped and counted.
final class ReportWriter: Sendable {
    private let worker: Worker<String, Never>
    private let progress: Progress
    private let reader: String

    private final class Progress: Sendable {
        /// The reports that were accepted and are not written yet.
        let unread = Atomic<Int>(0)
        /// The bytes of those reports.
        let bytes = Atomic<Int>(0)
        /// The reports that found no room since this was last reported.
        let dropped = Atomic<Int>(0)
        /// The error number of a report that could not be written; 0 if there was none. No later one is then written.
        let failure = Atomic<Int32>(0)
    }

    /// More bytes do not wait for a reader.
    private static let mostBytes = 2 << 20
    /// How long the end waits for a reader that takes nothing, and for one that still takes reports.
    private static let stallTimeout = Interval.seconds(5)
    static let finishTimeout = Interval.seconds(60)

    /// - Parameter reader: what the reader is called in sentences.
    init(_ output: Int32, for reader: String) {
        let progress = Progress()
        (self.progress, self.reader) = (progress, reader)
        worker = Worker(name: "thud-reports") { batch in
            func write(_ line: String) {
                guard progress.failure.load(ordering: .relaxed) == 0 else { return }
                progress.failure.store(Console.write(line + "\n", to: output), ordering: .relaxed)
            }
            for report in batch.requests {
                write(report)
                progress.unread.subtract(1, ordering: .relaxed)
                progress.bytes.subtract(report.utf8.count, ordering: .relaxed)
            }
            let dropped = progress.dropped.exchange(0, ordering: .relaxed)
            guard dropped > 0 else { return }
            let note: JSONValue = ["event": "dropped", "lines": .integer(dropped)]
            write(note.text(.compact))
        }
    }

    func write(_ report: ServiceReport) {
        // What nobody will read is not spelled out, which would take the time of other clients.
        guard progress.failure.load(ordering: .relaxed) == 0 else { return }
        if progress.bytes.load(ordering: .relaxed) < Self.mostBytes, let line = report.json?.text(.compact) {
            progress.unread.add(1, ordering: .relaxed)
            progress.bytes.add(line.utf8.count, ordering: .relaxed)
            if worker.post(line, isOptional: true) { return }
            progress.unread.subtract(1, ordering: .relaxed)
            progress.bytes.subtract(line.utf8.count, ordering: .relaxed)
        }
        progress.dropped.add(1, ordering: .relaxed)
    }

    /// Drops what waits, and waits until nothing is being written.
    func abandon() { worker.stop() }

    /// Waits as long as the reader takes reports; returns what it has not taken.
    func finish(by deadline: Instant = .now() + finishTimeout) -> ThudError? {
        var unread = progress.unread.load(ordering: .relaxed)
        while !worker.finish(within: max(.zero, min(Self.stallTimeout, deadline - .now()))) {
            let left = progress.unread.load(ordering: .relaxed)
            guard left < unread, Instant.now() < deadline else { break }
            unread = left
        }
        let failure = progress.failure.load(ordering: .relaxed)
        // A reader that has left wants no more reports, so that is no error.
        guard [0, EPIPE, ECONNRESET].contains(failure) else {
            return ThudError(
                .badInput, "\(reader): reports cannot be written: \(ThudError.words(for: failure, .write))")
        }
        let lost = progress.unread.load(ordering: .relaxed) + progress.dropped.load(ordering: .relaxed)
        guard lost > 0 else { return nil }
        return ThudError(
            .checkFailed, "\(reader): \(Count.of(lost, "report was", "reports were")) not read in time and lost")
    }
}
