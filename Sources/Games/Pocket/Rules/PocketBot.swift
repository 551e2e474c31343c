import ThudCore
import ThudGameKit
import ThudInput

/// A simulated player that sees the prompt, hesitates, and then uses the mouse, the keys or the phone. Everything
/// follows from its seed and the instants of the game.
package struct PocketBot: Hashable, Sendable {
    /// The delay from prompt to gesture in seconds: the time a person takes to choose between several answers.
    static let reaction = 0.2...0.45
    /// The share of its answers that are a wrong gesture.
    static let mistakes = 0.03
    /// How long it takes to hand the device over.
    static let handOver = Interval.milliseconds(1_000)
    private var generator: SeededGenerator
    private let mistakes: Double

    /// Creates a player. A perfect player makes no mistakes, so its matches and games of Classic never end.
    package init(seed: UInt64, isPerfect: Bool = false) {
        generator = SeededGenerator(seed: seed)
        mistakes = isPerfect ? 0 : Self.mistakes
    }

    mutating func enter(_ round: PocketRound, at instant: Instant) -> [PlannedCommand<PocketAction>] {
        switch round.phase {
        case .asking(let asked): return answer(asked, pool: round.settings.pool)
        case .handOver: return [PlannedCommand(.ready, at: instant + Self.handOver)]
        case .opening, .ready, .showing, .between, .paused, .finished, .over: return []
        }
    }

    private mutating func answer(_ asked: PocketRound.Asked, pool: [PocketGesture]) -> [PlannedCommand<PocketAction>] {
        let start = asked.shown + .seconds(generator.between(Self.reaction))
        let isMistaken = generator.chance(mistakes)
        var gesture = asked.prompt?.answer ?? .stroop
        if isMistaken || gesture == .stroop {
            // A tap soon after a right one may count as its twin, which would have no effect.
            let others = pool.filter { ![gesture, .stroop, .tap, .doubleTap].contains($0) }
            gesture = generator.pick(others)
        }
        let usesKeys = generator.chance(0.5)
        // The detector looks only for the requested gesture, so a wrong phone movement would be no answer at all.
        if !usesKeys, !isMistaken, gesture.made.flatMap(PhoneMovement.init) != nil {
            return [PlannedCommand(.action(.gesture(gesture)), at: start)]
        }
        return Self.movements(gesture, usesKeys: usesKeys).map { movement in
            PlannedCommand(.action(.hand(movement.event)), at: start + .milliseconds(movement.delay))
        }
    }

    /// Returns the hand's events for a gesture, with delays in milliseconds from its start.
    static func movements(_ gesture: PocketGesture, usesKeys: Bool) -> [(event: HandEvent, delay: Int64)] {
        let place = Point(column: 40, row: 12)
        func pointer(_ kind: PointerEvent.Kind, _ delay: Int64, x: Double = 0, y: Double = 0) -> (HandEvent, Int64) {
            (.pointer(PointerEvent(kind, at: Point(x: place.x + x, y: place.y + y))), delay)
        }
        func press(_ key: Key) -> [(HandEvent, Int64)] {
            [(.key(KeyEvent(key)), 0), (.key(KeyEvent(key, .release)), 60)]
        }
        func stroke(_ x: Double, _ y: Double) -> [(HandEvent, Int64)] {
            [pointer(.down, 0)] + (1...3).map { pointer(.move, 20 * Int64($0), x: x * Double($0), y: y * Double($0)) }
                + [pointer(.up, 80, x: 3 * x, y: 3 * y)]
        }
        switch gesture {
        case .swipeUp where !usesKeys: return stroke(0, -20)
        case .swipeDown where !usesKeys: return stroke(0, 20)
        case .swipeLeft where !usesKeys: return stroke(-20, 0)
        case .swipeRight where !usesKeys: return stroke(20, 0)
        case .tap: return usesKeys ? press(.space) : [pointer(.down, 0), pointer(.up, 70)]
        case .doubleTap: return [pointer(.down, 0), pointer(.up, 60), pointer(.down, 160), pointer(.up, 220)]
        case .longPress: return [pointer(.down, 0), pointer(.up, 700)]
        case .pinch: return [pointer(.wheel, 0), pointer(.wheel, 40), pointer(.wheel, 80)]
        default: return GestureKeys.usual.gestures.first { $0.value == gesture.made }.map { press($0.key) } ?? []
        }
    }
}
