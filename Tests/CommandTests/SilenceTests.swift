import TestTraits
import Testing
import ThudCore

@testable import thud

/// What the doctor makes of a second of silence.
@Suite(.live) struct SilenceTests {
    private func latency(of ahead: Interval) -> Finding {
        Silence(
            ahead: ahead, xruns: 0, period: 128, forcedQuantum: 0, isQuantumNamed: false, isThroughPipeWire: false
        ).latency
    }

    @Test func `a cue within the budget is fine, and one that takes long is told of`() {
        #expect(latency(of: .milliseconds(6)).severity == .fine)
        #expect(latency(of: .milliseconds(30)).severity == .warning)
        #expect(latency(of: .milliseconds(60)).severity == .failure)
    }

    @Test func `a stream that has fallen behind time is no low latency`() {
        let finding = latency(of: .milliseconds(-995))
        #expect(finding.severity == .failure && !finding.finding.contains("-"), "\(finding)")
    }
}
