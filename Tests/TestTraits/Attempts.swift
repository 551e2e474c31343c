import Synchronization
import Testing
import ThudTestSupport

/// Gives a test that watches a running system some tries.
///
/// A machine that others share stands still for milliseconds now and then, and a sound server that missed a cycle tears
/// every stream there is, whoever made it. What failed for that alone does not fail each time; what is wrong does. A try
/// that failed is told as a known issue, with what failed, and the last one counts as it is. A dependency that is missing
/// fails at once.
public struct Attempts: SuiteTrait, TestTrait, TestScoping {
    /// The tries that a test has in all.
    let count: Int

    /// On a suite it stands for each of the tests within.
    public var isRecursive: Bool { true }

    /// Runs `body` until a try has no issue, or the tries are used up.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        for attempt in 1..<count {
            let hasFailed = Mutex(false)
            try await withKnownIssue("try \(attempt) of \(count)", isIntermittent: true) {
                try await body()
            } matching: { issue in
                hasFailed.withLock { $0 = true }
                return !(issue.error is MissingDependency)
            }
            if !hasFailed.withLock({ $0 }) { return }
        }
        try await body()
    }
}

extension Trait where Self == Attempts {
    /// Up to `count` tries for each test.
    public static func attempts(_ count: Int) -> Self { Attempts(count: count) }
}
