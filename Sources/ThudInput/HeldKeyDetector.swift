import ThudCore

/// Tells keys that are pressed from keys that are held, whatever a terminal tells of repeats and releases. Terminals have it in
/// `TerminalInput`; scripts and simulated players have it before a `GestureRecognizer`.
///
///     for event in detector.take(told, at: now) { … }
///     // and once `nextDeadline` has come:
///     for event in detector.advance(to: now) { … }
///
/// Many terminals call every repeat a press. A press that comes when a first repeat may come is told at once as `doubted`, for
/// whoever must act in time, and again as `settled` when it shows what it is: repeats come in streams, 150 ms apart at most. Once a
/// hold has shown the keyboard's delay, only a press after just that delay is doubted. Three presses that follow each other faster
/// than any finger are a hold in any case, so a keyboard that turns out to have another delay is learnt again.
///
/// A release is believed whenever it comes, but awaited only of a key that has been seen released before: many terminals promise
/// releases and do not send those of keys that type text. Of any other key it is concluded when no repeat follows.
package struct HeldKeyDetector: Hashable, Sendable, Codable {
    private struct Hold: Hashable, Sendable, Codable {
        /// When the key was pressed, or has repeated last.
        var last: Instant
        var isRepeating = false
        var tellsRelease = false

        /// When the key counts as released unless something comes.
        var deadline: Instant? {
            tellsRelease ? nil : last + (isRepeating ? RepeatLimits.nextRepeat : RepeatLimits.firstRepeat)
        }
    }

    private struct Doubt: Hashable, Sendable, Codable {
        let press: KeyEvent
        /// When it is a press, unless another one follows.
        let end: Instant
    }

    /// More keys than hands can hold are not followed.
    private static let mostHeld = 16
    /// No keyboard has more keys than this.
    private static let mostReleasing = 256

    /// The keys of which any second press is doubted, however late it comes.
    private let careful: Set<Key>
    private var holds: [Key: Hold] = [:]
    /// The keys whose release was seen, and so can be awaited.
    private var releasing: Set<Key> = []
    private var timing = RepeatTiming()
    /// The key that was pressed or has repeated last. No other one can repeat.
    private var last: Key?
    private var doubt: Doubt?

    package init(careful: Set<Key> = []) { self.careful = careful }

    /// When something follows from nothing having come.
    package var nextDeadline: Instant? { holds.keys.reduce(doubt?.end) { .earlier($0, deadline(of: $1)) } }

    private func deadline(of key: Key) -> Instant? { doubt?.press.key == key ? nil : holds[key]?.deadline }

    /// Judges an event of `now`, after all that was due by then. An event that has been judged before stays as it is.
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

    /// The conclusions that are due by `now`, each at its instant.
    package mutating func advance(to now: Instant) -> [KeyEvent] {
        var events: [KeyEvent] = []
        while let due = nextDeadline, due <= now {
            if doubt?.end == due {
                events += settle()
                continue
            }
            // The order of a dictionary is no order: keys of one instant follow by name.
            guard let key = holds.keys.filter({ deadline(of: $0) == due }).min(by: { $0.name < $1.name }) else { break }
            holds[key] = nil
            var release = KeyEvent(key, .release).judged(.doubted)
            release.instant = due
            events.append(release)
        }
        return events
    }

    /// Takes a doubted press for one, before something else that does not wait for it.
    package mutating func settle() -> [KeyEvent] {
        guard let press = doubt?.press else { return [] }
        doubt = nil
        return [begin(press, .settled)]
    }

    /// Forgets what is held: its releases will not be told.
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
            doubt = Doubt(press: event, end: event.instant + timing.patience(after: gap))
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

    /// Settles a doubted press: it was a repeat if its key goes on with `event`.
    private mutating func settle(by event: KeyEvent) -> [KeyEvent] {
        guard let press = doubt?.press, press.key == event.key else { return settle() }
        doubt = nil
        return [press.judged(.settled, as: .repeated)]
    }

    private mutating func begin(_ event: KeyEvent, _ certainty: KeyEvent.Certainty) -> KeyEvent {
        let tellsRelease = releasing.contains(event.key)
        if holds[event.key] != nil || holds.count < Self.mostHeld {
            holds[event.key] = Hold(last: event.instant, tellsRelease: tellsRelease)
        }
        return event.judged(certainty, tellsRelease: tellsRelease)
    }

    /// A press that shows that its key is held. What tells repeats as presses tells no release either.
    private mutating func goOn(_ event: KeyEvent) -> KeyEvent {
        holds[event.key] = Hold(last: event.instant, isRepeating: true)
        return event.judged(.certain, as: .repeated)
    }
}
