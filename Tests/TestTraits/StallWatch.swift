import Foundation
import ThudCore

/// Ends a test run in which a live test comes to no end, and tells which one it was and what each thread was at. Else a run that
/// stands still would be killed from outside some time, and nobody would know why.
final class StallWatch: Sendable {
    static let shared = StallWatch(limit: .seconds(300)) { stalled in
        StallWatch.tell(stalled)
        _exit(1)
    }

    private struct State {
        var inside: [Int: (name: String, since: Instant)] = [:]
        var next = 0
    }

    /// A lock that ThreadSanitizer knows; it takes what a `Mutex` guards for unguarded.
    private let lock = NSLock()
    private nonisolated(unsafe) var state = State()
    private let limit: Interval
    /// Gets a line on each test that was inside, the stalled one first.
    private let onStall: @Sendable ([String]) -> Void

    /// - Parameter limit: many times what the slowest of all takes.
    init(limit: Interval, onStall: @escaping @Sendable ([String]) -> Void) {
        self.limit = limit
        self.onStall = onStall
        Thread.detachNewThread { [weak self] in
            while let self {
                self.look()
                usleep(500_000)
            }
        }
    }

    /// Notes that a test begins; the number is for `end`.
    func begin(_ name: String) -> Int {
        lock.withLock {
            state.next += 1
            state.inside[state.next] = (name, .now())
            return state.next
        }
    }

    /// Notes that a test has ended.
    func end(_ number: Int) { lock.withLock { state.inside[number] = nil } }

    private func look() {
        let now = Instant.now()
        let inside = lock.withLock { state.inside.values.sorted { $0.since < $1.since } }
        guard let oldest = inside.first, now - oldest.since > limit else { return }
        onStall(inside.map { String(format: "  %5.1f s  ", (now - $0.since).seconds) + $0.name })
    }

    /// What the kernel says of each thread, and the stacks where a debugger is at hand and may look.
    private static func tell(_ stalled: [String]) {
        let head = "error: a live test came to no end, and these were inside:\n"
        FileHandle.standardError.write(Data((head + stalled.joined(separator: "\n") + "\n").utf8))
        let script = """
            for thread in /proc/$0/task/*; do
                echo "  $(cat $thread/comm): $(cat $thread/wchan), $(cat $thread/syscall)"
            done
            {
                timeout 120 gdb -p $0 --batch -ex 'thread apply all backtrace' \
                    || timeout 120 lldb -p $0 --batch -o 'thread backtrace all'
            } 2>/dev/null | grep -E '^ *(#|Thread|frame|[*] )' | cut -c1-300
            """
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", script, "\(getpid())"]
        shell.standardOutput = FileHandle.standardError
        try? shell.run()
        shell.waitUntilExit()
    }
}
