import ThudCore
import ThudHaptics

/// An element of an XML file being read: it knows the file and the place, so that every refusal names them.
///
/// As much of XML as Android's vibrations have: elements, attributes, comments and one declaration. There is no text between
/// elements, and a document type or a processing instruction is refused, so no entity can grow.
struct XMLNode {
    let name: String
    private(set) var children: [XMLNode] = []

    private let attributes: [(name: String, value: String)]
    private let file: String
    private let line: Int
    private let column: Int

    /// The root element of a UTF-8 text.
    static func root(_ bytes: [UInt8], file: String) throws(ThudError) -> XMLNode {
        guard bytes.count <= HapticLimits.fileBytes else {
            throw ThudError(.tooLong, file: file, message: "is larger than \(HapticLimits.fileBytes >> 20) MiB")
        }
        guard !JSONNode.isUTF16(bytes) else { throw ThudError(file: file, line: 1, column: 1, message: JSONNode.utf16) }
        var scanner = XMLScanner(bytes, file: file)
        return try scanner.document()
    }

    init(_ name: String, _ attributes: [(name: String, value: String)], file: String, line: Int, column: Int) {
        self.name = name
        self.attributes = attributes
        self.file = file
        self.line = line
        self.column = column
    }

    mutating func append(_ child: XMLNode) { children.append(child) }

    /// An error at this element.
    func error(_ message: String) -> ThudError {
        ThudError(file: file, line: line, column: column, path: name, message: message)
    }

    /// Refuses attributes other than these, as Android does.
    func requireOnly(_ names: Set<String>) throws(ThudError) {
        for attribute in attributes where !names.contains(attribute.name) {
            throw error("has no attribute `\(attribute.name)`")
        }
    }

    /// Refuses elements within this one.
    func requireEmpty() throws(ThudError) {
        if let child = children.first { throw child.error("stands within \(name), which holds no element") }
    }

    func text(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// A number within a range; nil where the attribute is missing.
    func number(_ name: String, in range: ClosedRange<Double>) throws(ThudError) -> Double? {
        guard let text = text(name) else { return nil }
        guard let value = Double(text), range.contains(value) else {
            throw error(
                "expected \(name) to be a number from \(shown(range.lowerBound)) to \(shown(range.upperBound)), "
                    + "found \(Self.quoted(text))")
        }
        return value
    }

    /// A whole number within a range that must be there.
    func whole(_ name: String, in range: ClosedRange<Int>) throws(ThudError) -> Int {
        guard let text = text(name) else { throw error("expected an attribute `\(name)`, found none") }
        guard let value = Int(text), range.contains(value) else {
            throw error(
                "expected \(name) to be a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "found \(Self.quoted(text))")
        }
        return value
    }

    /// A text as it stands in messages: cut short, and with control characters spelled out.
    private static func quoted(_ text: String) -> String {
        JSONValue.string(String(text.prefix(40))).text(.compact)
    }
}

/// Reads the text of an XML file.
struct XMLScanner {
    private let bytes: [UInt8]
    private let file: String
    private var index = 0
    private var line = 1
    private var lineStart = 0

    /// Elements within each other: Android's have five.
    private static let deepest = 16

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.file = file
    }

    mutating func document() throws(ThudError) -> XMLNode {
        skipSpace()
        if skip("<?xml") { try skip(past: "?>", "an XML declaration") }
        try skipComments()
        let root = try element(depth: 0)
        try skipComments()
        guard index == bytes.count else { throw error("expected the end of the file after the element `\(root.name)`") }
        return root
    }

    private mutating func element(depth: Int) throws(ThudError) -> XMLNode {
        guard depth < Self.deepest else { throw error("too many elements within each other") }
        let (line, column) = (self.line, self.column)
        guard skip("<") else { throw error("expected an element") }
        let name = try self.name()
        var attributes: [(name: String, value: String)] = []
        while true {
            skipSpace()
            if skip("/>") { return XMLNode(name, attributes, file: file, line: line, column: column) }
            if skip(">") { break }
            let attribute = try self.attribute()
            guard !attributes.contains(where: { $0.name == attribute.name }) else {
                throw error("the attribute `\(attribute.name)` stands here twice")
            }
            guard attributes.count < 32 else { throw error("an element of too many attributes") }
            attributes.append(attribute)
        }
        var node = XMLNode(name, attributes, file: file, line: line, column: column)
        while true {
            try skipComments()
            if skip("</") { break }
            node.append(try element(depth: depth + 1))
        }
        guard try self.name() == name else { throw error("expected the end of the element `\(name)`") }
        skipSpace()
        guard skip(">") else { throw error("expected the end of the element `\(name)`") }
        return node
    }

    private mutating func attribute() throws(ThudError) -> (name: String, value: String) {
        let name = try self.name()
        skipSpace()
        guard skip("=") else { throw error("expected a value for the attribute `\(name)`") }
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            throw error("expected quotes around the value of `\(name)`")
        }
        let quote = bytes[index]
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != quote {
            guard bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: "&") else {
                throw error("a character that a value cannot have")
            }
            index += 1
        }
        guard index < bytes.count else { throw error("the value of `\(name)` does not end") }
        index += 1
        return (name, String(decoding: bytes[start..<index - 1], as: UTF8.self))
    }

    private mutating func name() throws(ThudError) -> String {
        let start = index
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        guard index > start, index - start <= 64 else { throw error("expected a name") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func skipComments() throws(ThudError) {
        skipSpace()
        while skip("<!--") {
            try skip(past: "-->", "a comment")
            skipSpace()
        }
    }

    private mutating func skip(past end: StaticString, _ what: String) throws(ThudError) {
        while index < bytes.count {
            if skip(end) { return }
            advance()
        }
        throw error("\(what) does not end")
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { advance() }
    }

    private mutating func advance() {
        index += 1
        if bytes[index - 1] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, index) }
    }

    /// Skips a text without line breaks.
    private mutating func skip(_ text: StaticString) -> Bool {
        let wanted = "\(text)".utf8
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    private var column: Int { index - lineStart + 1 }

    private func error(_ message: String) -> ThudError {
        ThudError(file: file, line: line, column: column, message: message)
    }
}
