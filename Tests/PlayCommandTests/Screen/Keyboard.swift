import Foundation
import Synchronization
import ThudCore
import ThudTestSupport

/// The keyboard of a terminal as programs see it: how keys are reported depends on the program's requests.
struct Keyboard {
    /// Terminals that differ in reporting keys.
    enum Model: String, Sendable, CaseIterable {
        /// Does not know the protocol: repeats are presses (tmux up to 3.6, VTE).
        case plain
        /// Reports every requested release, even of text keys without flag 8.
        case kitty
        /// Like kitty, but without flag 8 sends Enter again on its release (up to 1.19).
        case foot
        /// Grants the flags, but reports no releases; repeats are presses (as proposed for tmux).
        case silent
    }

    let model: Model
    let terminal: PseudoTerminal

    private static let repeatDelay = Interval.milliseconds(500)
    private static let repeatGap = Interval.milliseconds(30)

    /// The flags in force, according to everything the program has written.
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

    /// The arrow down key, which types no character.
    static let arrowDown: Unicode.Scalar = "↓"

    /// Presses and releases a key at once; `\r` is Enter.
    func tap(_ key: Unicode.Scalar) async throws {
        try await press(key)
        try await Task.sleep(for: .milliseconds(60))
        try await release(key)
    }

    /// Holds a key as long as `isWanted`, at most 20 s, and then for `length`; it repeats all the time.
    ///
    /// The repeats come from a separate thread, so that tests running in parallel do not disturb their rhythm.
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

    /// Returns what a key sends when it goes down, or when it repeats.
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

/// A key that is down: a thread types its repeats until it is released.
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

    /// Changes what the key sends from now on.
    func change(to strokes: String) { self.strokes.withLock { if $0 != nil { $0 = strokes } } }
    func letGo() { strokes.withLock { $0 = nil } }
}
