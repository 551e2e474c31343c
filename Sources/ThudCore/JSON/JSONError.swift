/// What is wrong with a JSON text, and where. It knows no file name; ``SourceError`` adds one.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int

    /// The column, counted from 1 in Unicode scalars (a tab is one).
    public let column: Int

    /// One sentence without a full stop: what was expected, what was found.
    public let message: String

    /// An error at a place.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// `12:24: expected a value, found the end of the text`.
    public var description: String { "\(line):\(column): \(message)" }
}
