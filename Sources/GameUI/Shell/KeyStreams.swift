public import ThudCore
public import ThudTerminal

/// Marks presses that come in a stream, by which many terminals show a key that is held. The first of them, after the keyboard's
/// first pause, cannot be told from a second press as long as nothing has followed it.
///
/// Whoever wants to know in time, as for a gesture, follows the key itself (`HeldKeys`).
public struct KeyStreams {
    private var last: [Key: Instant] = [:]
    /// Keys whose releases are told: what comes of them as a press is one.
    private var releasing: Set<Key> = []

    /// No keyboard has more keys than this.
    private static let mostKeys = 256

    /// Nothing has been pressed.
    public init() {}

    /// Takes an event that came at `now`, and returns it marked.
    public mutating func mark(_ event: KeyEvent, at now: Instant) -> KeyEvent {
        if last.count >= Self.mostKeys || releasing.count >= Self.mostKeys { self = KeyStreams() }
        guard event.kind != .release else {
            releasing.insert(event.key)
            last[event.key] = nil
            return event
        }
        defer { last[event.key] = now }
        guard event.kind == .press, !releasing.contains(event.key), let before = last[event.key],
            now - before < LongPress.repeatGap
        else { return event }
        var marked = event
        marked.mayBeRepeat = true
        return marked
    }
}
