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
        /// Behind `ESC [ M`: three bytes of the mouse follow, from terminals that do not know SGR.
        case oldMouse
        /// In an operating system command or another string, to its end.
        case string
        /// In a string, behind an `ESC` that may begin its end.
        case stringEscape
        /// In something pasted.
        case paste
    }

    /// How long a lone escape byte waits for the rest of a sequence before it was the key, in seconds: longer than a slow
    /// link takes between two bytes, shorter than a finger.
    public static let escapePatience = 0.04
    /// How long something pasted may pause, in seconds, before its end is taken for lost.
    public static let pastePatience = 1.0

    private var stage = Stage.ground
    private var waiting: [UInt8] = []
    /// The character that begins stands behind `ESC`.
    private var isAlt = false

    /// No sequence that means anything is longer.
    private static let longestSequence = 64
    private static let escape: UInt8 = 0x1B
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// A parser that has seen nothing.
    public init() {}

    /// How many seconds of silence make it time to `flush`; nil where nothing is incomplete.
    public var patience: Double? {
        switch stage {
        case .ground: nil
        case .paste: Self.pastePatience
        case .escape, .csi, .ss3, .oldMouse, .string, .stringEscape: Self.escapePatience
        }
    }

    /// The events that `bytes` complete.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { take(byte, &events) }
        return events
    }

    /// Gives up waiting for the rest. A lone escape was the key; one more byte was a key with alt; of anything longer
    /// the end was lost, and it means nothing.
    public mutating func flush() -> [InputEvent] {
        let (opening, rest) = (stage, waiting)
        reset()
        switch opening {
        case .escape, .stringEscape: return [.key(KeyEvent(.escape))]
        case .csi where rest.isEmpty: return [Self.alt(UInt8(ascii: "["))]
        case .ss3: return [Self.alt(UInt8(ascii: "O"))]
        case .string where rest.count == 1: return [Self.alt(rest[0])]
        case .paste: return [.paste]
        case .ground, .csi, .oldMouse, .string: return []
        }
    }

    private mutating func reset() {
        stage = .ground
        waiting = []
        isAlt = false
    }

    private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch stage {
        case .ground: takeOnGround(byte, &events)
        case .escape: takeAfterEscape(byte, &events)
        case .csi: takeInSequence(byte, &events)
        case .ss3: takeAfterSS3(byte, &events)
        case .oldMouse: takeOldMouse(byte, &events)
        case .string: takeInString(byte)
        case .stringEscape:
            // `ESC \` ends a string; so does any other sequence.
            reset()
            guard byte != UInt8(ascii: "\\") else { return }
            stage = .escape
            takeAfterEscape(byte, &events)
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
        // A byte that continues nothing begins anew.
        if !waiting.isEmpty, byte & 0xC0 != 0x80 { reset() }
        if waiting.isEmpty, byte < 0x80 { return complete(Self.ascii(byte), &events) }
        waiting.append(byte)
        guard let length = Self.length(ofUTF8From: waiting[0]) else { return reset() }
        guard waiting.count == length else { return }
        complete(Self.character(of: waiting), &events)
    }

    private mutating func complete(_ event: KeyEvent?, _ events: inout [InputEvent]) {
        let held: Modifiers = isAlt ? .alt : []
        reset()
        guard let event else { return }
        events.append(.key(KeyEvent(event.key, event.kind, modifiers: event.modifiers.union(held))))
    }

    // MARK: Sequences

    private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case UInt8(ascii: "["): stage = .csi
        case UInt8(ascii: "O"): stage = .ss3
        // OSC, DCS, SOS, PM, APC: strings that nobody here asked for.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            stage = .string
            waiting = [byte]
        case Self.escape: events.append(.key(KeyEvent(.escape)))
        default:
            // Escape and a key together are that key with alt.
            reset()
            isAlt = true
            takeOnGround(byte, &events)
        }
    }

    private mutating func takeAfterSS3(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        // Some terminals put modifiers here, which are not told.
        case 0x30...0x3F: break
        case 0x40...0x7E:
            reset()
            let key = byte == UInt8(ascii: "M") ? Key.enter : Self.functional(final: byte)
            if let key { events.append(.key(KeyEvent(key))) }
        default:
            reset()
            take(byte, &events)
        }
    }

    /// Keeps no more than whether anything followed the opening.
    private mutating func takeInString(_ byte: UInt8) {
        switch byte {
        case 0x07, 0x18, 0x1A: reset()
        case Self.escape: stage = .stringEscape
        default: if waiting.count < 2 { waiting.append(byte) }
        }
    }

    private mutating func takeOldMouse(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte < 0x20 {
            reset()
            return take(byte, &events)
        }
        waiting.append(byte)
        if waiting.count == 3 { reset() }
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
            if parameters.isEmpty, byte == UInt8(ascii: "M") {
                stage = .oldMouse
                return
            }
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
