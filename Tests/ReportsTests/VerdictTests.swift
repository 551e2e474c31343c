import BenchSamples
import Testing
import ThudCore
import ThudReports

@Suite struct VerdictTests {
    @Test func `all within the budget is a pass in one line`() {
        let verdict = BenchSummary(.measured([3.1, 4.1, 3.1, 4.1])).verdict
        #expect(verdict.line == "4 of 4 cues within 50 ms; worst 4.1 ms; jitter 0.5 ms: pass")
        #expect(verdict.diagnostics.isEmpty && verdict.passes)
    }

    @Test func `late cues fail the run and are named, they and no others`() {
        let verdict = BenchSummary(.measured([4, 4, 63.2, 4, 71])).verdict
        #expect(verdict.line == "3 of 5 cues within 50 ms; worst 71.0 ms; jitter 31.0 ms: fail")
        #expect(verdict.diagnostics == ["late: #3 kape/correct 63.2 ms, #5 kape/correct 71.0 ms"])
        #expect(!verdict.passes)
    }

    @Test func `the budget itself is within, a nanosecond more is not and looks so`() {
        #expect(BenchSummary(.measured([50])).verdict.passes)
        var run = BenchRun.measured([50])
        run.cues[0].measured = run.cues[0].measured.map { $0 + Interval(nanoseconds: 1) }
        #expect(BenchSummary(run).verdict.line == "0 of 1 cues within 50 ms; worst 50.000001 ms; jitter 0.0 ms: fail")
    }

    @Test func `a measurement stands against a prediction that promised better`() {
        let late = BenchSummary(.plain([.plain(1, predicted: 4, measured: 60)], isCaptured: true))
        #expect(late.late.map(\.cue.index) == [1] && late.measuredCount == 1)
    }

    @Test func `a cue that the capture is not sure of is counted apart and judged by prediction, not by the guess`() {
        let cues: [BenchCue] = [
            .plain(1, predicted: 4, measured: 4), .plain(2, predicted: 5, measured: 99, isSure: false),
            .plain(3, predicted: 6), .plain(4, predicted: 5, measured: 5),
        ]
        let summary = BenchSummary(.plain(cues, isCaptured: true))
        #expect(summary.unsure.map(\.cue.index) == [2, 3])
        #expect(summary.measuredCount == 2 && summary.predictedCount == 2)
        #expect(summary.verdict.line == "4 of 4 cues within 50 ms (2 measured); worst 6.0 ms; jitter 0.7 ms: pass")
        #expect(
            summary.verdict.diagnostics == ["not found for certain in the capture, so judged by prediction: #2, #3"])
    }

    @Test func `a capture that is sure of fewer than half of the cues proves nothing`() {
        let cues: [BenchCue] = [
            .plain(1, predicted: 5, measured: 5), .plain(2, predicted: 5), .plain(3, predicted: 5, measured: 5),
            .plain(4, predicted: 5), .plain(5, predicted: 5),
        ]
        let verdict = BenchSummary(.plain(cues, isCaptured: true)).verdict
        #expect(
            verdict.line == "5 of 5 cues within 50 ms (2 measured); worst 5.0 ms; jitter 0.0 ms; "
                + "the capture is sure of fewer than half of them: fail")
        #expect(!verdict.passes)
        #expect(BenchSummary(.plain(Array(cues.prefix(4)), isCaptured: true)).verdict.passes)
    }

    @Test func `a capture that heard none of the cues fails the run, however good the predictions`() {
        let cues: [BenchCue] = [.plain(1, predicted: 4, measured: 4, isSure: false), .plain(2, predicted: 5)]
        let verdict = BenchSummary(.plain(cues, isCaptured: true)).verdict
        #expect(
            verdict.line
                == "2 of 2 cues within 50 ms; worst 5.0 ms; jitter 0.5 ms; the capture heard none of them: fail")
        #expect(!verdict.passes && verdict.diagnostics.count == 1)
        #expect(verdict.diagnostics[0].hasPrefix("nothing that was played was found for certain in the capture"))
    }

    @Test func `without a capture the verdict says that it rests on predictions`() {
        let verdict = BenchSummary(.plain([.plain(1, predicted: 4)])).verdict
        #expect(verdict.passes)
        #expect(verdict.diagnostics == ["judged by the engine's prediction alone: nothing was captured"])
    }

    @Test func `a cue that never came out fails the run although it was predicted`() {
        var refused = BenchCue.plain(2, predicted: 4)
        refused.outcome = .refused
        let verdict = BenchSummary(.plain([.plain(1, predicted: 4), refused])).verdict
        #expect(verdict.line == "1 of 2 cues within 50 ms; worst 4.0 ms; jitter 0.0 ms: fail")
        #expect(verdict.diagnostics.first == "never heard: #2 kape/correct (refused)")
    }

    @Test func `an empty run passes nothing`() {
        let verdict = BenchSummary(.plain([])).verdict
        #expect(verdict.line == "0 of 0 cues within 50 ms: fail")
        #expect(verdict.diagnostics == ["no cue was played, so nothing can be judged"])
    }

    @Test func `jitter has a gate of its own`() {
        var run = BenchRun.measured([2, 8])
        run.maxJitter = .milliseconds(3)
        #expect(BenchSummary(run).verdict.passes)
        run.maxJitter = Interval(nanoseconds: 2_900_000)
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.diagnostics == ["jitter 3.000 ms is above 2.9 ms"])
        #expect(verdict.line == "2 of 2 cues within 50 ms; worst 8.0 ms; jitter 3.0 ms, above its limit: fail")
    }

    @Test func `a bench that does not find its own delays judges nothing`() {
        var run = BenchRun.measured([2, 3])
        run.loopback?.selfTest = BenchSelfTest(delayed: 10, found: 9)
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.line.hasSuffix("; the self-test failed: fail"))
        #expect(verdict.diagnostics == ["the bench's self-test found 9 of 10 delays: its measurements prove nothing"])
        run.loopback?.selfTest = BenchSelfTest(delayed: 10, found: 8, torn: 2)
        #expect(BenchSummary(run).verdict.passes)
        run.loopback?.selfTest = BenchSelfTest(delayed: 10, found: 4, torn: 6)
        #expect(!BenchSummary(run).verdict.passes)
        run.loopback?.selfTest = BenchSelfTest(delayed: 0, found: 0)
        #expect(!BenchSummary(run).verdict.passes)
    }

    @Test func `an interrupted run passes nothing, however good its cues are`() {
        var run = BenchRun.measured([3.1, 4.1])
        run.isInterrupted = true
        let verdict = BenchSummary(run).verdict
        #expect(verdict.line == "2 of 2 cues within 50 ms; worst 4.1 ms; jitter 0.5 ms; interrupted: fail")
        #expect(verdict.diagnostics == ["interrupted before all cues were played: this is of those that were"])
        #expect(!verdict.passes)
    }

    @Test func `many late cues are named up to fifty, and names cannot steer the terminal`() {
        var run = BenchRun.measured([Double](repeating: 60, count: 62))
        run.cues[0].name = "\u{1B}[2J\nx"
        let remark = BenchSummary(run).verdict.diagnostics[0]
        #expect(remark.hasPrefix("late: #1 \u{FFFD}[2J\u{FFFD}x 60.0 ms, #2 kape/correct 60.0 ms"))
        #expect(remark.hasSuffix("#50 kape/correct 60.0 ms and 12 more"))
    }
}
