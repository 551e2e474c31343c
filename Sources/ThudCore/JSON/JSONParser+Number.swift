extension JSONParser {
    /// A number as RFC 8259 spells it: no leading zeros, no bare point, no `+`. One that a double cannot hold is an
    /// error rather than infinity.
    mutating func number() throws(JSONError) -> Double {
        let start = scanner.place
        let first = scanner.offset
        _ = scanner.skip(UInt8(ascii: "-"))
        if scanner.skip(UInt8(ascii: "0")) {
            if scanner.isAtDigit {
                throw scanner.error("a number does not begin with 0 and another digit", at: start)
            }
        } else {
            try digits(after: "`-`")
        }
        if scanner.skip(UInt8(ascii: ".")) { try digits(after: "the decimal point") }
        if scanner.current == UInt8(ascii: "e") || scanner.current == UInt8(ascii: "E") {
            scanner.advance()
            if !scanner.skip(UInt8(ascii: "-")) { _ = scanner.skip(UInt8(ascii: "+")) }
            try digits(after: "the exponent")
        }
        let text = String(decoding: scanner.bytes[first..<scanner.offset], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            let shown = text.count > 24 ? text.prefix(24) + "..." : text[...]
            throw scanner.error("the number \(shown) is not finite as a double", at: start)
        }
        return value
    }

    private mutating func digits(after what: String) throws(JSONError) {
        guard scanner.isAtDigit else {
            throw scanner.error("expected a digit after \(what), found \(scanner.found)")
        }
        while scanner.isAtDigit { scanner.advance() }
    }
}
