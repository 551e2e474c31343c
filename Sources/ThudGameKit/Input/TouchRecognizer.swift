import ThudCore
import ThudInput

/// Tells what one touch becomes: a tap, a double tap, a long press, a swipe, a drag, a hold. A touch is the left button, or a key
/// that stands for a finger.
///
/// It waits for no more than what is awaited: where no double tap is asked for, a tap is decided as the finger leaves.
struct TouchRecognizer: Hashable, Sendable, Codable {
    /// A finger that is or was down.
    private struct Press: Hashable, Sendable, Codable {
        var start: Instant
        var origin: Point?
        /// Whether its end is going to be told.
        var tellsRelease = true
        /// A key without releases has repeated.
        var isHeld = false
        var hasWandered = false
        /// It has gone as far and as fast as a swipe, while it may still be meant to hold.
        var passed: Direction?

        /// Whether a second tap at `point` belongs to it.
        func isNear(_ point: Point?) -> Bool {
            guard let origin, let point else { return origin == nil && point == nil }
            return origin.distance(to: point) <= GestureLimits.doubleTapReach
        }
    }

    private enum State: Hashable, Sendable, Codable {
        case idle
        case pressed(Press)
        /// A tap is made, and another may follow.
        case tapped(Press, up: Instant)
        case dragging(Press)
        /// It is down, and what it means is decided.
        case spent
    }

    /// The key, or nil for the pointer: what holds are told by.
    let key: Key?
    private var state = State.idle
    /// A hold was begun and has to be ended.
    private var isHolding = false

    init(key: Key? = nil) { self.key = key }

    var isIdle: Bool { state == .idle && !isHolding }

    func nextDeadline(_ awaited: GestureSet) -> Instant? {
        switch state {
        // A second tap at the very end of the time still counts.
        case .tapped(_, let up): return up + GestureLimits.doubleTap + .nanosecond
        case .pressed(let press):
            if press.hasWandered { return nil }
            if press.tellsRelease || press.isHeld { return press.start + GestureLimits.longPress }
            if awaited.contains(.longPress) { return nil }
            return awaited.contains(.doubleTap) ? press.start + GestureLimits.doubleTap : nil
        case .idle, .dragging, .spent: return nil
        }
    }

    /// Decides what is due at `now`.
    mutating func advance(to now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard let due = nextDeadline(awaited), due <= now else { return [] }
        switch state {
        case .tapped(let press, _):
            state = .idle
            return [Self.recognized(.tap(at: press.origin), press, at: due)]
        case .pressed(let press) where press.tellsRelease || press.isHeld:
            state = .spent
            return [Self.recognized(.longPress(at: press.origin), press, at: due)]
        case .pressed(let press):
            state = .spent
            return [Self.recognized(.tap(at: press.origin), press, at: due)]
        case .idle, .dragging, .spent: return []
        }
    }

    // MARK: The finger

    /// The finger comes down; `cause` lies before `now` where that was doubted.
    mutating func down(
        at now: Instant, cause: Instant, point: Point?, tellsRelease: Bool = true, _ awaited: GestureSet
    ) -> [TimedFinding] {
        var findings: [TimedFinding] = []
        switch state {
        case .tapped(let press, let up)
        where press.isNear(point) && cause - up <= GestureLimits.doubleTap:
            state = .spent
            findings.append(Self.recognized(.doubleTap(at: press.origin), press, at: now))
            return findings + beginHold(at: cause, now, point, awaited)
        case .tapped(let press, _):
            findings.append(Self.recognized(.tap(at: press.origin), press, at: now))
        // The end of the last touch was lost.
        case .pressed, .dragging: findings += letGo(at: now)
        case .idle, .spent: break
        }
        let press = Press(start: cause, origin: point, tellsRelease: tellsRelease)
        findings.append(TimedFinding(.began, cause: cause, decided: now))
        findings += beginHold(at: cause, now, point, awaited)
        if !tellsRelease, awaited.isDisjoint(with: [.doubleTap, .longPress]) {
            state = .spent
            findings.append(Self.recognized(.tap(at: point), press, at: now))
        } else {
            state = .pressed(press)
        }
        return findings
    }

    /// The finger leaves. Where that only follows from what did not come, a tap that could have been more is decided.
    mutating func up(
        at now: Instant, point: Point?, isCertain: Bool = true, surface: PointerSurface,
        _ awaited: GestureSet
    )
        -> [TimedFinding]
    {
        var findings = moved(to: point, at: now, isLast: true, surface: surface, awaited)
        if isHolding {
            isHolding = false
            findings.append(TimedFinding(.holdEnded(key), cause: now, decided: now))
        }
        switch state {
        case .pressed(let press) where press.hasWandered:
            state = .idle
            findings.append(TimedFinding(.dropped, cause: press.start, decided: now))
        case .pressed(let press) where isCertain && awaited.contains(.doubleTap):
            state = .tapped(press, up: now)
        case .pressed(let press):
            state = .idle
            findings.append(Self.recognized(.tap(at: press.origin), press, at: now))
        case .dragging(let press):
            state = .idle
            let end = point ?? press.origin ?? surface.middle
            findings.append(TimedFinding(.dragEnded(at: end), cause: now, decided: now))
        case .idle, .tapped: break
        case .spent: state = .idle
        }
        return findings
    }

