import ThudCore

/// How this keyboard repeats a key that is held, as holds have shown it: the delay before the first repeat, and the gap between two
/// repeats. It is for terminals that tell no releases and call each repeat a press.
///
///     var timing = RepeatTiming<KeyName>()
///     let gap = timing.press(.space, at: now)          // every press of any key, as it comes
///     if let gap, timing.isDelay(gap) { … }            // it may be the first repeat: `patience` later it shows
///
/// A keyboard keeps its delay to the millisecond, and hands do not. So once the delay is known, only a press that comes just so
/// long after another of the same key has to be doubted.
package struct RepeatTiming<Key: Hashable & Sendable>: Hashable, Sendable {
    /// How long after its press a key that is held repeats first; nil until a hold has shown it.
    package private(set) var delay: Interval?
    /// How many presses in a row have come as quickly as repeats do.
    package private(set) var quick = 0

    /// How long after one repeat the next one comes; known together with the delay.
    private var gap: Interval?
    /// The key that was pressed last; nil where something else has happened since.
    private var key: Key?
    private var last = Instant(nanoseconds: 0)
    /// How long before the press that quick ones follow its key had been pressed; nil where it was not, or was repeating then.
    private var pause: Interval?

    /// The delays that keyboards have.
    private static var delays: Range<Interval> { GestureLimits.soonestRepeat..<GestureLimits.firstRepeat }

    /// Of a keyboard of which nothing is known.
    package init() {}

    /// Whether the key that was pressed last is held, as two quick presses after a pause show: no finger does that.
    package var showsHold: Bool {
        guard let pause else { return false }
        return quick > 1 && Self.delays.contains(pause)
    }

    /// How long after a press it shows whether repeats follow it. A link may delay a repeat by half of what usually lies before it.
    package var patience: Interval {
        let usual = gap ?? .zero
        let late = usual + Interval(nanoseconds: usual.nanoseconds / 2)
        return min(GestureLimits.longestRepeatGap, max(GestureLimits.leastRepeatPatience, late))
    }

    /// Whether a press that came so long after another of its key came when a first repeat comes; false as long as no hold has
    /// shown when that is.
    package func isDelay(_ interval: Interval) -> Bool {
        guard let delay else { return false }
        let difference = interval - delay
        return max(difference, .zero - difference) <= GestureLimits.repeatJitter
    }

    /// Takes a press, and learns from it where it shows that its key is held.
    ///
    /// - Returns: how long it came after the last press; nil where that was of another key.
    @discardableResult
    package mutating func press(_ key: Key, at now: Instant) -> Interval? {
        let isSame = self.key == key
        let since = now - last
        (self.key, last) = (key, now)
        if isSame, since < GestureLimits.longestRepeatGap {
            quick += 1
            if quick == 2, showsHold { (delay, gap) = (pause, since) }
        } else {
            // A stream that halts for a moment, as on a slow link, says nothing of the delay.
            pause = isSame && quick == 0 ? since : nil
            quick = 0
        }
        return isSame ? since : nil
    }

    /// Something else has happened than presses: a release, or a repeat that was told as one. The next press begins anew.
    package mutating func breakOff() { (key, pause, quick) = (nil, nil, 0) }
}

extension RepeatTiming: Codable where Key: Codable {}
