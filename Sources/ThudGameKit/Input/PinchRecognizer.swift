import ThudCore
import ThudInput

/// Recognises pinches: by the wheel, 0.94 a notch, or by dragging the right button towards the screen's middle.
struct PinchRecognizer: Hashable, Sendable {
    private enum Means: Hashable, Sendable {
        case wheel
        /// The distance from the middle of the screen at which the button went down.
        case drag(from: Double)
    }

    private struct Pinch: Hashable, Sendable {
        var start: Instant
        var last: Instant
        var means: Means
        /// The present distance of the fingers as a fraction of the first.
        var scale = 1.0
        /// The fraction that has been reported as scaling so far.
        var told = 1.0
        var isDecided = false
    }

    /// The least distance from the middle at which the right button can begin a pinch, in points.
    private static let leastRadius = 24.0
    private var pinch: Pinch?

    var nextDeadline: Instant? {
        guard let pinch, pinch.means == .wheel else { return nil }
        return pinch.last + (pinch.isDecided ? GestureLimits.pinchIntent : GestureLimits.wheelRest)
    }

    /// Whether a pinch is so recent that no other gesture can be meant.
    func isIntended(at now: Instant) -> Bool {
        guard let pinch, (1 - pinch.scale).magnitude >= GestureLimits.leastPinch - 1e-9 else { return false }
        return now - pinch.last < GestureLimits.pinchIntent
    }

    mutating func advance(to now: Instant, _ awaited: GestureSet) -> [TimedFinding] {
        guard let due = nextDeadline, due <= now else { return [] }
        return end(at: due)
    }

    /// Takes an event of the wheel or of the right button, and ignores all others.
    mutating func take(
        _ event: PointerEvent, at now: Instant, surface: PointerSurface, _ awaited: GestureSet
    ) -> [TimedFinding] {
        switch (event.kind, event.button) {
        case (.wheel, _): return turn(by: GestureLimits.notch, at: now, event.point, awaited)
        case (.wheelAway, _): return turn(by: 1 / GestureLimits.notch, at: now, event.point, awaited)
        case (.down, .right):
            let radius = event.point.distance(to: surface.middle)
            let findings = end(at: now)
            guard radius >= Self.leastRadius else { return findings }
            return findings + begin(.drag(from: radius), at: now)
        case (.move, .right): return drag(to: event.point, at: now, surface, awaited)
        case (.up, .right): return drag(to: event.point, at: now, surface, awaited) + end(at: now)
        case (.down, _), (.move, _), (.up, _): return []
        }
    }

    private mutating func begin(_ means: Means, at now: Instant) -> [TimedFinding] {
        pinch = Pinch(start: now, last: now, means: means)
        return [TimedFinding(.began, cause: now, decided: now)]
    }

    private mutating func turn(
        by factor: Double, at now: Instant, _ point: Point, _ awaited: GestureSet
    ) -> [TimedFinding] {
        if let pinch, pinch.means != .wheel { return [] }
        let findings = pinch == nil ? begin(.wheel, at: now) : []
        return findings + scale(to: (pinch?.scale ?? 1) * factor, at: now, point, awaited)
    }

    private mutating func drag(to point: Point, at now: Instant, _ surface: PointerSurface, _ awaited: GestureSet)
        -> [TimedFinding]
    {
        guard let pinch, case .drag(let radius) = pinch.means else { return [] }
        return scale(to: point.distance(to: surface.middle) / radius, at: now, point, awaited)
    }

    private mutating func scale(
        to scale: Double, at now: Instant, _ point: Point, _ awaited: GestureSet
    ) -> [TimedFinding] {
        guard var next = pinch else { return [] }
        next.scale = scale
        next.last = now
        var findings: [TimedFinding] = []
        // Fingers on one point have no ratio, and a change of less than 0.06 is a tremble.
        let isMeant = next.told != 1 || (1 - scale).magnitude >= GestureLimits.leastPinch - 1e-9
        if awaited.contains(.scale), scale > 0, isMeant, scale != next.told {
            findings.append(TimedFinding(.scaled(by: scale / next.told, at: point), cause: now, decided: now))
            next.told = scale
        }
        // Three notches give 0.8306. The tolerance lets a distance of exactly 0.85 count despite rounding.
        if !next.isDecided, scale <= GestureLimits.pinch + 1e-9 {
            next.isDecided = true
            findings.append(TimedFinding(.recognized(.pinch), cause: next.start, decided: now))
        }
        pinch = next
        return findings
    }

    mutating func end(at now: Instant) -> [TimedFinding] {
        guard let ended = pinch else { return [] }
        pinch = nil
        var findings: [TimedFinding] = []
        if ended.told != 1 { findings.append(TimedFinding(.scaleEnded, cause: now, decided: now)) }
        if !ended.isDecided { findings.append(TimedFinding(.dropped, cause: ended.start, decided: now)) }
        return findings
    }
}
