import Glibc
public import ThudCore
public import ThudGameKit

/// The hand at the pointer, the face, and who plays where no person does.
public struct MagicBody: Body {
    /// The rules that it plays by.
    public typealias Rules = MagicRound
    /// What can be asked of it.
    public typealias Deed = MagicDeed

    /// The stage in points, whatever the size of the screen: that of 80 columns and 15 rows.
    public static let surface = PointerSurface(columns: 80, rows: 15, grain: .cells)
    /// How strong an expression is that a key stands for, and how long it lasts.
    static let expression = (strength: 0.85, length: Interval.milliseconds(250))

    private var recognizer = GestureRecognizer(
        surface: surface, keys: GestureKeys(touches: []), awaited: [.tap, .longPress, .drag, .scale])
    private var expressions: [FaceGesture: Instant] = [:]
    /// The last tap on a character: another one within 350 ms makes it a double tap.
    private var tapped: (id: Int, instant: Instant)?
    private var bot: MagicBot?

    /// Where the finger is down, for the picture of who would come there.
    public private(set) var finger: Spot?

    /// A body; the simulated player's where there is one.
    public init(bot: MagicBot? = nil) { self.bot = bot }

    /// Whether the simulated player will ask for another round.
    public var hasRoundsLeft: Bool { bot.map { $0.roundsLeft > 0 } ?? false }

    /// When the finger has been down for long enough, or an expression ends.
    public var nextSample: Instant? { (expressions.values + [recognizer.nextDeadline].compactMap(\.self)).min() }

    /// Ends expressions, and decides what the finger means.
    public mutating func sense(at instant: Instant, _ round: MagicRound) -> [MagicEvent] {
        var events: [MagicEvent] = []
        for face in FaceGesture.allCases where expressions[face].map({ $0 <= instant }) == true {
            expressions[face] = nil
            events.append(.face(face, 0))
        }
        return events + understood(recognizer.advance(to: instant), at: instant, round)
    }

    /// Does something. A second tap on the same character makes a double tap; the first has not waited for it.
    public mutating func obey(
        _ deed: MagicDeed, by origin: DeedOrigin, at instant: Instant, _ round: MagicRound
    ) -> [MagicEvent] {
        switch deed {
        case .event(.tap(let spot)): return [tap(spot, at: instant, round)]
        case .event(let event): return [event]
        case .express(let face):
            expressions[face] = instant + Self.expression.length
            return [.face(face, Self.expression.strength)]
        case .hand(let event):
            follow(event)
            return understood(recognizer.take(event, at: instant), at: instant, round)
        }
    }

    /// What the simulated player is going to do first.
    public mutating func begin(_ round: MagicRound, at instant: Instant) -> [PlannedCommand<MagicDeed>] {
        bot?.plan(for: round.phase, at: instant) ?? []
    }

    /// What the simulated player does about a new stage; a pause takes the finger off.
    public mutating func follow(
        _ effects: [MagicRoundEffect], from before: MagicRound, to after: MagicRound, at instant: Instant
    ) -> [PlannedCommand<MagicDeed>] {
        guard before.stage != after.stage else { return [] }
        if after.stage == .paused {
            _ = recognizer.take(.letGo, at: instant)
            finger = nil
        }
        return bot?.plan(for: after.phase, at: instant) ?? []
    }

    private mutating func follow(_ event: HandEvent) {
        guard case .pointer(let event) = event else { return finger = nil }
        switch event.kind {
        case .down, .move: finger = event.kind == .down || finger != nil ? Self.spot(event.point) : nil
        case .up, .rightDown, .rightMove, .rightUp, .wheel, .wheelAway: finger = nil
        }
    }

    private mutating func understood(
        _ findings: [TimedFinding], at instant: Instant, _ round: MagicRound
    ) -> [MagicEvent] {
        findings.compactMap { finding in
            switch finding.finding {
            case .recognized(.tap(let point?)): tap(Self.spot(point), at: instant, round)
            case .recognized(.longPress(let point?)): .longPress(Self.spot(point))
            case .dragBegan(let point): .grab(Self.spot(point))
            case .dragMoved(let point): .drag(Self.spot(point))
            case .dragEnded: .drop
            case .scaled(let factor, let point): .pinch(log(factor), Self.spot(point))
            default: nil
            }
        }
    }

    /// A tap, or the second one of a double tap. The first need not wait for it.
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
