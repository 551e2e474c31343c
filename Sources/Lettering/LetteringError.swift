/// Why there are no large letters.
public struct LetteringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence: what is missing and what to do.
    public let description: String

    init(_ description: String) { self.description = description }
}
