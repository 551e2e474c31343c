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
    let deckID: String?
    /// The deck; nil where that of a saved round cannot be played any more.
    let deck: Deck?
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
            (mode, deckID) = (saved.mode, saved.deck)
            deck = saved.deck.flatMap { try? NamedDeck($0, of: game.name, assets, assets.shelf(of: game.name)).deck }
            seconds = saved.seconds
            tournament = saved.tournament
            return
        }
        let named = try (request.deck ?? game.usualDeck).map { name in
            try NamedDeck(name, of: game.name, assets, assets.shelf(of: game.name))
        }
        saved = nil
        // Where none is named it is the one that was chosen last on a screen.
        let kept = store.flatMap { GameChoices($0.choices, of: game).mode }
        mode = game.mode(request.mode ?? kept)?.name ?? ""
        (deckID, deck) = (named?.id, named?.deck)
        seconds = request.seconds ?? preferences.seconds
        tournament =
            request.players.isEmpty ? nil : try Tournament(players: request.players, unnamed: game.unnamedPlayer)
    }

    /// What a report calls the deck.
    var deckName: String? { deck?.id ?? deckID }
}
