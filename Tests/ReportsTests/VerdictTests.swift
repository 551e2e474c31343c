import BenchSamples
import Testing
import ThudCore
import ThudReports

@Suite struct VerdictTests {
    @Test func `a run within the budget passes in one line`() {
        let verdict = BenchSummary(.measured([3.1, 4.1, 3.1, 4.1])).verdict
        #expect(verdict.line == "4 of 4 cues within 50 ms; worst 4.1 ms; jitter 0.5 ms: pass")
        #expect(verdict.diagnostics.isEmpty && verdict.passes)
    }

    @Test func `exactly the late cues fail the run and are named`() {
        let verdict = BenchSummary(.measured([4, 4, 63.2, 4, 71])).verdict
        #expect(verdict.line == "3 of 5 cues within 50 ms; worst 71.0 ms; jitter 31.0 ms: fail")
        #expect(verdict.diagnostics == ["late: #3 kape/correct 63.2 ms, #5 kape/correct 71.0 ms"])
        #expect(!verdict.passes)
    }

    @Test func `the budget itself passes, and a nanosecond more fails visibly`() {
        #expect(BenchSummary(.measured([50])).verdict.passes)
        #expect(BenchSummary(.measured([49.97])).verdict.line.contains("; worst 50.0 ms; "))
        var run = BenchRun.measured([50])
        run.cues[0].measured = run.cues[0].measured.map { $0 + Interval(nanoseconds: 1) }
        #expect(BenchSummary(run).verdict.line == "0 of 1 cues within 50 ms; worst 50.000001 ms; jitter 0.0 ms: fail")
    }

    @Test func `a measurement overrides a better prediction`() {
        let late = BenchSummary(.plain([.plain(1, predicted: 4, measured: 60)], isCaptured: true))
        #expect(late.late.map(\.cue.index) == [1] && late.measuredCount == 1)
    }

    /// Returns captured cues; those at `torn` and `unknown` (from 1) were not found for certain.
    private func captured(_ count: Int, torn: [Int] = [], unknown: [Int] = []) -> BenchRun {
        var run = BenchRun.measured([Double](repeating: 5, count: count))
        for (places, doubt) in [(torn, CueDoubt.xrun), (unknown, .silent)] {
            for place in places { (run.cues[place - 1].isSure, run.cues[place - 1].doubt) = (false, doubt) }
        }
        return run
    }

