import ThudCore
import ThudGameKit
import ThudGameUI
import ThudHabit
import ThudKape
import ThudMagic
import ThudPocket

/// The games that there are. Nothing else in the program names one.
package enum Games {
    /// Every game, the usual one first.
    package static let all: [any GameView.Type] = [
        Kape.self, Pocket.self, HabitTracker.self, Magic.self,
    ]

    package static var usual: any GameView.Type { all[0] }
    package static var names: [String] { all.map { $0.description.name } }

    /// The game called `name`; nil where there is none.
    package static func named(_ name: String) -> (any GameView.Type)? { all.first { $0.description.name == name } }

    /// The game that a cue's name begins with, `game/cue`; nil where it begins with none.
    package static func game(ofCue cue: String) -> (any GameView.Type)? {
        cue.split(separator: "/").first.flatMap { named(String($0)) }
    }

    /// The name of the game that is played with the decks of cards.
    package static var withDecks: String { (all.first { $0.description.usualDeck != nil } ?? usual).description.name }
}
