/// A recursive parser of RFC 8259 over a ``JSONScanner``. Numbers and strings stand in files of their own.
struct JSONParser {
    var scanner: JSONScanner
    private(set) var warnings: [JSONWarning] = []
    private let options: JSONOptions
    private var trail: JSONTrail?

    /// A parser of a text; only one that notes warnings keeps track of the path.
    init(_ bytes: [UInt8], options: JSONOptions, notesOddities: Bool) {
        self.init(bytes, options: options)
        if notesOddities { trail = JSONTrail() }
    }

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
        var comma = scanner.place
        while try !closes(UInt8(ascii: "]"), after: nodes.isEmpty ? nil : comma) {
            trail?.enter(.element(nodes.count))
            nodes.append(try value(depth: depth))
            trail?.leave()
            if try !continues(to: UInt8(ascii: "]"), comma: &comma) { break }
        }
        return nodes
    }

    private mutating func object(depth: Int) throws(JSONError) -> [JSONMember] {
        scanner.advance()
        var members = MemberList()
        var comma = scanner.place
        while try !closes(UInt8(ascii: "}"), after: members.all.isEmpty ? nil : comma) {
            guard scanner.current == UInt8(ascii: "\"") else {
                throw scanner.error("expected a name in quotes, found \(scanner.found)")
            }
            let place = scanner.place
            let name = try string()
            scanner.skipSpace()
            guard scanner.skip(UInt8(ascii: ":")) else {
                throw scanner.error("expected `:` after the name, found \(scanner.found)")
            }
            trail?.enter(.member(name))
            let node = try value(depth: depth)
            trail?.leave()
            if !members.set(JSONMember(name: name, node: node)) { note(.repeatedName(name), at: place) }
            if try !continues(to: UInt8(ascii: "}"), comma: &comma) { break }
        }
        return members.all
    }

    /// Whether `close` stands where an element might begin, and steps over it. `comma` is the one before, if any.
    private mutating func closes(_ close: UInt8, after comma: JSONScanner.Place?) throws(JSONError) -> Bool {
        scanner.skipSpace()
        guard scanner.current == close else { return false }
        if let comma {
            guard options.allowsTrailingCommas else {
                throw scanner.error("expected a value after the comma, found \(scanner.found)")
            }
            note(.trailingComma, at: comma)
        }
        scanner.advance()
        return true
    }

    private mutating func note(_ kind: JSONWarning.Kind, at place: JSONScanner.Place) {
        guard let trail, warnings.count < JSONWarning.mostNoted else { return }
        warnings.append(
            JSONWarning(kind: kind, line: place.line, column: place.column, path: trail.path.description))
    }

    /// Whether a comma follows an element, and where; otherwise steps over `close`.
    private mutating func continues(
        to close: UInt8, comma: inout JSONScanner.Place
    ) throws(JSONError) -> Bool {
        scanner.skipSpace()
        comma = scanner.place
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

    /// Whether the name is new.
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
