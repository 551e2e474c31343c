import Testing
import ThudCore
import ThudCues
import ThudGameUI
import ThudHaptics
import ThudPlayback

@testable import ThudFeedback
@testable import thud

struct FeltCueTests {
    private static let cue = Cue(
        name: "pocket/right", pattern: HapticPreset.impactLight.pattern, flash: Flash(.white, seconds: 0.3))

    private func receipt(_ outcome: CueOutcome, after milliseconds: Int64) -> Receipt {
        let start = Instant(nanoseconds: 1_000_000_000)
        return Receipt(
            id: 1, outcome: outcome, triggered: start, taken: start, frame: .zero,
            predicted: start + .milliseconds(milliseconds))
    }

    private func felt(
        _ settings: FeedbackSettings, _ outcome: CueOutcome = .played, haptic: CueOutcome? = nil,
        thinned: OnsetThinning.Reason? = nil
    ) -> CueFeedback {
        let report = CueReport(
            id: 1, name: Self.cue.name, cause: Instant(nanoseconds: 1_000_000_000),
            triggered: Instant(nanoseconds: 1_000_000_000), isScheduled: false,
            plan: FeedbackPolicy.plan(for: Self.cue, settings), thinned: thinned, receipt: receipt(outcome, after: 9),
            hapticReceipt: haptic.map { receipt($0, after: 12) })
        return CueFeedback(report, haptics: settings.haptics)
    }

    @Test func `what was felt is told of the device that haptics have`() {
        let drive = FeedbackSettings(haptics: .drive)
        #expect(felt(drive, haptic: .played).haptics == "felt after 12.0 ms")
        #expect(felt(drive, haptic: .unheard).haptics == "not felt: no device")
        #expect(felt(drive).haptics == "felt after 9.0 ms" && felt(drive).sound == "heard after 9.0 ms")
        #expect(felt(drive, .unheard, haptic: .played).sound == "not heard: no device")
        #expect(felt(drive).delay == "9.0 ms" && felt(drive, .unheard).delay == nil)
        #expect(felt(drive).cause == Instant(nanoseconds: 1_000_000_000))
        #expect(felt(drive, thinned: .crowded).haptics == "left out among others")
    }

    @Test func `haptics that are heard or off were not felt`() {
        #expect(felt(FeedbackSettings()).haptics == "as sound after 9.0 ms")
        #expect(felt(FeedbackSettings(silent: true)).haptics == "not felt: no sound")
        #expect(felt(FeedbackSettings(silent: true)).sound == "off")
        #expect(felt(FeedbackSettings(haptics: .off)).haptics == "off")
        #expect(felt(FeedbackSettings()).name == "right" && felt(FeedbackSettings()).flash == "#FFFFFF 0.3 s")
    }
}
