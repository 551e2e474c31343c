import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords

/// What is played without a screen: the round that was asked for, or the one that was saved.
struct PlainRound {
    /// The round that goes on; nil where a new one begins.
    let saved: SavedRound?
    /// The mode's name.
    let mode: String
    /// The name of the deck, or the full path of its file; nil where none is played.
    let deck: String?
    /// What a report calls the deck.
    let deckName: String?
    /// The cards of a new round.
    let cards: [String]
    /// The length of a round in seconds.
    let seconds: Double
    /// As it stands when the round begins.
    let tournament: Tournament?

    /// Finds the deck and the players, or takes the round that was saved, which is this program's from then on.
    ///
    /// - Throws: where the deck is not there or broken; where there is no round to go on with.
    init(_ request: PlayRequest, _ preferences: Preferences, _ assets: Assets, _ store: ProgressStore?) throws {
        let game = request.game.description
        if request.isResuming, let store {
            let saved = try store.roundToResume()
            self.saved = saved
            (mode, deck, deckName, cards) = (saved.mode, saved.deck, saved.deck, [])
            seconds = saved.seconds
            tournament = saved.tournament
            return
        }
        let named = try (request.deck ?? game.usualDeck).map { name in
            try NamedDeck(name, of: game.name, assets, assets.shelf(of: game.name))
        }
        saved = nil
        mode = game.mode(request.mode)?.name ?? ""
        (deck, deckName, cards) = (named?.id, named?.deck.id, named?.deck.cards ?? [])
        seconds = request.seconds ?? preferences.seconds
        tournament =
            request.players.isEmpty ? nil : try Tournament(players: request.players, unnamed: game.unnamedPlayer)
    }
}
