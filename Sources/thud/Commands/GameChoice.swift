import ArgumentParser
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames

extension Games {
    static let modeHelp =
        all.map { $0.description }.filter { $0.modes.count > 1 }.map { game in
            "Mode of \(game.name): \(game.modes.map(\.name).joined(separator: ", ")) (default: the first)."
        }.joined(separator: " ")

    static func chosen(_ name: String) throws(ValidationError) -> any GameView.Type {
        guard let game = named(name) else {
            throw ValidationError(
                "unknown game \(TypedText.shown(name)); choose one of \(names.joined(separator: ", "))")
        }
        return game
    }
}

extension GameDescription {
    /// Refuses an unknown mode, a round length in a game without timed rounds, and a length outside 1 to 3600 s.
    func check(mode: String?, seconds: TypedNumber<Double>?) throws(ValidationError) {
        try checkMode(mode)
        try Usage.require(seconds == nil || isTimed, "rounds of \(name) have no fixed length; leave out --seconds")
        try seconds?.check(1...3600, "--seconds takes 1 to 3600")
    }

    /// Refuses a mode that the game does not have; nil is accepted.
    func checkMode(_ name: String?) throws(ValidationError) {
        guard mode(name) == nil else { return }
        try Usage.require(modes.count > 1, "\(self.name) has only one mode; leave out --mode")
        let names = modes.map(\.name).joined(separator: ", ")
        throw ValidationError("\(self.name) has no mode \(TypedText.shown(name ?? "")); choose one of \(names)")
    }
}
