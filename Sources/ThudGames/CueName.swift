/// The name of a cue: which game, and what happened. How it sounds and feels is for others to know.
public struct CueName: Hashable, Sendable, CustomStringConvertible {
    /// The game, `kape`.
    public let game: String
    /// What happened, `times-up`.
    public let name: String

    /// The cue `name` of `game`.
    public init(game: String, name: String) {
        self.game = game
        self.name = name
    }

    /// Both, as cues are written everywhere: `kape/times-up`.
    public var description: String { "\(game)/\(name)" }
}
