/// A pattern as the text of a file.
public struct PatternExport: Hashable, Sendable {
    /// The whole file, ending with a line break.
    public let text: String

    /// What the format cannot hold, a sentence each without a full stop; empty when nothing that is felt was lost.
    public let losses: [String]

    /// An export.
    public init(text: String, losses: [String]) {
        self.text = text
        self.losses = losses
    }
}
