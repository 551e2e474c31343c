import ThudCore

/// Turns what a hand does at mouse and keys into gestures. A pure state machine: the same events at the same instants give the
/// same findings, however often it is advanced between them.
///
///     var recognizer = GestureRecognizer(surface: PointerSurface(columns: 80, rows: 24))
///     recognizer.awaited = round.awaited                      // before every call
///     for finding in recognizer.take(event, at: instant) { … }
///     // and once `nextDeadline` has come:
///     for finding in recognizer.advance(to: deadline) { … }
///
/// It tells more than what is awaited, because a wrong gesture is one too; but it never waits for what is not.
package struct GestureRecognizer: Hashable, Sendable, Codable {
    /// The gestures to decide between at present.
    package var awaited: GestureSet
    package var surface: PointerSurface
    /// What the keys stand for.
    package let keys: GestureKeys

    private var finger = TouchRecognizer()
    private var keyTouch: TouchRecognizer?
    private var pinch = PinchRecognizer()
    private var held = HeldKeys()
    /// When a press began that is still doubted.
    private var doubts: [KeyName: Instant] = [:]

    package init(
        surface: PointerSurface = PointerSurface(), keys: GestureKeys = .usual,
        awaited: GestureSet = .all
    ) {
        self.surface = surface
        self.keys = keys
        self.awaited = awaited
    }

    /// When it has to be advanced next; nil where nothing is open.
    package var nextDeadline: Instant? {
        .earlier(
            .earlier(finger.nextDeadline(awaited), keyTouch?.nextDeadline(awaited)),
            .earlier(pinch.nextDeadline, held.nextDeadline))
    }

    /// Decides everything that is due by `now`.
    package mutating func advance(to now: Instant) -> [TimedFinding] {
        var findings: [TimedFinding] = []
        while let due = nextDeadline, due <= now {
            findings += finger.advance(to: due, awaited)
            findings += keyTouch?.advance(to: due, awaited) ?? []
            findings += pinch.advance(to: due, awaited)
            for change in held.advance(to: due) { findings += follow(change, at: due) }
        }
        return findings
    }

    /// Takes an event of `now`, after everything that was due by then.
    package mutating func take(_ event: HandEvent, at now: Instant) -> [TimedFinding] {
        var findings = advance(to: now)
        switch event {
        case .pointer(let event): findings += point(event, at: now)
        case .key(let stroke):
            guard keys.means(stroke.key) else { break }
            for change in held.take(stroke, at: now) { findings += follow(change, at: now) }
        case .letGo: findings += letGo(at: now)
        }
        return findings
    }

    private mutating func point(_ event: PointerEvent, at now: Instant) -> [TimedFinding] {
        switch event.kind {
        case .down where pinch.isIntended(at: now): return []
        case .down: return finger.down(at: now, cause: now, point: event.point, awaited)
        case .move: return finger.moved(to: event.point, at: now, surface: surface, awaited)
        case .up: return finger.up(at: now, point: event.point, surface: surface, awaited)
        case .rightDown, .rightMove, .rightUp, .wheel, .wheelAway:
            return pinch.take(event, at: now, surface: surface, awaited)
        }
    }

    private mutating func letGo(at now: Instant) -> [TimedFinding] {
        var findings =
            finger.letGo(at: now) + (keyTouch?.letGo(at: now) ?? []) + pinch.letGo(at: now, awaited)
        for doubt in doubts.values.sorted() {
            findings.append(TimedFinding(.dropped, cause: doubt, decided: now))
        }
        doubts = [:]
        keyTouch = nil
        held.letGo()
        return findings
    }

    // MARK: Keys

    private mutating func follow(_ change: HeldKeys.Change, at now: Instant) -> [TimedFinding] {
        switch change {
        case .down(let key, let cause, let tellsRelease), .again(let key, let cause, let tellsRelease):
            doubts[key] = nil
            if let gesture = keys.gestures[key] {
                return [TimedFinding(.recognized(gesture), cause: cause, decided: now)]
            }
            // One finger at a time: a second key means nothing while the first is down.
            if let keyTouch, keyTouch.key != key, !keyTouch.isIdle { return [] }
            if keyTouch?.key != key { keyTouch = TouchRecognizer(key: key) }
            if case .again = change {
                return keyTouch?.downAgain(
                    at: now, cause: cause, tellsRelease: tellsRelease, surface: surface, awaited) ?? []
            }
            return keyTouch?.down(at: now, cause: cause, point: nil, tellsRelease: tellsRelease, awaited) ?? []
        case .doubted(let key):
            if keyTouch?.key == key, let findings = keyTouch?.doubted(at: now, awaited), !findings.isEmpty {
                held.settleDoubt(of: key)
                return findings
            }
            doubts[key] = now
            return [TimedFinding(.began, cause: now, decided: now)]
        case .held(let key):
            let doubt = doubts.removeValue(forKey: key)
            let dropped = doubt.map { TimedFinding(.dropped, cause: $0, decided: now) }
            let findings = keyTouch?.key == key ? keyTouch?.held(at: now, awaited) ?? [] : []
            return findings + [dropped].compactMap(\.self)
        case .up(let key, let isCertain):
            let doubt = doubts.removeValue(forKey: key)
            let dropped = doubt.map { [TimedFinding(.dropped, cause: $0, decided: now)] } ?? []
            guard keyTouch?.key == key else { return dropped }
            return dropped
                + (keyTouch?.up(at: now, point: nil, isCertain: isCertain, surface: surface, awaited) ?? [])
        }
    }
}

package struct GestureKeys: Hashable, Sendable, Codable {
    /// Keys that are a finger: tapped, tapped twice, held.
    package let touches: Set<KeyName>
    /// Keys that are a gesture as they are pressed.
    package let gestures: [KeyName: Gesture]

    package init(touches: Set<KeyName>, gestures: [KeyName: Gesture] = [:]) {
        self.touches = touches
        self.gestures = gestures
    }

    /// Arrows swipe, the space bar is a finger, `-` pinches, and `x`, `[`, `]`, `r` and `f` move the phone.
    package static let usual = GestureKeys(
        touches: [.space],
        gestures: [
            .up: .swipe(.up), .down: .swipe(.down), .left: .swipe(.left), .right: .swipe(.right),
            KeyName("-"): .pinch, KeyName("x"): .shake, KeyName("["): .tilt(.left),
            KeyName("]"): .tilt(.right),
            KeyName("r"): .raise, KeyName("f"): .lower,
        ])

    /// Whether a key stands for anything.
    package func means(_ key: KeyName) -> Bool { touches.contains(key) || gestures[key] != nil }
}
