import ThudCore
import ThudGames

/// All that decides a session before it begins.
struct RoundSetup {
    let deck: Deck
    let player: Player
    /// Decides the order of the cards and every movement.
    let seed: UInt64
    /// The length of a round.
    let seconds: Double
    /// The players of a tournament, if it is one.
    let tournament: Tournament?

    /// The session that this makes, from `start` on; `lead` is what the output needs before a scheduled cue.
    func session(start: Instant, lead: Interval) -> KapeSession {
        let settings = KapeSettings(length: .seconds(seconds), handsOver: tournament != nil, countdownLead: lead)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: deck.cards, seed: seed))
        return player.session(state, seed: seed, rounds: tournament?.players.count ?? 1, start: start)
    }
}
