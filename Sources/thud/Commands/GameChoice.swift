import ArgumentParser
import ThudGameKit
import ThudGameUI
import ThudGames

extension Games {
    /// The game that a command line asks for.
    ///
    /// - Throws: `ValidationError` where there is none of that name.
    static func chosen(_ name: String) throws(ValidationError) -> any GameView.Type {
        guard let game = named(name) else {
            throw ValidationError("there is no game \(name); there are \(names.joined(separator: ", "))")
        }
        return game
    }
}

extension GameDescription {
    /// Refuses a mode that the game does not have, and a length of its rounds where they have none, or that nobody plays.
    func check(mode: String?, seconds: TypedNumber<Double>?) throws(ValidationError) {
        try checkMode(mode)
        guard seconds == nil || isTimed else {
            throw ValidationError("the rounds of \(name) have no length to choose; leave --seconds out")
        }
        try seconds?.check(1...3600, "--seconds takes 1 to 3600")
    }
}

/// Names that are empty, which a shell variable that is not set leaves behind.
enum EmptyName {
    /// Refuses them.
    ///
    /// - Parameter options: the name of each option, what it takes, and what was given.
    static func refuse(_ options: [(String, String, String?)]) throws(ValidationError) {
        for case (let option, let kind, .some("")) in options {
            throw ValidationError("\(option) takes \(kind), not \"\"")
        }
    }
}
