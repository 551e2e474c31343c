import Testing
import ThudCore
import ThudCues
import ThudGameUI
import ThudPatterns
import ThudPlayback

@testable import ThudFeedback
@testable import thud

struct CueFeedbackTests {
    private static let cue = Cue(
        name: "pocket/right", pattern: HapticPreset.impactLight.pattern, flash: Flash(.white, seconds: 0.15))

    private func receipt(_ outcome: CueOutcome, after milliseconds: Int64) -> Receipt {
        let start = Instant(nanoseconds: 1_000_000_000)
        return Receipt(
            id: 1, outcome: outcome, triggered: start, taken: start, frame: .zero,
            predicted: start + .milliseconds(milliseconds))
    }

    private func felt(
        _ settings: FeedbackSettings, _ outcome: CueOutcome = .played, haptic: CueOutcome? = nil,
        thinned: OnsetThinning.Reason? = nil, isScheduled: Bool = false
    ) -> CueFeedback {
        let report = CueReport(
            id: 1, name: Self.cue.name, cause: Instant(nanoseconds: 1_000_000_000),
            triggered: Instant(nanoseconds: 1_000_000_000), isScheduled: isScheduled,
            plan: FeedbackPolicy.plan(for: Self.cue, settings), thinned: thinned, receipt: receipt(outcome, after: 9),
            hapticReceipt: haptic.map { receipt($0, after: 12) })
        return CueFeedback(report, nil, haptics: settings.haptics)
    }

    @Test func `felt feedback is attributed to the haptic device`() {
        let drive = FeedbackSettings(haptics: .drive)
        #expect(felt(drive, haptic: .played).hapticWords == "felt after 12.0 ms")
        #expect(felt(drive, haptic: .unheard).hapticWords == "not felt: no device")
        #expect(felt(drive).hapticWords == "felt after 9.0 ms" && felt(drive).soundWords == "heard after 9.0 ms")
        #expect(felt(drive, .unheard, haptic: .played).soundWords == "not heard: no device")
        #expect(felt(drive).delay == "9.0 ms" && felt(drive, .unheard).delay == nil)
        #expect(felt(drive, isScheduled: true).delay == "on time")
        #expect(felt(drive, .late, isScheduled: true).delay == "9.0 ms")
        #expect(felt(drive).cause == Instant(nanoseconds: 1_000_000_000))
        #expect(felt(drive, thinned: .crowded).hapticWords == "left out: thinned")
    }

    @Test func `haptics that are heard or off were not felt`() {
        #expect(felt(FeedbackSettings()).hapticWords == "as sound after 9.0 ms")
        #expect(felt(FeedbackSettings(silent: true)).hapticWords == "not felt: no sound")
        #expect(felt(FeedbackSettings(silent: true)).soundWords == "off")
        #expect(felt(FeedbackSettings(haptics: .off)).hapticWords == "off")
        #expect(felt(FeedbackSettings()).name == "right" && felt(FeedbackSettings()).flashWords == "#FFFFFF 0.15 s")
    }
}
