import Foundation
import Synchronization
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

    /// The arrow down among the keys, which types no character.
    static let arrowDown: Unicode.Scalar = "↓"

    /// Presses and releases a key at once, `\r` being Enter.
    func tap(_ key: Unicode.Scalar) async throws {
        try await press(key)
        try await Task.sleep(for: .milliseconds(60))
        try await release(key)
    }

    /// Holds a key as long as `isWanted`, 20 s at most, and a little longer; it repeats meanwhile.
    ///
    /// The repeats come from a thread of their own, in a rhythm that the tests beside this one do not disturb.
    func hold(_ key: Unicode.Scalar, while isWanted: () -> Bool, andFor length: Interval) async throws {
        try await press(key)
        let held = HeldKey(strokes(key, isRepeat: true), terminal)
        Thread.detachNewThread { held.run(after: Self.repeatDelay, gap: Self.repeatGap) }
        defer { held.letGo() }
        let limit = Instant.now() + .seconds(20)
        let start = Instant.now() + Self.repeatDelay
        var end: Instant?
        while Instant.now() < end ?? limit {
            if end == nil, !isWanted() { end = max(start, Instant.now()) + length }
            held.change(to: strokes(key, isRepeat: true))
            try await Task.sleep(for: .milliseconds(20))
        }
        held.letGo()
        try await release(key)
        guard end != nil else { throw HarnessError(description: "Nothing came of the key that was held.") }
    }

    private func press(_ key: Unicode.Scalar) async throws {
        try await terminal.type(strokes(key, isRepeat: false))
    }

    /// What a key sends as it goes down, and as it repeats.
    private func strokes(_ key: Unicode.Scalar, isRepeat: Bool) -> String {
        let flags = flags
        let isTold = isRepeat && flags & 2 != 0 && model != .silent
        if key == Self.arrowDown { return isTold ? "\u{1B}[1;1:2B" : "\u{1B}[B" }
        guard flags & 8 != 0 else { return String(Character(key)) }
        let kind = isTold ? "1:2" : ""
        let text = flags & 16 != 0 && key.value >= 32 ? ";\(key.value)" : ""
        return "\u{1B}[\(key.value)\(kind.isEmpty && text.isEmpty ? "" : ";")\(kind)\(text)u"
    }

    private func release(_ key: Unicode.Scalar) async throws {
        let flags = flags
        guard model != .silent, flags & 2 != 0 else { return }
        if key == Self.arrowDown { return try await terminal.type("\u{1B}[1;1:3B") }
        if flags & 8 != 0 || key.value >= 32 {
            try await terminal.type("\u{1B}[\(key.value);1:3u")
        } else if model == .foot {
            try await terminal.type(String(Character(key)))
        }
    }
}

/// A key that is down: a thread types its repeats until it is let go.
private final class HeldKey: Sendable {
    private let strokes: Mutex<String?>
    private let terminal: PseudoTerminal

    init(_ strokes: String, _ terminal: PseudoTerminal) {
        self.strokes = Mutex(strokes)
        self.terminal = terminal
    }

    /// Types the repeats.
    func run(after delay: Interval, gap: Interval) {
        var next = Instant.now() + delay
        while let strokes = strokes.withLock(\.self) {
            let now = Instant.now()
            if now >= next {
                terminal.press(strokes)
                next = now + gap
            }
            Thread.sleep(forTimeInterval: max(0.001, min((next - now).seconds, 0.01)))
        }
    }

    /// What it sends from now on.
    func change(to strokes: String) { self.strokes.withLock { if $0 != nil { $0 = strokes } } }
    /// It is up.
    func letGo() { strokes.withLock { $0 = nil } }
}
