import ThudCore
import ThudInput

/// Decides what one touch becomes: a tap, a double tap, a long press, a swipe, a drag or a hold. A touch is made by
/// the left button or by a key that acts as a finger. It waits only for what is awaited: if no double tap is awaited,
/// a tap is decided as the finger lifts.
struct TouchRecognizer: Hashable, Sendable {
    private struct Press: Hashable, Sendable {
        var start: Instant
        var origin: Point?
        /// Whether its end will be reported.
        var tellsRelease = true
        /// Whether a key without release reports has repeated.
        var isHeld = false
        var hasWandered = false
        /// The direction of a swipe that is far and fast enough, while the touch may still be meant as a hold.
        var passed: Direction?

        /// Whether a second tap at `point` belongs to it.
        func isNear(_ point: Point?) -> Bool {
            guard let origin, let point else { return origin == nil && point == nil }
            return origin.distance(to: point) <= GestureLimits.doubleTapReach
        }
    }

    private enum State: Hashable, Sendable {
        case idle
        case pressed(Press)
        /// A tap is made, and another may follow.
        case tapped(Press, up: Instant)
        case dragging(Press)
        /// The finger is down, and the gesture is already decided.
        case spent
    }

    /// The key that holds are reported with, or nil for the pointer.
    let key: Key?
    private var state = State.idle
    /// Whether a hold has begun and still has to end.
    private var isHolding = false

    init(key: Key? = nil) { self.key = key }

    var isIdle: Bool { state == .idle && !isHolding }

    /// What a touch becomes if nothing more happens, and when. nil if it waits for more.
    private func pending(_ awaited: GestureSet) -> (due: Instant, gesture: Gesture, press: Press, next: State)? {
        switch state {
        // A second tap at the very end of the time still counts.
        case .tapped(let press, let up):
            (up + GestureLimits.doubleTap + .nanosecond, .tap(at: press.origin), press, .idle)
        case .pressed(let press) where press.hasWandered: nil
        case .pressed(let press) where press.tellsRelease || press.isHeld:
            (press.start + GestureLimits.longPress, .longPress(at: press.origin), press, .spent)
        case .pressed(let press) where awaited.isDisjoint(with: .longPress) && awaited.contains(.doubleTap):
            (press.start + GestureLimits.doubleTap, .tap(at: press.origin), press, .spent)
        case .pressed, .idle, .dragging, .spent: nil
        }
    }

    func nextDeadline(_ awaited: GestureSet) -> Instant? { pending(awaited)?.due }

    mutating func advance(to now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard let (due, gesture, press, next) = pending(awaited), due <= now else { return [] }
        return [decide(gesture, press, at: due, then: next)]
    }

    // MARK: The finger

    /// Handles the finger coming down. `cause` is before `now` if the press was doubtful at first.
    mutating func down(
        at now: Instant, cause: Instant, point: Point?, tellsRelease: Bool = true, _ awaited: GestureSet
    ) -> [TimedFinding] {
        var findings: [TimedFinding] = []
        switch state {
        case .tapped(let press, let up) where press.isNear(point) && cause - up <= GestureLimits.doubleTap:
            findings.append(decide(.doubleTap(at: press.origin), press, at: now))
            return findings + beginHold(at: cause, now, point, awaited)
        case .tapped(let press, _): findings.append(decide(.tap(at: press.origin), press, at: now, then: .idle))
        // The end of the last touch was lost.
        case .pressed, .dragging: findings += letGo(at: now)
        case .idle, .spent: break
        }
        let press = Press(start: cause, origin: point, tellsRelease: tellsRelease)
        findings.append(TimedFinding(.began, cause: cause, decided: now))
        findings += beginHold(at: cause, now, point, awaited)
        if !tellsRelease, awaited.isDisjoint(with: [.doubleTap, .longPress]) {
            findings.append(decide(.tap(at: point), press, at: now))
        } else {
            state = .pressed(press)
        }
        return findings
    }

