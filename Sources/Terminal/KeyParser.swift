/// Turns a terminal's bytes into keys. Takes them in pieces of any size; what is no key is dropped without harm.
public struct KeyParser: Sendable {
    private var waiting: [UInt8] = []

    /// A sequence that grows longer than this is none.
    private static let longestSequence = 32
    private static let escape: UInt8 = 0x1B

    /// A parser that has seen nothing.
    public init() {}

    /// Bytes of an unfinished sequence wait. If nothing follows soon, `flush` tells what they were.
    public var isWaiting: Bool { !waiting.isEmpty }

    /// The keys that `bytes` complete.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            waiting.append(byte)
            if let finished = finish() { keys += finished }
        }
        return keys
    }

    /// Gives up waiting: a lone escape byte was the escape key.
    public mutating func flush() -> [Key] {
        defer { waiting = [] }
        return waiting == [Self.escape] ? [.escape] : []
    }

    /// The keys that the waiting bytes are, once they are complete; nil while more must come.
    private mutating func finish() -> [Key]? {
        if waiting[0] == Self.escape { return finishSequence() }
        guard let length = Self.length(ofUTF8From: waiting[0]) else {
            waiting = []
            return []
        }
        if waiting.count < length { return nil }
        defer { waiting = [] }
        if waiting == [0x0D] || waiting == [0x0A] { return [.enter] }
        guard let text = String(validating: waiting, as: UTF8.self), let character = text.first else { return [] }
        return [.character(character)]
    }

    /// CSI (`ESC [`) and SS3 (`ESC O`) sequences, as ECMA-48 has them: parameters, then one final byte.
    private mutating func finishSequence() -> [Key]? {
        guard waiting.count > 1 else { return nil }
        guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else {
            waiting = waiting[1] == Self.escape ? [Self.escape] : []
            return waiting.isEmpty ? [] : [.escape]
        }
        guard waiting.count > 2, let last = waiting.last else { return nil }
        let isFinal = (0x40...0x7E).contains(last)
        if !isFinal, waiting.count < Self.longestSequence { return nil }
        defer { waiting = [] }
        switch last {
        case UInt8(ascii: "A"): return [.up]
        case UInt8(ascii: "B"): return [.down]
        case UInt8(ascii: "C"): return [.right]
        case UInt8(ascii: "D"): return [.left]
        default: return []
        }
    }

    private static func length(ofUTF8From byte: UInt8) -> Int? {
        switch byte {
        case 0x00...0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }
}
