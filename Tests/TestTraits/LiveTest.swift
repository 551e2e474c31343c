import Glibc
import Synchronization
import Testing
import ThudCore
import ThudTestSupport

/// Marks a test that drives other programs or depends on real time, and thus decides which tests may run beside it.
///
/// All of them wait until the pure computation tests are done. A crowd of them runs first. Those that judge
/// milliseconds follow, a few at a time.
///
/// A shared machine sometimes stands still for milliseconds, which makes a listening test fail. If such a stall was
/// recorded during a failed try, the test is repeated once the machine has calmed down, five tries in all. A failure
/// without a stall counts at once.
package struct LiveTest: SuiteTrait, TestTrait, TestScoping, Equatable {
    /// Whether the test runs apart from the crowd.
    let isApart: Bool
    /// What must have been late for a failed try to be repeated.
    let witness: Disturbances.Kind
    /// The shortest lateness that counts.
    let tolerance: Interval
    /// Whether it enters before others of its kind, because the end of a long test would keep them all waiting.
    var isLong = false

    /// Whether this run is only for the pure computation tests.
    private static let areLeftOut = getenv("THUD_LIVE_TESTS").map { String(cString: $0) } == "off"

    /// Whether this task has been admitted.
    @TaskLocal private static var isInside = false

    /// On a suite it applies to each test inside that has no such trait itself.
    package var isRecursive: Bool { true }

    /// Runs `body` when it is its turn.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        // The traits of a suite come before those of its test.
        let own = test.traits.compactMap { $0 as? LiveTest }.last
        guard own == self, !Self.isInside else { return try await body() }
        if Self.areLeftOut { try Test.cancel("THUD_LIVE_TESTS is off") }
        try await Self.$isInside.withValue(true) { try await letIn(test, body) }
    }

    private func letIn(_ test: Test, _ body: @Sendable () async throws -> Void) async throws {
        // The next test of a serialized suite waits for this one, and would otherwise go to the back of the queue each
        // time.
        let isSerialized = test.traits.contains { $0 is ParallelizationTrait }
        await Gate.shared.enter(apart: isApart, next: isSerialized || isLong)
        let start = Instant.now()
        let inside = StallWatch.shared.begin(test.displayName ?? test.name)
        let result: Result<Int, any Error>
        do {
            result = .success(try await attempt(5, body))
        } catch {
            result = .failure(error)
        }
        StallWatch.shared.end(inside)
        LiveLog.shared.record(test.displayName ?? test.name, Instant.now() - start, tries: (try? result.get()) ?? 1)
        await Gate.shared.leave()
        _ = try result.get()
    }

    /// Runs `body` until a try has no issue, fails undisturbed or by a crash, or is the last one, whose issues count.
    /// Returns the number of tries.
    func attempt(_ count: Int, _ body: @Sendable () async throws -> Void) async throws -> Int {
        Disturbances.watch()
        for attempt in 1..<count {
            let isDisturbed = Mutex(false)
            let start = Instant.now()
            try await withKnownIssue("try \(attempt) of \(count)", isIntermittent: true) {
                try await body()
            } matching: { issue in
                guard !(issue.error is MissingDependency), !(issue.error is ProgramCrash),
                    Disturbances.longest(witness, since: start) >= tolerance
                else { return false }
                isDisturbed.withLock { $0 = true }
                return true
            }
            if !isDisturbed.withLock({ $0 }) { return attempt }
            try await Disturbances.waitForQuiet(witness, beyond: tolerance)
        }
        try await body()
        return count
    }
}

extension LiveTest {
    /// The same for a test that takes more than ten seconds.
    package var long: Self {
        var copy = self
        copy.isLong = true
        return copy
    }
}

extension Trait where Self == LiveTest {
    /// Waits for other programs, for seconds if needed.
    package static var live: Self { LiveTest(isApart: false, witness: .ordinary, tolerance: .milliseconds(500)) }

    /// Judges the output of a sound device, in which no frame may be late.
    package static var heard: Self { LiveTest(isApart: false, witness: .realtime, tolerance: .milliseconds(2)) }

    /// Judges milliseconds.
    package static var timed: Self { LiveTest(isApart: true, witness: .realtime, tolerance: .milliseconds(2)) }

    /// Like `timed`, for what a program without real-time priority says of itself.
    package static var timedOrdinary: Self {
        LiveTest(isApart: true, witness: .ordinary, tolerance: .milliseconds(2))
    }
}
