import ThudCore

/// The name of a cue: its game and its event. The sound and haptics of a cue are defined elsewhere.
package struct CueName: Hashable, Sendable, CustomStringConvertible {
    package let game: String
    /// The event, for example `times-up`.
    package let name: String

    package init(game: String, name: String) {
        self.game = game
        self.name = name
    }

    /// The game and the name with a slash between them, as cues are written everywhere.
    package var description: String { "\(game)/\(name)" }
}

/// The cues that a game may play. A test compares them with the folder of the game's sounds.
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

/// An effect for the program to perform, with the instant of its cause in the game: the motion sample, the key press,
/// the end of the countdown. Latency counts from that instant.
package struct SessionEffect: Hashable, Sendable {
    package let effect: RoundEffect<CueName>
    package let cause: Instant

    package init(_ effect: RoundEffect<CueName>, cause: Instant) {
        self.effect = effect
        self.cause = cause
    }
}
