import ThudInput

/// Turns a terminal's bytes, in pieces of any size, into events. Meaningless sequences are dropped, and no input makes
/// the parser grow.
package struct InputParser: Sendable {
    /// The kind of sequence that the parser is in.
    private enum Stage: Hashable, Sendable {
        /// Between sequences, or within the bytes of one character.
        case ground
        /// After `ESC`.
        case escape
        /// After `ESC [`, while the rest is collected.
        case csi
        /// After `ESC O`.
        case ss3
        /// After `ESC [ M`: three mouse bytes follow, from terminals without SGR.
        case oldMouse
        /// Inside an operating system command or another string, until it ends.
        case string
        /// Inside a string, after an `ESC` that may begin its terminator.
        case stringEscape
        case paste
    }

    /// How long a lone escape byte waits for the rest of a sequence, in seconds, before it counts as the escape key.
    /// The gap between two bytes on a slow link is shorter, and the gap between two key presses is longer.
    package static let escapePatience = 0.04
    /// How long pasted text may pause, in seconds, before its end counts as lost.
    package static let pastePatience = 1.0

    /// The cell size, while the terminal reports the pointer in pixels; nil while it reports cells.
    package var cell: CellSize?

    private var stage = Stage.ground
    private var waiting: [UInt8] = []
    /// Whether the incomplete character follows `ESC`, which means Alt.
    private var isAlt = false
    private var pasted = PastedLine()

    /// The longest sequence in bytes; no meaningful one is longer.
    private static let longestSequence = 64
    private static let escape: UInt8 = 0x1B
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    package init() {}

    /// The seconds without input after which the caller calls `flush`; nil if no sequence is incomplete.
    package var patience: Double? {
        switch stage {
        case .ground: nil
        case .paste: Self.pastePatience
        case .escape, .csi, .ss3, .oldMouse, .string, .stringEscape: Self.escapePatience
        }
    }

    /// Returns the events that `bytes` complete.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { take(byte, &events) }
        return events
    }

    /// Ends an incomplete sequence. A lone escape was the escape key, and an escape with one more byte was that key
    /// with Alt. A longer sequence lost its end and means nothing, but a truncated paste still counts.
    package mutating func flush() -> [InputEvent] {
        let (opening, rest, line) = (stage, waiting, pasted)
        reset()
        switch opening {
        case .escape, .stringEscape: return [.key(KeyEvent(.escape))]
        case .csi where rest.isEmpty: return [Self.alt(UInt8(ascii: "["))]
        case .ss3: return [Self.alt(UInt8(ascii: "O"))]
        case .string where rest.count == 1: return [Self.alt(rest[0])]
        case .paste: return [.paste(line.text)]
        case .ground, .csi, .oldMouse, .string: return []
        }
    }

    private mutating func reset() {
        stage = .ground
        waiting = []
        isAlt = false
        pasted = PastedLine()
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
            // `ESC \` ends a string, and so does any other sequence.
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
        // A byte that does not continue the character begins another one.
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
        // OSC, DCS, SOS, PM and APC begin strings, which are read and ignored.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            stage = .string
            waiting = [byte]
        case Self.escape: events.append(.key(KeyEvent(.escape)))
        default:
            // Escape followed by a key is that key with Alt.
            reset()
            isAlt = true
            takeOnGround(byte, &events)
        }
    }

    private mutating func takeAfterSS3(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        // Some terminals send modifiers here, which are ignored.
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

    /// Keeps only the first two bytes of a string, which are enough for `flush` to recognise a key with Alt.
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
        // In ECMA-48, parameters and intermediates precede one final byte.
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
            } else if let event = sequence.event(cell: cell) {
                events.append(event)
            }
        default:
            // Another character cut the sequence short.
            reset()
            take(byte, &events)
        }
    }

    private mutating func takeInPaste(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte == Self.endOfPaste[waiting.count] {
            waiting.append(byte)
        } else {
            // The possible end marker was text.
            for byte in waiting { pasted.take(byte) }
            waiting = byte == Self.escape ? [byte] : []
            if waiting.isEmpty { pasted.take(byte) }
        }
        guard waiting.count == Self.endOfPaste.count else { return }
        let line = pasted.text
        reset()
        events.append(.paste(line))
    }
}
