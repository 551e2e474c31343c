import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords

/// What is played without a screen: the round that was asked for, or the one that was saved.
struct PlainRound {
    /// The round that goes on; nil if a new one begins.
    let saved: SavedRound?
    let plan: RoundPlan

    /// Finds the deck and the players, or takes the round that was saved, which is this program's from then on.
    ///
    /// - Throws: `ThudError` if the deck is missing or broken, or there is no round to go on with.
    init(_ request: PlayRequest, _ preferences: Preferences, _ assets: Assets, _ store: ProgressStore?) throws {
        let game = request.game.description
        let choices = store.map { GameChoices($0.choices, of: game) }
        // What was chosen on a screen holds without one too; what is given holds in any case.
        let options = request.options.merging(choices?.options(over: [:], of: game) ?? [:]) { given, _ in given }
        func deck(_ name: String) throws -> NamedDeck {
            try NamedDeck(name, of: game.name, assets, assets.shelf(of: game.name))
        }
        if request.isResuming, let store {
            let saved = try store.roundToResume()
            self.saved = saved
            plan = RoundPlan(
                mode: saved.mode, deckID: saved.deck, deck: saved.deck.flatMap { try? deck($0).deck },
                seconds: saved.seconds, tournament: saved.tournament, rivals: request.match, options: options)
            return
        }
        let named = try (request.deck ?? game.usualDeck).map(deck)
        saved = nil
        plan = RoundPlan(
            // If no mode is named it is the one that was chosen last on a screen.
            mode: game.mode(request.mode ?? choices?.mode)?.name ?? "", deckID: named?.id, deck: named?.deck,
            seconds: request.seconds ?? preferences.seconds,
            tournament: request.players.isEmpty
                ? nil : try Tournament(players: request.players, unnamed: game.unnamedPlayer),
            rivals: request.match, options: options)
    }
}
