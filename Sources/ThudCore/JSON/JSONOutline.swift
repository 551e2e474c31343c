/// The places of the values in a JSON text that was parsed without error, for changes that leave the rest as it is.
struct JSONOutline {
    let range: Range<Int>
    let content: Content

    enum Content {
        case scalar
        case array([JSONOutline])
        /// The members in the order of the text: the name, the bytes from the name to the end of the value, the value.
        case object([(name: String, range: Range<Int>, value: JSONOutline)])
    }

    /// Creates the outline of a whole text.
    init(_ bytes: [UInt8]) throws(ThudError) {
        var parser = JSONParser(bytes, options: .lenient)
        self = try Self.read(&parser)
    }

    /// Returns the elements of an array that is a member of the root; none if there is no such array.
    func elements(of name: String) -> [JSONOutline] {
        guard case .object(let members) = content,
            case .array(let all)? = members.last(where: { $0.name == name })?.value.content
        else { return [] }
        return all
    }

    private init(_ range: Range<Int>, _ content: Content) {
        self.range = range
        self.content = content
    }

    private static func read(_ parser: inout JSONParser) throws(ThudError) -> JSONOutline {
        parser.scanner.skipSpace()
        let start = parser.scanner.offset
        var content = Content.scalar
        switch parser.scanner.current {
        case UInt8(ascii: "{"): content = .object(try members(&parser))
        case UInt8(ascii: "["): content = .array(try elements(&parser))
        case UInt8(ascii: "\""): _ = try parser.string()
        default: while let byte = parser.scanner.current, !Self.ends.contains(byte) { parser.scanner.advance() }
        }
        return JSONOutline(start..<parser.scanner.offset, content)
    }

    /// What ends a number or a word.
    private static let ends = Array(", \t\r\n]}".utf8)

    private static func elements(_ parser: inout JSONParser) throws(ThudError) -> [JSONOutline] {
        var elements: [JSONOutline] = []
        parser.scanner.advance()
        while !closes(&parser) { elements.append(try read(&parser)) }
        return elements
    }

    private static func members(
        _ parser: inout JSONParser
    ) throws(ThudError) -> [(name: String, range: Range<Int>, value: JSONOutline)] {
        var members: [(name: String, range: Range<Int>, value: JSONOutline)] = []
        parser.scanner.advance()
        while !closes(&parser) {
            let start = parser.scanner.offset
            let name = try parser.string()
            parser.scanner.skipSpace()
            parser.scanner.advance()
            let value = try read(&parser)
            members.append((name, start..<value.range.upperBound, value))
        }
        return members
    }

    /// Skips spaces and a comma, and steps over a closing bracket if one follows.
    private static func closes(_ parser: inout JSONParser) -> Bool {
        parser.scanner.skipSpace()
        if parser.scanner.skip(UInt8(ascii: ",")) { parser.scanner.skipSpace() }
        return parser.scanner.skip(UInt8(ascii: "]")) || parser.scanner.skip(UInt8(ascii: "}"))
            || parser.scanner.current == nil
    }
}
