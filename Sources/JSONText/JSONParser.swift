/// A recursive parser of RFC 8259 over a ``JSONScanner``. Numbers and strings stand in files of their own.
struct JSONParser {
    var scanner: JSONScanner
    private let options: JSONOptions

    init(_ bytes: [UInt8], options: JSONOptions) {
        scanner = JSONScanner(bytes)
        self.options = options
    }

    /// The one value of the text, with nothing after it.
    mutating func document() throws(JSONError) -> JSONNode {
        let node = try value(depth: 0)
        scanner.skipSpace()
        guard scanner.current == nil else {
            throw scanner.error("expected the end of the text, found \(scanner.found)")
        }
        return node
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
        scanner.skipSpace()
        let place = scanner.place
        let content: JSONNode.Content
        switch scanner.current {
        case UInt8(ascii: "{"):
            try checkDepth(depth)
            content = .object(try object(depth: depth + 1))
        case UInt8(ascii: "["):
            try checkDepth(depth)
            content = .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""):
            content = .string(try string())
        case _ where scanner.isAtDigit || scanner.current == UInt8(ascii: "-"):
            content = .number(try number())
        case UInt8(ascii: "t") where scanner.skip(word: "true"):
            content = .bool(true)
        case UInt8(ascii: "f") where scanner.skip(word: "false"):
            content = .bool(false)
        case UInt8(ascii: "n") where scanner.skip(word: "null"):
            content = .null
        default:
            throw scanner.error("expected a value, found \(scanner.found)")
        }
        return JSONNode(content, line: place.line, column: place.column)
    }

    private func checkDepth(_ depth: Int) throws(JSONError) {
        guard depth < options.maximumDepth else {
            throw scanner.error("more than \(options.maximumDepth) arrays and objects stand within one another")
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONNode] {
        scanner.advance()
        var nodes: [JSONNode] = []
        while try !closes(UInt8(ascii: "]"), isFirst: nodes.isEmpty) {
            nodes.append(try value(depth: depth))
            if try !continues(to: UInt8(ascii: "]")) { break }
        }
        return nodes
    }

    private mutating func object(depth: Int) throws(JSONError) -> [JSONMember] {
        scanner.advance()
        var members = MemberList()
        while try !closes(UInt8(ascii: "}"), isFirst: members.all.isEmpty) {
            guard scanner.current == UInt8(ascii: "\"") else {
                throw scanner.error("expected a name in quotes, found \(scanner.found)")
            }
            let name = try string()
            scanner.skipSpace()
            guard scanner.skip(UInt8(ascii: ":")) else {
                throw scanner.error("expected `:` after the name, found \(scanner.found)")
            }
            members.set(JSONMember(name: name, node: try value(depth: depth)))
            if try !continues(to: UInt8(ascii: "}")) { break }
        }
        return members.all
    }

    /// Whether `close` stands where an element might begin, and steps over it.
    private mutating func closes(_ close: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        scanner.skipSpace()
        guard scanner.current == close else { return false }
        guard isFirst || options.allowsTrailingCommas else {
            throw scanner.error("expected a value after the comma, found \(scanner.found)")
        }
        scanner.advance()
        return true
    }

    /// Whether a comma follows an element; otherwise steps over `close`.
    private mutating func continues(to close: UInt8) throws(JSONError) -> Bool {
        scanner.skipSpace()
        if scanner.skip(UInt8(ascii: ",")) { return true }
        if scanner.skip(close) { return false }
        throw scanner.error("expected `,` or `\(Character(Unicode.Scalar(close)))`, found \(scanner.found)")
    }
}

/// The members of one object while it is read: in order, each name once, the last value standing. Small objects, which
/// nearly all are, are searched in place; larger ones get an index, so that a hostile file costs no square of its size.
private struct MemberList {
    private(set) var all: [JSONMember] = []
    private var index: [String: Int] = [:]
    private static let indexedFrom = 16

    mutating func set(_ member: JSONMember) {
        if let place = place(of: member.name) {
            all[place] = member
            return
        }
        all.append(member)
        if all.count == Self.indexedFrom {
            for (place, member) in all.enumerated() { index[member.name] = place }
        } else if all.count > Self.indexedFrom {
            index[member.name] = all.count - 1
        }
    }

    private func place(of name: String) -> Int? {
        all.count < Self.indexedFrom ? all.firstIndex { $0.name == name } : index[name]
    }
}
