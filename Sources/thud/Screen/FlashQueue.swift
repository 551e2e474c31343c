import ThudCore
import ThudCues
import ThudGameUI

/// The flashes of the cues, each at the instant of its cue.
struct FlashQueue {
    private typealias Flash = (plan: FeedbackPlan, start: Instant)
    private var coming: [Flash] = []
    private var present: Flash?

    mutating func add(_ plan: FeedbackPlan, at start: Instant) {
        guard plan.light != nil else { return }
        coming.append((plan, start))
        coming.sort { $0.start < $1.start }
    }

    mutating func cancelComing() { coming = [] }

    var nextDeadline: Instant? { coming.first?.start }

    /// Advances to `now`; returns whether a flash has begun.
    mutating func advance(to now: Instant) -> Bool {
        let count = coming.prefix { $0.start <= now }.count
        guard count > 0 else { return false }
        present = coming[count - 1]
        coming.removeFirst(count)
        return true
    }

    func flash(at now: Instant) -> FlashOverlay? {
        guard let present, let light = present.plan.light else { return nil }
        let age = (now - present.start).seconds
        guard age < light.flash.seconds else { return nil }
        return FlashOverlay(
            colour: light.flash.colour, brightness: light.brightness, age: max(0, age), length: light.flash.seconds)
    }
}
