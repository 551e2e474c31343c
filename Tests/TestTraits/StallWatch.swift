import Foundation
import Synchronization
import ThudCore

/// Ends a test run in which a live test never finishes, and reports which test it was and what each thread was doing.
/// Otherwise the stuck run would be killed from outside, and nobody would know why.
final class StallWatch: Sendable {
    static let shared = StallWatch(limit: .seconds(300 + faultSeconds)) { stalled in
        StallWatch.tell(stalled)
        _exit(1)
    }

    /// How long `scripts/faults` lets a test go on.
    private static let faultSeconds =
        ProcessInfo.processInfo.environment["THUD_FAULT_SECONDS"].flatMap(Double.init) ?? 0

    private struct State {
        var inside: [Int: (name: String, since: Instant)] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let limit: Interval
    /// Receives a line for each test that was inside, the stuck one first.
    private let onStall: @Sendable ([String]) -> Void

    /// - Parameter limit: many times the duration of the slowest test.
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

    /// Records that a test begins; `end` takes the returned number.
    func begin(_ name: String) -> Int {
        state.withLock {
            $0.next += 1
            $0.inside[$0.next] = (name, .now())
            return $0.next
        }
    }

    /// Records that a test has ended.
    func end(_ number: Int) { state.withLock { $0.inside[number] = nil } }

    private func look() {
        let now = Instant.now()
        let inside = state.withLock { $0.inside.values.sorted { $0.since < $1.since } }
        guard let oldest = inside.first, now - oldest.since > limit else { return }
        onStall(inside.map { String(format: "  %5.1f s  ", (now - $0.since).seconds) + $0.name })
    }

    /// Reports the kernel's state of each thread, and the stacks if a debugger is available and permitted.
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
