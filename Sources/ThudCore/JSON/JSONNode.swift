/// A JSON value that knows where it stands in its text.
public struct JSONNode: Hashable, Sendable {
    /// What a node holds.
    public enum Content: Hashable, Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, always finite.
        case number(Double)
        /// A string.
        case string(String)
        /// An array.
        case array([JSONNode])
        /// An object: the members in the order of the text, each name once.
        case object([JSONMember])
    }

    /// What the node holds.
    public let content: Content

    // 32 bits each: a text is far shorter than 4 GiB, and large files have millions of nodes.
    private let storedLine: UInt32
    private let storedColumn: UInt32

    /// A node at a place, both counted from 1.
    public init(_ content: Content, line: Int, column: Int) {
        self.content = content
        storedLine = UInt32(clamping: line)
        storedColumn = UInt32(clamping: column)
    }

    /// The line on which the value begins, counted from 1.
    public var line: Int { Int(storedLine) }

    /// The column in which the value begins, counted from 1 in Unicode scalars.
    public var column: Int { Int(storedColumn) }

    /// The member of an object by name; nil when it is missing or this is no object.
    public subscript(name: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.name == name }?.node
    }

    /// The kind of value as it stands in messages: `a number`, `an object`.
    public var kind: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value without its places, ready to be written.
    public var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(members.map { .init($0.name, $0.node.value) })
        }
    }
}

/// One member of an object.
public struct JSONMember: Hashable, Sendable {
    /// The name, unescaped.
    public let name: String

    /// The value; where a name stood twice, the last one.
    public let node: JSONNode

    /// A member.
    public init(name: String, node: JSONNode) {
        self.name = name
        self.node = node
    }
}