    mutating func moved(
        to point: Point?, at now: Instant, isLast: Bool = false, surface: PointerSurface,
        _ awaited: GestureSet
    ) -> [TimedFinding] {
        guard let point else { return [] }
        if case .dragging = state {
            return isLast ? [] : [TimedFinding(.dragMoved(to: point), cause: now, decided: now)]
        }
        guard case .pressed(var press) = state, let origin = press.origin else { return [] }
        var findings: [TimedFinding] = []
        if !press.hasWandered, surface.hasWandered(from: origin, to: point) {
            press.hasWandered = true
            if awaited.contains(.drag) {
                state = .dragging(press)
                findings = [TimedFinding(.dragBegan(at: origin), cause: press.start, decided: now)]
                return isLast
                    ? findings : findings + [TimedFinding(.dragMoved(to: point), cause: now, decided: now)]
            }
        }
        press.passed = surface.swipe(from: origin, to: point, in: now - press.start) ?? press.passed
        state = .pressed(press)
        // Whoever is to hold may tremble: what passes 50 points meanwhile is a swipe once the finger leaves.
        let mayHold = awaited.contains(.longPress) && now - press.start < GestureLimits.holdIntent
        if let direction = press.passed, isLast || !mayHold {
            state = .spent
            findings.append(Self.recognized(.swipe(direction), press, at: now))
        }
        return findings
    }

    // MARK: Keys

    /// The key has repeated: it is held since its press.
    mutating func held(at now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard case .pressed(var press) = state else { return [] }
        press.isHeld = true
        state = .pressed(press)
        return advance(to: now, awaited)
    }

    /// The key was pressed again or has repeated. What is awaited decides where it can; else that will show.
    mutating func doubted(at now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard case .pressed(let press) = state else { return [] }
        if now - press.start <= GestureLimits.doubleTap, awaited.contains(.doubleTap) {
            state = .spent
            return [Self.recognized(.doubleTap(at: press.origin), press, at: now)]
        }
        guard now - press.start >= GestureLimits.longPress, awaited.contains(.longPress) else {
            return []
        }
        state = .spent
        return [Self.recognized(.longPress(at: press.origin), press, at: now)]
    }

    /// The key is pressed, for certain. The end of an earlier press may not have been told.
    mutating func press(
        _ event: KeyEvent, at now: Instant, surface: PointerSurface, _ awaited: GestureSet
    ) -> [TimedFinding] {
        let cause = event.instant
        if case .pressed(let press) = state, awaited.contains(.doubleTap),
            cause - press.start <= GestureLimits.doubleTap
        {
            state = .spent
            return [Self.recognized(.doubleTap(at: press.origin), press, at: now)]
        }
        return up(at: now, point: nil, isCertain: false, surface: surface, awaited)
            + down(at: now, cause: cause, point: nil, tellsRelease: event.tellsRelease, awaited)
    }

    /// Nothing comes of what is begun.
    mutating func letGo(at now: Instant) -> [TimedFinding] {
        var findings: [TimedFinding] = []
        if isHolding {
            isHolding = false
            findings.append(TimedFinding(.holdEnded(key), cause: now, decided: now))
        }
        switch state {
        case .pressed(let press), .tapped(let press, _):
            findings.append(TimedFinding(.dropped, cause: press.start, decided: now))
        case .dragging(let press):
            let end = press.origin ?? Point(x: 0, y: 0)
            findings.append(TimedFinding(.dragEnded(at: end), cause: now, decided: now))
        case .idle, .spent: break
        }
        state = .idle
        return findings
    }

    private mutating func beginHold(
        at cause: Instant, _ now: Instant, _ point: Point?, _ awaited: GestureSet
    )
        -> [TimedFinding]
    {
        guard awaited.contains(.hold), !isHolding else { return [] }
        isHolding = true
        return [TimedFinding(.holdBegan(key, at: point), cause: cause, decided: now)]
    }

    private static func recognized(_ gesture: Gesture, _ press: Press, at now: Instant)
        -> TimedFinding
    {
        TimedFinding(.recognized(gesture), cause: press.start, decided: now)
    }
}

extension PointerSurface {
    /// Whether a touch has left its place: 12 points, or the next cell where no more than cells are told.
    func hasWandered(from origin: Point, to point: Point) -> Bool {
        guard grain != .pixels else { return origin.distance(to: point) > GestureLimits.wander }
        return (point.x - origin.x).magnitude > Point.cellWidth
            || (point.y - origin.y).magnitude > Point.cellHeight
    }

    /// The direction of a swipe; nil where the way is too short or too slow, or began at an edge.
    func swipe(from origin: Point, to point: Point, in time: Interval) -> Direction? {
        let inner = GestureLimits.edge
        guard (inner...max(inner, width - inner)).contains(origin.x),
            (inner...max(inner, height - inner)).contains(origin.y)
        else { return nil }
        let (dx, dy) = (point.x - origin.x, point.y - origin.y)
        let way = max(dx.magnitude, dy.magnitude)
        guard way >= GestureLimits.swipeDistance, way >= GestureLimits.swipeSpeed * time.seconds else {
            return nil
        }
        if dx.magnitude >= dy.magnitude { return dx > 0 ? .right : .left }
        return dy > 0 ? .down : .up
    }
}
