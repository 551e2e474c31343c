import Testing
import ThudCore
import ThudCues
import ThudGameUI
import ThudPatterns

@testable import thud

/// The flashes of cues on the screen.
@Suite struct FlashQueueTests {
    private func instant(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    private func plan(_ colour: Colour?) -> FeedbackPlan {
        let tap = HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0.5)])
        return FeedbackPolicy.plan(
            for: Cue(name: "a", pattern: tap, flash: colour.map { Flash($0, seconds: 0.2) }), FeedbackSettings())
    }

    @Test func `of several flashes that are due the last is shown, for its own time`() {
        var queue = FlashQueue()
        let (red, green) = (Colour(0xFF0000), Colour(0x00FF00))
        queue.add(plan(green), at: instant(120))
        queue.add(plan(red), at: instant(100))
        queue.add(plan(nil), at: instant(110))
        #expect(queue.nextDeadline == instant(100) && queue.flash(at: instant(100)) == nil)
        #expect(queue.advance(to: instant(99)) == false)
        #expect(queue.advance(to: instant(120)) == true)
        #expect(queue.nextDeadline == nil)
        #expect(queue.flash(at: instant(120))?.colour == green && queue.flash(at: instant(120))?.age == 0)
        #expect(queue.flash(at: instant(319)) != nil && queue.flash(at: instant(320)) == nil)
        queue.add(plan(red), at: instant(400))
        queue.cancelComing()
        #expect(queue.advance(to: instant(500)) == false)
    }
}
