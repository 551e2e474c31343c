import ThudCore
import ThudInput

/// All input from a terminal. It decodes bytes, waits after a lone escape, detects repeats, requests reports of keys
/// and pixels, and keeps what the terminal has answered about itself.
///
///     for event in input.take(bytes, at: now) { … }        // whatever was read
///     // and once `nextDeadline` has come:
///     for event in input.advance(to: now) { … }
package struct TerminalInput: Sendable {
    private var parser = InputParser()
    /// Two presses of `q` must not leave by accident, so every second one is doubted, however late. A Russian keyboard
    /// has `й` there, and a Greek one `;`.
    private var keyboard = HeldKeyDetector(careful: [.character("q"), .character("й"), .character(";")])
    /// Whether the last letter was Greek.
    private var isGreek = false
    /// When an incomplete sequence has waited long enough for its rest.
    private var sequenceEnd: Instant?
    /// The key reports that were requested last.
    private var keyReports = KeyReports.text
    /// Whether the terminal can report the pointer in pixels.
    private var hasPixels = false
    package private(set) var hasSynchronizedUpdates = false
    /// Whether its background is light. It counts as dark until it answers.
    package private(set) var isLight = false

    package init() {}

    /// When `advance` will have events; nil if nothing is pending.
    package var nextDeadline: Instant? { .earlier(sequenceEnd, keyboard.nextDeadline) }

    /// Returns the events that `bytes` complete, after everything due by `now`.
    package mutating func take(_ bytes: [UInt8], at now: Instant) -> [InputEvent] {
        let events = parser.take(bytes).map { marked($0) }
        if !bytes.isEmpty { sequenceEnd = parser.timeout.map { now + .seconds($0) } }
        return events.indices.flatMap { index in
            if case .key(let key) = events[index], isRepeat(key, events, index) {
                return keyboard.takeRepeat(key, at: now).map { InputEvent.key($0) }
            }
            return judge(events[index], at: now)
        }
    }

    /// Marks a key of a Greek keyboard, which its letters give away.
    private mutating func marked(_ event: InputEvent) -> InputEvent {
        guard case .key(var key) = event, case .character(let character) = key.key else { return event }
        if character.isLetter { isGreek = character.isGreek }
        key.isGreek = isGreek
        return .key(key)
    }

    /// Whether a press of the last key is one of three or more that were read at once. No finger is so fast: the key is
    /// held, and nobody has read for a while, because a sound device took its time to open.
    private func isRepeat(_ key: KeyEvent, _ events: [InputEvent], _ index: Int) -> Bool {
        let same = { (event: InputEvent) in event == .key(key) }
        let after = events[index...].prefix(3).prefix(while: same).count
        let before = events[..<index].suffix(2).reversed().prefix(while: same).count
        return key.kind == .press && keyboard.last == key.key && before + after > 2
    }

    /// Returns the events that follow because nothing arrived by `now`.
    package mutating func advance(to now: Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        if let sequenceEnd, sequenceEnd <= now {
            self.sequenceEnd = nil
            events = parser.flush().flatMap { judge($0, at: now) }
        }
        return events + keyboard.advance(to: now).map { .key($0) }
    }

    /// Returns the next request towards pointer reports in pixels, which need the cell size; nil if there is none.
    ///
    /// - Parameter cell: the cell size that the system or the terminal reported; nil if unknown.
    package mutating func pointerRequest(_ cell: CellSize?) -> String? {
        guard hasPixels else { return nil }
        guard let cell else { return PointerRequest.cellSize }
        defer { parser.cell = cell }
        return parser.cell == nil ? PointerRequest.pixels : nil
    }

    /// Returns the request for other reports of keys; nil if they are in force.
    package mutating func keyRequest(_ wanted: KeyReports) -> String? {
        guard wanted != keyReports else { return nil }
        keyReports = wanted
        keyboard.expectsReleases = wanted == .strokes
        return wanted.request
    }

    /// Resets when the terminal is given back: the pointer is reported in cells again, keys as text, and held keys are
    /// forgotten.
    mutating func leave() {
        parser.cell = nil
        keyReports = .text
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
            // Releases are reported to the window that now has the focus.
            if !isHere { keyboard.letGo() }
            return settled.map { .key($0) } + [event]
        case .paste: return keyboard.settle().map { .key($0) } + [event]
        case .report(.background(let isLight)) where isLight == self.isLight: return []
        case .report(let report):
            apply(report)
            return [event]
        case .control: return [event]
        }
    }

    private mutating func apply(_ report: TerminalReport) {
        switch report {
        case .pointerPixels(let isSupported): hasPixels = isSupported
        case .synchronizedUpdates(let isSupported): hasSynchronizedUpdates = isSupported
        case .background(let isLight): self.isLight = isLight
        case .cell: break
        }
    }
}
