import Synchronization
import Testing
import ThudCore
import ThudTestSupport

@testable import TestTraits

/// Who is inside a gate.
private final class House: Sendable {
    let inside = Mutex((now: 0, most: 0, isOneAlone: false, isBroken: false))
}

/// Who judges the tests: when a failed try is repeated, and who runs beside whom.
@Suite struct LiveTestTests {
    /// No machine stands still for so long by itself.
    private static let tolerance = Interval.seconds(1000)

    /// Runs a body under the trait, and returns how often it ran.
    private func runs(of body: @escaping @Sendable (Int) async throws -> Void) async throws -> Int {
        let runs = Mutex(0)
        _ = try await LiveTest(isAlone: false, tolerance: Self.tolerance).attempt(3) {
            try await body(
                runs.withLock {
                    $0 += 1; return $0
                })
        }
        return runs.withLock { $0 }
    }

    @Test func `a failure that nothing disturbed stands at once`() async throws {
        try await withKnownIssue {
            let count = try await runs { _ in Issue.record("wrong") }
            #expect(count == 1)
        } matching: {
            $0.comments.contains("wrong")
        }
    }

    @Test func `a disturbed failure is tried again, and a try that holds ends it`() async throws {
        let count = try await runs { run in
            guard run == 1 else { return }
            Disturbances.note(Self.tolerance + .seconds(1))
            Issue.record("disturbed")
        }
        #expect(count == 2)
    }

    @Test func `the last of three disturbed tries counts as it is`() async throws {
        try await withKnownIssue {
            let count = try await runs { run in
                Disturbances.note(Self.tolerance + .seconds(1))
                Issue.record("disturbed in try \(run)")
            }
            #expect(count == 3)
        } matching: {
            $0.comments.contains("disturbed in try 3")
        }
    }

    @Test func `what is not installed fails at once, disturbed or not`() async throws {
        let count = Mutex(0)
        try await withKnownIssue {
            _ = try await runs { run in
                count.withLock { $0 = run }
                Disturbances.note(Self.tolerance + .seconds(1))
                _ = try findProgram("no-such-player", package: "no-such-utils")
            }
        } matching: {
            $0.error is MissingDependency
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `as many run side by side as there are places, and who wants to be alone is`() async {
        let gate = Gate(places: 2)
        let house = House()
        await withTaskGroup { group in
            for number in 0..<12 {
                let isAlone = number % 4 == 0
                group.addTask {
                    await gate.enter(alone: isAlone)
                    house.inside.withLock { inside in
                        inside.isBroken = inside.isBroken || inside.isOneAlone || (isAlone && inside.now > 0)
                        inside.isOneAlone = isAlone
                        inside.now += 1
                        inside.most = max(inside.most, inside.now)
                    }
                    try? await Task.sleep(for: .milliseconds(5))
                    house.inside.withLock { inside in
                        inside.now -= 1
                        inside.isOneAlone = false
                    }
                    await gate.leave()
                }
            }
        }
        let end = house.inside.withLock { $0 }
        #expect(end.now == 0 && end.most == 2 && !end.isBroken)
    }
}
