import CThudSystem
import Glibc
import ThudCore
import ThudPlayback

/// Another program in a pseudo-terminal of 120 x 40 cells, whose other end types and reads. It ends with its owner.
final class ChildProgram {
    let process: pid_t
    /// Its terminal, of which both ends stay open so that a program that closes its own does not hang it up.
    private let ends: TerminalEnds
    /// The pipe to its standard input; -1 if that is the terminal.
    let input: Int32
    /// Its process, and those of the commands that were started for it, whose sounds are its own.
    private(set) var family: Set<pid_t>
    /// The commands that have not been waited for, and the pipe on which they write; nil before the first of them.
    private var helpers: [pid_t] = []
    private var helperPipe: (reader: Int32, writer: Int32)?
    /// What the last command that failed left, as for `ending`; nil if none failed.
    private(set) var helperFailure: String?
    /// Whether its arrow keys have the other sequences (DECCKM).
    var takesApplicationKeys = false
    private(set) var hasEnded = false
    /// What the program left when it ended: `ended with exit code 3`.
    private(set) var ending = "is still running"

    /// Starts a program.
    ///
    /// - Parameter hasInput: whether its standard input is a pipe, and not the terminal.
    /// - Throws: `ThudError` if the system has no terminal left, or the program cannot be run.
    init(_ command: [String], hasInput: Bool = false) throws(ThudError) {
        // The kernel does not write back what is typed, which would be taken for the program's answer.
        guard let ends = TerminalEnds(changing: { $0.c_lflag &= ~tcflag_t(ECHO) }) else {
            throw .system("no pseudo-terminal is available")
        }
        _ = fcntl(ends.controller, F_SETFL, O_NONBLOCK)
        let pipe = try hasInput ? openPipe() : (reader: -1, writer: -1)
        // A program that does not read must not stop the bench.
        if hasInput { _ = fcntl(pipe.writer, F_SETFL, O_NONBLOCK) }
        defer { if hasInput { close(pipe.reader) } }
        input = pipe.writer
        self.ends = ends
        let (process, code) = Self.spawn(command, on: ends.path, input: pipe.reader)
        guard code == 0 else {
            if hasInput { close(input) }
            throw ThudError(
                .init(errno: code), about: command[0], errno: code,
                "cannot run \(TypedText.visible(command[0])): \(ThudError.words(for: code)); "
                    + "check the program after --")
        }
        self.process = process
        family = [process]
    }

    deinit {
        end()
        for end in [input, helperPipe?.reader ?? -1, helperPipe?.writer ?? -1] where end >= 0 { close(end) }
    }

    /// The other end of the terminal.
    var controller: Int32 { ends.controller }
    /// Whether its terminal keeps what is typed until Enter comes.
    var takesLines: Bool {
        var settings = termios()
        return tcgetattr(controller, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) != 0
    }
    /// What is readable once the program or one of the commands has written.
    var outputs: [Int32] { [controller] + [helperPipe?.reader].compactMap(\.self) }

    /// Starts a program in a session of its own; returns its process, and 0 or an `errno`. See `thud_spawn`.
    static func spawn(
        _ command: [String], on terminal: String = "/dev/null", input: Int32 = -1
    ) -> (process: pid_t, code: Int32) {
        let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let code = thud_spawn(&process, arguments, terminal, input)
        return (process, code)
    }

    /// Whether a process is the program, or one that it started.
    func started(_ process: pid_t) -> Bool { ProcessFamily.holds(process, startedBy: family) }

    /// Starts a shell command beside the program, with nothing to read. Returns the instant just before the system call
    /// that started it; nil if the system did not.
    func start(_ command: String) -> Instant? {
        if helperPipe == nil, let pipe = try? openPipe() {
            _ = fcntl(pipe.reader, F_SETFL, O_NONBLOCK)
            helperPipe = pipe
        }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        let output = helperPipe.map { "/proc/self/fd/\($0.writer)" } ?? "/dev/null"
        let now = Instant.now()
        let (process, code) = Self.spawn(["sh", "-c", command], on: output, input: nothing)
        guard code == 0 else { return nil }
        family.insert(process)
        reapHelpers()
        helpers.append(process)
        return now
    }

    /// Returns what the program has written since the last call.
    func read() -> [UInt8] { Self.read(controller) }

    /// Returns what the commands have written since the last call.
    func readHelpers() -> [UInt8] { helperPipe.map { Self.read($0.reader) } ?? [] }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 16 << 10)
        let count = Glibc.read(descriptor, &block, block.count)
        return count > 0 ? Array(block[..<count]) : []
    }

    func look() {
        var status: Int32 = 0
        guard !hasEnded, waitpid(process, &status, WNOHANG) == process else { return }
        hasEnded = true
        ending = Self.ending(status)
    }

    private static func ending(_ status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "ended with exit code \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
    }

    /// Ends the program, what it started in its session, and the commands. The first signal is the one that the closing
    /// of a terminal sends.
    func end() {
        for signal in [SIGHUP, SIGTERM, SIGKILL] where isLeft {
            for leader in helpers + [process] { kill(-leader, signal) }
            for _ in 0..<Self.looks where isLeft {
                usleep(10_000)
                look()
                reapHelpers()
                // A program that writes at its end must not wait for a reader.
                _ = (read(), readHelpers())
            }
        }
    }

    /// Whether a process of the program's group or a command is left. A process may outlive the one that started it.
    private var isLeft: Bool { !hasEnded || kill(-process, 0) == 0 || !helpers.isEmpty }

    private func reapHelpers() {
        helpers = helpers.filter { helper in
            var status: Int32 = 0
            guard waitpid(helper, &status, WNOHANG) != 0 else { return true }
            if status != 0 { helperFailure = Self.ending(status) }
            return false
        }
    }

    /// How often a program is looked at before the next signal, every 10 ms.
    private static let looks = 50
}

/// Opens a pipe, whose ends no other program inherits.
func openPipe() throws(ThudError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("no pipe is available") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
