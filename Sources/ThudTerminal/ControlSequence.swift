import ThudInput

/// A control sequence (`CSI` of ECMA-48) from a terminal, and the event that it means.
struct ControlSequence {
    /// The private marker before the parameters, such as `?` or `<`, or the second `[` of a key of the Linux console.
    private let marker: UInt8?
    /// The bytes between the parameters and the final byte.
    private let intermediates: [UInt8]
    /// The parameters with their colon-separated parts; an empty one counts as 0.
    private let parameters: [[Int]]
    private let final: UInt8

    /// Larger parameters are clamped to this, which exceeds every meaningful parameter.
    private static let largest = 0x1FFFFF

    init(parameters bytes: [UInt8], final: UInt8) {
        self.final = final
        var rest = bytes[...]
        if let first = rest.first, (0x3C...0x3F).contains(first) || first == UInt8(ascii: "[") {
            marker = first
            rest = rest.dropFirst()
        } else {
            marker = nil
        }
        intermediates = rest.filter { $0 < 0x30 }
        var parameters = [[0]]
        for byte in rest {
            let last = parameters.count - 1
            switch byte {
            case UInt8(ascii: ";"): parameters.append([0])
            case UInt8(ascii: ":"): parameters[last].append(0)
            case 0x30...0x39:
                let part = parameters[last].count - 1
                let number = parameters[last][part] * 10 + Int(byte - 0x30)
                parameters[last][part] = min(number, Self.largest)
            default: break
            }
        }
        self.parameters = parameters
    }

    var beginsPaste: Bool { marker == nil && final == UInt8(ascii: "~") && number(0) == 200 }

    /// Returns the event that the sequence means; nil if it means none. `cell` is the size of a cell if the mouse is
    /// reported in pixels; nil if in cells.
    func event(cell: CellSize?) -> InputEvent? {
        switch (marker, final) {
        case (nil, UInt8(ascii: "I")): .focus(true)
        case (nil, UInt8(ascii: "O")): .focus(false)
        case (nil, UInt8(ascii: "Z")): .key(KeyEvent(.tab, modifiers: .shift))
        case (nil, UInt8(ascii: "u")): InputParser.kitty(code: number(0)).flatMap(key)
        case (nil, UInt8(ascii: "t")): cellSize
        case (nil, UInt8(ascii: "~")): InputParser.functional(number: number(0)).flatMap(key)
        // rxvt sends the arrows with shift in small letters.
        case (nil, UInt8(ascii: "a")...UInt8(ascii: "d")) where parameters == [[0]]:
            InputParser.functional(final: final - 0x20).map { .key(KeyEvent($0, modifiers: .shift)) }
        case (UInt8(ascii: "["), UInt8(ascii: "A")...UInt8(ascii: "E")): .key(KeyEvent(.function(Int(final) - 0x40)))
        case (nil, _): intermediates.isEmpty ? InputParser.functional(final: final).flatMap(key) : nil
        case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): mouse(cell)
        case (UInt8(ascii: "?"), _): report
        default: nil
        }
    }

    private func number(_ index: Int, part: Int = 0) -> Int {
        parameters.indices.contains(index) && parameters[index].indices.contains(part) ? parameters[index][part] : 0
    }

    /// Returns a key event. The second parameter holds modifiers plus one and, after a colon, press, repeat or release.
    private func key(_ key: Key) -> InputEvent? {
        let kind: KeyEvent.Kind
        switch number(1, part: 1) {
        case 0, 1: kind = .press
        case 2: kind = .repeated
        case 3: kind = .release
        default: return nil
        }
        // Caps lock and num lock (64 and 128) are states rather than held keys.
        var modifiers = Modifiers(rawValue: UInt8(max(0, number(1) - 1) & 0x0F))
        let latin = latin(key)
        // The third parameter is the typed text, if it was requested: with AltGr it may be anything.
        if latin == nil, case .character = key, kind != .release, modifiers.isSubset(of: .shift),
            case .character(let typed)? = InputParser.kitty(code: number(2))
        {
            return .key(KeyEvent(.character(typed), kind))
        }
        let key = latin ?? key
        if case .character(let character) = key, modifiers.contains(.shift) {
            // With shift held the protocol still names the unshifted key; the shifted one follows a colon.
            modifiers.remove(.shift)
            let shifted = latin == nil ? InputParser.kitty(code: number(0, part: 1)) : nil
            let upper = character.uppercased()
            // Some letters, such as ß, have two letters as their capital; they are left as they are.
            let capital = upper.count == 1 ? upper.first.map { Key.character($0) } : nil
            return .key(KeyEvent(shifted ?? capital ?? key, kind, modifiers: modifiers))
        }
        return .key(KeyEvent(key, kind, modifiers: modifiers))
    }

    /// Returns the key of a Latin keyboard at the place of one that types a letter of another script, or `;` at the
    /// place of `q` as in Greek, if the terminal names it. Commands are Latin letters, and what is typed into a field
    /// arrives as text.
    private func latin(_ key: Key) -> Key? {
        guard case .character(let letter) = key else { return nil }
        let place = InputParser.kitty(code: number(0, part: 2))
        return letter.isOfOtherScript || letter == ";" && place == .character("q") ? place : nil
    }

    /// Parses xterm's SGR mouse report: button and modifiers, column, row, both from 1.
    private func mouse(_ cell: CellSize?) -> InputEvent? {
        let code = number(0)
        // Codes from 0x80 belong to the thumb buttons, which have no meaning here.
        guard code < 0x80 else { return nil }
        let (x, y) = (max(0, number(1) - 1), max(0, number(2) - 1))
        let modifiers = Modifiers(rawValue: UInt8((code & 4) >> 2 | (code & 8) >> 2 | (code & 16) >> 2))
        let button: PointerEvent.Button = [.left, .middle, .right, .none][code & 3]
        let kind: PointerEvent.Kind
        switch (code & 0x60, code & 3) {
        case (0x40, 0): kind = .wheelAway
        case (0x40, 1): kind = .wheel
        case (0x40, _), (0x60, _): return nil
        case (0x20, _): kind = .move
        default: kind = final == UInt8(ascii: "M") ? .down : .up
        }
        let point =
            cell.map {
                Point(x: Double(x) / $0.width * Point.cellWidth, y: Double(y) / $0.height * Point.cellHeight)
            } ?? Point(column: x, row: y)
        return .pointer(PointerEvent(kind, button, at: point, isExact: cell != nil, modifiers: modifiers))
    }

    /// xterm's reply to a request for the cell size: 6, height, width.
    private var cellSize: InputEvent? {
        guard number(0) == 6, let cell = CellSize(width: Double(number(2)), height: Double(number(1))) else {
            return nil
        }
        return .report(.cell(cell))
    }

    private var report: InputEvent? {
        switch final {
        // The colour scheme has changed, as mode 2031 reports: 1 is dark, 2 is light.
        case UInt8(ascii: "n") where number(0) == 997: .report(.background(isLight: number(1) == 2))
        // DECRPM: 1 is set, 2 is reset, 3 is always set. 0 and 4 mean that the terminal lacks the mode.
        case UInt8(ascii: "y") where number(0) == 2026:
            .report(.synchronizedUpdates(isSupported: (1...3).contains(number(1))))
        case UInt8(ascii: "y") where number(0) == 1016:
            .report(.pointerPixels(isSupported: (1...3).contains(number(1))))
        default: nil
        }
    }
}