    @Test func `a torn or unknown cue counts as neither within nor late, whatever was predicted`() {
        var run = captured(20, torn: [3], unknown: [7])
        run.cues[6].predicted = run.cues[6].triggered.map { $0 + .milliseconds(80) }
        let summary = BenchSummary(run)
        #expect(summary.torn.map(\.cue.index) == [3] && summary.unknown.map(\.cue.index) == [7])
        #expect(summary.measuredCount == 18 && summary.predictedCount == 0 && summary.latency?.count == 18)
        #expect(
            summary.verdict.line
                == "18 of 20 cues within 50 ms (1 torn, 1 unknown); worst 5.0 ms; jitter 0.0 ms: pass")
        #expect(
            summary.verdict.diagnostics
                == ["torn: #3 (the device ran dry)", "unknown: #7 (nothing similar was heard)"])
    }

    @Test func `many torn presses of a captured stream suggest the other ear`() {
        func advice(torn: [Int], ear: String) -> [String] {
            var run = captured(20, torn: torn)
            run.program = BenchProgram(command: ["game"])
            run.settings.append(BenchFact("ear", ear))
            return BenchSummary(run).verdict.diagnostics.filter { $0.contains("--ear sink") }
        }
        #expect(advice(torn: [3, 8, 11], ear: "stream and sink").count == 1)
        #expect(advice(torn: [3, 8, 11], ear: "sink").isEmpty)
        #expect(advice(torn: [3, 8], ear: "stream").isEmpty)
    }

    @Test func `a missed press fails the run of another program, and so does a program without answers`() {
        var run = captured(20, torn: [3])
        run.program = BenchProgram(command: ["game"])
        #expect(BenchSummary(run).verdict.passes)
        (run.cues[8].isSure, run.cues[8].outcome) = (false, .unheard)
        let verdict = BenchSummary(run).verdict
        #expect(verdict.line == "18 of 20 presses within 50 ms (1 missed, 1 torn); worst 5.0 ms; jitter 0.0 ms: fail")
        #expect(verdict.diagnostics.contains("missed, without an answer: #9"))
        run = captured(20, unknown: Array(1...20))
        run.program = BenchProgram(command: ["game"], mistrust: "it plays on its own")
        #expect(BenchSummary(run).verdict.line.contains("; no answers; ") && !BenchSummary(run).verdict.passes)
    }

    @Test func `a run that is broken off fails, and its answers still count`() {
        var run = captured(20)
        run.program = BenchProgram(command: ["game"], breakOff: "the program ended")
        let verdict = BenchSummary(run).verdict
        #expect(verdict.line == "20 of 20 presses within 50 ms; broken off; worst 5.0 ms; jitter 0.0 ms: fail")
        #expect(verdict.diagnostics == ["broken off: the program ended"])
        run.cues = captured(6, unknown: Array(1...6)).cues
        #expect(
            BenchSummary(run).verdict.line
                == "0 of 6 presses within 50 ms (6 unknown); broken off; nothing was measured: fail")
        run.cues = []
        #expect(BenchSummary(run).verdict.line == "0 of 0 presses within 50 ms; no answers: fail")
        #expect(
            BenchSummary(run).verdict.diagnostics.last == "no press after the first was made, so nothing can be judged")
    }

    @Test(arguments: [([1, 2], true), ([2, 3], false), ([1, 2, 9], false)])
    func `a program that misses its first presses alone may start slowly`(missed: [Int], isHinted: Bool) {
        var run = captured(20)
        run.program = BenchProgram(command: ["game"])
        for index in missed { (run.cues[index - 1].isSure, run.cues[index - 1].outcome) = (false, .unheard) }
        let hints = BenchSummary(run).verdict.diagnostics.filter { $0.contains("starts slowly") }
        #expect(hints.isEmpty != isHinted)
    }

    @Test func `a program whose answers never leave the sink fails, and the reason is named`() {
        var run = captured(20, unknown: Array(1...20))
        run.program = BenchProgram(command: ["game"])
        for index in run.cues.indices { run.cues[index].streamed = run.cues[index].measured }
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.line.contains("nothing was measured"))
        #expect(verdict.diagnostics.contains { $0.contains("is one of them muted, or does the sink lack") })
    }

    @Test func `too few measured cues prove nothing, and the threshold can be chosen`() {
        var run = captured(20, torn: [3, 5, 9])
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes)
        #expect(verdict.line.hasSuffix("; only 17 were measured, fewer than 90 %: fail"))
        run.minMeasured = 0.85
        #expect(BenchSummary(run).verdict.passes)
        run.minMeasured = 1
        #expect(!BenchSummary(captured(20)).verdict.line.isEmpty && !BenchSummary(run).verdict.passes)
    }

    @Test func `three unknown cues in a row are a lost signal, and separated ones are not`() {
        let lost = BenchSummary(captured(100, unknown: [40, 41, 42])).verdict
        #expect(!lost.passes && lost.line.contains("; the signal was lost at #40"))
        #expect(lost.diagnostics.contains { $0.hasPrefix("3 cues in a row from #40 on were not heard") })
        #expect(BenchSummary(captured(100, unknown: [40, 41, 43, 44])).verdict.passes)
        #expect(BenchSummary(captured(100, torn: [41], unknown: [40, 42])).verdict.passes)
    }

    @Test(arguments: [
        (CueDoubt.silent, "3 presses in a row from #4 on were not heard for no known reason" as String?),
        (.unlike, "3 presses in a row from #4 on were answered by sounds that are not alike"), (.captureEnded, nil),
    ])
    func `a lost signal is explained by what was heard in its place`(doubt: CueDoubt, words: String?) {
        var run = captured(20, unknown: [4, 5, 6])
        run.program = BenchProgram(command: ["game"])
        for index in 3...5 { run.cues[index].doubt = doubt }
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.line.contains("; the signal was lost at #4"))
        let explanations = verdict.diagnostics.filter { $0.contains("in a row") }
        #expect(explanations.count == (words == nil ? 0 : 1))
        if let words { #expect(explanations.allSatisfy { $0.hasPrefix(words) }) }
    }

    @Test(arguments: [CueDoubt.masked, .rival]) func `answers of which something is heard are no lost signal`(
        doubt: CueDoubt
    ) {
        var run = captured(100, unknown: [4, 5, 6])
        run.program = BenchProgram(command: ["game"])
        for index in 3...5 { run.cues[index].doubt = doubt }
        #expect(BenchSummary(run).verdict.passes)
    }

    @Test(arguments: [
        (CueDoubt.unlike, "the program's sounds vary or have gaps; use --onset"),
        (.rival, "the program's sounds overlap, repeat or vary; raise --interval, turn its music off, or use --onset"),
        (.masked, "the program's sounds overlap, repeat or vary; raise --interval, turn its music off, or use --onset"),
    ])
    func `what keeps most presses from being measured is said with its remedy`(doubt: CueDoubt, advice: String) {
        var run = captured(20, unknown: [2, 4, 6])
        run.program = BenchProgram(command: ["game"])
        for place in [1, 3, 5] { run.cues[place].doubt = doubt }
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.diagnostics.contains(advice))
        run.settings = [BenchFact("capture", "game.wav")]
        let ofRecording = advice.replacing("raise --interval", with: "record it with longer pauses")
        #expect(BenchSummary(run).verdict.diagnostics.contains(ofRecording))
        // Half of them are not most.
        var half = captured(20, unknown: [2, 4, 6, 8])
        half.program = run.program
        for (place, doubt) in zip([1, 3, 5, 7], [doubt, doubt, .captureEnded, .early]) {
            half.cues[place].doubt = doubt
        }
        #expect(!BenchSummary(half).verdict.diagnostics.contains(advice))
    }

    @Test func `a reason that cues in a row share is given once`() {
        var run = captured(20, torn: [3, 4, 9], unknown: [7, 8])
        run.cues[8].doubt = .jump
        let diagnostics = BenchSummary(run).verdict.diagnostics
        #expect(diagnostics.contains("torn: #3, #4 (the device ran dry), #9 (the sink's time jumped)"))
        #expect(diagnostics.contains("unknown: #7, #8 (nothing similar was heard)"), "\(diagnostics)")
    }

    @Test func `a faint cue is reported with its loudness`() {
        var run = captured(20, unknown: [2])
        (run.cues[1].doubt, run.cues[1].gain) = (.faint, 0.0271)
        #expect(BenchSummary(run).verdict.diagnostics == ["unknown: #2 (too faint, at 2.7 % of what was played)"])
    }

    @Test func `underruns fail a run that allows fewer`() {
        var run = captured(20)
        run.xruns = [BenchXrun(at: run.origin, framesLost: 64), BenchXrun(at: run.origin, framesLost: 0)]
        #expect(BenchSummary(run).verdict.passes)
        run.maxXruns = 2
        #expect(BenchSummary(run).verdict.passes)
        run.maxXruns = 1
        #expect(BenchSummary(run).verdict.line.hasSuffix("; 2 xruns, more than 1: fail"))
    }

    @Test func `an untrusted prediction passes only if that is allowed`() {
        var run = BenchRun.plain([.plain(1, predicted: 4)])
        run.predictionDoubts = ["the device mixes by dmix"]
        let verdict = BenchSummary(run).verdict
        #expect(verdict.line.hasSuffix("; predicted, but unreliable: fail") && !verdict.passes)
        #expect(
            verdict.diagnostics[0].contains("the device mixes by dmix; capture the output, or use --allow-predicted"))
        run.allowsPredicted = true
        #expect(BenchSummary(run).verdict.passes)
        // Captured cues need no prediction.
        var measured = captured(4)
        measured.predictionDoubts = run.predictionDoubts
        #expect(BenchSummary(measured).verdict.passes)
    }

    @Test func `deliberately delayed cues are judged only by the self-test`() {
        var run = captured(20)
        run.cues[4].injected = .milliseconds(200)
        run.cues[4].measured = run.cues[4].triggered.map { $0 + .milliseconds(205) }
        run.loopback?.selfTest = BenchSelfTest(delayed: 1, found: 1)
        let summary = BenchSummary(run)
        #expect(summary.judgements.count == 19 && summary.verdict.passes)
        #expect(summary[.triggerToMeasured]?.longest == .milliseconds(5))
        run.loopback?.selfTest = BenchSelfTest(delayed: 1, found: 0)
        #expect(!BenchSummary(run).verdict.passes)
    }

    @Test func `a capture that heard none of the cues fails the run, however good the predictions`() {
        let cues: [BenchCue] = [.plain(1, predicted: 4, measured: 4, isSure: false), .plain(2, predicted: 5)]
        let verdict = BenchSummary(.plain(cues, isCaptured: true)).verdict
        #expect(
            verdict.line
                == "0 of 2 cues within 50 ms (2 unknown); no cue was captured: fail")
        #expect(!verdict.passes && verdict.diagnostics.count == 1)
        #expect(verdict.diagnostics[0].hasPrefix("no cue was found in the capture"))
    }

    @Test func `without a capture the verdict says that it relies on predictions`() {
        let verdict = BenchSummary(.plain([.plain(1, predicted: 4)])).verdict
        #expect(verdict.passes && verdict.line.hasSuffix("; predicted: pass"))
        #expect(verdict.diagnostics == ["judged by the engine's predictions only, because nothing was captured"])
    }

    @Test func `a cue that never came out fails the run although it was predicted`() {
        var refused = BenchCue.plain(2, predicted: 4)
        refused.outcome = .refused
        let verdict = BenchSummary(.plain([.plain(1, predicted: 4), refused])).verdict
        #expect(verdict.line == "1 of 2 cues within 50 ms; worst 4.0 ms; jitter 0.0 ms; predicted: fail")
        #expect(verdict.diagnostics.last == "never heard: #2 kape/correct (refused)")
    }

    @Test func `an empty run does not pass`() {
        let verdict = BenchSummary(.plain([])).verdict
        #expect(verdict.line == "0 of 0 cues within 50 ms: fail")
        #expect(verdict.diagnostics == ["no cue was played, so nothing can be judged"])
    }

    @Test func `jitter has a separate limit`() {
        var run = BenchRun.measured([2, 8])
        run.maxJitter = .milliseconds(3)
        #expect(BenchSummary(run).verdict.passes)
        run.maxJitter = Interval(nanoseconds: 2_900_000)
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.diagnostics == ["jitter 3.000 ms is above 2.9 ms"])
        #expect(verdict.line == "2 of 2 cues within 50 ms; worst 8.0 ms; jitter 3.0 ms, above its limit: fail")
    }

    @Test func `a benchmark that does not find its own delays judges nothing`() {
        var run = BenchRun.measured([2, 3])
        run.loopback?.selfTest = BenchSelfTest(delayed: 10, found: 9)
        let verdict = BenchSummary(run).verdict
        #expect(!verdict.passes && verdict.line.hasSuffix("; the self-test failed: fail"))
        #expect(verdict.diagnostics == ["the bench's self-test found 9 of 10 delays, so the figures are unreliable"])
        run.loopback?.selfTest = BenchSelfTest(delayed: 10, found: 8, torn: 2)
        #expect(!BenchSummary(run).verdict.passes)
        run.loopback?.selfTest = BenchSelfTest(delayed: 0, found: 0)
        #expect(!BenchSummary(run).verdict.passes)
    }

    @Test func `an interrupted run does not pass, however good its cues are`() {
        var run = BenchRun.measured([3.1, 4.1])
        run.isInterrupted = true
        let verdict = BenchSummary(run).verdict
        #expect(verdict.line == "2 of 2 cues within 50 ms; worst 4.1 ms; jitter 0.5 ms; interrupted: fail")
        #expect(verdict.diagnostics == ["interrupted: the figures cover only the cues played until then"])
        #expect(!verdict.passes)
    }

    @Test func `a cue that was neither captured nor predicted has no evidence`() {
        let run = BenchRun.plain([BenchCue(index: 1, name: "kape/tick")], isCaptured: false)
        let cue = BenchSummary(run).judgements[0]
        #expect(cue.basis == .nothing && cue.latency == nil && !cue.isWithin)
    }

    @Test func `at most fifty late cues are named, and names cannot control the terminal`() {
        var run = BenchRun.measured([Double](repeating: 60, count: 62))
        run.cues[0].name = "\u{1B}[2J\nx"
        let remark = BenchSummary(run).verdict.diagnostics[0]
        #expect(remark.hasPrefix("late: #1 \\u{1B}[2J\\u{A}x 60.0 ms, #2 kape/correct 60.0 ms"))
        #expect(remark.hasSuffix("#50 kape/correct 60.0 ms and 12 more"))
    }
}