    /// Handles the finger lifting. If that is only inferred, a tap is decided without waiting for a second.
    mutating func up(
        at now: Instant, point: Point?, isCertain: Bool = true, surface: PointerSurface, _ awaited: GestureSet
    ) -> [TimedFinding] {
        var findings = moved(to: point, at: now, isLast: true, surface: surface, awaited) + endHold(at: now)
        switch state {
        case .pressed(let press) where press.hasWandered:
            state = .idle
            findings.append(TimedFinding(.dropped, cause: press.start, decided: now))
        // Only this release shows how long a key was held that was never released before and has not repeated yet.
        case .pressed(let press) where isCertain && now - press.start >= GestureLimits.longPress:
            findings.append(decide(.longPress(at: press.origin), press, at: now, then: .idle))
        case .pressed(let press) where isCertain && awaited.contains(.doubleTap): state = .tapped(press, up: now)
        case .pressed(let press):
            findings.append(decide(.tap(at: press.origin), press, at: now, then: .idle))
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
        to point: Point?, at now: Instant, isLast: Bool = false, surface: PointerSurface, _ awaited: GestureSet
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
                return isLast ? findings : findings + [TimedFinding(.dragMoved(to: point), cause: now, decided: now)]
            }
        }
        press.passed = surface.swipe(from: origin, to: point, in: now - press.start) ?? press.passed
        state = .pressed(press)
        // A finger meant to hold may tremble: 50 points within that time become a swipe only when it lifts.
        let mayHold = awaited.contains(.longPress) && now - press.start < GestureLimits.holdIntent
        if let direction = press.passed, isLast || !mayHold {
            findings.append(decide(.swipe(direction), press, at: now))
        }
        return findings
    }

    // MARK: Keys

    /// Handles a repeat of the key, which has been held since its press.
    mutating func held(at now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard case .pressed(var press) = state else { return [] }
        press.isHeld = true
        state = .pressed(press)
        return advance(to: now, awaited)
    }

    /// Handles a new press or a repeat, which look alike. What is awaited may decide it; otherwise later events do.
    mutating func doubted(at now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard case .pressed(let press) = state else { return [] }
        if now - press.start <= GestureLimits.doubleTap, awaited.contains(.doubleTap) {
            return [decide(.doubleTap(at: press.origin), press, at: now)]
        }
        guard now - press.start >= GestureLimits.longPress, awaited.contains(.longPress) else { return [] }
        return [decide(.longPress(at: press.origin), press, at: now)]
    }

    /// Handles a certain press of the key. The end of an earlier press may not have been reported.
    mutating func press(
        _ event: KeyEvent, at now: Instant, surface: PointerSurface, _ awaited: GestureSet
    ) -> [TimedFinding] {
        let cause = event.instant
        if case .pressed(let press) = state, awaited.contains(.doubleTap),
            cause - press.start <= GestureLimits.doubleTap
        {
            return [decide(.doubleTap(at: press.origin), press, at: now)]
        }
        return up(at: now, point: nil, isCertain: false, surface: surface, awaited)
            + down(at: now, cause: cause, point: nil, tellsRelease: event.tellsRelease, awaited)
    }

    private mutating func endHold(at now: Instant) -> [TimedFinding] {
        defer { isHolding = false }
        return isHolding ? [TimedFinding(.holdEnded(key), cause: now, decided: now)] : []
    }

    /// Drops what has begun.
    mutating func letGo(at now: Instant) -> [TimedFinding] {
        var findings = endHold(at: now)
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

    private mutating func beginHold(at cause: Instant, _ now: Instant, _ point: Point?, _ awaited: GestureSet)
        -> [TimedFinding]
    {
        guard awaited.contains(.hold), !isHolding else { return [] }
        isHolding = true
        return [TimedFinding(.holdBegan(key, at: point), cause: cause, decided: now)]
    }

    /// Decides what a press becomes. The finger is still down afterwards, unless the next state says otherwise.
    private mutating func decide(
        _ gesture: Gesture, _ press: Press, at now: Instant, then next: State = .spent
    ) -> TimedFinding {
        state = next
        return TimedFinding(.recognized(gesture), cause: press.start, decided: now)
    }
}

extension PointerSurface {
    /// Whether a touch has left its origin: by 12 points, or by a cell if only cells are reported.
    func hasWandered(from origin: Point, to point: Point) -> Bool {
        guard grain != .pixels else { return origin.distance(to: point) > GestureLimits.wander }
        return (point.x - origin.x).magnitude > Point.cellWidth || (point.y - origin.y).magnitude > Point.cellHeight
    }

    /// Returns the direction of a swipe. nil if the movement is too short or too slow, or began at an edge.
    func swipe(from origin: Point, to point: Point, in time: Interval) -> Direction? {
        let inner = GestureLimits.edge
        guard (inner...max(inner, width - inner)).contains(origin.x),
            (inner...max(inner, height - inner)).contains(origin.y)
        else { return nil }
        let (dx, dy) = (point.x - origin.x, point.y - origin.y)
        let way = max(dx.magnitude, dy.magnitude)
        guard way >= GestureLimits.swipeDistance, way >= GestureLimits.swipeSpeed * time.seconds else { return nil }
        if dx.magnitude >= dy.magnitude { return dx > 0 ? .right : .left }
        return dy > 0 ? .down : .up
    }
}
