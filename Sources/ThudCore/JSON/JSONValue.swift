/// A JSON value to be written. Literals create one and keep their order: `["name": "kape", "cards": [1, 2.5, nil]]`.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number, written with the fewest digits that read back as the same double; `null` if it is not finite.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its members are written in this order.
    case object([Member])

    /// One member of an object: a name and its value.
    public struct Member: Hashable, Sendable {
        /// The name, unescaped.
        public let name: String
        /// The value that belongs to the name.
        public let value: JSONValue

        /// Creates a member from an unescaped name and its value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Returns an object of the members that have a value.
    package static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object that keeps the given order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// How a value is laid out as text.
public enum JSONLayout: Hashable, Sendable {
    /// One line without spaces.
    case compact
    /// One line with spaces after commas and colons, and inside braces.
    case inline
    /// Two spaces per level. Arrays and objects of scalars stay on one line if they fit into 100 columns.
    case pretty
}

extension JSONValue {
    /// Returns the value as JSON text. Only pretty text ends with a line break.
    public func text(_ layout: JSONLayout = .pretty) -> String {
        var writer = JSONWriter()
        switch layout {
        case .compact: writer.write(self, between: ",", after: ":", pad: "")
        case .inline: writer.write(self, between: ", ", after: ": ", pad: " ")
        case .pretty:
            writer.writeLines(self, indent: 0)
            writer.text += "\n"
        }
        return writer.text
    }

    /// Returns the value as pretty text in the style of a file, without a line break at its end.
    func text(breaking lineBreak: String, indent unit: String) -> String {
        var writer = JSONWriter(lineBreak: lineBreak, unit: unit)
        writer.writeLines(self, indent: 0)
        return writer.text
    }
}

private struct JSONWriter {
    var text = ""
    var lineBreak = "\n"
    var unit = "  "
    private static let width = 100

    /// Writes a value on one line.
    mutating func write(_ value: JSONValue, between comma: String, after colon: String, pad: String) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += comma }
                write(value, between: comma, after: colon, pad: pad)
            }
            text += "]"
        case .object(let members):
            text += members.isEmpty ? "{" : "{" + pad
            for (index, member) in members.enumerated() {
                if index > 0 { text += comma }
                write(member.name)
                text += colon
                write(member.value, between: comma, after: colon, pad: pad)
            }
            text += members.isEmpty ? "}" : pad + "}"
        }
    }

    /// Writes a value on as many lines as it needs.
    mutating func writeLines(_ value: JSONValue, indent: Int) {
        switch value {
        case .array(let values) where !staysOnOneLine(values, indent: indent):
            block("[", "]", count: values.count, indent: indent) { writer, index in
                writer.writeLines(values[index], indent: indent + 1)
            }
        case .object(let members) where !staysOnOneLine(members.map(\.value), names: members, indent: indent):
            block("{", "}", count: members.count, indent: indent) { writer, index in
                writer.write(members[index].name)
                writer.text += ": "
                writer.writeLines(members[index].value, indent: indent + 1)
            }
        default: write(value, between: ", ", after: ": ", pad: " ")
        }
    }

    private mutating func block(
        _ open: String, _ close: String, count: Int, indent: Int, item: (inout JSONWriter, Int) -> Void
    ) {
        text += open
        for index in 0..<count {
            text += (index > 0 ? "," : "") + lineBreak + String(repeating: unit, count: indent + 1)
            item(&self, index)
        }
        text += lineBreak + String(repeating: unit, count: indent) + close
    }

    /// Whether scalars (and, in objects, their names) fit into the rest of a line. Members of the root object always
    /// get one line each, so that a settings file has one setting per line.
    private func staysOnOneLine(_ values: [JSONValue], names: [JSONValue.Member] = [], indent: Int) -> Bool {
        if values.isEmpty { return true }
        guard values.count * 3 <= Self.width, values.allSatisfy(\.isScalar), names.isEmpty || indent > 0 else {
            return false
        }
        var trial = JSONWriter()
        trial.write(names.isEmpty ? .array(values) : .object(names), between: ", ", after: ": ", pad: " ")
        // There are at most as many characters as bytes, which are counted faster.
        let room = Self.width - indent * 2
        return trial.text.utf8.count <= room || trial.text.count <= room
    }

    private mutating func write(_ number: Double) {
        guard number.isFinite else {
            text += "null"
            return
        }
        let shortest = number.description
        text += shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
    }

    private mutating func write(_ string: String) {
        text += "\""
        // Most strings need no escape, and are then written at once.
        if string.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != Self.quote && $0 != Self.backslash }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { write(scalar) }
        }
        text += "\""
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        // Terminals obey these, and many JSON readers treat the separators among them as line ends.
        case "\0"..<" ",
            _ where scalar.value > 0x7E && TypedText.acts(scalar):
            let digits = String(scalar.value, radix: 16, uppercase: true)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}
