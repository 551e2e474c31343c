import ThudInput

extension InputParser {
    /// Returns the key for a single byte in the classic encoding of terminals.
    static func ascii(_ byte: UInt8) -> KeyEvent? {
        switch byte {
        case 0x0D, 0x0A: KeyEvent(.enter)
        case 0x09: KeyEvent(.tab)
        case 0x08, 0x7F: KeyEvent(.backspace)
        case 0x01...0x1A: KeyEvent(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers: .control)
        case 0x1C: KeyEvent(.character("\\"), modifiers: .control)
        case 0x20...0x7E: KeyEvent(.character(Character(Unicode.Scalar(byte))))
        default: nil
        }
    }

    /// Returns the length in bytes of a character that begins with this byte; nil if none does.
    static func length(ofUTF8From byte: UInt8) -> Int? {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    /// Returns the key for the bytes of one UTF-8 character.
    static func character(of bytes: [UInt8]) -> KeyEvent? {
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { return nil }
        // No key sends the second set of control characters, U+0080 to U+009F.
        return scalar.value < 0xA0 ? nil : KeyEvent(.character(Character(scalar)))
    }

    /// Returns the event for `ESC` and a byte with nothing after them: that byte with Alt.
    static func alt(_ byte: UInt8) -> InputEvent {
        .key(KeyEvent(.character(Character(Unicode.Scalar(byte))), modifiers: .alt))
    }

    /// Returns the key for a final byte after `CSI` or `SS3`.
    static func functional(final byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "P"): .function(1)
        case UInt8(ascii: "Q"): .function(2)
        case UInt8(ascii: "R"): .function(3)
        case UInt8(ascii: "S"): .function(4)
        default: nil
        }
    }

    /// Returns the key for a number before `~`.
    static func functional(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    /// Returns the key for a code of kitty's protocol: a scalar, or a number from its private area.
    static func kitty(code: Int) -> Key? {
        switch code {
        case 9: .tab
        case 13, 57414: .enter
        case 27: .escape
        case 127: .backspace
        case 57399...57408: .character(Character(Unicode.Scalar(UInt8(48 + code - 57399))))
        case 57417: .left
        case 57418: .right
        case 57419: .up
        case 57420: .down
        case 57421: .pageUp
        case 57422: .pageDown
        case 57423: .home
        case 57424: .end
        case 57425: .insert
        case 57426: .delete
        // These are control characters, and keys that type no character, such as modifiers and media keys.
        case 0x80...0x9F, 0xE000...0xF8FF: nil
        case 0x20...0x10FFFF: Unicode.Scalar(UInt32(code)).map { .character(Character($0)) }
        default: nil
        }
    }
}
