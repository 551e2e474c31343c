import ThudCore

/// Distinguishes pressed keys from held keys, whatever a terminal reports about repeats and releases. `TerminalInput`
/// contains one for terminals. Scripts and simulated players use one in front of a `GestureRecognizer`.
///
///     for event in detector.take(told, at: now) { ... }
///     // and once `nextDeadline` has come:
///     for event in detector.advance(to: now) { ... }
///
/// Many terminals report every repeat as a press. A press at a time at which a first repeat may come is passed on at
/// once as `doubted`, for code that must act in time. It follows again as `settled` when its nature is known: repeats
/// come in streams, at most 150 ms apart. Once a hold has shown the keyboard's delay, only a press after that delay is
/// doubted. Three presses faster than any finger always count as a hold, so the detector learns again if the keyboard
/// turns out to have another delay.
///
/// A release counts whenever it comes. But the detector only waits for one if the key has been released before: many
/// terminals promise releases and do not send those of keys that type text. For any other key it infers the release
/// from missing repeats.
package struct HeldKeyDetector: Hashable, Sendable {
    private struct Hold: Hashable, Sendable {
        /// The time of the key's press or last repeat.
        var last: Instant
        var isRepeating = false
        var tellsRelease = false

        /// The time at which the key counts as released unless something comes; nil if its release will be reported.
        var deadline: Instant? {
            tellsRelease ? nil : last + (isRepeating ? RepeatLimits.nextRepeat : RepeatLimits.firstRepeat)
        }
    }

    private struct Doubt: Hashable, Sendable {
        let press: KeyEvent
        /// The time at which it counts as a press, unless another one follows.
        let end: Instant
    }

    /// The most keys that are tracked, which is more than hands can hold.
    private static let mostHeld = 16
    /// The most keys whose releases are remembered, which is more than any keyboard has.
    private static let mostReleasing = 256

    /// Whether releases may be reported at present. Otherwise they are inferred from silence.
    package var expectsReleases = true {
        didSet { if !expectsReleases { for key in holds.keys { holds[key]?.tellsRelease = false } } }
    }

    /// The keys for which any second press is doubted, however late it comes.
    private let careful: Set<Key>
    private var holds: [Key: Hold] = [:]
    /// The keys whose release has been reported before, so that it can be expected.
    private var releasing: Set<Key> = []
    private var timing = RepeatTiming()
    /// The last key that was pressed or repeated. No other key can repeat.
    package private(set) var last: Key?
    private var doubt: Doubt?

    package init(careful: Set<Key> = []) { self.careful = careful }

    /// The time at which silence leads to a conclusion; nil if none is pending.
    package var nextDeadline: Instant? { holds.keys.reduce(doubt?.end) { .earlier($0, deadline(of: $1)) } }

    private func deadline(of key: Key) -> Instant? { doubt?.press.key == key ? nil : holds[key]?.deadline }

    /// Judges an event at `now`, after everything due by then. An event that was judged before stays unchanged.
    package mutating func take(_ event: KeyEvent, at now: Instant) -> [KeyEvent] {
        guard event.certainty == .told else { return [event] }
        let due = advance(to: now)
        var event = event
        event.instant = now
        switch event.kind {
        case .press: return due + press(event)
        case .repeated: return due + repeated(event)
        case .release: return due + release(event)
        }
    }

    /// Takes a press at `now` that is known to be a repeat of the last key.
    package mutating func takeRepeat(_ event: KeyEvent, at now: Instant) -> [KeyEvent] {
        var event = event
        event.instant = now
        timing.breakOff()
        return advance(to: now) + settle(by: event) + [goOn(event)]
    }

    /// Returns the conclusions that are due by `now`, each at its own instant.
    package mutating func advance(to now: Instant) -> [KeyEvent] {
        var events: [KeyEvent] = []
        while let due = nextDeadline, due <= now {
            if doubt?.end == due {
                events += settle()
                continue
            }
            // Dictionaries have no stable order, so keys of the same instant are sorted by name.
            guard let key = holds.keys.filter({ deadline(of: $0) == due }).min(by: { $0.name < $1.name }) else { break }
            holds[key] = nil
            var release = KeyEvent(key, .release).judged(.doubted)
            release.instant = due
            events.append(release)
        }
        return events
    }

    /// Settles a doubted press as a press, before another event that does not wait for it.
    package mutating func settle() -> [KeyEvent] {
        guard let press = doubt?.press else { return [] }
        doubt = nil
        return [begin(press, .settled)]
    }

    /// Forgets all held keys. Their releases will not be reported.
    package mutating func letGo() {
        (holds, doubt, last) = ([:], nil, nil)
        timing.breakOff()
    }

    private mutating func press(_ event: KeyEvent) -> [KeyEvent] {
        let key = event.key
        let streams = last == key && holds[key]?.isRepeating == true || doubt?.press.key == key
        let wasQuick = timing.quick > 0
        let gap = timing.press(key, at: event.instant)
        last = key
        let settled = settle(by: event)
        if streams || timing.quick > 1 { return settled + [goOn(event)] }
        if !wasQuick, let gap, careful.contains(key) || timing.mayRepeat(after: gap) {
            doubt = Doubt(press: event, end: event.instant + timing.repeatWait(after: gap))
            return settled + [event.judged(.doubted)]
        }
        return settled + [begin(event, .certain)]
    }

    private mutating func repeated(_ event: KeyEvent) -> [KeyEvent] {
        timing.breakOff()
        last = event.key
        let settled = settle(by: event)
        holds[event.key]?.isRepeating = true
        holds[event.key]?.last = event.instant
        return settled + [event.judged(.certain)]
    }

    private mutating func release(_ event: KeyEvent) -> [KeyEvent] {
        timing.breakOff()
        if last == event.key { last = nil }
        if releasing.count < Self.mostReleasing { releasing.insert(event.key) }
        let settled = settle()
        holds[event.key] = nil
        return settled + [event.judged(.certain)]
    }

    /// Settles a doubted press. It was a repeat if its key continues with `event`.
    private mutating func settle(by event: KeyEvent) -> [KeyEvent] {
        guard let press = doubt?.press, press.key == event.key else { return settle() }
        doubt = nil
        return [press.judged(.settled, as: .repeated)]
    }

    private mutating func begin(_ event: KeyEvent, _ certainty: KeyEvent.Certainty) -> KeyEvent {
        let tellsRelease = expectsReleases && releasing.contains(event.key)
        if holds[event.key] != nil || holds.count < Self.mostHeld {
            holds[event.key] = Hold(last: event.instant, tellsRelease: tellsRelease)
        }
        return event.judged(certainty, tellsRelease: tellsRelease)
    }

    /// Handles a press that reveals a held key. A terminal that reports repeats as presses reports no releases.
    private mutating func goOn(_ event: KeyEvent) -> KeyEvent {
        holds[event.key] = Hold(last: event.instant, isRepeating: true)
        return event.judged(.certain, as: .repeated)
    }
}
