import ThudCore
import ThudInput

/// All that comes from a terminal, and all that has to be known of its keys: the bytes' meaning, how long a lone escape waits, which
/// presses are repeats, and how finely the pointer is told.
///
///     for event in input.take(bytes, at: now) { … }        // whatever was read
///     // and once `nextDeadline` has come:
///     for event in input.advance(to: now) { … }
package struct TerminalInput: Sendable {
    private var parser = InputParser()
    private var keyboard: HeldKeyDetector
    /// When an incomplete sequence has waited long enough for its rest.
    private var sequenceEnd: Instant?
    /// Whether the terminal can tell the pointer's pixels.
    private var hasPixels = false

    /// - Parameter careful: the keys of which every second press is doubted, however late it comes, since what two of them do is
    ///   never to happen by accident: `q` leaves a round.
    package init(careful: Set<Key> = [.character("q")]) { keyboard = HeldKeyDetector(careful: careful) }

    /// When `advance` has something to tell; nil if nothing waits.
    package var nextDeadline: Instant? { .earlier(sequenceEnd, keyboard.nextDeadline) }

    /// The events that `bytes` complete, after all that was due by `now`.
    package mutating func take(_ bytes: [UInt8], at now: Instant) -> [InputEvent] {
        let events = parser.take(bytes)
        if !bytes.isEmpty { sequenceEnd = parser.patience.map { now + .seconds($0) } }
        return events.flatMap { judge($0, at: now) }
    }

    /// What follows from nothing having come by `now`.
    package mutating func advance(to now: Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        if let sequenceEnd, sequenceEnd <= now {
            self.sequenceEnd = nil
            events = parser.flush().flatMap { judge($0, at: now) }
        }
        return events + keyboard.advance(to: now).map { .key($0) }
    }

    /// What to ask the terminal for, so that it tells the pointer's pixels, which say nothing without the size of a cell; nil if
    /// there is nothing to ask for.
    ///
    /// - Parameter cell: the size of a cell as the system or the terminal tells it; nil if that is not known.
    package mutating func pointerRequest(_ cell: CellSize?) -> String? {
        guard hasPixels else { return nil }
        guard let cell else { return PointerRequest.cellSize }
        defer { parser.cell = cell }
        return parser.cell == nil ? PointerRequest.pixels : nil
    }

    /// The terminal is given back: it tells cells again, and of the keys that are held nothing more.
    package mutating func leave() {
        parser.cell = nil
        keyboard.letGo()
    }

    private mutating func judge(_ event: InputEvent, at now: Instant) -> [InputEvent] {
        switch event {
        case .key(let key):
            if let control = ControlKey(key) { return [.control(control)] }
            return keyboard.take(key, at: now).map { .key($0) }
        case .pointer(var pointer):
            pointer.instant = now
            return [.pointer(pointer)]
        case .focus(let isHere):
            let settled = keyboard.settle()
            // Where the focus is now, releases are told.
            if !isHere { keyboard.letGo() }
            return settled.map { .key($0) } + [event]
        case .paste: return keyboard.settle().map { .key($0) } + [event]
        case .report(.pointerPixels(let isSupported)):
            hasPixels = isSupported
            return [event]
        case .report, .control: return [event]
        }
    }
}
