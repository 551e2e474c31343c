import ThudCore
import ThudInput

/// Turns the actions of a hand at mouse and keys into gestures. A pure state machine: the same events at the same
/// instants give the same findings, however often it is advanced between them.
///
///     var recognizer = GestureRecognizer(surface: PointerSurface(columns: 80, rows: 24))
///     recognizer.awaited = round.awaited                      // before every call
///     for finding in recognizer.take(event, at: instant) { … }
///     // and once `nextDeadline` has come:
///     for finding in recognizer.advance(to: deadline) { … }
///
/// It also reports gestures that are not awaited, because a wrong gesture counts too. But it never waits for them.
package struct GestureRecognizer: Hashable, Sendable {
    package var awaited: GestureSet
    package var surface: PointerSurface
    package let keys: GestureKeys
    private var finger = TouchRecognizer()
    private var keyTouch: TouchRecognizer?
    private var pinch = PinchRecognizer()
    /// Judges the keys of scripts and simulated players. The terminal layer has already judged those of a terminal.
    private var keyboard = HeldKeyDetector()
    /// The start of each press that is still doubtful.
    private var doubts: [Key: Instant] = [:]

    package init(surface: PointerSurface = PointerSurface(), keys: GestureKeys = .usual, awaited: GestureSet = .all) {
        self.surface = surface
        self.keys = keys
        self.awaited = awaited
    }

    /// The instant by which it must be advanced. nil if nothing is pending.
    package var nextDeadline: Instant? {
        .earlier(
            .earlier(finger.nextDeadline(awaited), keyTouch?.nextDeadline(awaited)),
            .earlier(pinch.nextDeadline, keyboard.nextDeadline))
    }

    package mutating func advance(to now: Instant) -> [TimedFinding] {
        var findings: [TimedFinding] = []
        while let due = nextDeadline, due <= now {
            findings += finger.advance(to: due, awaited)
            findings += keyTouch?.advance(to: due, awaited) ?? []
            findings += pinch.advance(to: due, awaited)
            for event in keyboard.advance(to: due) { findings += follow(event, at: due) }
        }
        return findings
    }

    /// Takes an event at `now`, after everything due by then.
    package mutating func take(_ event: HandEvent, at now: Instant) -> [TimedFinding] {
        var findings = advance(to: now)
        switch event {
        case .pointer(let event): findings += point(event, at: now)
        case .key(let event): for judged in keyboard.take(event, at: now) { findings += follow(judged, at: now) }
        case .letGo: findings += letGo(at: now)
        }
        return findings
    }

    private mutating func point(_ event: PointerEvent, at now: Instant) -> [TimedFinding] {
        switch (event.kind, event.button) {
        case (.down, .left) where pinch.isIntended(at: now): return []
        case (.down, .left): return finger.down(at: now, cause: now, point: event.point, awaited)
        case (.move, .left): return finger.moved(to: event.point, at: now, surface: surface, awaited)
        case (.up, .left): return finger.up(at: now, point: event.point, surface: surface, awaited)
        default: return pinch.take(event, at: now, surface: surface, awaited)
        }
    }

    private mutating func letGo(at now: Instant) -> [TimedFinding] {
        var findings = finger.letGo(at: now) + (keyTouch?.letGo(at: now) ?? []) + pinch.end(at: now)
        for doubt in doubts.values.sorted() { findings.append(TimedFinding(.dropped, cause: doubt, decided: now)) }
        doubts = [:]
        keyTouch = nil
        keyboard.letGo()
        return findings
    }

    // MARK: Keys

    private mutating func follow(_ event: KeyEvent, at now: Instant) -> [TimedFinding] {
        let key = event.key
        guard keys.means(event) else { return [] }
        let isTouched = keyTouch?.key == key
        switch event.kind {
        case .press where event.certainty == .doubted:
            if isTouched, let findings = keyTouch?.doubted(at: now, awaited), !findings.isEmpty { return findings }
            doubts[key] = now
            return [TimedFinding(.began, cause: now, decided: now)]
        case .press:
            // A doubtful press may already have been decided by what was awaited.
            let doubt = doubts.removeValue(forKey: key)
            return event.certainty == .settled && doubt == nil ? [] : press(event, at: now)
        case .repeated: return (isTouched ? keyTouch?.held(at: now, awaited) ?? [] : []) + dropDoubt(of: key, at: now)
        case .release:
            let dropped = dropDoubt(of: key, at: now)
            guard isTouched else { return dropped }
            return dropped
                + (keyTouch?.up(at: now, point: nil, isCertain: event.isCertain, surface: surface, awaited) ?? [])
        }
    }

    private mutating func press(_ event: KeyEvent, at now: Instant) -> [TimedFinding] {
        if let gesture = keys.gestures[event.key] {
            return [TimedFinding(.recognized(gesture), cause: event.instant, decided: now)]
        }
        // Only one key acts as a finger at a time: a second key means nothing while the first is down.
        if let keyTouch, keyTouch.key != event.key, !keyTouch.isIdle { return [] }
        if keyTouch?.key != event.key { keyTouch = TouchRecognizer(key: event.key) }
        return keyTouch?.press(event, at: now, surface: surface, awaited) ?? []
    }

    private mutating func dropDoubt(of key: Key, at now: Instant) -> [TimedFinding] {
        doubts.removeValue(forKey: key).map { [TimedFinding(.dropped, cause: $0, decided: now)] } ?? []
    }
}

package struct GestureKeys: Hashable, Sendable {
    /// Keys that act as a finger: tapped, tapped twice, held.
    package let touches: Set<Key>
    package let gestures: [Key: Gesture]

    package init(touches: Set<Key>, gestures: [Key: Gesture] = [:]) {
        self.touches = touches
        self.gestures = gestures
    }

    /// Arrows swipe, the space bar is a finger, `-` pinches, and `x`, `[`, `]`, `r` and `f` move the phone.
    package static let usual = GestureKeys(
        touches: [.space],
        gestures: [
            .up: .swipe(.up), .down: .swipe(.down), .left: .swipe(.left), .right: .swipe(.right),
            .character("-"): .pinch, .character("x"): .shake, .character("["): .tilt(.left),
            .character("]"): .tilt(.right),
            .character("r"): .raise, .character("f"): .lower,
        ])

    /// Whether an event belongs to a key with a meaning, without modifiers that change the key.
    package func means(_ event: KeyEvent) -> Bool {
        event.modifiers.isSubset(of: .shift) && (touches.contains(event.key) || gestures[event.key] != nil)
    }
}
