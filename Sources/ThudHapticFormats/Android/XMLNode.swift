import CThudExpat
import ThudCore
import ThudPatterns

/// An element of an XML file being read. It knows its file and place, so that every error names them.
/// It supports as much XML as Android's vibrations need: elements, attributes and comments. Text between elements is
/// refused, and so is a document type, so that no entity can expand.
struct XMLNode {
    let name: String
    fileprivate(set) var children: [XMLNode] = []
    private let attributes: [(name: String, value: String)]
    private let file: String
    private let line: Int
    private let column: Int

    static func root(_ bytes: [UInt8], file: String) throws(ThudError) -> XMLNode {
        guard bytes.count <= HapticLimits.fileBytes else {
            throw ThudError(.tooLong, file: file, message: "is larger than \(HapticLimits.fileBytes >> 20) MiB")
        }
        guard !JSONNode.isUTF16(bytes) else { throw ThudError(file: file, line: 1, column: 1, message: JSONNode.utf16) }
        return try XMLTree(file: file).root(of: bytes)
    }

    init(_ name: String, _ attributes: [(name: String, value: String)], file: String, line: Int, column: Int) {
        self.name = name
        self.attributes = attributes
        self.file = file
        self.line = line
        self.column = column
    }

    func error(_ message: String) -> ThudError {
        ThudError(file: file, line: line, column: column, path: name, message: message)
    }

    /// Throws if there are attributes other than these, as Android does.
    func requireOnly(_ names: Set<String>) throws(ThudError) {
        for attribute in attributes where !names.contains(attribute.name) {
            throw error("does not allow the attribute `\(attribute.name)`")
        }
    }

    func requireEmpty() throws(ThudError) {
        if let child = children.first { throw child.error("is not allowed in \(name), which holds no element") }
    }

    func text(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Returns a number within a range; nil if the attribute is missing.
    func number(_ name: String, in range: ClosedRange<Double>) throws(ThudError) -> Double? {
        guard let text = text(name) else { return nil }
        guard let value = Double(text), range.contains(value) else {
            throw error(
                "expected \(name) to be a number from \(shown(range.lowerBound)) to \(shown(range.upperBound)), "
                    + "found \(Self.quoted(text))")
        }
        return value
    }

    /// Returns a whole number within a range from a required attribute.
    func whole(_ name: String, in range: ClosedRange<Int>) throws(ThudError) -> Int {
        guard let text = text(name) else { throw error("expected an attribute `\(name)`, found none") }
        guard let value = Int(text), range.contains(value) else {
            throw error(
                "expected \(name) to be a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "found \(Self.quoted(text))")
        }
        return value
    }

    /// Returns a text for messages, truncated and with control characters escaped.
    private static func quoted(_ text: String) -> String { JSONValue.string(String(text.prefix(40))).text(.compact) }
}

/// Builds the tree of elements from what expat reports.
@safe private final class XMLTree {
    private let parser: XML_Parser
    private let file: String
    /// The open elements, the outermost first, below a stand-in that holds the root.
    private var open: [XMLNode]
    private var elementCount = 0
    private var refusal: ThudError?

    /// Several times as many elements as Thud writes; it bounds the time and memory of reading.
    private static let mostElements = 1 << 17
    /// The deepest nesting of elements; Android's have five levels.
    private static let deepest = 16
    private static let mostAttributes = 32
    private static let longestName = 64

    init(file: String) {
        self.file = file
        open = [XMLNode("", [], file: file, line: 1, column: 1)]
        guard let parser = unsafe XML_ParserCreate(nil) else { preconditionFailure("out of memory for an XML parser") }
        unsafe self.parser = unsafe parser
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { unsafe XMLTree.of($0)?.begin($1, $2) }, { tree, _ in unsafe XMLTree.of(tree)?.end() })
        unsafe XML_SetCharacterDataHandler(parser) {
            unsafe XMLTree.of($0)?.text(UnsafeBufferPointer(start: $1, count: Int($2)))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { tree, _, _, _, _ in
            unsafe XMLTree.of(tree)?.refuse("a document type is not allowed in Android's files")
        }
        unsafe XML_SetProcessingInstructionHandler(parser) { tree, _, _ in
            unsafe XMLTree.of(tree)?.refuse("a processing instruction is not allowed in Android's files")
        }
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Returns the tree that expat received as user data.
    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLTree? {
        unsafe pointer.map { unsafe Unmanaged<XMLTree>.fromOpaque($0).takeUnretainedValue() }
    }

    func root(of bytes: [UInt8]) throws(ThudError) -> XMLNode {
        let isRead = unsafe bytes.withUnsafeBytes { text in
            unsafe XML_Parse(parser, text.baseAddress, Int32(text.count), Int32(XML_TRUE)) == XML_STATUS_OK
        }
        if !isRead { refuse(reason) }
        if let refusal { throw refusal }
        return open[0].children[0]
    }

    private var reason: String {
        let code = unsafe XML_GetErrorCode(parser)
        if code == XML_ERROR_TAG_MISMATCH, let last = open.last {
            return "expected the end of the element `\(last.name)`"
        }
        let words = unsafe String(cString: XML_ErrorString(code))
        return "not valid XML: \(words)"
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        if open.count > Self.deepest { return refuse("elements are nested too deeply") }
        elementCount += 1
        if elementCount > Self.mostElements { return refuse("more than \(Self.mostElements) elements") }
        // Names and values alternate. They are counted first, because a file may have millions.
        let textCount = unsafe Int(XML_GetSpecifiedAttributeCount(parser))
        if textCount > 2 * Self.mostAttributes { return refuse("an element has too many attributes") }
        let texts = (0..<textCount).compactMap { unsafe pairs?[$0].map { unsafe String(cString: $0) } }
        let attributes = stride(from: 0, to: textCount, by: 2).map { (name: texts[$0], value: texts[$0 + 1]) }
        let name = unsafe name.map { unsafe String(cString: $0) } ?? ""
        if ([name] + attributes.map(\.name)).contains(where: { $0.utf8.count > Self.longestName }) {
            return refuse("a name has more than \(Self.longestName) characters")
        }
        open.append(XMLNode(name, attributes, file: file, line: line, column: column))
    }

    private func end() {
        // An empty element ends even if its start was refused.
        guard refusal == nil else { return }
        let node = open.removeLast()
        open[open.count - 1].children.append(node)
    }

    private func text(_ bytes: UnsafeBufferPointer<CChar>) {
        if unsafe bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            refuse("expected an element, found text")
        }
    }

    private var line: Int { unsafe Int(XML_GetCurrentLineNumber(parser)) }
    private var column: Int { unsafe Int(XML_GetCurrentColumnNumber(parser)) + 1 }

    /// Stops the parser here. Only the first refusal is reported.
    private func refuse(_ message: String) {
        if refusal == nil { refusal = ThudError(file: file, line: line, column: column, message: message) }
        unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
}
