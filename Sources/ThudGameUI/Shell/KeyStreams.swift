import ThudCore
import ThudGameKit
import ThudTerminal

/// Takes a stream of presses for the one held key that it is, on the many terminals that call every repeat a press.
///
///     for key in streams.take(event, at: now) { … }        // every event of a key, as it comes
///     // and once `nextDeadline` has come:
///     for key in streams.advance(to: now) { … }
///
/// The stream's second press follows the first after the keyboard's delay, and as long as that is unknown, nothing tells it from a
/// finger's. From its third on one follows another faster than any finger: those become repeats. Where the second has switched
/// something back, the third still counts as a press, so that a switch ends as the first press left it.
///
/// Once a hold of any key has shown the delay (`RepeatTiming`), a press that comes just so long after the one before it is held
/// back until it shows what it is: a repeat, if another follows at once, and else a press, as it came.
///
/// Whoever has to know in time what a key does, as for a gesture, follows the key itself (`GestureRecognizer`).
package struct KeyStreams: Sendable {
    /// Pauses and goes on, in every game.
    private static let pause = Key.character("p")
    /// Leaves, and is followed by itself (`LongPress`).
    private static let leave = Key.character("q")

    /// The keys that switch something on and off.
    private let switches: Set<Key>
    /// Whether the streams of all other keys are marked too.
    private let marksAll: Bool
    /// The keys of which even then none is marked.
    private let followed: Set<Key>
    private var timing = RepeatTiming<Key>()
    /// The press that is held back, since it may be a first repeat.
    private var doubted: TimedKey?
    /// Whether the second press of the present stream was held back, so that it has switched nothing.
    private var hasSwitchedOnce = false

    /// Nothing has been pressed.
    ///
    /// - Parameter held: what a game says of keys that are held.
    package init(_ held: HeldKeysMeaning = .each) {
        switch held {
        case .each: (switches, marksAll, followed) = ([Self.pause], false, [])
        case .once(let switches, let followed):
            (self.switches, marksAll, self.followed) = (switches.union([Self.pause]), true, followed)
        }
    }

    /// When it shows by itself what the press is that is held back; nil where none is.
    package var nextDeadline: Instant? { doubted.map { $0.instant + timing.patience } }

    /// What is known of the keys once `event` has come at `now`, in their order; nothing where it is held back.
    package mutating func take(_ event: KeyEvent, at now: Instant) -> [TimedKey] {
        let key = TimedKey(event, at: now)
        guard event.kind == .press else {
            // What tells its releases calls its repeats repeats.
            if event.kind == .release { timing.breakOff() }
            return settle() + [key]
        }
        let wasRepeating = timing.quick > 0
        let gap = timing.press(event.key, at: now)
        // The press that is held back was the last one, so this one is of the same key.
        if let first = doubted, timing.quick > 0 {
            (doubted, hasSwitchedOnce) = (nil, true)
            return [first.asRepeat, key.asRepeat]
        }
        if timing.quick == 0 { hasSwitchedOnce = false }
        let settled = settle()
        if !wasRepeating, isMarked(event.key), let gap, timing.isDelay(gap) {
            doubted = key
            return settled
        }
        return settled + [isRepeat(event.key) ? key.asRepeat : key]
    }

    /// The press that was held back, once no repeat has followed it for long enough.
    package mutating func advance(to now: Instant) -> [TimedKey] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        return settle()
    }

    /// The press that is held back, before something else that does not wait for it.
    package mutating func settle() -> [TimedKey] {
        defer { doubted = nil }
        return doubted.map { [$0] } ?? []
    }

    /// Whether any press of a key may become a repeat.
    private func isMarked(_ key: Key) -> Bool {
        key != Self.leave && (switches.contains(key) || marksAll && !followed.contains(key))
    }

    private func isRepeat(_ key: Key) -> Bool {
        let first = switches.contains(key) && !hasSwitchedOnce ? 2 : 1
        return isMarked(key) && timing.quick >= first
    }
}

/// An event of a key as it is meant, and when it came.
package struct TimedKey: Hashable, Sendable {
    package let event: KeyEvent
    package let instant: Instant

    /// `event`, which came at `instant`.
    package init(_ event: KeyEvent, at instant: Instant) {
        self.event = event
        self.instant = instant
    }

    /// The same as a repeat.
    fileprivate var asRepeat: TimedKey {
        TimedKey(KeyEvent(event.key, .repeated, modifiers: event.modifiers), at: instant)
    }
}

/// What the presses mean to a game that come while a key is held.
package enum HeldKeysMeaning: Hashable, Sendable {
    /// Each is a press: the game tells a held key by itself, or has nothing that a stream could do thirty times.
    case each
    /// A held key is one press, those that switch something on and off among them; those that the game follows by itself, as
    /// a gesture, come as they are.
    case once(switches: Set<Key>, followed: Set<Key> = [])
}
