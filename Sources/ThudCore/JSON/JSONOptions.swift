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
    public static func parse(_ bytes: [UInt8], options: JSONOptions = .strict) throws(JSONError) -> JSONNode {
        try check(bytes, options)
        var parser = JSONParser(bytes, options: options)
        return try parser.document()
    }

    /// The node that a UTF-8 text holds, and what is odd about the text, in its order: at most
    /// ``JSONWarning/mostNoted``, and where it is broken those before the error.
    public static func parse(
        _ bytes: [UInt8], options: JSONOptions, warnings: inout [JSONWarning]
    ) throws(JSONError) -> JSONNode {
        try check(bytes, options)
        var parser = JSONParser(bytes, options: options, notesOddities: true)
        defer { warnings = parser.warnings }
        return try parser.document()
    }

    private static func check(_ bytes: [UInt8], _ options: JSONOptions) throws(JSONError) {
        guard bytes.count <= options.maximumBytes else {
            throw JSONError(
                line: 1, column: 1,
                message: "the text has \(bytes.count) bytes; at most \(options.maximumBytes) are read")
        }
    }

    /// The node that a text holds.
    public static func parse(_ text: String, options: JSONOptions = .strict) throws(JSONError) -> JSONNode {
        try parse(Array(text.utf8), options: options)
    }
}
