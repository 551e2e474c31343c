/// What a player asks for, by a key or by the mouse.
public enum Action: Hashable, Sendable {
    /// A direction: through a list, or of the head.
    case up, down, left, right
    /// The primary action of a screen.
    case confirm
    /// One step back.
    case back
    /// The entry of a list at this index, and what it does.
    case choose(Int)
    /// The tournament.
    case tournament
    /// Go on with a round that was saved.
    case resume
    /// Begin a new round although one was saved.
    case startAnew
    /// Stop the clock.
    case pause
    /// The settings.
    case settings
    /// The developer's line.
    case developer
    /// The English gloss.
    case gloss
    /// Leave; in mid-round it has to be held.
    case leave
    /// A character typed into a field.
    case type(Character)
    /// Takes the last character of a field away.
    case erase
}
