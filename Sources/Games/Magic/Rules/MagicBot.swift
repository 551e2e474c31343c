import ThudCore
import ThudGameKit

/// A simulated child who turns the welcome pages, fills the stage, makes everybody dance, and says good night.
///
/// Its actions follow from its seed and the instants of the game alone.
package struct MagicBot: Hashable, Sendable {
    /// The number of actions per round, and the delay between two of them in seconds.
    static let actions = 40
    static let pause = 0.25...0.9
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns what it does in a phase that begins at `now`.
    mutating func plan(for phase: MagicRound.Phase, at now: Instant) -> [PlannedCommand<MagicAction>] {
        switch phase {
        case .welcome(let page):
            return (page..<MagicPages.welcome.count).map {
                .init(.action(.event(.choose)), at: now + .seconds(Double($0 - page + 1)))
            }
        case .playing: return play(from: now)
        case .paused: return [.init(.resume, at: now + .seconds(1))]
        case .finished, .left: return []
        }
    }

    private mutating func play(from start: Instant) -> [PlannedCommand<MagicAction>] {
        var instant = start
        let actions = [.event(.bring)] + (1..<Self.actions).map { _ in action() } + [.event(.goodNight)]
        return actions.map { action in
            instant = instant + .seconds(generator.between(Self.pause))
            return PlannedCommand(.action(action), at: instant)
        }
    }

    private mutating func action() -> MagicAction {
        switch generator.index(below: 12) {
        case 0: .event(.pick(any()))
        case 1: .event(.bring)
        case 2: .event(.tap(spot()))
        case 3: .event(.action(any()))
        case 4: .event(.effect(any()))
        case 5: .express(any())
        case 6: .event(.pinch(generator.between(-0.5, 0.5), nil))
        case 7: .event(generator.chance(0.6) ? .friend : .farewell)
        case 8: .event(.grab(spot()))
        case 9: .event(.drop)
        case 10: .event(.next)
        default: .event(.action(any()))
        }
    }

    private mutating func any<Thing: CaseIterable>() -> Thing where Thing.AllCases == [Thing] {
        generator.pick(Thing.allCases)
    }

    private mutating func spot() -> Spot { Spot(x: generator.unit(), y: generator.unit()) }
}
