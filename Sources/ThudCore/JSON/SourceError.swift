/// An error in a file, in the form that both editors and people can follow:
///
///     Sounds/kape/correct.ahap:12:24: Pattern[0].Event.EventType: expected a string, found a number
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file as the user named it; empty when the text came from nowhere.
    public let file: String

    /// The line, counted from 1; 0 when the whole file is meant.
    public let line: Int

    /// The column, counted from 1 in Unicode scalars; 0 when the whole file is meant.
    public let column: Int

    /// The JSON path, `Pattern[3].Event.Time`; empty for the root and for errors of syntax.
    public let path: String

    /// One sentence without a full stop: what was expected, what was found, what to do.
    public let message: String

    /// An error at a place; leave out what is not known.
    public init(file: String, line: Int = 0, column: Int = 0, path: String = "", message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.message = message
    }

    /// An error of syntax, in a file.
    public init(file: String, _ error: JSONError) {
        self.init(file: file, line: error.line, column: error.column, message: error.message)
    }

    /// `file:line:column: path: message`, less what is not known.
    public var description: String {
        var place = file
        if line > 0 { place += "\(place.isEmpty ? "" : ":")\(line):\(column)" }
        return [place, path, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
