/// A cursor over UTF-8 bytes that always knows its line and column.
///
/// Columns count Unicode scalars: the distance from the line's first byte minus the continuation bytes since then.
struct JSONScanner {
    /// A place in the text, both counted from 1.
    struct Place {
        let line: Int
        let column: Int
    }

    let bytes: [UInt8]
    private(set) var offset = 0
    private var line = 1
    private var lineStart = 0
    private var continuationBytes = 0

    /// Creates a scanner at the first byte, after any byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    /// The byte under the cursor; nil at the end.
    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }
    var isAtDigit: Bool { current.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }
    var place: Place { Place(line: line, column: offset - lineStart - continuationBytes + 1) }

    /// Steps over the current byte, which must not be a line break.
    mutating func advance() {
        if bytes[offset] & 0xC0 == 0x80 { continuationBytes += 1 }
        offset += 1
    }

    /// Steps over the current byte if it is `byte`, and returns whether it did.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        advance()
        return true
    }

    /// Steps over bytes while a condition holds, which must not hold for line breaks, and returns them.
    mutating func skip(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let first = offset
        while let byte = current, holds(byte) { advance() }
        return bytes[first..<offset]
    }

    /// Steps over spaces, tabs and line breaks: LF, CR LF, and CR alone.
    mutating func skipSpace() {
        while let byte = current {
            switch byte {
            case 0x20, 0x09: offset += 1
            case 0x0A, 0x0D:
                offset += 1
                if byte == 0x0D, current == 0x0A { offset += 1 }
                line += 1
                lineStart = offset
                continuationBytes = 0
            default: return
            }
        }
    }

    /// Steps over a comment of JSON5 if one comes next, and returns whether it did.
    mutating func skipComment() throws(ThudError) -> Bool {
        guard current == UInt8(ascii: "/") else { return false }
        let start = place
        if skip(word: "//") {
            while let byte = current, byte != 0x0A, byte != 0x0D { advance() }
            return true
        }
        guard skip(word: "/*") else { return false }
        while !skip(word: "*/") {
            guard let byte = current else { throw error("the comment that begins here has no end", at: start) }
            if [0x20, 0x09, 0x0A, 0x0D].contains(byte) { skipSpace() } else { advance() }
        }
        return true
    }

    /// Steps over a plain word and returns it; empty if none comes next.
    mutating func word() -> String {
        let first = offset
        while let byte = current,
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || isLetter(byte)
                || offset > first && isAtDigit
        { advance() }
        return String(decoding: bytes[first..<offset], as: UTF8.self)
    }

    private func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    /// Steps over `word` if it comes next, and returns whether it did.
    mutating func skip(word: StaticString) -> Bool {
        let word = Array(word.description.utf8)
        guard bytes[offset...].starts(with: word) else { return false }
        offset += word.count
        return true
    }

    /// A description of the character under the cursor, for messages.
    var found: String {
        guard let byte = current else { return "the end of the text" }
        if byte == 0x0A || byte == 0x0D { return "the end of the line" }
        if byte == UInt8(ascii: "/") { return "`/`; JSON has no comments" }
        for length in 1...4 where offset + length <= bytes.count {
            guard let text = String(validating: bytes[offset..<offset + length], as: UTF8.self),
                let scalar = text.unicodeScalars.first
            else { continue }
            return TypedText.acts(scalar) ? "control character \(TypedText.spelling(of: scalar))" : "`\(text)`"
        }
        return "byte \(byte), which is not UTF-8"
    }

    func error(_ message: String) -> ThudError { error(message, at: place) }

    func error(_ message: String, at place: Place) -> ThudError {
        ThudError(file: "", line: place.line, column: place.column, message: message)
    }
}
