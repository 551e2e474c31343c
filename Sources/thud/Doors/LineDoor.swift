import Glibc
import Synchronization
import ThudCore
import ThudCues

/// Reads requests from a descriptor, a line each, and writes reports on them to another one.
final class LineDoor: ServiceDoor {
    let client: ServiceClient
    private let input: Int32
    private var reader: CueLineReader
    private let writer: ReportWriter?
    private(set) var isDone = false
    /// What the reader had not taken when the door was closed.
    private(set) var loss: ThudError?

    private static let blockSize = 1 << 16

    /// - Parameters:
    ///   - output: the descriptor that gets reports, as lines of JSON; nil for a client that wants none.
    ///   - tellsErrors: wrong lines are also remarked on, because a person may read standard error.
    init(_ name: String, input: Int32, output: Int32?, tellsErrors: Bool) {
        self.input = input
        let writer = output.map { ReportWriter($0, for: $0 == STDOUT_FILENO ? "standard output" : name) }
        self.writer = writer
        reader = CueLineReader(file: name)
        client = ServiceClient(
            name,
            report: { report in
                if tellsErrors { Self.remark(report) }
                if let json = report.json { writer?.write(json) }
            })
    }

    var descriptors: [Int32] { isDone || !client.lines.isEmpty ? [] : [input] }

    func handle(for service: CueService) {
        guard !isDone, client.lines.isEmpty, isReadable else { return }
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        let count = block.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
        if count < 0, [EINTR, EAGAIN].contains(errno) { return }
        if count < 0 { client.refuse(SourceFile.failure(client.name, "cannot be read")) }
        isDone = count <= 0
        if isDone, let path = namedPipe {
            Console.remark(
                "the last writer of \(path) closed it, so no more lines will come; `thud listen --socket` serves many programs"
            )
        }
        let results = isDone ? reader.finish() : reader.take(block[..<count])
        let (now, waited) = (Instant.now(), service.longestWait)
        client.lines += results.map {
            ServiceClient.Line(result: $0, read: now, waited: waited, isEarly: !service.isLoaded)
        }
        service.takeLines(of: client)
        if isDone { service.endLasting(of: client) }
    }

    /// The path of the input if it is a pipe with a name, which ends whenever its last writer closes it.
    private var namedPipe: String? {
        var status = stat()
        guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        guard let place = realpath("/proc/self/fd/\(input)", nil) else { return nil }
        defer { free(place) }
        let path = String(cString: place)
        return access(path, F_OK) == 0 ? path : nil
    }

    private var isReadable: Bool {
        var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) > 0
    }

    func settle(for service: CueService) {}

    /// Waits as long as the reader takes reports.
    func close() { loss = writer?.finish() }

    func close(by deadline: Instant) { loss = writer?.finish(by: deadline) }

    /// Waits the same way in the background, and calls `body`.
    func close(_ body: @escaping @Sendable () -> Void) {
        guard let writer else { return body() }
        PlainThread(name: "thud-goodbye").start { [writer] in
            if let loss = writer.finish() { Console.remark("thud: \(loss)") }
            body()
        }
    }

    private static func remark(_ report: ServiceReport) {
        switch report {
        case .refused(let error): Console.remark("thud: \(error)")
        case .notTaken(let cue, let line):
            Console.remark("standard input:\(line): \(cue) is not heard: too many cues at once")
        default: break
        }
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
        let hasReader = Atomic<Bool>(true)
    }

    /// The most reports that wait for a reader: about 4 MiB.
    private static let mostReports = 10_000
    /// How long the end waits for a reader that takes nothing, and for one that still takes reports.
    private static let patience = Interval.seconds(5)
    private static let longestGoodbye = Interval.seconds(60)
    /// How often it looks whether the reader has taken something.
    private static let look = Interval.milliseconds(50)

    /// - Parameter reader: what the reader is called in sentences.
    init(_ output: Int32, for reader: String) {
        let progress = Progress()
        (self.progress, self.reader) = (progress, reader)
        worker = Worker(name: "thud-reports", capacity: Self.mostReports) { batch in
            func write(_ line: String) {
                guard progress.hasReader.load(ordering: .relaxed) else { return }
                progress.hasReader.store(Console.write(line + "\n", to: output) == 0, ordering: .relaxed)
            }
            for report in batch.requests {
                write(report)
                progress.unread.subtract(1, ordering: .relaxed)
            }
            guard batch.dropped > 0 else { return }
            let note: JSONValue = ["event": "dropped", "lines": .integer(batch.dropped)]
            write(note.text(.compact))
        }
    }

    func write(_ report: JSONValue) {
        if worker.post(report.text(.compact)) { progress.unread.add(1, ordering: .relaxed) }
    }

    /// Waits as long as the reader takes reports; returns what it has not taken.
    func finish(by deadline: Instant = .now() + longestGoodbye) -> ThudError? {
        var (unread, latest) = (Int.max, Instant.now())
        while !worker.finish(within: max(.zero, min(Self.look, deadline - .now()))) {
            let (left, now) = (progress.unread.load(ordering: .relaxed), Instant.now())
            if left < unread { (unread, latest) = (left, now) }
            guard now < min(deadline, latest + Self.patience) else { break }
        }
        let lost = progress.unread.load(ordering: .relaxed)
        guard lost > 0 else { return nil }
        return ThudError(
            .checkFailed, "\(reader): \(Count.of(lost, "report was", "reports were")) not read in time and lost")
    }
}
