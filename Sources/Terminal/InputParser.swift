/// Turns a terminal's bytes into events. Takes them in pieces of any size; what is none of its business is dropped without
/// harm, and nothing that comes can make it grow.
public struct InputParser: Sendable {
    /// Where in a sequence the bytes so far lead.
    private enum Stage: Hashable, Sendable {
        /// Between sequences, or within the bytes of one character.
        case ground
        /// Behind `ESC`.
        case escape
        /// Behind `ESC [`, the rest is collected.
        case csi
        /// Behind `ESC O`.
        case ss3
        /// In an operating system command or another string, to its end.
        case string
        /// In a string, behind an `ESC` that may begin its end.
        case stringEscape
        /// In something pasted.
        case paste
    }

    /// How long a lone escape byte waits for the rest of a sequence before it was the key: longer than a slow link takes
    /// between two bytes, shorter than a finger.
    public static let escapePatience = 0.04

    private var stage = Stage.ground
    private var waiting: [UInt8] = []

    /// No sequence that means anything is longer.
    private static let longestSequence = 64
    private static let escape: UInt8 = 0x1B
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// A parser that has seen nothing.
    public init() {}

    /// Whether a lone escape waits for what may follow. If nothing does soon, `flush` tells what it was.
    public var isWaiting: Bool { stage == .escape || stage == .csi || stage == .ss3 }

    /// The events that `bytes` complete.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { take(byte, &events) }
        return events
    }

    /// Gives up waiting: what began like a sequence was the escape key, and the keys after it.
    public mutating func flush() -> [InputEvent] {
        guard isWaiting else { return [] }
        let (opening, rest) = (stage, waiting)
        reset()
        var events = [InputEvent.key(KeyEvent(.escape))]
        if opening == .csi { events += take([UInt8(ascii: "[")]) }
        if opening == .ss3 { events += take([UInt8(ascii: "O")]) }
        return events + take(rest)
    }

    private mutating func reset() {
        stage = .ground
        waiting = []
    }

    private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch stage {
        case .ground: takeOnGround(byte, &events)
        case .escape: takeAfterEscape(byte, &events)
        case .csi: takeInSequence(byte, &events)
        case .ss3:
            reset()
            if let key = Self.functional(final: byte) { events.append(.key(KeyEvent(key))) }
        case .string:
            if byte == 0x07 || byte == 0x18 || byte == 0x1A {
                reset()
            } else if byte == Self.escape {
                stage = .stringEscape
            }
        // `ESC \` ends a string; any other sequence would too.
        case .stringEscape: reset()
        case .paste: takeInPaste(byte, &events)
        }
    }

    // MARK: Characters

    private mutating func takeOnGround(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte == Self.escape {
            reset()
            stage = .escape
            return
        }
        if waiting.isEmpty, byte < 0x80 {
            if let event = Self.ascii(byte) { events.append(.key(event)) }
            return
        }
        // A byte that continues nothing begins anew.
        if !waiting.isEmpty, byte & 0xC0 != 0x80 {
            waiting = []
            takeOnGround(byte, &events)
            return
        }
        waiting.append(byte)
        guard let length = Self.length(ofUTF8From: waiting[0]) else {
            waiting = []
            return
        }
        guard waiting.count == length else { return }
        defer { waiting = [] }
        guard let text = String(validating: waiting, as: UTF8.self), let character = text.first else { return }
        events.append(.key(KeyEvent(.character(character))))
    }

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

    private static func length(ofUTF8From byte: UInt8) -> Int? {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    // MARK: Sequences

    private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case UInt8(ascii: "["): stage = .csi
        case UInt8(ascii: "O"): stage = .ss3
        // OSC, DCS, SOS, PM, APC: strings that nobody here asked for.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            stage = .string
        case Self.escape: events.append(.key(KeyEvent(.escape)))
        default:
            // Escape and a key together are that key with alt.
            reset()
            var keys: [InputEvent] = []
            take(byte, &keys)
            if byte >= 0x80 {
                events.append(.key(KeyEvent(.escape)))
            } else if case .key(let event) = keys.first {
                events.append(.key(KeyEvent(event.key, event.kind, modifiers: event.modifiers.union(.alt))))
            }
        }
    }

    private mutating func takeInSequence(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        // ECMA-48: parameters and intermediates, then one final byte.
        case 0x20...0x3F:
            if waiting.count < Self.longestSequence { waiting.append(byte) }
        case 0x40...0x7E:
            let parameters = waiting
            reset()
            guard parameters.count < Self.longestSequence else { return }
            let sequence = ControlSequence(parameters: parameters, final: byte)
            if sequence.beginsPaste {
                stage = .paste
            } else if let event = sequence.event {
                events.append(event)
            }
        default:
            // Something else cut it short.
            reset()
            take(byte, &events)
        }
    }

    private mutating func takeInPaste(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte == Self.endOfPaste[waiting.count] {
            waiting.append(byte)
        } else {
            waiting = byte == Self.escape ? [byte] : []
        }
        guard waiting.count == Self.endOfPaste.count else { return }
        reset()
        events.append(.paste)
    }
}
