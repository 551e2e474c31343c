import Foundation
import ThudCore

/// Remembers when the machine itself stood still, whatever runs on it.
///
/// Threads that have nothing else to do sleep some milliseconds at a time. When one wakes up late, so may anything that a test
/// watches have done. Others that see the machine fail note it here, too.
package enum Disturbances {
    /// What was late.
    package enum Kind: Sendable {
        /// A thread of ordinary priority: the processors were busy with other work.
        case ordinary
        /// A thread of real-time priority that is bound to one processor: that processor itself did nothing, as when the host
        /// of a virtual machine gives it to another. Where no such priority is granted, the thread is an ordinary one.
        case realtime

        /// How long the thread sleeps at a time: short only where milliseconds count, since each start costs the tests time.
        fileprivate var nap: Interval { self == .ordinary ? .milliseconds(20) : .milliseconds(2) }
    }

    private struct State {
        var noted: [(kind: Kind, instant: Instant, length: Interval)] = []
        /// When each thread should next wake up.
        var due: [(kind: Kind, instant: Instant)] = []
    }

    /// A lock that ThreadSanitizer knows; it takes what a `Mutex` guards for unguarded.
    private static let lock = NSLock()
    private nonisolated(unsafe) static var state = State()
    /// Shorter ones disturb no test.
    private static let shortest = Interval.milliseconds(1)
    /// The least of SCHED_FIFO's priorities: whoever plays sound goes first.
    private static let priority: Int32 = 1

    private static let witness: Void = {
        watch(.ordinary) {}
        let parent = getppid()
        for processor in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
            watch(.realtime) {
                bind(to: processor)
                var parameters = sched_param(sched_priority: priority)
                pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
            } afterNap: {
                // Tests whose runner was killed are of no use to anybody.
                if getppid() != parent { _exit(1) }
            }
        }
    }()

    /// Binds the calling thread to one processor, where the system lets it.
    private static func bind(to processor: Int) {
        // Glibc declares it for programs in C alone that ask for more than POSIX.
        typealias SetAffinity = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
        guard let symbol = dlsym(nil, "sched_setaffinity") else { return }
        var set = [UInt64](repeating: 0, count: 16)
        set[processor / 64] = 1 << (processor % 64)
        _ = unsafeBitCast(symbol, to: SetAffinity.self)(0, set.count * MemoryLayout<UInt64>.size, set)
    }

    /// Has a new thread sleep and note how late it woke up.
    private static func watch(
        _ kind: Kind, preparing prepare: @escaping @Sendable () -> Void, afterNap: @escaping @Sendable () -> Void = {}
    ) {
        let place = lock.withLock {
            state.due.append((kind, .now() + kind.nap))
            return state.due.count - 1
        }
        Thread.detachNewThread {
            prepare()
            while true {
                let due = Instant.now() + kind.nap
                lock.withLock { state.due[place].instant = due }
                usleep(UInt32(kind.nap.nanoseconds / 1000))
                note(Instant.now() - due, kind)
                afterNap()
            }
        }
    }

    /// Starts to watch, if nobody has yet.
    package static func watch() { witness }

    /// Notes that the machine stood still until now for so long.
    package static func note(_ length: Interval, _ kind: Kind) {
        guard length >= shortest else { return }
        lock.withLock { state.noted.append((kind, .now(), length)) }
    }

    /// The longest time for which the machine has stood still since an instant.
    package static func longest(_ kind: Kind, since start: Instant) -> Interval {
        lock.withLock {
            let noted = state.noted.reversed().prefix { $0.instant >= start }.filter { $0.kind == kind }.map(\.length)
            // What woke up before the thread did asks before the thread can tell.
            let sleeping = state.due.filter { $0.kind == kind }.map { Instant.now() - $0.instant }
            return (noted + sleeping).max() ?? .zero
        }
    }

    /// The stretches of time, since an instant, in which the machine stood still for `least` or longer.
    package static func stretches(_ kind: Kind, since start: Instant, of least: Interval) -> [ClosedRange<Instant>] {
        lock.withLock {
            state.noted.filter { $0.kind == kind && $0.instant >= start && $0.length >= least }
                .map { $0.instant - $0.length...$0.instant }
        }
    }

    /// Waits until the machine has kept going for a second, or ten seconds have passed.
    package static func waitForQuiet(_ kind: Kind, beyond tolerance: Interval) async throws {
        let end = Instant.now() + .seconds(10)
        while longest(kind, since: .now() - .seconds(1)) >= tolerance, Instant.now() < end {
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
