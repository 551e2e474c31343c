import Glibc
import ThudCore
import ThudGameKit
import ThudInput

/// The pointer, the face, and the simulated player if no person plays.
package struct MagicPlayerModel: PlayerModel {
    package typealias Rules = MagicRound
    package typealias Action = MagicAction

    /// The stage in points, whatever the size of the screen: that of 80 columns and 15 rows.
    package static let surface = PointerSurface(columns: 80, rows: 15, grain: .cells)
    /// The strength and the duration of an expression that a key stands for.
    static let expression = (strength: 0.85, length: Interval.milliseconds(250))

    private var recognizer = GestureRecognizer(
        surface: surface, keys: GestureKeys(touches: []), awaited: [.tap, .longPress, .drag, .scale])
    private var expressions: [FaceGesture: Instant] = [:]
    /// The last tap on a character. Another one within 350 ms makes it a double tap.
    private var tapped: (id: Int, instant: Instant)?
    private var bot: MagicBot?
    /// Whether the dragging finger went down on an empty place. A small child's finger trembles, so this counts as a
    /// tap at the place in which it ends.
    private var isReaching = false

    /// The finger's position, for the preview of the character that would appear there.
    package private(set) var finger: Spot?

    package init(bot: MagicBot?) { self.bot = bot }

    /// When a touch becomes a long press, or an expression ends.
    package var nextSample: Instant? { (expressions.values + [recognizer.nextDeadline].compactMap(\.self)).min() }

    /// Ends expressions, and decides what the finger means.
    package mutating func sense(at instant: Instant, _ round: MagicRound) -> [MagicEvent] {
        var events: [MagicEvent] = []
        for face in FaceGesture.allCases where expressions[face].map({ $0 <= instant }) == true {
            expressions[face] = nil
            events.append(.face(face, 0))
        }
        return events + understood(recognizer.advance(to: instant), at: instant, round)
    }

    /// Performs an action. A second tap on a character makes a double tap, but the first one is never delayed for it.
    package mutating func obey(
        _ action: MagicAction, by origin: ActionOrigin, at instant: Instant, _ round: MagicRound
    ) -> [MagicEvent] {
        switch action {
        case .event(.tap(let spot)): return [tap(spot, at: instant, round)]
        case .event(let event): return [event]
        case .express(let face):
            expressions[face] = instant + Self.expression.length
            return [.face(face, Self.expression.strength)]
        case .hand(let event):
            let findings = recognizer.take(event, at: instant)
            follow(event, begins: findings.contains { $0.finding == .began })
            return understood(findings, at: instant, round)
        }
    }

    /// Plans the simulated player's actions for a new stage. Lifts the finger if a pause or a panel covers the
    /// characters, because the model does not see the end of that touch.
    package mutating func follow(
        _ effects: [MagicRoundEffect], from before: MagicRound?, to after: MagicRound, at instant: Instant
    ) -> [PlannedCommand<MagicAction>] {
        let isNewStage = before?.stage != after.stage
        if isNewStage || before?.panel == nil && after.panel != nil {
            _ = recognizer.take(.letGo, at: instant)
            follow(.letGo, begins: false)
        }
        return isNewStage ? bot?.plan(for: after.phase, at: instant) ?? [] : []
    }

    /// Updates the finger's position after an event. `begins` tells whether the event began a touch.
    private mutating func follow(_ event: HandEvent, begins: Bool) {
        switch event {
        case .pointer(let event) where event.button == .left && event.kind == .down:
            // A press just after a turn of the wheel does not count, so no character would appear.
            finger = begins ? Self.spot(event.point) : nil
            // If the end of the previous touch was never reported, that touch has no effect.
            isReaching = false
        case .pointer(let event) where event.button == .left && event.kind == .move:
            if finger != nil { finger = Self.spot(event.point) }
        case .pointer: finger = nil
        case .key, .letGo: (finger, isReaching) = (nil, false)
        }
    }

    private mutating func understood(
        _ findings: [TimedFinding], at instant: Instant, _ round: MagicRound
    ) -> [MagicEvent] {
        findings.compactMap { meaning(of: $0.finding, at: instant, round) }
    }

    private mutating func meaning(of finding: GestureFinding, at instant: Instant, _ round: MagicRound) -> MagicEvent? {
        switch finding {
        case .recognized(.tap(let point?)): return tap(Self.spot(point), at: instant, round)
        case .recognized(.longPress(let point?)):
            // The press is recognized. However the finger moves until it lifts, no further character appears.
            finger = nil
            return .longPress(Self.spot(point))
        case .dragBegan(let point):
            let spot = Self.spot(point)
            isReaching = round.held == nil && round.scene.character(at: spot) == nil
            return isReaching ? nil : .grab(spot)
        case .dragMoved(let point): return isReaching ? nil : .drag(Self.spot(point))
        case .dragEnded(let point):
            guard isReaching else { return .drop }
            isReaching = false
            return tap(Self.spot(point), at: instant, round)
        case .scaled(let factor, let point): return .pinch(log(factor), Self.spot(point))
        default: return nil
        }
    }

    /// Returns a tap, or a double tap if it is the second. The first need not wait for it.
    private mutating func tap(_ spot: Spot, at instant: Instant, _ round: MagicRound) -> MagicEvent {
        let touched = round.scene.character(at: spot)?.id
        let first = tapped
        tapped = touched.map { ($0, instant) }
        guard let touched, let first, first.id == touched, instant - first.instant <= GestureLimits.doubleTap else {
            return .tap(spot)
        }
        tapped = nil
        return .doubleTap(spot)
    }

    private static func spot(_ point: Point) -> Spot { Spot(x: point.x / surface.width, y: point.y / surface.height) }
}
