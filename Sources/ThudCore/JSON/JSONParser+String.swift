extension JSONParser {
    /// A string, from its opening quote to its closing one.
    mutating func string() throws(JSONError) -> String {
        let start = scanner.place
        scanner.advance()
        var text: [UInt8] = []
        while let byte = scanner.current {
            switch byte {
            case UInt8(ascii: "\""):
                scanner.advance()
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw scanner.error("the string holds bytes that are not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(Character(try escape())).utf8)
            case 0..<0x20:
                throw scanner.error("\(scanner.found) within a string; write it as an escape such as \\n")
            default:
                text.append(byte)
                scanner.advance()
            }
        }
        throw scanner.error("the string that begins here has no closing quote", at: start)
    }

    /// The scalar that an escape stands for.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = scanner.place
        scanner.advance()
        guard let byte = scanner.current else { throw scanner.error("expected an escape, found the end of the text") }
        if byte == UInt8(ascii: "u") { return try unicodeEscape(from: start) }
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw scanner.error("expected one of \" \\ / b f n r t u after \\, found \(scanner.found)")
        }
        scanner.advance()
        return scalar
    }

    /// `\uXXXX`, or a pair of them for a scalar beyond U+FFFF.
    private mutating func unicodeEscape(from start: JSONScanner.Place) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, scanner.skip(word: "\\") {
            guard scanner.current == UInt8(ascii: "u") else {
                throw scanner.error("half of a surrogate pair stands alone", at: start)
            }
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw scanner.error("half of a surrogate pair stands alone", at: start)
    }

    /// The four digits after `u`, on which the scanner stands.
    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        scanner.advance()
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = scanner.current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw scanner.error("expected four hexadecimal digits after \\u, found \(scanner.found)")
            }
            value = value << 4 | UInt32(digit)
            scanner.advance()
        }
        return value
    }
}
