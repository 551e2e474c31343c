/// Words of a game, and what they mean.
public struct Phrase: Hashable, Sendable {
    /// As the game says it.
    public let albanian: String
    /// For those who are learning.
    public let english: String

    /// Words and their gloss.
    public init(_ albanian: String, _ english: String) {
        self.albanian = albanian
        self.english = english
    }
}
