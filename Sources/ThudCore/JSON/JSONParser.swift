/// A recursive parser of RFC 8259 over a ``JSONScanner``.
struct JSONParser {
    var scanner: JSONScanner
    private(set) var warnings: [JSONWarning] = []
    private let options: JSONOptions
    /// The path to the array or object that is being read; nil if nobody asks for it.
    private var path: JSONPath?

    /// Creates a parser. Only a parser that records warnings keeps track of the path.
    init(_ bytes: [UInt8], options: JSONOptions, notesWarnings: Bool = false) {
        scanner = JSONScanner(bytes)
        self.options = options
        path = notesWarnings ? .root : nil
    }

    /// Parses the one value of the text and checks that nothing follows it.
    mutating func document() throws(ThudError) -> JSONNode {
        let node = try value(depth: 0)
        try skipSpace()
        guard scanner.current == nil else {
            throw scanner.error("expected the end of the text, found \(scanner.found)")
        }
        return node
    }

    private mutating func value(depth: Int) throws(ThudError) -> JSONNode {
        try skipSpace()
        let place = scanner.place
        let content: JSONNode.Content
        switch scanner.current {
        case UInt8(ascii: "{"):
            try checkDepth(depth)
            content = .object(try object(depth: depth + 1))
        case UInt8(ascii: "["):
            try checkDepth(depth)
            content = .array(try array(depth: depth + 1))
        case let quote? where isQuote(quote): content = .string(try string())
        case let byte? where scanner.isAtDigit || beginsNumber(byte): content = .number(try number())
        case UInt8(ascii: "t") where scanner.skip(word: "true"): content = .bool(true)
        case UInt8(ascii: "f") where scanner.skip(word: "false"): content = .bool(false)
        case UInt8(ascii: "n") where scanner.skip(word: "null"): content = .null
        default: throw scanner.error("expected a value, found \(scanner.found)")
        }
        return JSONNode(content, line: place.line, column: place.column)
    }

    /// Steps over spaces and, in JSON5, over comments.
    private mutating func skipSpace() throws(ThudError) {
        scanner.skipSpace()
        while options.isJSON5, try scanner.skipComment() { scanner.skipSpace() }
    }

    private func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || options.isJSON5 && byte == UInt8(ascii: "'")
    }

    private func beginsNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || options.isJSON5 && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "."))
    }

    /// Parses the name of a member: a string, or in JSON5 also a plain word.
    private mutating func name() throws(ThudError) -> String {
        if let quote = scanner.current, isQuote(quote) { return try string() }
        let word = options.isJSON5 ? scanner.word() : ""
        guard !word.isEmpty else { throw scanner.error("expected a name in quotes, found \(scanner.found)") }
        return word
    }

    private func checkDepth(_ depth: Int) throws(ThudError) {
        guard depth < options.maximumDepth else {
            throw scanner.error("more than \(options.maximumDepth) arrays and objects are nested")
        }
    }

    private mutating func array(depth: Int) throws(ThudError) -> [JSONNode] {
        scanner.advance()
        var nodes: [JSONNode] = []
        let own = path
        var comma = scanner.place
        while try !closes(UInt8(ascii: "]"), after: nodes.isEmpty ? nil : comma) {
            path = own.map { .element($0, nodes.count) }
            nodes.append(try value(depth: depth))
            path = own
            if try !continues(to: UInt8(ascii: "]"), comma: &comma) { break }
        }
        return nodes
    }

    private mutating func object(depth: Int) throws(ThudError) -> [JSONMember] {
        scanner.advance()
        var members = MemberList()
        let own = path
        var comma = scanner.place
        while try !closes(UInt8(ascii: "}"), after: members.all.isEmpty ? nil : comma) {
            let place = scanner.place
            let name = try name()
            try skipSpace()
            guard scanner.skip(UInt8(ascii: ":")) else {
                throw scanner.error("expected `:` after the name, found \(scanner.found)")
            }
            path = own.map { .member($0, name) }
            let node = try value(depth: depth)
            path = own
            if !members.set(JSONMember(name: name, node: node)) { warn(.repeatedName(name), at: place) }
            if try !continues(to: UInt8(ascii: "}"), comma: &comma) { break }
        }
        return members.all
    }

    /// Returns whether `close` stands instead of an element, and steps over it. `comma` is the preceding comma, if any.
    private mutating func closes(_ close: UInt8, after comma: JSONScanner.Place?) throws(ThudError) -> Bool {
        try skipSpace()
        guard scanner.current == close else { return false }
        if let comma {
            guard options.allowsTrailingCommas else {
                throw scanner.error("expected a value after the comma, found \(scanner.found)")
            }
            warn(.trailingComma, at: comma)
        }
        scanner.advance()
        return true
    }

    private mutating func warn(_ kind: JSONWarning.Kind, at place: JSONScanner.Place) {
        guard let path, warnings.count < JSONWarning.mostNoted else { return }
        warnings.append(JSONWarning(kind: kind, line: place.line, column: place.column, path: path.description))
    }

    /// Returns whether a comma follows the element, and stores its position in `comma`; otherwise steps over `close`.
    private mutating func continues(to close: UInt8, comma: inout JSONScanner.Place) throws(ThudError) -> Bool {
        try skipSpace()
        comma = scanner.place
        if scanner.skip(UInt8(ascii: ",")) { return true }
        if scanner.skip(close) { return false }
        throw scanner.error("expected `,` or `\(Character(Unicode.Scalar(close)))`, found \(scanner.found)")
    }
}

