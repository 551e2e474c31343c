import ThudCore

package enum RepeatLimits {
    /// How long the first repeat of a key is awaited: X11 repeats after 660 ms, KDE 600, GNOME 500, the console 250.
    package static let firstRepeat = Interval.milliseconds(700)
    /// How long the next repeat is awaited: the console repeats every 92 ms, others faster.
    package static let nextRepeat = Interval.milliseconds(150)
    /// The shortest time after a press at which any keyboard repeats.
    static let soonestRepeat = Interval.milliseconds(200)
    /// How exactly a keyboard keeps its delay before the first repeat, including the latency of a connection.
    static let jitter = Interval.milliseconds(30)
    /// Presses of a key closer together than this are repeats. It is slower than the slowest keyboard repeats (the
    /// Linux console: 92 ms) and faster than a finger.
    static let longestGap = Interval.milliseconds(120)
    /// The shortest wait for quick repeats after a press. Keyboards other than the console repeat within 40 ms.
    static let shortestWait = Interval.milliseconds(60)
    /// The times after a press at which a first repeat may come.
    static let delays = soonestRepeat..<firstRepeat
}

/// The learnt repeat timing of this keyboard: the delay before the first repeat, and the gap between two repeats. It
/// serves terminals that report each repeat as a press.
///
/// A keyboard keeps its delay to the millisecond, and hands do not. So once the delay is known, only a press after
/// exactly that delay since another of the same key has to be doubted.
struct RepeatTiming: Hashable, Sendable {
    /// The time from a press to its first repeat; nil until a hold has shown it.
    private(set) var delay: Interval?
    /// How many presses in a row have come as quickly as repeats do.
    private(set) var quick = 0

    /// The time from one repeat to the next; known together with the delay.
    private var gap: Interval?
    /// The key that was pressed last; nil if something else has happened since.
    private var key: Key?
    private var last = Instant(nanoseconds: 0)
    /// The time between the press before the quick ones and the one before it; nil if that is missing or a repeat.
    private var pause: Interval?

    /// Whether the last key is held, as two quick presses after a keyboard's delay show.
    var showsHold: Bool {
        guard let pause else { return false }
        return quick > 1 && RepeatLimits.delays.contains(pause)
    }

    /// Whether a press may be a first repeat if it came `interval` after another of its key.
    func mayRepeat(after interval: Interval) -> Bool {
        delay == nil ? RepeatLimits.delays.contains(interval) : isDelay(interval)
    }

    /// Returns how long to wait after a press, which came `interval` after another of its key, to see whether repeats
    /// follow. A connection may delay a repeat by half of the usual gap.
    func repeatWait(after interval: Interval) -> Interval {
        guard let gap, isDelay(interval) else { return RepeatLimits.nextRepeat }
        let late = Interval(nanoseconds: gap.nanoseconds * 3 / 2)
        return min(RepeatLimits.longestGap, max(RepeatLimits.shortestWait, late))
    }

    /// Whether a first repeat comes `interval` after a press; false until a hold has shown that time.
    func isDelay(_ interval: Interval) -> Bool {
        guard let delay else { return false }
        let difference = interval - delay
        return max(difference, .zero - difference) <= RepeatLimits.jitter
    }

    /// Records a press, and learns from it if it shows that its key is held. Returns the time since the last press; nil
    /// if that was of another key.
    @discardableResult
    mutating func press(_ key: Key, at now: Instant) -> Interval? {
        let isSame = self.key == key
        let since = now - last
        (self.key, last) = (key, now)
        if isSame, since < RepeatLimits.longestGap {
            quick += 1
            if quick == 2, showsHold { (delay, gap) = (pause, since) }
        } else {
            // A stream that pauses briefly, as on a slow connection, says nothing about the delay.
            pause = isSame && quick == 0 ? since : nil
            quick = 0
        }
        return isSame ? since : nil
    }

    /// Records that something other than a press happened: a release or a reported repeat. The next press starts over.
    mutating func breakOff() { (key, pause, quick) = (nil, nil, 0) }
}
