import Testing
import ThudCore
import ThudGames

@Suite struct FixedStepLoopTests {
    private let start = Instant(nanoseconds: 1_000)

    @Test func `60 steps take exactly a second, for ever`() {
        var loop = FixedStepLoop(start: start)
        #expect(loop.step() == start)
        for _ in 1..<60 { _ = loop.step() }
        #expect(loop.nextDeadline == start + .seconds(1))
        for _ in 0..<3_600 * 60 { _ = loop.step() }
        #expect(loop.nextDeadline == start + .seconds(3_601))
    }

    @Test func `steps become due in order and once`() {
        var loop = FixedStepLoop(start: start)
        #expect(loop.due(at: start - Interval(nanoseconds: 1)) == [])
        #expect(loop.due(at: start) == [start])
        #expect(loop.due(at: start) == [])
        #expect(loop.due(at: start + .milliseconds(34)).count == 2)
        #expect(loop.run == 3)
    }

    @Test func `a late loop runs a few steps and skips the rest`() {
        var loop = FixedStepLoop(start: start, rate: 100, mostAtOnce: 3)
        #expect(
            loop.due(at: start + .milliseconds(1_005)) == [980, 990, 1_000].map { start + .milliseconds($0) })
        #expect(loop.run == 3)
        #expect(loop.skipped == 98)
        #expect(loop.nextDeadline == start + .milliseconds(1_010))
    }

    @Test func `a deadline is due at its own instant and not a nanosecond before`() {
        var loop = FixedStepLoop(start: start)
        for _ in 0..<100 {
            let next = loop.nextDeadline
            #expect(loop.due(at: next - Interval(nanoseconds: 1)).isEmpty)
            #expect(loop.due(at: next) == [next])
        }
        #expect(loop.skipped == 0)
    }

    @Test func `a century late is no trouble`() {
        var loop = FixedStepLoop(start: start)
        #expect(loop.due(at: start + .seconds(3.15e9)).count <= 5)
        #expect(loop.skipped > 0)
    }
}

extension FixedStepLoop {
    /// Runs the steps that are due at `now`, as a session does.
    fileprivate mutating func due(at now: Instant) -> [Instant] {
        skipBacklog(at: now)
        var steps: [Instant] = []
        while nextDeadline <= now { steps.append(step()) }
        return steps
    }
}
