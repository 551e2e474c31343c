extension InputParser {
    /// The key that a final byte stands for, behind `CSI` and `SS3` alike.
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

    /// The key of a number before `~`.
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

    /// The key of a code of kitty's protocol: a scalar, or a number from its private area.
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
        // Control characters, modifiers, media keys and what else is not a character.
        case 0x80...0x9F, 0xE000...0xF8FF: nil
        case 0x20...0x10FFFF: Unicode.Scalar(UInt32(code)).map { .character(Character($0)) }
        default: nil
        }
    }
}
