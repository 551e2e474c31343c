/// A JSON value that knows its line and column in the text.
public struct JSONNode: Hashable, Sendable {
    /// The kind of a value, and the value itself.
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
        /// An object: its members in the order of the text, each name once.
        case object([JSONMember])
    }

    /// The value, by kind.
    public let content: Content

    // 32 bits each, because a text is far shorter than 4 GiB and large files have millions of nodes.
    private let storedLine: UInt32
    private let storedColumn: UInt32

    /// Creates a node at a line and column, both counted from 1.
    public init(_ content: Content, line: Int, column: Int) {
        self.content = content
        storedLine = UInt32(clamping: line)
        storedColumn = UInt32(clamping: column)
    }

    /// The line on which the value begins, counted from 1.
    public var line: Int { Int(storedLine) }
    /// The column in which the value begins, counted from 1 in Unicode scalars.
    public var column: Int { Int(storedColumn) }

    /// Returns the member of that name; nil if it is missing or this is not an object.
    public subscript(name: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.name == name }?.node
    }

    /// The kind of value for messages, for example `a number` or `an object`.
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

    /// The value without line and column numbers, ready to be written.
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

/// One member of an object: a name and its node.
public struct JSONMember: Hashable, Sendable {
    /// The name, unescaped.
    public let name: String
    /// The value; the last one if the name occurs more than once.
    public let node: JSONNode
}

/// How lenient the parser is, and the limits it enforces.
public struct JSONOptions: Hashable, Sendable {
    /// Whether `[1, 2,]` and `{"a": 1,}` are accepted. Seven of Apple's 13 sample effects for Core Haptics end so.
    public var allowsTrailingCommas: Bool
    /// Whether comments, names without quotes, text in single quotes and numbers such as `.5` and `+5` are accepted,
    /// too, as in JSON5 (json5.org).
    public var isJSON5 = false
    /// The deepest nesting of arrays and objects. The parser recurses, so this bounds the stack.
    public var maximumDepth: Int
    /// The most bytes that a text may have. A parsed text takes at worst about sixteen times its size in memory.
    public var maximumBytes: Int

    /// RFC 8259 to the letter, except that a byte order mark is skipped.
    public static let strict = JSONOptions(allowsTrailingCommas: false)
    /// `strict` plus trailing commas.
    public static let lenient = JSONOptions(allowsTrailingCommas: true)

    /// What people write in configuration files: `lenient` plus comments, plain names and single quotes.
    public static let json5: JSONOptions = {
        var options = lenient
        options.isJSON5 = true
        return options
    }()

    /// Creates options. The default limits apply to every file that Thud reads.
    public init(allowsTrailingCommas: Bool = false, maximumDepth: Int = 64, maximumBytes: Int = 16 << 20) {
        self.allowsTrailingCommas = allowsTrailingCommas
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }
}

extension JSONNode {
    /// Parses a UTF-8 text.
    public static func parse(_ bytes: [UInt8], options: JSONOptions = .strict) throws(ThudError) -> JSONNode {
        try check(bytes, options)
        var parser = JSONParser(bytes, options: options)
        return try parser.document()
    }

    /// Parses a UTF-8 text and collects warnings in the order of the text.
    ///
    /// At most ``JSONWarning/mostNoted`` warnings are kept. If the text is broken, they are those before the error.
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
                message: "the text has \(bytes.count) bytes, but at most \(options.maximumBytes) are read")
        }
    }

    /// The error message for a text in UTF-16, which Windows tools write.
    public static let utf16 = "the text is UTF-16; save it as UTF-8"

    /// Whether a text begins with a UTF-16 byte order mark, or with a character and a zero byte, in either order.
    public static func isUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return false }
        return [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes[..<2])) || (bytes[0] == 0) != (bytes[1] == 0)
    }

    /// Parses a text.
    public static func parse(_ text: String, options: JSONOptions = .strict) throws(ThudError) -> JSONNode {
        try parse(Array(text.utf8), options: options)
    }
}

/// Something in a JSON text that Thud accepts, but that other readers may refuse or read differently.
public struct JSONWarning: Hashable, Sendable {
    /// The kinds of warnings.
    public enum Kind: Hashable, Sendable {
        /// A comma after the last element or member.
        case trailingComma
        /// A name that the same object already has; the last value counts.
        case repeatedName(String)
    }

    /// What the warning is about.
    public let kind: Kind
    /// The line of the passage, counted from 1.
    public let line: Int
    /// The column of the passage, counted from 1 in Unicode scalars.
    public let column: Int
    /// The JSON path of the array or object that contains the passage; empty for the root.
    public let path: String

    /// The most warnings that are kept for one text.
    public static let mostNoted = 4_096
}
