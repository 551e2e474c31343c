import Foundation
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

    /// Presses a key for 60 ms; `\r` is Enter.
    func tap(_ key: Unicode.Scalar) async {
        await onOwnThread {
            terminal.press(strokes(key, isRepeat: false))
            Thread.sleep(forTimeInterval: 0.06)
            release(key)
        }
    }

    /// Holds a key until its first repeat is due and `isReached`, at most 20 s, and then for `length`; it repeats all
    /// the time.
    func hold(
        _ key: Unicode.Scalar, for length: Interval, after isReached: @escaping @Sendable () -> Bool = { true }
    ) async throws {
        let end = await onOwnThread {
            terminal.press(strokes(key, isRepeat: false))
            let start = Instant.now() + Self.repeatDelay
            let limit = start + .seconds(20)
            var next = start
            var end: Instant?
            while true {
                let now = Instant.now()
                if end == nil, isReached() { end = max(start, now) + length }
                if now >= end ?? limit { break }
                if now >= next {
                    terminal.press(strokes(key, isRepeat: true))
                    next = now + Self.repeatGap
                }
                Thread.sleep(forTimeInterval: max(0.001, min((next - now).seconds, 0.01)))
            }
            release(key)
            return end
        }
        guard end != nil else { throw HarnessError(description: "Nothing came of the key that was held.") }
    }

    /// Runs a gesture on a separate thread, because tests that run beside this one may keep those busy that tasks
    /// share, and a key would be down for too long.
    private func onOwnThread<Result: Sendable>(_ gesture: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in
            Thread.detachNewThread { done.resume(returning: gesture()) }
        }
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

    private func release(_ key: Unicode.Scalar) {
        let flags = flags
        guard model != .silent, flags & 2 != 0 else { return }
        if key == Self.arrowDown { return terminal.press("\u{1B}[1;1:3B") }
        if flags & 8 != 0 || key.value >= 32 {
            terminal.press("\u{1B}[\(key.value);1:3u")
        } else if model == .foot {
            terminal.press(String(Character(key)))
        }
    }
}
