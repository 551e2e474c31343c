/// The first non-empty line of a pasted text. Nothing after it is kept, so that a long paste costs no memory.
struct PastedLine: Sendable {
    /// The most scalars that are kept, far more than any field takes.
    private static let longest = 256
    private var scalars: [Unicode.Scalar] = []
    /// The bytes of an incomplete character.
    private var begun: [UInt8] = []
    private var isOver = false

    /// The kept part of the line, without control characters and with a space for each tab.
    var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Takes the next byte; one that belongs to no character is ignored.
    mutating func take(_ byte: UInt8) {
        guard !isOver else { return }
        // A byte that does not continue the character begins another one.
        if byte & 0xC0 != 0x80 { begun = [] }
        if byte < 0x80 { return take(Unicode.Scalar(byte)) }
        begun.append(byte)
        guard let length = InputParser.length(ofUTF8From: begun[0]) else {
            begun = []
            return
        }
        guard begun.count == length else { return }
        let scalar = String(validating: begun, as: UTF8.self)?.unicodeScalars.first
        begun = []
        if let scalar { take(scalar) }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // Line ends: those of ASCII, NEL, and the line and paragraph separators. Leading empty lines are skipped.
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: isOver = !scalars.isEmpty
        case 0x09: append(" ")
        case 0x00...0x1F, 0x7F...0x9F: break
        default: append(scalar)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        isOver = scalars.count == Self.longest
    }
}
