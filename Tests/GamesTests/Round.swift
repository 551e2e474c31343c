import ThudCore
import ThudGames

/// A round under test, spoken to in seconds.
struct Round {
    var state: KapeState
    /// Every effect so far, with the second of the input that caused it.
    var log: [(effect: KapeEffect, second: Double)] = []

    init(_ settings: KapeSettings = KapeSettings(), cards: Int = 30, seed: UInt64 = 1) {
        // Without the lead, so that what is placed at 0 plays from 3 on.
        var settings = settings
        settings.countdownLead = .zero
        let cards = (1...cards).map { "card \($0)" }
        state = KapeState(settings: settings, dealer: CardDealer(cards: cards, seed: seed))
    }

    /// A round whose play runs from second 3 on.
    static func playing(_ settings: KapeSettings = KapeSettings(), cards: Int = 30) -> Round {
        var round = Round(settings, cards: cards)
        round.give(.motion(.placedOnForehead), at: 0)
        round.give(.tick, at: 3)
        return round
    }

    @discardableResult
    mutating func give(_ input: KapeInput, at second: Double) -> [KapeEffect] {
        let effects = state.reduce(input, at: instant(second))
        log += effects.map { ($0, second) }
        return effects
    }

    /// Nods or passes at each of the seconds.
    mutating func tilt(_ kind: TiltEvent.Kind, at seconds: [Double]) {
        for second in seconds { give(.motion(kind), at: second) }
    }

    var cardsShown: [String] {
        log.compactMap { entry in
            if case .cardShown(let card) = entry.effect { card } else { nil }
        }
    }
}

/// The instant `second` seconds after zero.
func instant(_ second: Double) -> Instant { Instant(nanoseconds: 0) + .seconds(second) }

/// The effect that schedules `cue` for `second`.
func scheduled(_ cue: KapeCue, at second: Double) -> KapeEffect { .schedule(cue.name, at: instant(second)) }
