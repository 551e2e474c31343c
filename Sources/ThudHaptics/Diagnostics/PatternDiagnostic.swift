public import ThudCore

/// Something that an author should know about a passage of a file.
public struct PatternDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// What becomes of the passage.
    public let disposition: Disposition

    /// Where it is, and a sentence about it.
    public let source: SourceError

    /// A diagnostic.
    public init(_ disposition: Disposition, _ source: SourceError) {
        self.disposition = disposition
        self.source = source
    }

    /// One sentence without a full stop.
    public var message: String { source.message }

    /// The JSON path of the passage.
    public var path: String { source.path }

    /// `file:line:column: path: message`, less what is not known.
    public var description: String { source.description }
}
