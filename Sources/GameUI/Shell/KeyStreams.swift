public import ThudCore
public import ThudTerminal

/// Takes a stream of presses for the one held key that it is, on the many terminals that call every repeat a press.
///
/// The stream's second press follows the first after the keyboard's first pause, and nothing tells it from a finger's. From its
/// third on one follows another faster than any finger: those become repeats. Where the second has switched something back, the
/// third still counts as a press, so that a switch ends as the first press left it.
///
/// Whoever has to know in time what a key does, as for a gesture, follows the key itself (`GestureRecognizer`).
public struct KeyStreams: Sendable {
    /// Presses of a key that follow each other faster than this are a stream: slower than the slowest keyboard repeats (the Linux
    /// console: 92 ms), faster than a finger.
    public static let longestGap = Interval.milliseconds(120)
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
    private var last: (key: Key, instant: Instant)?
    /// How many presses in a row have come as quickly as those of a stream.
    private var quick = 0

    /// Nothing has been pressed.
    ///
    /// - Parameter held: what a game says of keys that are held.
    public init(_ held: HeldKeysMeaning = .each) {
        switch held {
        case .each: (switches, marksAll, followed) = ([Self.pause], false, [])
        case .once(let switches, let followed):
            (self.switches, marksAll, self.followed) = (switches.union([Self.pause]), true, followed)
        }
    }

    /// The event as it is meant, which came at `now`.
    public mutating func meaning(of event: KeyEvent, at now: Instant) -> KeyEvent {
        // What tells its releases calls its repeats repeats.
        if event.kind == .release { (last, quick) = (nil, 0) }
        guard event.kind == .press, event.key != Self.leave else { return event }
        let isQuick = last.map { $0.key == event.key && now - $0.instant < Self.longestGap } ?? false
        quick = isQuick ? quick + 1 : 0
        last = (event.key, now)
        let isMarked = marksAll && !followed.contains(event.key)
        let isHeld = switches.contains(event.key) ? quick > 1 : isMarked && quick > 0
        return isHeld ? KeyEvent(event.key, .repeated, modifiers: event.modifiers) : event
    }
}

/// What the presses mean to a game that come while a key is held.
public enum HeldKeysMeaning: Hashable, Sendable {
    /// Each is a press: the game tells a held key by itself, or has nothing that a stream could do thirty times.
    case each
    /// A held key is one press, those that switch something on and off among them; those that the game follows by itself, as
    /// a gesture, come as they are.
    case once(switches: Set<Key>, followed: Set<Key> = [])
}
