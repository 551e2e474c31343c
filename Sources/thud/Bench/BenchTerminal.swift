import Glibc
import Synchronization
import ThudCore
import ThudTerminal

/// A pseudo-terminal of 120 x 40 cells. A thread at its other end reads and discards what is drawn, and types keys.
/// The thread is not a `Worker`, because it waits both for output and for the time of the next key.
final class BenchTerminal: Sendable {
    /// The time just before a key's byte was written, and that at which a flash was first read after it.
    typealias Key = (typed: Instant, flashed: Instant?)

    private struct Plan {
        var key = UInt8(0)
        var count = 0
        var next = Instant(nanoseconds: 0)
        var pause: ClosedRange<Double> = 1...1
        var random = SeededGenerator(seed: 0)
        var keys: [Key] = []
        var isStopped = false
    }

    let output: TerminalWriter
    private let ends: TerminalEnds
    private let wake = EventDescriptor()
    private let plan = Mutex(Plan())
    private let thread = PlainThread(name: "thud-typist")

    /// Opens a pseudo-terminal; nil if the system has none left. `start` starts its other end.
    init?() {
        guard let ends = TerminalEnds(changing: { cfmakeraw(&$0) }) else { return nil }
        _ = fcntl(ends.terminal, F_SETFL, O_NONBLOCK)
        self.ends = ends
        output = TerminalWriter(descriptor: ends.terminal)
    }

    var path: String { ends.path }

    /// Starts the thread at the other end, which retains this terminal until `stop`.
    func start() { thread.start { [self] in run() } }

    /// Types `key` `count` times from now on, with random pauses of `pause` seconds.
    func type(_ key: UInt8, _ count: Int, pause: ClosedRange<Double>, seed: UInt64) {
        plan.withLock { plan in
            plan.key = key
            (plan.count, plan.pause, plan.random) = (count, pause, SeededGenerator(seed: seed))
            plan.next = .now() + .seconds(pause.upperBound)
        }
        wake.signal()
    }

    var keys: [Key] { plan.withLock { $0.keys } }

    func stop() {
        plan.withLock { $0.isStopped = true }
        wake.signal()
        thread.join()
    }

    // MARK: The other end

    private func run() {
        var block = [UInt8](repeating: 0, count: 16 << 10)
        var finder = FlashFinder()
        while true {
            let (isStopped, next) = plan.withLock { ($0.isStopped, $0.keys.count < $0.count ? $0.next : nil) }
            guard !isStopped else { return }
            let now = Instant.now()
            if let next, next <= now {
                typeKey()
                continue
            }
            guard wake.wait(atMost: next.map { $0 - now }, or: ends.controller) else { continue }
            let count = read(ends.controller, &block, block.count)
            if count < 0, errno == EINTR { continue }
            // No writer is left.
            guard count > 0 else { return }
            guard finder.isFlash(in: block[..<count]) else { continue }
            let flashed = Instant.now()
            plan.withLock { plan in
                guard let last = plan.keys.indices.last, plan.keys[last].flashed == nil else { return }
                plan.keys[last].flashed = flashed
            }
        }
    }

    private func typeKey() {
        let key = plan.withLock { $0.key }
        // The release is typed too, in the kitty protocol. Without a known release, a game waits 150 ms to tell a
        // second press from a held key's repeat, and that wait must not be measured.
        let strokes = [key] + Array("\u{1B}[\(key);1:3u".utf8)
        let typed = Instant.now()
        guard write(ends.controller, strokes, strokes.count) == strokes.count else { return }
        plan.withLock { plan in
            plan.keys.append((typed, nil))
            plan.next = typed + .seconds(Double.random(in: plan.pause, using: &plan.random))
        }
    }
}

/// The two ends of a pseudo-terminal of 120 x 40 cells, which no other program inherits. They close with their owner.
final class TerminalEnds: Sendable {
    let controller: Int32
    let terminal: Int32
    let path: String

    /// Opens a pseudo-terminal with changed settings; nil if the system has none left.
    init?(changing change: (inout termios) -> Void) {
        var (controller, terminal): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&controller, &terminal, nil, nil, &size) == 0 else { return nil }
        var settings = termios()
        tcgetattr(terminal, &settings)
        change(&settings)
        tcsetattr(terminal, TCSANOW, &settings)
        for end in [controller, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // `ttyname` is not used, because another thread may overwrite its answer.
        var name = [CChar](repeating: 0, count: 64)
        let code = ttyname_r(terminal, &name, name.count)
        (self.controller, self.terminal) = (controller, terminal)
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        if code != 0 { return nil }
    }

    deinit {
        close(terminal)
        close(controller)
    }
}

/// Finds the flash of a right answer in terminal output: the whole screen gets a green 24-bit background.
struct FlashFinder {
    private static let background = Array("48;2;".utf8)
    /// The last bytes of the previous block, since a sequence may be split.
    private var rest: [UInt8] = []

    /// Whether a green background begins in `bytes`.
    mutating func isFlash(in bytes: ArraySlice<UInt8>) -> Bool {
        let all = rest + bytes
        rest = Array(all.suffix(16))
        var place = all.startIndex
        while let found = all[place...].firstRange(of: Self.background) {
            place = found.upperBound
            let numbers = all[place...].prefix { $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0) }
            let parts = String(decoding: numbers, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
            // A green background has little red or blue in it.
            if parts.count >= 3, parts[1] >= 100, parts[1] > 2 * parts[0], parts[1] > 2 * parts[2] {
                rest = []
                return true
            }
        }
        return false
    }
}
