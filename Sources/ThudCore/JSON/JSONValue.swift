/// A JSON value to be written. Literals make one: `["name": "kape", "cards": [1, 2.5, nil]]`, in the order given.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number, written with the fewest digits that read back as the same double; `null` when it is not finite.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its members are written in this order.
    case object([Member])

    /// One member of an object.
    public struct Member: Hashable, Sendable {
        /// The name, unescaped.
        public let name: String

        /// The value.
        public let value: JSONValue

        /// A member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Whether this is neither array nor object.
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
    /// `null`.
    public init(nilLiteral: ()) { self = .null }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object, in the order given.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// How a value is laid out as text.
public enum JSONLayout: Hashable, Sendable {
    /// One line without blanks.
    case compact
    /// Two spaces a level; arrays and objects of scalars stay on one line while they fit into 100 columns.
    case pretty
}

extension JSONValue {
    /// The value as JSON text. Pretty text ends with a line break, compact text does not.
    public func text(_ layout: JSONLayout = .pretty) -> String {
        var writer = JSONWriter()
        switch layout {
        case .compact:
            writer.write(self, between: ",", after: ":", pad: "")
        case .pretty:
            writer.writeLines(self, indent: 0)
            writer.text += "\n"
        }
        return writer.text
    }
}

private struct JSONWriter {
    var text = ""
    private static let width = 100

    /// A value on one line.
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

    /// A value over as many lines as it needs.
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
        default:
            write(value, between: ", ", after: ": ", pad: " ")
        }
    }

    private mutating func block(
        _ open: String, _ close: String, count: Int, indent: Int, item: (inout JSONWriter, Int) -> Void
    ) {
        text += open
        for index in 0..<count {
            text += (index > 0 ? ",\n" : "\n") + String(repeating: "  ", count: indent + 1)
            item(&self, index)
        }
        text += "\n" + String(repeating: "  ", count: indent) + close
    }

    /// Whether scalars (and, in objects, their names) fit into the rest of a line. The root object never does: a file
    /// of settings has one setting a line.
    private func staysOnOneLine(_ values: [JSONValue], names: [JSONValue.Member] = [], indent: Int) -> Bool {
        if values.isEmpty { return true }
        guard values.count * 3 <= Self.width, values.allSatisfy(\.isScalar), names.isEmpty || indent > 0 else {
            return false
        }
        var trial = JSONWriter()
        trial.write(names.isEmpty ? .array(values) : .object(names), between: ", ", after: ": ", pad: " ")
        return indent * 2 + trial.text.count <= Self.width
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
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // C1 controls are commands to terminals, and the last two end lines in much that reads JSON.
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
