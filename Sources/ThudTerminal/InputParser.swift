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
    package static let escapeTimeout = 0.04
    /// How long pasted text may pause, in seconds, before its end counts as lost.
    package static let pasteTimeout = 1.0

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
    package var timeout: Double? {
        switch stage {
        case .ground: nil
        case .paste: Self.pasteTimeout
        case .escape, .csi, .ss3, .oldMouse, .string, .stringEscape: Self.escapeTimeout
        }
    }

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

    // Some of these functions call this one again. Inlined into each other, they would take 15 s to optimise.
    @inline(never)
    private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch stage {
        case .ground: takeOnGround(byte, &events)
        case .escape: takeAfterEscape(byte, &events)
        case .csi: takeInSequence(byte, &events)
        case .ss3: takeAfterSS3(byte, &events)
        case .oldMouse: takeOldMouse(byte, &events)
        case .string: takeInString(byte, &events)
        case .stringEscape:
            // `ESC \` ends a string, and so does any other sequence.
            guard byte != UInt8(ascii: "\\") else { return endString(&events) }
            reset()
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
        // OSC, DCS, SOS, PM and APC begin strings. All but the answer about a colour are read and ignored.
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
            // rxvt sends the arrows with ctrl in small letters.
            let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(byte)
            let key = byte == UInt8(ascii: "M") ? Key.enter : Self.functional(final: isSmall ? byte - 0x20 : byte)
            if let key { events.append(.key(KeyEvent(key, modifiers: isSmall ? .control : []))) }
        default:
            reset()
            take(byte, &events)
        }
    }

    /// Keeps the start of a string, which is enough for an answer about a colour, and for `flush` to recognise a key
    /// with Alt.
    private mutating func takeInString(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x07: endString(&events)
        case 0x18, 0x1A: reset()
        case Self.escape: stage = .stringEscape
        default: if waiting.count < Self.longestSequence { waiting.append(byte) }
        }
    }

    private mutating func endString(_ events: inout [InputEvent]) {
        let text = String(decoding: waiting, as: UTF8.self)
        reset()
        if let isLight = Self.isLight(background: text) { events.append(.report(.background(isLight: isLight))) }
    }

    /// Returns whether the answer to OSC 11, such as `]11;rgb:ffff/fafa/f0f0`, names a light colour; nil for any other
    /// string. Each channel has one to four hexadecimal digits.
    private static func isLight(background text: String) -> Bool? {
        let start = "]11;rgb:"
        guard text.hasPrefix(start) else { return nil }
        let shares = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false).map { digits in
            guard (1...4).contains(digits.count), let value = UInt16(digits, radix: 16) else { return Double.nan }
            return Double(value) / Double(1 << (4 * digits.count) - 1)
        }
        guard shares.count == 3, !shares.contains(where: \.isNaN) else { return nil }
        return 0.299 * shares[0] + 0.587 * shares[1] + 0.114 * shares[2] > 0.5
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
        case 0x20...0x3F: if waiting.count < Self.longestSequence { waiting.append(byte) }
        // The Linux console sends F1 to F5 as `ESC [ [` and a letter.
        case UInt8(ascii: "[") where waiting.isEmpty: waiting.append(byte)
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
        case 57399...57413: .character(Array("0123456789./*-+")[code - 57399])
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
