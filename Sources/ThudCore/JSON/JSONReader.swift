/// A value of a file being read: it knows the file, the place and the JSON path, so that every refusal names them.
///
///     let root = try JSONReader(bytes, file: "deck.json")
///     let title = try root.member("title").string()
///     for card in try root.member("cards").elements() { cards.append(try card.string()) }
public struct JSONReader: Sendable {
    /// The value.
    public let node: JSONNode

    /// The file as it stands in errors.
    public let file: String

    private let trail: JSONPath

    /// The root of a UTF-8 text.
    public init(_ bytes: [UInt8], file: String, options: JSONOptions = .strict) throws(ThudError) {
        do throws(ThudError) {
            self.init(try JSONNode.parse(bytes, options: options), file: file)
        } catch {
            throw error.located(in: file)
        }
    }

    /// A node as the root.
    public init(_ node: JSONNode, file: String) { self.init(node, file: file, trail: .root) }

    private init(_ node: JSONNode, file: String, trail: JSONPath) {
        self.node = node
        self.file = file
        self.trail = trail
    }

    /// The JSON path, `Pattern[3].Event.Time`; empty for the root.
    public var path: String { trail.description }

    /// An error at this value.
    public func error(_ message: String) -> ThudError {
        ThudError(file: file, line: node.line, column: node.column, path: path, message: message)
    }

    /// The error that something else was expected here, with a few words `adding` what may help.
    public func error(expected: String, adding advice: String = "") -> ThudError {
        error("expected \(expected), found \(found)\(advice)")
    }

    /// The value as it stands in messages: numbers and short strings themselves, anything else by its kind.
    private var found: String {
        switch node.content {
        case .number(let value): return JSONValue.number(value).text(.compact)
        case .string(let value) where value.count <= 40: return JSONValue.string(value).text(.compact)
        default: return node.kind
        }
    }

    // MARK: - Objects and arrays

    /// A member that must be there, and not null.
    public func member(_ name: String) throws(ThudError) -> JSONReader {
        if let reader = try stated(name) { return reader }
        throw error("expected a member `\(name)`, found none")
    }

    /// A member that may be missing or null.
    public func optional(_ name: String) throws(ThudError) -> JSONReader? {
        guard case .object = node.content else { throw mismatch("an object") }
        guard let child = node[name], child.content != .null else { return nil }
        return JSONReader(child, file: file, trail: .member(trail, name))
    }

    /// A member that may be missing, but not null: a time that a program did not know is no time.
    public func stated(_ name: String) throws(ThudError) -> JSONReader? {
        guard case .object = node.content else { throw mismatch("an object") }
        guard let child = node[name] else { return nil }
        let reader = JSONReader(child, file: file, trail: .member(trail, name))
        if child.content == .null { throw reader.error("expected a value, found null") }
        return reader
    }

    /// All members of an object, in order.
    public func members() throws(ThudError) -> [(name: String, value: JSONReader)] {
        guard case .object(let members) = node.content else { throw mismatch("an object") }
        return members.map { ($0.name, JSONReader($0.node, file: file, trail: .member(trail, $0.name))) }
    }

    /// Refuses an object that has members other than these: where a typing mistake must not pass in silence.
    public func requireOnly(_ names: [String]) throws(ThudError) {
        for (name, value) in try members() where !names.contains(name) {
            throw value.error("no such member is known here; known are \(names.joined(separator: ", "))")
        }
    }

    /// All elements of an array, in order.
    public func elements() throws(ThudError) -> [JSONReader] {
        guard case .array(let nodes) = node.content else { throw mismatch("an array") }
        return nodes.enumerated().map { JSONReader($1, file: file, trail: .element(trail, $0)) }
    }

    // MARK: - Scalars

    /// A string.
    public func string() throws(ThudError) -> String {
        guard case .string(let value) = node.content else { throw mismatch("a string") }
        return value
    }

    /// A finite number.
    public func number() throws(ThudError) -> Double {
        guard case .number(let value) = node.content else { throw mismatch("a number") }
        return value
    }

    /// A number within a range.
    public func number(in range: ClosedRange<Double>) throws(ThudError) -> Double {
        let value = try number()
        guard range.contains(value) else {
            let low = JSONValue.number(range.lowerBound).text(.compact)
            let high = JSONValue.number(range.upperBound).text(.compact)
            throw error(expected: "a number from \(low) to \(high)")
        }
        return value
    }

    /// A whole number within a range.
    public func integer(in range: ClosedRange<Int>) throws(ThudError) -> Int {
        guard let value = Int(exactly: try number()), range.contains(value) else {
            throw error(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// `true` or `false`.
    public func bool() throws(ThudError) -> Bool {
        guard case .bool(let value) = node.content else { throw mismatch("true or false") }
        return value
    }

    /// One of an enumeration's names.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type = Choice.self
    ) throws(ThudError) -> Choice {
        if let choice = Choice(rawValue: try string()) { return choice }
        throw error(expected: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// The error that a value of another kind was expected: the kind of what was found says more than its value.
    private func mismatch(_ expected: String) -> ThudError { error("expected \(expected), found \(node.kind)") }
}

/// The way from the root to a value. It is kept as a chain and spelt out only when an error needs it, so that reading a
/// hundred thousand elements builds no strings.
indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
    case root
    case member(JSONPath, String)
    case element(JSONPath, Int)

    /// `Pattern[3].Event.Time`; names that are no plain words in brackets: `cues["times-up"]`.
    var description: String {
        switch self {
        case .root: return ""
        case .element(let parent, let index): return "\(parent)[\(index)]"
        case .member(let parent, let name):
            let isWord = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            let before = parent.description
            if !isWord { return before + "[" + JSONValue.string(name).text(.compact) + "]" }
            return before.isEmpty ? name : "\(before).\(name)"
        }
    }
}

/// The way to the value that a parser stands on, grown and cut as it goes: no longer than the text is deep.
struct JSONTrail {
    enum Step {
        case member(String)
        case element(Int)
    }

    private var steps: [Step] = []

    mutating func enter(_ step: Step) { steps.append(step) }

    mutating func leave() { steps.removeLast() }

    var path: JSONPath {
        steps.reduce(JSONPath.root) { path, step in
            switch step {
            case .member(let name): .member(path, name)
            case .element(let index): .element(path, index)
            }
        }
    }
}
