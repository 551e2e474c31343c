import ThudCore

/// Tells a press that is meant for a screen from one that was meant for the screen before it.
package struct Debounce: Hashable, Sendable {
    /// For how long after a press that led to a screen no other counts there.
    package static let pause = Interval.milliseconds(700)
    /// For how long not even a press that is doubled counts: the flash of a failure, under which a tap that comes too late falls.
    package static let flash = Interval.milliseconds(300)
    /// How far apart the two presses of a doubled one are: as far as those of a double tap.
    package static let doubled = Interval.milliseconds(100)...Interval.milliseconds(350)

    private var last: Instant?
    private var lastElsewhere: Instant?

    package init() {}

    /// Takes a press on a screen that does not mind where it comes from.
    package mutating func note(at now: Instant) {
        last = now
        lastElsewhere = now
    }

    /// Takes a press on a screen that only a deliberate one passes: whether it is one.
    package mutating func isDeliberate(at now: Instant) -> Bool {
        last = now
        return lastElsewhere.map { now - $0 >= Self.pause } ?? true
    }

    /// Takes a press on a screen that a deliberate one passes, and a doubled one too, sooner: whether it is either.
    package mutating func isDeliberateOrDoubled(at now: Instant) -> Bool {
        let first = last
        let isDeliberate = self.isDeliberate(at: now)
        guard let first, let lastElsewhere, first >= lastElsewhere + Self.flash else { return isDeliberate }
        return isDeliberate || Self.doubled.contains(now - first)
    }
}
