import ThudCore
import ThudGameKit
public import ThudGameUI
import ThudHabit
import ThudKape
import ThudMagic
import ThudPocket

/// The games that there are. Nothing else in the program names one.
public enum Games {
    /// Every game, the usual one first.
    public static let all: [any ShownGame.Type] = [
        Kape.self, Pocket.self, HabitTracker.self, Magic.self,
    ]

    /// The game of those who name none.
    public static var usual: any ShownGame.Type { all[0] }
    /// The names of all games.
    public static var names: [String] { all.map { $0.description.name } }

    /// The game called `name`; nil where there is none.
    public static func named(_ name: String) -> (any ShownGame.Type)? { all.first { $0.description.name == name } }

    /// The game that a cue's name begins with, `game/cue`; nil where it begins with none.
    public static func game(ofCue cue: String) -> (any ShownGame.Type)? {
        cue.split(separator: "/").first.flatMap { named(String($0)) }
    }

    /// The name of the game that is played with the decks of cards.
    public static var withDecks: String { (all.first { $0.description.usualDeck != nil } ?? usual).description.name }
}
