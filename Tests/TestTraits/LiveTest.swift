import Glibc
import Synchronization
import Testing
import ThudCore
import ThudTestSupport

/// Says of a test that it drives other programs or keeps real time, and so which tests may run beside it.
///
/// All of them wait until the tests that only compute are through. A crowd of them runs first; those that judge milliseconds
/// follow, one a processor.
///
/// A machine that others share stands still for milliseconds now and then, and a test that listens fails for it. Where that
/// was witnessed while a try went on, and the try failed, the test is tried again once the machine has calmed down, five
/// times in all. A test that fails undisturbed has failed.
package struct LiveTest: SuiteTrait, TestTrait, TestScoping, Equatable {
    /// Whether the test keeps apart from the crowd.
    let isApart: Bool
    /// What must have been late for a failed try to be repeated.
    let witness: Disturbances.Kind
    /// By how much, at least.
    let tolerance: Interval

    /// Whether this run is for the tests that only compute.
    private static let areLeftOut = getenv("THUD_LIVE_TESTS").map { String(cString: $0) } == "off"

    /// Whether this task has been let in.
    @TaskLocal private static var isInside = false

    /// On a suite it stands for each of the tests within that has none of its own.
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
        // The next test of a serialized suite waits for this one, and would else come behind all others each time.
        let isSerialized = test.traits.contains { $0 is ParallelizationTrait }
        await Gate.shared.enter(apart: isApart, next: isSerialized)
        let start = Instant.now()
        let inside = StallWatch.shared.begin(test.displayName ?? test.name)
        let result: Result<Int, any Error>
        do {
            result = .success(try await attempt(5, body))
        } catch {
            result = .failure(error)
        }
        StallWatch.shared.end(inside)
        LiveLog.shared.note(test.displayName ?? test.name, Instant.now() - start, tries: (try? result.get()) ?? 1)
        await Gate.shared.leave()
        _ = try result.get()
    }

    /// Runs `body` until a try has no issue, or has failed undisturbed, or is the last one, whose issues stand; returns how
    /// many tries it took.
    func attempt(_ count: Int, _ body: @Sendable () async throws -> Void) async throws -> Int {
        Disturbances.watch()
        for attempt in 1..<count {
            let isDisturbed = Mutex(false)
            let start = Instant.now()
            try await withKnownIssue("try \(attempt) of \(count)", isIntermittent: true) {
                try await body()
            } matching: { issue in
                guard !(issue.error is MissingDependency), Disturbances.longest(witness, since: start) >= tolerance
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

extension Trait where Self == LiveTest {
    /// Waits for what other programs do, for seconds if need be.
    package static var live: Self { LiveTest(isApart: false, witness: .ordinary, tolerance: .milliseconds(500)) }

    /// Judges what came out of a sound device, of which no frame may be late.
    package static var heard: Self { LiveTest(isApart: false, witness: .realtime, tolerance: .milliseconds(2)) }

    /// Judges milliseconds.
    package static var timed: Self { LiveTest(isApart: true, witness: .realtime, tolerance: .milliseconds(2)) }
}