/// The members of one object during parsing: in order, each name once, the last value winning. Small objects (nearly
/// all) are searched linearly. Larger ones get an index, so that a hostile file does not take quadratic time.
private struct MemberList {
    private(set) var all: [JSONMember] = []
    private var index: [String: Int] = [:]
    private static let indexedFrom = 16

    /// Adds or replaces a member, and returns whether its name is new.
    mutating func set(_ member: JSONMember) -> Bool {
        if let place = place(of: member.name) {
            all[place] = member
            return false
        }
        all.append(member)
        if all.count == Self.indexedFrom {
            for (place, member) in all.enumerated() { index[member.name] = place }
        } else if all.count > Self.indexedFrom {
            index[member.name] = all.count - 1
        }
        return true
    }

    private func place(of name: String) -> Int? {
        all.count < Self.indexedFrom ? all.firstIndex { $0.name == name } : index[name]
    }
}

extension JSONParser {
    mutating func string() throws(ThudError) -> String {
        let start = scanner.place
        let quote = scanner.current
        scanner.advance()
        // Up to the first escape the text is what the file says, so most strings are not copied byte by byte.
        var text = scanner.skip { $0 != quote && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
        while let byte = scanner.current {
            switch byte {
            case _ where byte == quote:
                scanner.advance()
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw scanner.error("the string contains bytes that are not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: String(Character(try escape())).utf8)
            case 0..<0x20: throw scanner.error("\(scanner.found) within a string; write it as an escape such as \\n")
            default:
                text.append(byte)
                scanner.advance()
            }
        }
        throw scanner.error("the string that begins here has no closing quote", at: start)
    }

    private mutating func escape() throws(ThudError) -> Unicode.Scalar {
        let start = scanner.place
        scanner.advance()
        guard let byte = scanner.current else { throw scanner.error("expected an escape, found the end of the text") }
        if byte == UInt8(ascii: "u") { return try unicodeEscape(from: start) }
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw scanner.error("expected one of \" \\ / b f n r t u after \\, found \(scanner.found)")
        }
        scanner.advance()
        return scalar
    }

    /// Parses `\uXXXX`, or a pair of them for a scalar beyond U+FFFF.
    private mutating func unicodeEscape(from start: JSONScanner.Place) throws(ThudError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, scanner.skip(word: "\\") {
            guard scanner.current == UInt8(ascii: "u") else {
                throw scanner.error("half of a surrogate pair is missing", at: start)
            }
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw scanner.error("half of a surrogate pair is missing", at: start)
    }

    /// Parses the four digits after `u`, at which the scanner is.
    private mutating func hexadecimal() throws(ThudError) -> UInt32 {
        scanner.advance()
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = scanner.current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw scanner.error("expected four hexadecimal digits after \\u, found \(scanner.found)")
            }
            value = value << 4 | UInt32(digit)
            scanner.advance()
        }
        return value
    }

    /// Parses a number by RFC 8259: no leading zeros, and only in JSON5 a bare point (`.5`, `5.`) or `+`. One beyond
    /// the range of a double is an error.
    mutating func number() throws(ThudError) -> Double {
        let start = scanner.place
        let first = scanner.offset
        if !scanner.skip(UInt8(ascii: "-")), options.isJSON5 { _ = scanner.skip(UInt8(ascii: "+")) }
        let isBare = options.isJSON5 && scanner.current == UInt8(ascii: ".")
        if scanner.skip(UInt8(ascii: "0")) {
            if scanner.isAtDigit {
                throw scanner.error("a number cannot begin with 0 and another digit", at: start)
            }
        } else if !isBare {
            try digits(after: "`-`")
        }
        if scanner.skip(UInt8(ascii: ".")), isBare || !options.isJSON5 || scanner.isAtDigit {
            try digits(after: "the decimal point")
        }
        if scanner.current == UInt8(ascii: "e") || scanner.current == UInt8(ascii: "E") {
            scanner.advance()
            if !scanner.skip(UInt8(ascii: "-")) { _ = scanner.skip(UInt8(ascii: "+")) }
            try digits(after: "the exponent")
        }
        let text = String(decoding: scanner.bytes[first..<scanner.offset], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            let shown = text.count > 24 ? text.prefix(24) + "..." : text[...]
            throw scanner.error("the number \(shown) is too large for a double", at: start)
        }
        return value
    }

    private mutating func digits(after what: String) throws(ThudError) {
        guard scanner.isAtDigit else { throw scanner.error("expected a digit after \(what), found \(scanner.found)") }
        while scanner.isAtDigit { scanner.advance() }
    }
}
