import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

/// Reads a player's keys without a screen.
final class KeyInput {
    let terminal: TerminalSession
    /// The keys of the game in words.
    private let legend: String
    private var quitAskedAt: Instant?
    private var confirms = Debounce()
    /// Presses of the space bar after the end of a round.
    private var spaces = Debounce()

    /// Takes over the terminal; nil if there is none.
    init?(legend: String) {
        guard let terminal = TerminalSession(.keys) else { return nil }
        self.terminal = terminal
        self.legend = legend
        self.terminal.enter()
    }

    /// Returns the keys read if the terminal `isReadable`, and those that nothing has followed. nil if it is gone.
    func read(_ isReadable: Bool, _ now: Instant) -> [KeyEvent]? {
        terminal.events(isReadable, at: now)?.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    /// Applies a key to a session, at the instant of its command.
    func take(_ typed: KeyEvent, session: inout any GameSession, _ now: Instant) {
        let event = session.isTyping ? typed : typed.inLowerCase
        let instant = event.commanded(by: now)
        if session.stage.isUnderWay, session.take(.key(event), size: KeyInput.size, at: instant) { return }
        guard event.isPress, event.modifiers.isSubset(of: .shift) else { return }
        if event.key == .character("?") { return Console.remark(legend) }
        guard event.modifiers.isEmpty else { return }
        if let button = button(event.key, in: session.stage, now) {
            session.press(button, at: instant)
        } else if let action = ShellKeys.action(of: event, isTyping: false), session.stage != .finished {
            _ = session.take(.action(action), size: KeyInput.size, at: instant)
        }
    }

    private static let size = Size(columns: 80, rows: 24)

    /// Ignores late keys after the end of a round or a turn, so that they do not begin another one.
    func ignoreLateKeys(after now: Instant) {
        spaces.restart(at: now)
        confirms.restart(at: now)
    }

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
        confirms.restart(at: now)
        return switch stage {
        case .paused: .resume
        case .finished: .playAgain
        case .handOver, .ready, .countdown, .playing, .left: nil
        }
    }

    private func quit(from stage: RoundStage, _ now: Instant) -> RoundButton? {
        switch stage {
        // A paused round is kept.
        case .finished, .handOver, .left, .paused: return .quit
        // Also before play starts, because a paused round resumes by a countdown.
        case .ready, .countdown, .playing:
            if let asked = quitAskedAt, now - asked < LongPress.confirmation { return .quit }
            quitAskedAt = now
            Console.remark("          press q again to leave the round")
            return nil
        }
    }
}
