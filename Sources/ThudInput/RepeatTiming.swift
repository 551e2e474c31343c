import ThudCore

/// How keyboards repeat a key that is held.
package enum RepeatLimits {
    /// How long the first repeat of a held key is awaited: X11 repeats after 660 ms, KDE 600, GNOME 500, the console 250.
    package static let firstRepeat = Interval.milliseconds(700)
    /// How long after a repeat another one is awaited: the console repeats every 92 ms, others faster.
    package static let nextRepeat = Interval.milliseconds(150)
    /// No keyboard repeats sooner than this after a press.
    static let soonestRepeat = Interval.milliseconds(200)
    /// How exactly a keyboard keeps its delay before the first repeat, a link's delays included.
    static let jitter = Interval.milliseconds(30)
    /// Presses of a key that follow each other faster than this are repeats: slower than the slowest keyboard repeats (the Linux
    /// console: 92 ms), faster than a finger.
    static let longestGap = Interval.milliseconds(120)
    /// How long at least it takes until it shows whether quick repeats follow a press: others than the console's come within 40 ms.
    static let leastPatience = Interval.milliseconds(60)
    /// When a first repeat may come after its press.
    static let delays = soonestRepeat..<firstRepeat
}

/// How this keyboard repeats a key that is held, as holds have shown it: the delay before the first repeat, and the gap between two
/// repeats. It is for terminals that call each repeat a press.
///
/// A keyboard keeps its delay to the millisecond, and hands do not. So once the delay is known, only a press that comes just so
/// long after another of the same key has to be doubted.
struct RepeatTiming: Hashable, Sendable, Codable {
    /// How long after its press a key that is held repeats first; nil until a hold has shown it.
    private(set) var delay: Interval?
    /// How many presses in a row have come as quickly as repeats do.
    private(set) var quick = 0

    /// How long after one repeat the next one comes; known together with the delay.
    private var gap: Interval?
    /// The key that was pressed last; nil if something else has happened since.
    private var key: Key?
    private var last = Instant(nanoseconds: 0)
    /// How long before the press that quick ones follow its key had been pressed; nil if it was not, or was repeating then.
    private var pause: Interval?

    /// Whether the key that was pressed last is held, as two quick presses after a keyboard's delay show.
    var showsHold: Bool {
        guard let pause else { return false }
        return quick > 1 && RepeatLimits.delays.contains(pause)
    }

    /// Whether a press that came so long after another of its key may be a first repeat.
    func mayRepeat(after interval: Interval) -> Bool {
        delay == nil ? RepeatLimits.delays.contains(interval) : isDelay(interval)
    }

    /// How long after a press that came so long after another of its key it shows whether repeats follow it. A link may delay a
    /// repeat by half of what usually lies before it.
    func patience(after interval: Interval) -> Interval {
        guard let gap, isDelay(interval) else { return RepeatLimits.nextRepeat }
        let late = Interval(nanoseconds: gap.nanoseconds * 3 / 2)
        return min(RepeatLimits.longestGap, max(RepeatLimits.leastPatience, late))
    }

    /// Whether a press that came so long after another of its key came when a first repeat comes; false as long as no hold has
    /// shown when that is.
    func isDelay(_ interval: Interval) -> Bool {
        guard let delay else { return false }
        let difference = interval - delay
        return max(difference, .zero - difference) <= RepeatLimits.jitter
    }

    /// Takes a press, and learns from it if it shows that its key is held.
    ///
    /// - Returns: how long it came after the last press; nil if that was of another key.
    @discardableResult
    mutating func press(_ key: Key, at now: Instant) -> Interval? {
        let isSame = self.key == key
        let since = now - last
        (self.key, last) = (key, now)
        if isSame, since < RepeatLimits.longestGap {
            quick += 1
            if quick == 2, showsHold { (delay, gap) = (pause, since) }
        } else {
            // A stream that halts for a moment, as on a slow link, says nothing of the delay.
            pause = isSame && quick == 0 ? since : nil
            quick = 0
        }
        return isSame ? since : nil
    }

    /// Something else has happened than presses: a release, or a repeat that was told as one. The next press begins again.
    mutating func breakOff() { (key, pause, quick) = (nil, nil, 0) }
}
