import ThudCore

/// The name of a cue: its game and its event. The sound and the haptics of a cue are defined elsewhere.
package struct CueName: Hashable, Sendable, CustomStringConvertible {
    /// The game: the folder in `Sounds`.
    package let game: String
    /// The event, `times-up`.
    package let name: String

    /// The cue `name` of `game`.
    package init(game: String, name: String) {
        self.game = game
        self.name = name
    }

    /// Both with a slash between them, as cues are written everywhere.
    package var description: String { "\(game)/\(name)" }
}

/// The cues that a game may ask for. A test holds them against the folder of the game's sounds.
///
///     enum PocketCue: String, CueSet {
///         static let game = "pocket"
///         case right, failure, timesUp = "times-up"
///     }
package protocol CueSet: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The game: the folder in `Sounds`.
    static var game: String { get }
}

extension CueSet {
    package var name: CueName { CueName(game: Self.game, name: rawValue) }
}

/// An effect as the program carries it out, and the instant in the game at which its cause stands: the motion sample, the key press,
/// the end of the countdown. Latency counts from there.
package struct SessionEffect: Hashable, Sendable {
    package let effect: RoundEffect<CueName>
    package let cause: Instant

    package init(_ effect: RoundEffect<CueName>, cause: Instant) {
        self.effect = effect
        self.cause = cause
    }
}
