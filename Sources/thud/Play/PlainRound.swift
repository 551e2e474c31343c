import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords

/// The round to play without a screen: the requested one or the saved one.
struct PlainRound {
    /// The round to resume; nil if a new one begins.
    let saved: SavedRound?
    let plan: RoundPlan

    /// Finds the deck and the players, or takes the saved round and claims it for this program. Throws if the deck is
    /// missing or broken, or there is no round to resume.
    init(_ request: PlayRequest, _ preferences: Preferences, _ assets: Assets, _ store: ProgressStore?) throws {
        let game = request.game.description
        let choices = store.map { GameChoices($0.choices, of: game) }
        // Choices made on a screen hold here, too; options on the command line override them.
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
            // Without a mode on the command line, the last one chosen on a screen counts.
            mode: game.mode(request.mode ?? choices?.mode)?.name ?? "", deckID: named?.id, deck: named?.deck,
            seconds: request.seconds ?? preferences.seconds,
            tournament: request.players.isEmpty
                ? nil : try Tournament(players: request.players, unnamed: game.unnamedPlayer),
            rivals: request.match, options: options)
    }
}
