/// A JSON value that knows where it stands in its text.
public struct JSONNode: Hashable, Sendable {
    /// The kinds of values, and the value.
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

    /// The value.
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

/// How lenient the parser is, and where it stops.
public struct JSONOptions: Hashable, Sendable {
    /// Whether `[1, 2,]` and `{"a": 1,}` are accepted. Seven of the thirteen effects that Apple ships as samples for
    /// Core Haptics end so.
    public var allowsTrailingCommas: Bool

    /// How many arrays and objects may stand within one another. The parser recurses, so this bounds the stack.
    public var maximumDepth: Int

    /// How many bytes a text may have. A parsed text takes about sixteen times its size at worst.
    public var maximumBytes: Int

    /// RFC 8259 to the letter, but for a byte order mark, which is skipped.
    public static let strict = JSONOptions(allowsTrailingCommas: false)

    /// As `strict`, with trailing commas.
    public static let lenient = JSONOptions(allowsTrailingCommas: true)

    /// Options; the limits hold for every file that Thud reads.
    public init(allowsTrailingCommas: Bool = false, maximumDepth: Int = 64, maximumBytes: Int = 16 << 20) {
        self.allowsTrailingCommas = allowsTrailingCommas
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }
}

extension JSONNode {
    /// The node that a UTF-8 text holds.
    public static func parse(_ bytes: [UInt8], options: JSONOptions = .strict) throws(ThudError) -> JSONNode {
        try check(bytes, options)
        var parser = JSONParser(bytes, options: options)
        return try parser.document()
    }

    /// The node that a UTF-8 text holds, and warnings about the text in its order: at most ``JSONWarning/mostNoted``, and
    /// where the text is broken those before the error.
    public static func parse(
        _ bytes: [UInt8], options: JSONOptions, warnings: inout [JSONWarning]
    ) throws(ThudError) -> JSONNode {
        try check(bytes, options)
        var parser = JSONParser(bytes, options: options, notesWarnings: true)
        defer { warnings = parser.warnings }
        return try parser.document()
    }

    private static func check(_ bytes: [UInt8], _ options: JSONOptions) throws(ThudError) {
        guard !isUTF16(bytes) else { throw ThudError(file: "", line: 1, column: 1, message: utf16) }
        guard bytes.count <= options.maximumBytes else {
            throw ThudError(
                .tooLong, file: "", line: 1, column: 1,
                message: "the text has \(bytes.count) bytes; at most \(options.maximumBytes) are read")
        }
    }

    /// What is said of a text in UTF-16, which tools of Windows write.
    public static let utf16 = "the text is UTF-16; save it as UTF-8"

    /// Whether a text begins with the mark of UTF-16, or with a character and a byte of 0, in either order.
    public static func isUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return false }
        return [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes[..<2])) || (bytes[0] == 0) != (bytes[1] == 0)
    }

    /// The node that a text holds.
    public static func parse(_ text: String, options: JSONOptions = .strict) throws(ThudError) -> JSONNode {
        try parse(Array(text.utf8), options: options)
    }
}

/// Something in a JSON text that is read all the same, though other readers may refuse it or read it otherwise.
public struct JSONWarning: Hashable, Sendable {
    /// The kinds of warnings.
    public enum Kind: Hashable, Sendable {
        /// A comma after the last element or member.
        case trailingComma
        /// A name that the same object has already; the last value stands.
        case repeatedName(String)
    }

    /// The kind of passage.
    public let kind: Kind

    /// The line, counted from 1.
    public let line: Int

    /// The column, counted from 1 in Unicode scalars.
    public let column: Int

    /// The JSON path of the array or object that holds it; empty for the root.
    public let path: String

    /// The most warnings that are noted in one text.
    public static let mostNoted = 4_096
}
