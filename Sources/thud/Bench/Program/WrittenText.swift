/// The text that a program writes to its terminal, without control characters and without the sequences that move the
/// cursor or choose colours and letters (ECMA-48, 5.3 to 5.6; ECMA-35, 13.2).
struct WrittenText {
    private var text: [UInt8] = []
    /// A sequence whose end has not come yet.
    private var sequence: [UInt8] = []
    /// Whether the program has asked for the other sequences of the arrow keys (DECCKM), as ncurses does.
    private(set) var asksForApplicationKeys = false

    private static let escape: UInt8 = 0x1B
    /// The most bytes of a sequence that are kept, because it may never end.
    private static let longest = 64

    static func text(in output: some Sequence<UInt8>) -> String {
        var written = WrittenText()
        written.take(output)
        return String(decoding: written.text, as: UTF8.self)
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            // ESC breaks off the sequence before it, and CAN and SUB end it (ECMA-48, 8.3.6, 8.3.148; DEC STD 070).
            switch byte {
            case Self.escape: sequence = [byte]
            case 0x18, 0x1A: sequence = []
            case _ where sequence.isEmpty: if byte >= 0x20 { text.append(byte) }
            default:
                if sequence.count == Self.longest { sequence.removeLast() }
                sequence.append(byte)
                guard Self.isWhole(sequence) else { continue }
                if sequence.starts(with: "\u{1B}[?1".utf8), sequence.count == 5 {
                    asksForApplicationKeys = byte == UInt8(ascii: "h")
                }
                sequence = []
            }
        }
    }

    /// Looks for `words`, and drops them with everything before, or if they are not there all that cannot belong to
    /// them, since a program may draw for as long as they are awaited. Returns whether they have been written.
    mutating func drop(through words: String) -> Bool {
        let found = text.firstRange(of: Array(words.utf8))
        text.removeSubrange(..<(found?.upperBound ?? max(0, text.count + 1 - words.utf8.count)))
        return found != nil
    }

    mutating func dropAll() { text = [] }

    private static func isWhole(_ sequence: [UInt8]) -> Bool {
        guard sequence.count > 1, let last = sequence.last else { return false }
        switch sequence[1] {
        case UInt8(ascii: "["): return sequence.count > 2 && (0x40...0x7E).contains(last)
        // The Linux console sets its palette by `ESC ] P` with seven digits, and resets it by `ESC ] R`.
        case UInt8(ascii: "]") where sequence.count == 3 && last == UInt8(ascii: "R"): return true
        case UInt8(ascii: "]") where sequence.count > 2 && sequence[2] == UInt8(ascii: "P"):
            return sequence.count == 10 || last == 0x07
        // A title or another string of any length, up to a bell, or to the ESC of `ESC \`.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return last == 0x07
        // A set of letters: `ESC ( B`, with which many programs end a colour.
        case 0x20...0x2F: return (0x30...0x7E).contains(last)
        default: return true
        }
    }
}
