/// Something in a JSON text that is read all the same, though other readers may refuse it or read it otherwise.
public struct JSONWarning: Hashable, Sendable {
    /// What stands there.
    public enum Kind: Hashable, Sendable {
        /// A comma after the last element or member.
        case trailingComma
        /// A name that the same object has already; the last value stands.
        case repeatedName(String)
    }

    /// What stands there.
    public let kind: Kind

    /// The line, counted from 1.
    public let line: Int

    /// The column, counted from 1 in Unicode scalars.
    public let column: Int

    /// The JSON path of the array or object that holds it; empty for the root.
    public let path: String

    /// How many warnings of one text are noted; the places of more would help nobody.
    public static let mostNoted = 4_096
}
