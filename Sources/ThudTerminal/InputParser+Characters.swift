extension InputParser {
    /// The key of a byte, as terminals without any protocol send it.
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

    /// How many bytes a character has that begins with this one; nil where none does.
    static func length(ofUTF8From byte: UInt8) -> Int? {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    /// The key of the bytes of one character.
    static func character(of bytes: [UInt8]) -> KeyEvent? {
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { return nil }
        // The second set of control characters, U+0080 to U+009F, is nobody's key.
        return scalar.value < 0xA0 ? nil : KeyEvent(.character(Character(scalar)))
    }

    /// What `ESC` and a byte are when nothing follows.
    static func alt(_ byte: UInt8) -> InputEvent {
        .key(KeyEvent(.character(Character(Unicode.Scalar(byte))), modifiers: .alt))
    }
}
