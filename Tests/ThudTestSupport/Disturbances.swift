import Foundation
import Synchronization
import ThudCore

/// Records when the machine itself stood still, regardless of what runs on it.
///
/// Otherwise idle threads sleep for some milliseconds at a time. If one wakes late, whatever a test watches may have
/// been late too. Other code that sees the machine stall records it here as well.
package enum Disturbances {
    /// Which thread was late.
    package enum Kind: Sendable {
        /// A thread of ordinary priority: the processors were busy with other work.
        case ordinary
        /// A real-time thread bound to one processor. That processor itself stood still, for example because the host
        /// of a virtual machine gave it away. Without permission for real-time priority it is an ordinary thread.
        case realtime
        /// The test itself: it looked or acted late, because other tests kept the threads busy that all of them share.
        case harness

        /// How long the thread sleeps at a time: short only if milliseconds count, because each wake-up costs the tests
        /// time.
        fileprivate var nap: Interval { self == .ordinary ? .milliseconds(20) : .milliseconds(2) }

        /// The kinds that count for a test with this witness.
        fileprivate var counted: [Kind] {
            // A processor that stands still stops ordinary threads, too.
            self == .ordinary ? [.ordinary, .realtime, .harness] : [self, .harness]
        }
    }

    private struct State {
        var noted: [(kind: Kind, instant: Instant, length: Interval)] = []
        /// When each thread should next wake.
        var due: [(kind: Kind, instant: Instant)] = []
    }

    private static let state = Mutex(State())
    /// Shorter stalls disturb no test.
    private static let shortest = Interval.milliseconds(1)
    /// A test that waits for other programs may be this late without harm.
    private static let harmless = Interval.milliseconds(500)
    /// The lowest SCHED_FIFO priority, so that threads that play sound go first.
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
                // If its runner was killed, the test process is useless and ends.
                if getppid() != parent { _exit(1) }
            }
        }
    }()

    /// Binds the calling thread to one processor, if the system allows it.
    private static func bind(to processor: Int) {
        // Glibc declares it only for C programs that request more than POSIX.
        typealias SetAffinity = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
        guard let symbol = dlsym(nil, "sched_setaffinity") else { return }
        var set = [UInt64](repeating: 0, count: 16)
        set[processor / 64] = 1 << (processor % 64)
        _ = unsafeBitCast(symbol, to: SetAffinity.self)(0, set.count * MemoryLayout<UInt64>.size, set)
    }

    /// Starts a thread that sleeps repeatedly and records how late it wakes.
    private static func watch(
        _ kind: Kind, preparing prepare: @escaping @Sendable () -> Void, afterNap: @escaping @Sendable () -> Void = {}
    ) {
        let place = state.withLock {
            $0.due.append((kind, .now() + kind.nap))
            return $0.due.count - 1
        }
        Thread.detachNewThread {
            prepare()
            while true {
                let due = Instant.now() + kind.nap
                state.withLock { $0.due[place].instant = due }
                usleep(UInt32(kind.nap.nanoseconds / 1000))
                record(Instant.now() - due, kind)
                afterNap()
            }
        }
    }

    /// Starts watching, unless already started.
    package static func watch() { witness }

    /// Records that the machine stood still for this long until now.
    package static func record(_ length: Interval, _ kind: Kind) {
        guard length >= shortest else { return }
        state.withLock { $0.noted.append((kind, .now(), length)) }
    }

    /// Records how late the test itself was until now, if that is long enough to do harm.
    package static func recordLateTest(_ delay: Interval) { if delay >= harmless { record(delay, .harness) } }

    /// Returns the longest stall since an instant.
    package static func longest(_ kind: Kind, since start: Instant) -> Interval {
        state.withLock { state in
            let noted = state.noted.reversed().prefix { $0.instant >= start }.filter { kind.counted.contains($0.kind) }
                .map(\.length)
            // A caller may ask before a late thread has recorded its lateness, so overdue threads count too.
            let sleeping = state.due.filter { kind.counted.contains($0.kind) }.map { Instant.now() - $0.instant }
            return (noted + sleeping).max() ?? .zero
        }
    }

    /// Returns the stalls of at least `least` since an instant.
    package static func stretches(_ kind: Kind, since start: Instant, of least: Interval) -> [ClosedRange<Instant>] {
        state.withLock {
            $0.noted.filter { $0.kind == kind && $0.instant >= start && $0.length >= least }
                .map { $0.instant - $0.length...$0.instant }
        }
    }

    /// Waits until the machine has run without a stall for a second, or ten seconds have passed.
    package static func waitForQuiet(_ kind: Kind, beyond tolerance: Interval) async throws {
        let end = Instant.now() + .seconds(10)
        while longest(kind, since: .now() - .seconds(1)) >= tolerance, Instant.now() < end {
            try await Task.sleep(for: .milliseconds(100))
        }
    }
}
