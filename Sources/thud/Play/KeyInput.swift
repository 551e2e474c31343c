import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

/// A player's keys without a screen.
final class KeyInput {
    private var terminal: TerminalSession
    private var keyboard = TerminalInput()
    private var quitAskedAt: Instant?
    private var confirms = Debounce()
    /// Presses of the space bar once a round has ended.
    private var spaces = Debounce()

    /// In mid-round a second press within so long confirms the first.
    private static let confirmation = Interval.milliseconds(2_000)

    /// Takes the terminal over; nil where there is none.
    init?() {
        guard let terminal = TerminalSession(.keys) else { return nil }
        self.terminal = terminal
        self.terminal.enter()
    }

    var descriptor: Int32 { terminal.descriptor }

    /// When nothing has followed a byte or a press for long enough; nil if none waits.
    var escapeDeadline: Instant? { keyboard.nextDeadline }

    /// The keys that wait; nil once the terminal is gone.
    func read(_ now: Instant) -> [KeyEvent]? {
        terminal.read().map { keys(keyboard.take($0, at: now)) + flush(now) }
    }

    /// The keys that nothing has followed for long enough.
    func flush(_ now: Instant) -> [KeyEvent] { keys(keyboard.advance(to: now)) }

    private func keys(_ events: [InputEvent]) -> [KeyEvent] {
        events.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    /// Has a key act in a session, at the instant at which it came.
    func take(_ event: KeyEvent, session: inout any GameSession, _ now: Instant) {
        let instant = event.instant
        if session.stage.isUnderWay, session.take(.key(event), size: KeyInput.size, at: instant) { return }
        guard event.isPress, event.modifiers.isEmpty else { return }
        if let button = button(event.key, in: session.stage, now) {
            session.press(button, at: instant)
        } else if let action = ShellKeys.action(of: event, isTyping: false), session.stage != .finished {
            _ = session.take(.action(action), size: KeyInput.size, at: instant)
        }
    }

    /// The size of a screen that nobody sees.
    private static let size = Size(columns: 80, rows: 24)

    /// A round has ended: a gesture that comes too late is no wish for another one.
    func noteEnd(_ now: Instant) { spaces.note(at: now) }

    /// Gives the terminal back as it was.
    func leave() { terminal.leave() }

    func enter() { terminal.enter() }

    private func button(_ key: Key, in stage: RoundStage, _ now: Instant) -> RoundButton? {
        switch key {
        case .character("p"): stage == .paused ? .resume : .pause
        case .character(" ") where stage == .finished && !spaces.isDeliberateOrDoubled(at: now): nil
        case .character(" "): goOn(from: stage, now)
        case .enter: goOn(from: stage, now)
        case .character("q"): quit(from: stage, now)
        default: nil
        }
    }

    private func goOn(from stage: RoundStage, _ now: Instant) -> RoundButton? {
        if stage == .handOver { return confirms.isDeliberate(at: now) ? .ready : nil }
        confirms.note(at: now)
        return switch stage {
        case .paused: .resume
        case .finished: .playAgain
        case .handOver, .ready, .countdown, .playing, .left: nil
        }
    }

    private func quit(from stage: RoundStage, _ now: Instant) -> RoundButton? {
        switch stage {
        case .finished, .handOver, .left:
            return .quit
        // Before it is played too: a round that was paused goes on from there.
        case .ready, .countdown, .playing, .paused:
            if let asked = quitAskedAt, now - asked < KeyInput.confirmation { return .quit }
            quitAskedAt = now
            Console.remark("          q again leaves the round")
            return nil
        }
    }
}
