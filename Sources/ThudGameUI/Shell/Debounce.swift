import ThudCore

/// Separates a press meant for a screen from one meant for the screen before it.
package struct Debounce: Hashable, Sendable {
    /// How long after a press that led to a screen no other press counts there.
    package static let pause = Interval.milliseconds(700)
    /// How long not even a double press counts: the length of a failure flash, in which a late tap falls.
    package static let flash = Interval.milliseconds(300)
    /// The time between the two presses of a double press, the same as for a double tap.
    package static let doubled = Interval.milliseconds(100)...Interval.milliseconds(350)
    private var last: Instant?
    private var lastElsewhere: Instant?

    package init() {}

    /// Records a press on a screen that accepts any press.
    package mutating func note(at now: Instant) {
        last = now
        lastElsewhere = now
    }

    /// Records a press on a screen that only a deliberate press passes. Returns whether it is deliberate.
    package mutating func isDeliberate(at now: Instant) -> Bool {
        last = now
        return lastElsewhere.map { now - $0 >= Self.pause } ?? true
    }

    /// Records a press on a screen that a deliberate press, or sooner a double one, passes. Returns whether it is one.
    package mutating func isDeliberateOrDoubled(at now: Instant) -> Bool {
        let first = last
        let isDeliberate = self.isDeliberate(at: now)
        guard let first, let lastElsewhere, first >= lastElsewhere + Self.flash else { return isDeliberate }
        return isDeliberate || Self.doubled.contains(now - first)
    }
}
