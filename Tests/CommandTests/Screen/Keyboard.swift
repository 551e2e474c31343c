import ThudCore
import ThudTestSupport

/// The keyboard of a terminal as programs hear it: how it tells keys depends on what the program has asked for.
struct Keyboard {
    /// Terminals that differ in it.
    enum Model: String, Sendable, CaseIterable {
        /// Knows nothing of the protocol: repeats are presses (tmux up to 3.6, VTE).
        case plain
        /// Tells every release that was asked for, those of keys that type text without flag 8 too.
        case kitty
        /// The same, and sends Enter once more as it is released, without flag 8 (up to 1.19).
        case foot
        /// Grants the flags, and tells no release of any key; repeats are presses (what has been proposed for tmux).
        case silent
    }

    let model: Model
    let terminal: PseudoTerminal

    private static let repeatDelay = Interval.milliseconds(500)
    private static let repeatGap = Interval.milliseconds(30)

    /// The flags in force, by all that the program has written.
    var flags: Int {
        guard model != .plain else { return 0 }
        var stack = [0]
        for sequence in terminal.output.split(separator: 0x1B) where sequence.first == UInt8(ascii: "[") {
            let body = sequence.dropFirst()
            let digits = body.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard body.dropFirst(1 + digits.count).first == UInt8(ascii: "u") else { continue }
            let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
            switch body.first {
            case UInt8(ascii: ">"): stack.append(number)
            case UInt8(ascii: "="): stack[stack.count - 1] = number
            case UInt8(ascii: "<"): if stack.count > 1 { stack.removeLast() }
            default: break
            }
        }
        return stack.last ?? 0
    }

    /// Presses and releases a key at once, `\r` being Enter.
    func tap(_ key: Unicode.Scalar) async throws {
        try await press(key)
        try await Task.sleep(for: .milliseconds(60))
        try await release(key)
    }

    /// Holds a key as long as `isWanted`, 20 s at most, and a little longer; it repeats meanwhile.
    func hold(_ key: Unicode.Scalar, while isWanted: () -> Bool, andFor length: Interval) async throws {
        try await press(key)
        try await Task.sleep(for: .nanoseconds(Self.repeatDelay.nanoseconds))
        let limit = Instant.now() + .seconds(20)
        var end: Instant?
        while Instant.now() < end ?? limit {
            if end == nil, !isWanted() { end = Instant.now() + length }
            try await press(key, isRepeat: true)
            try await Task.sleep(for: .nanoseconds(Self.repeatGap.nanoseconds))
        }
        try await release(key)
        guard end != nil else { throw HarnessError(description: "Nothing came of the key that was held.") }
    }

    private func press(_ key: Unicode.Scalar, isRepeat: Bool = false) async throws {
        let flags = flags
        guard flags & 8 != 0 else { return try await terminal.type(String(Character(key))) }
        let kind = isRepeat && flags & 2 != 0 && model != .silent ? "1:2" : ""
        let text = flags & 16 != 0 && key.value >= 32 ? ";\(key.value)" : ""
        try await terminal.type("\u{1B}[\(key.value)\(kind.isEmpty && text.isEmpty ? "" : ";")\(kind)\(text)u")
    }

    private func release(_ key: Unicode.Scalar) async throws {
        let flags = flags
        guard model != .silent, flags & 2 != 0 else { return }
        if flags & 8 != 0 || key.value >= 32 {
            try await terminal.type("\u{1B}[\(key.value);1:3u")
        } else if model == .foot {
            try await terminal.type(String(Character(key)))
        }
    }
}
