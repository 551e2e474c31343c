/// The moments of Kape that give feedback.
public enum KapeCue: String, Hashable, Sendable, CaseIterable {
    /// A card guessed.
    case correct
    /// A card passed.
    case pass
    /// 3, 2, 1.
    case tick
    /// Ten seconds left.
    case warning
    /// The round is over.
    case timesUp = "times-up"
    /// The tilt of the tutorial was recognised.
    case tutorial
    /// A button was pressed.
    case button
    /// The rank is LEGJENDË.
    case legend

    /// The cue's name, `kape/times-up`.
    public var name: CueName { CueName(game: "kape", name: rawValue) }
}
