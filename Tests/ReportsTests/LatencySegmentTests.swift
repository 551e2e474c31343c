import Testing
import ThudCore
import ThudReports

@Suite struct LatencySegmentTests {
    /// A cue with instants at whole milliseconds; all their differences are distinct.
    private var run: BenchRun {
        func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
        var cue = BenchCue(index: 1, name: "kape/correct")
        cue.cause = at(0)
        cue.detected = at(20)
        cue.triggered = at(21)
        cue.taken = at(24)
        cue.predicted = at(36)
        cue.hapticPredicted = at(34)
        cue.measured = at(47)
        cue.isSure = true
        cue.replied = at(30)
        cue.streamed = at(40)
        cue.redrawn = at(26)
        var run = BenchRun(origin: at(0))
        run.program = BenchProgram(command: ["game"])
        run.program?.device = .milliseconds(8)
        run.cues = [cue]
        var key = cue
        key.typed = at(-3)
        key.flashed = at(39)
        run.keyCues = [key]
        run.frameTimes = DurationHistogram([.milliseconds(16)], resolution: .microsecond)
        run.wakeLateness = DurationHistogram([.milliseconds(1)], resolution: .microsecond)
        return run
    }

    @Test func `each segment runs between its two instants`() {
        let summary = BenchSummary(run)
        let found = LatencySegment.allCases.map { summary[$0]?.longest.milliseconds }
        #expect(found == [20, 1, 3, 12, 15, 26, 19, 7, 8, 9, 5, 47, 27, 50, 42, -11, -2, 16, 1])
    }

    @Test func `haptics in the sound's stream are mentioned, not timed`() {
        var run = run
        run.cues[0].hapticPredicted = nil
        run.hasHapticsInStream = true
        run.program = nil
        let summary = BenchSummary(run)
        #expect(summary[.hapticAfterSound] == nil)
        #expect(summary.text(width: 200).contains("start on the same frame; not timed"))
    }

    @Test func `a missing instant affects only its own segments`() {
        var run = run
        run.cues[0].detected = nil
        run.cues[0].isSure = false
        let summary = BenchSummary(run)
        let missing = LatencySegment.allCases.filter { summary[$0] == nil }
        #expect(
            missing == [
                .sensorToDetection, .detectionToTrigger, .triggerToMeasured, .streamToSink, .sinkToDevice,
                .predictionError,
            ])
        // Not measured for certain, so it uses the prediction.
        #expect(summary[.inputToOutput]?.longest == .milliseconds(36))
        // What was lost in the capture says nothing about the prediction.
        run.cues[0].doubt = .xrun
        #expect(BenchSummary(run)[.inputToOutput] == nil)
    }
}
