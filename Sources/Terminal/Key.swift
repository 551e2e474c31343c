/// A key as a terminal reports it.
public enum Key: Hashable, Sendable {
    /// An arrow.
    case up, down, left, right
    /// Enter.
    case enter
    /// Escape on its own.
    case escape
    /// A key that stands for itself.
    case character(Character)
}
