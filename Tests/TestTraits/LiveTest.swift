import Synchronization
import Testing
import ThudCore
import ThudTestSupport

/// Says of a test that it drives other programs or keeps real time, and so which tests may run beside it.
///
/// All of them wait until the tests that only compute are through. Those that are `live` then run a few at a time; those that
/// are `alone` follow one by one.
///
/// A machine that others share stands still for milliseconds now and then, and a test that judges milliseconds fails for it.
/// Where that was witnessed while a try went on, and the try failed, the test is tried again, five times in all. A test
/// that fails undisturbed has failed.
public struct LiveTest: SuiteTrait, TestTrait, TestScoping {
    /// Whether the test runs while no other live test does.
    let isAlone: Bool
    /// The shortest disturbance that may make a test fail which is right.
    let tolerance: Interval

    /// On a suite it stands for each of the tests within.
    public var isRecursive: Bool { true }

    /// Runs `body` when it is its turn.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        await Gate.shared.enter(alone: isAlone)
        let start = Instant.now()
        let result: Result<Int, any Error>
        do {
            result = .success(try await attempt(5, body))
        } catch {
            result = .failure(error)
        }
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
                guard !(issue.error is MissingDependency), Disturbances.longest(since: start) >= tolerance else {
                    return false
                }
                isDisturbed.withLock { $0 = true }
                return true
            }
            if !isDisturbed.withLock({ $0 }) { return attempt }
        }
        try await body()
        return count
    }
}

extension Trait where Self == LiveTest {
    /// Waits for what other programs do, for seconds if need be.
    public static var live: Self { LiveTest(isAlone: false, tolerance: .milliseconds(500)) }

    /// Judges milliseconds.
    public static var alone: Self { LiveTest(isAlone: true, tolerance: .milliseconds(4)) }
}
