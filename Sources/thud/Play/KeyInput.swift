import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// A player's keys without a screen.
final class KeyInput {
    private var terminal: TerminalSession
    private var parser = InputParser()
    private var streams: KeyStreams
    /// When a lone escape byte has waited long enough for the rest of a sequence; nil where none waits.
    private(set) var escapeDeadline: Instant?
    private var quitAskedAt: Instant?
    private var confirms = Debounce()
    /// Presses of the space bar once a round has ended.
    private var spaces = Debounce()

    /// In mid-round a second press within so long confirms the first.
    private static let confirmation = Interval.milliseconds(2_000)

    /// Takes the terminal over; nil where there is none.
    ///
    /// - Parameter held: what the game says of keys that are held.
    init?(_ held: HeldKeysMeaning) {
        guard let terminal = TerminalSession(.keys) else { return nil }
        streams = KeyStreams(held)
        self.terminal = terminal
        self.terminal.enter()
    }

    /// Readable when keys wait.
    var descriptor: Int32 { terminal.descriptor }

    /// The keys that wait; nil once the terminal is gone.
    func read(_ now: Instant) -> [KeyEvent]? {
        guard let bytes = terminal.read() else { return nil }
        let before = flush(now)
        guard !bytes.isEmpty else { return before }
        let events = keys(parser.take(bytes))
        escapeDeadline = parser.patience.map { now + .seconds($0) }
        return before + events
    }

    /// The escape key, where nothing has followed its byte for long enough.
    func flush(_ now: Instant) -> [KeyEvent] {
        guard let deadline = escapeDeadline, now >= deadline else { return [] }
        escapeDeadline = nil
        return keys(parser.flush())
    }

    private func keys(_ events: [InputEvent]) -> [KeyEvent] {
        events.compactMap { event in
            if case .key(let key) = event { key } else { nil }
        }
    }

    /// Has a key act in a session.
    func take(_ stroke: KeyEvent, session: inout any ShownSession, _ now: Instant) {
        let event = streams.meaning(of: stroke, at: now)
        if session.stage.isUnderWay, session.take(.key(event), size: KeyInput.size, at: now) { return }
        guard event.kind == .press, event.modifiers.isEmpty else { return }
        if let button = button(event.key, in: session.stage) {
            session.press(button, at: now)
        } else if let action = ShellKeys.action(of: event, isTyping: false), session.stage != .finished {
            _ = session.take(.action(action), size: KeyInput.size, at: now)
        }
    }

    /// The size of a screen that nobody sees.
    private static let size = Size(columns: 80, rows: 24)

    /// A round has ended: a gesture that comes too late is no wish for another one.
    func noteEnd(_ now: Instant) { spaces.note(at: now) }

    /// Gives the terminal back as it was.
    func leave() { terminal.leave() }

    /// Takes the terminal again.
    func enter() { terminal.enter() }

    private func button(_ key: Key, in stage: RoundStage) -> RoundButton? {
        switch key {
        case .character("p"): stage == .paused ? .resume : .pause
        case .character(" "): stage == .finished && !spaces.isDeliberateOrDoubled(at: .now()) ? nil : goOn(from: stage)
        case .enter: goOn(from: stage)
        case .character("q"): quit(from: stage)
        default: nil
        }
    }

    private func goOn(from stage: RoundStage) -> RoundButton? {
        let now = Instant.now()
        if stage == .handOver { return confirms.isDeliberate(at: now) ? .ready : nil }
        confirms.note(at: now)
        return switch stage {
        case .paused: .resume
        case .finished: .playAgain
        case .handOver, .ready, .countdown, .playing, .left: nil
        }
    }

    private func quit(from stage: RoundStage) -> RoundButton? {
        switch stage {
        case .finished, .handOver, .left:
            return .quit
        // Before it is played too: a round that was paused goes on from there.
        case .ready, .countdown, .playing, .paused:
            let now = Instant.now()
            if let asked = quitAskedAt, now - asked < KeyInput.confirmation { return .quit }
            quitAskedAt = now
            Console.remark("          q again leaves the round")
            return nil
        }
    }
}
