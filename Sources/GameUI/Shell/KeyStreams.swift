public import ThudCore
import ThudGameKit
public import ThudTerminal

/// Marks presses that come in a stream, by which many terminals show a key that is held: one after the keyboard's first pause, and from
/// then on one after another. That first one cannot be told from a second press as long as nothing has followed it.
///
/// Whoever wants to know in time, as for a gesture, follows the key itself (`HeldKeys`).
public struct KeyStreams {
    private enum Phase {
        case pressed
        /// Pressed again after what may have been the keyboard's first pause.
        case maybeHeld
        case held
    }

    private var keys: [Key: (last: Instant, phase: Phase)] = [:]
    /// Keys whose releases are told: what comes of them as a press is one.
    private var releasing: Set<Key> = []

    /// No keyboard has more keys than this.
    private static let mostKeys = 256

    /// Nothing has been pressed.
    public init() {}

    /// Takes an event that came at `now`, and returns it marked.
    public mutating func mark(_ event: KeyEvent, at now: Instant) -> KeyEvent {
        if keys.count >= Self.mostKeys || releasing.count >= Self.mostKeys { self = KeyStreams() }
        guard event.kind != .release else {
            releasing.insert(event.key)
            keys[event.key] = nil
            return event
        }
        guard event.kind == .press, !releasing.contains(event.key) else { return event }
        let phase = phase(of: event.key, at: now)
        keys[event.key] = (now, phase)
        var marked = event
        marked.mayBeRepeat = phase == .held
        return marked
    }

    private func phase(of key: Key, at now: Instant) -> Phase {
        guard let (last, phase) = keys[key] else { return .pressed }
        let gap = now - last
        switch phase {
        case .maybeHeld where gap < LongPress.repeatGap, .held where gap < LongPress.repeatGap: return .held
        // A finger may be quicker than any keyboard's first pause.
        case .pressed, .maybeHeld, .held:
            return gap >= GestureLimits.soonestRepeat && gap < Debounce.firstPause ? .maybeHeld : .pressed
        }
    }
}
