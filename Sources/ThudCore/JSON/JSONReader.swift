/// A value in a file that is being read. It knows its file, position and JSON path, so that every error names them.
///
///     let root = try JSONReader(bytes, file: "deck.json")
///     let title = try root.member("title").string()
///     for card in try root.member("cards").elements() { cards.append(try card.string()) }
public struct JSONReader: Sendable {
    /// The value, with its line and column.
    public let node: JSONNode
    /// The file name as errors show it.
    public let file: String
    private let trail: JSONPath

    /// Parses a UTF-8 text and reads from its root.
    public init(_ bytes: [UInt8], file: String, options: JSONOptions = .strict) throws(ThudError) {
        do throws(ThudError) {
            self.init(try JSONNode.parse(bytes, options: options), file: file)
        } catch {
            throw error.located(in: file)
        }
    }

    /// Creates a reader that treats `node` as the root.
    public init(_ node: JSONNode, file: String) { self.init(node, file: file, trail: .root) }

    private init(_ node: JSONNode, file: String, trail: JSONPath) {
        self.node = node
        self.file = file
        self.trail = trail
    }

    /// The JSON path, for example `Pattern[3].Event.Time`; empty for the root.
    public var path: String { trail.description }

    /// Returns an error located at this value.
    public func error(_ message: String) -> ThudError {
        ThudError(file: file, line: node.line, column: node.column, path: path, message: message)
    }

    /// Returns an error located at this value that says what was expected. `advice` is appended as a hint.
    public func error(expected: String, adding advice: String = "") -> ThudError {
        error("expected \(expected), found \(found)\(advice)")
    }

    /// The value as messages show it: numbers and short strings verbatim, anything else by its kind.
    private var found: String {
        switch node.content {
        case .number(let value): return JSONValue.number(value).text(.compact)
        case .string(let value) where value.count <= 40: return JSONValue.string(value).text(.compact)
        default: return node.kind
        }
    }

    // MARK: - Objects and arrays

    /// Returns a member that must be present and not null.
    public func member(_ name: String) throws(ThudError) -> JSONReader {
        if let reader = try stated(name) { return reader }
        throw error("expected a member `\(name)`, found none")
    }

    /// Returns a member that may be missing or null.
    public func optional(_ name: String) throws(ThudError) -> JSONReader? {
        guard case .object = node.content else { throw mismatch("an object") }
        guard let child = node[name], child.content != .null else { return nil }
        return JSONReader(child, file: file, trail: .member(trail, name))
    }

    /// Returns a member that may be missing but not null, because a program that writes null did not know the value.
    public func stated(_ name: String) throws(ThudError) -> JSONReader? {
        guard case .object = node.content else { throw mismatch("an object") }
        guard let child = node[name] else { return nil }
        let reader = JSONReader(child, file: file, trail: .member(trail, name))
        if child.content == .null { throw reader.error("expected a value, found null") }
        return reader
    }

    /// Returns all members of an object, in order.
    public func members() throws(ThudError) -> [(name: String, value: JSONReader)] {
        guard case .object(let members) = node.content else { throw mismatch("an object") }
        return members.map { ($0.name, JSONReader($0.node, file: file, trail: .member(trail, $0.name))) }
    }

    /// Throws if an object has members other than these, so that a misspelt name is not silently ignored.
    public func requireOnly(_ names: [String]) throws(ThudError) {
        for (name, value) in try members() where !names.contains(name) {
            throw value.error("unknown member; choose one of \(names.joined(separator: ", "))")
        }
    }

    /// Returns all elements of an array, in order.
    public func elements() throws(ThudError) -> [JSONReader] {
        guard case .array(let nodes) = node.content else { throw mismatch("an array") }
        return nodes.enumerated().map { JSONReader($1, file: file, trail: .element(trail, $0)) }
    }

    // MARK: - Scalars

    /// Returns the value as a string.
    public func string() throws(ThudError) -> String {
        guard case .string(let value) = node.content else { throw mismatch("a string") }
        return value
    }

    /// Returns the value as a finite number.
    public func number() throws(ThudError) -> Double {
        guard case .number(let value) = node.content else { throw mismatch("a number") }
        return value
    }

    /// Returns the value as a number within a range.
    public func number(in range: ClosedRange<Double>) throws(ThudError) -> Double {
        let value = try number()
        guard range.contains(value) else {
            let low = JSONValue.number(range.lowerBound).text(.compact)
            let high = JSONValue.number(range.upperBound).text(.compact)
            throw error(expected: "a number from \(low) to \(high)")
        }
        return value
    }

    /// Returns the value as a whole number within a range.
    public func integer(in range: ClosedRange<Int>) throws(ThudError) -> Int {
        guard let value = Int(exactly: try number()), range.contains(value) else {
            throw error(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Returns the value as `true` or `false`.
    public func bool() throws(ThudError) -> Bool {
        guard case .bool(let value) = node.content else { throw mismatch("true or false") }
        return value
    }

    /// Returns the case of an enumeration that the string names.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type = Choice.self
    ) throws(ThudError) -> Choice {
        if let choice = Choice(rawValue: try string()) { return choice }
        throw error(expected: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    /// Returns the error for a value of the wrong kind. It names the kind found, which says more than the value.
    private func mismatch(_ expected: String) -> ThudError { error("expected \(expected), found \(node.kind)") }
}

/// The path from the root to a value. It is kept as a chain and written out only for an error, so that reading a
/// hundred thousand elements builds no strings.
indirect enum JSONPath: Hashable, Sendable, CustomStringConvertible {
    case root
    case member(JSONPath, String)
    case element(JSONPath, Int)

    /// The path as text: `Pattern[3].Event.Time`. Names that are not plain words are in brackets: `cues["times-up"]`.
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
