import ThudCore
import ThudGameKit

/// Kape: the phone is on the forehead and friends describe the word. A nod means guessed, a tilt back means passed.
package enum Kape: Game {
    package typealias Model = KapePlayerModel

    package static let description = GameDescription(
        name: KapeCue.game, title: "KAPE!", abstract: "Friends describe the word on your screen; you guess.",
        version: 2,
        modes: [GameDescription.Mode("round", title: "Raundi", gloss: "Round")], usualDeck: "mix", isTimed: true,
        hasTournament: true, isGlossed: true, cues: KapeCue.self, buttonCue: .button, podiumCue: .legend,
        measuredCue: .correct, measuredKey: "j", tutorialCue: .tutorial, actions: KapeAction.self,
        plainLegend: "↓ or j: correct   ↑ or k: pass   p: pause   space: continue, play again   "
            + "q: leave   ?: these keys",
        playAgain: "Hajde Prap", readyCall: "Vendose në ballë (place it on your forehead)", prompt: "card",
        unnamedPlayer: "Lojtari", placeTitles: ["Legjendë", "Argjend", "Bronz", "Turist"])

    package static func round(_ setup: RoundSetup) -> KapeState {
        KapeState(
            settings: KapeSettings(setup), dealer: CardDealer(cards: setup.cards, seed: setup.seed, seen: setup.seen))
    }

    package static func model(seed: UInt64, isBot: Bool, start: Instant) -> KapePlayerModel {
        KapePlayerModel(seed: seed, bot: isBot ? KapeBot(seed: seed) : nil, start: start)
    }
}
