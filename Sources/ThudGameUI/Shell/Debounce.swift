import ThudCore

/// Tells a press of its own from the stream of presses by which a terminal without key releases shows a held key.
///
/// The stream's first press is the one that led to a screen; its second comes after the first pause of the keyboard, and
/// from then on one follows another at once. None of them is meant for the new screen.
package struct Debounce: Hashable, Sendable {
    /// For how long after a press that led to a screen no other counts there: the first pause of a keyboard that repeats
    /// (X11: 660 ms, the Linux console: 250 ms), and a little.
    package static let firstPause = Interval.milliseconds(700)
    /// For how long not even a press that is doubled counts: the flash of a failure, under which a tap that comes too late falls.
    package static let flash = Interval.milliseconds(300)
    /// How far apart the two presses of a doubled one are: further than those of a stream (the Linux console: 92 ms), and within
    /// the time of a double tap.
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
        let streams = last.map { now - $0 < LongPress.repeatGap } ?? false
        let ledHere = lastElsewhere.map { now - $0 < Self.firstPause } ?? false
        last = now
        return !streams && !ledHere
    }

    /// Takes a press on a screen that a deliberate one passes, and a doubled one too, sooner: whether it is either.
    package mutating func isDeliberateOrDoubled(at now: Instant) -> Bool {
        let first = last
        let isDeliberate = self.isDeliberate(at: now)
        guard let first, let lastElsewhere, first >= lastElsewhere + Self.flash else { return isDeliberate }
        return isDeliberate || Self.doubled.contains(now - first)
    }
}
