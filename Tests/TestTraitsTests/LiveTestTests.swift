import Synchronization
import Testing
import ThudCore
import ThudTestSupport

@testable import TestTraits

/// Records which tests are inside a gate.
private actor House {
    private var (crowd, apart) = (0, 0)
    private(set) var (mostOfCrowd, mostApart) = (0, 0)
    private(set) var haveMet = false

    var isEmpty: Bool { crowd == 0 && apart == 0 }

    func enter(apart isApart: Bool) {
        if isApart { apart += 1 } else { crowd += 1 }
        (mostOfCrowd, mostApart) = (max(mostOfCrowd, crowd), max(mostApart, apart))
        haveMet = haveMet || (crowd > 0 && apart > 0)
    }

    func leave(apart isApart: Bool) {
        if isApart { apart -= 1 } else { crowd -= 1 }
    }
}

/// How the tests are judged: when a failed try is repeated, and which tests run together. One at a time, because a
/// disturbance recorded by one would affect the others.
@Suite(.serialized) struct LiveTestTests {
    /// No machine stands still for this long by itself.
    private static let tolerance = Interval.seconds(1000)

    /// Runs a body under the trait, and returns how often it ran.
    private func runs(of body: @escaping @Sendable (Int) async throws -> Void) async throws -> Int {
        let runs = Mutex(0)
        _ = try await LiveTest(isApart: false, witness: .ordinary, tolerance: Self.tolerance).attempt(3) {
            try await body(
                runs.withLock {
                    $0 += 1; return $0
                })
        }
        return runs.withLock { $0 }
    }

    @Test func `an undisturbed failure counts at once`() async throws {
        try await withKnownIssue {
            let count = try await runs { _ in Issue.record("wrong") }
            #expect(count == 1)
        } matching: {
            $0.comments.contains("wrong")
        }
    }

    @Test func `a disturbed failure is repeated until a try passes`() async throws {
        let count = try await runs { run in
            guard run == 1 else { return }
            Disturbances.record(Self.tolerance + .seconds(1), .ordinary)
            Issue.record("disturbed")
        }
        #expect(count == 2)
    }

    @Test func `a test that was late itself is repeated, whatever its witness`() async throws {
        let late = Self.tolerance + .seconds(1)
        let count = try await runs { run in
            guard run == 1 else { return }
            Disturbances.recordLateTest(late)
            Issue.record("late")
        }
        #expect(count == 2)
        let start = Instant.now()
        Disturbances.recordLateTest(late)
        #expect(Disturbances.longest(.realtime, since: start) == late)
    }

    @Test func `the last of three disturbed tries counts`() async throws {
        try await withKnownIssue {
            let count = try await runs { run in
                Disturbances.record(Self.tolerance + .seconds(1), .ordinary)
                Issue.record("disturbed in try \(run)")
            }
            #expect(count == 3)
        } matching: {
            $0.comments.contains("disturbed in try 3")
        }
    }

    @Test func `a missing dependency and a crash fail at once, disturbed or not`() async throws {
        let count = Mutex(0)
        try await withKnownIssue {
            _ = try await runs { _ in
                count.withLock { $0 += 1 }
                Disturbances.record(Self.tolerance + .seconds(1), .ordinary)
                _ = try findProgram("no-such-player", package: "no-such-utils")
            }
        } matching: {
            $0.error is MissingDependency
        }
        for command in ["kill -SEGV $$", "sh -c 'kill -ILL $$'; exit $?"] {
            try await withKnownIssue {
                _ = try await runs { _ in
                    count.withLock { $0 += 1 }
                    Disturbances.record(Self.tolerance + .seconds(1), .ordinary)
                    _ = try await RunningProgram("/bin/sh", ["-c", command]).end(within: .seconds(30))
                }
            } matching: {
                $0.error is ProgramCrash
            }
        }
        #expect(count.withLock { $0 } == 3)
    }

    @Test func `at most the allowed number run together, and tests that run apart never meet the crowd`() async {
        let gate = Gate(crowd: Gate.Room(3, atMost: 3, idle: 0...1), apart: Gate.Room(2, atMost: 2, idle: 0...1))
        for (isApart, most) in [(false, 3), (true, 2)] {
            // None of them waits until another leaves.
            for _ in 0..<most { await gate.enter(apart: isApart) }
            for _ in 0..<most { await gate.leave() }
        }
        let house = House()
        await withTaskGroup { group in
            for number in 0..<24 {
                let isApart = number % 3 == 0
                group.addTask {
                    await gate.enter(apart: isApart)
                    await house.enter(apart: isApart)
                    try? await Task.sleep(for: .milliseconds(5))
                    await house.leave(apart: isApart)
                    await gate.leave()
                }
            }
        }
        let (isEmpty, haveMet) = await (house.isEmpty, house.haveMet)
        #expect(isEmpty && !haveMet)
        let most = await (house.mostOfCrowd, house.mostApart)
        #expect(most.0 <= 3 && most.1 <= 2)
    }

    @Test func `the crowd grows while processors are idle, shrinks while they are busy, and keeps its limits`() {
        var room = Gate.Room(8, atMost: 10, idle: 0.1...0.3)
        let places = [0.5, 0.2, 0, 0, 1, 1, 1].map { share in
            room.adapt(idleShare: share)
            return room.places
        }
        #expect(places == [9, 9, 8, 8, 9, 10, 10])
    }

    @Test func `the idle share is that of the time between two readings`() throws {
        let before = try #require(ProcessorTime("cpu  100 0 50 850 0 0 0 0 0 0\ncpu0 1 2 3 4\n"))
        let after = try #require(ProcessorTime("cpu  120 10 60 910 0 0 0 0 0 0\n"))
        #expect(after.idleShare(since: before) == 0.7)
        #expect(after.idleShare(since: after) == nil)
        #expect(ProcessorTime("intr 1 2 3 4") == nil)
        #expect(ProcessorTime.now() != nil)
    }
}
