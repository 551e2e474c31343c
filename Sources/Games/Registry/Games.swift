import ThudGameKit
import ThudGameUI
import ThudHabit
import ThudKape
import ThudMagic
import ThudPocket

/// The list of games. Nothing else in the program names a game.
package enum Games {
    /// Every game, the default one first.
    package static let all: [any GameView.Type] = [Kape.self, Pocket.self, HabitTracker.self, Magic.self]

    package static var usual: any GameView.Type { all[0] }
    package static var names: [String] { all.map { $0.description.name } }

    package static func named(_ name: String) -> (any GameView.Type)? { all.first { $0.description.name == name } }

    /// Returns the game in a cue's name, `game/cue`. nil if there is none.
    package static func game(ofCue cue: String) -> (any GameView.Type)? {
        cue.split(separator: "/").first.flatMap { named(String($0)) }
    }

    /// The name of the game that uses card decks.
    package static var withDecks: String { (all.first { $0.description.usualDeck != nil } ?? usual).description.name }
}
