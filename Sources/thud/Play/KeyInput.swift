import ThudCore
import ThudGameKit
import ThudKape
import ThudScreens
import ThudTerminal

/// A player's keys without a screen: arrows are real motion through the detector.
final class KeyInput {
    private var terminal: TerminalSession
    private var parser = InputParser()
    private var lastRead = Instant.now()
    private var quitAskedAt: Instant?
    private var confirms = Debounce()

    /// The meaning of the keys, for the first line.
    static let legend = "↓ or j: correct   ↑ or k: pass   p: pause   space: go on, play again   q: leave"
    /// In mid-round a second press within so long confirms the first.
    private static let confirmation = Interval.milliseconds(2_000)

    /// Takes the terminal over; nil where there is none.
    init?() {
        guard let terminal = TerminalSession(.keys) else { return nil }
        self.terminal = terminal
        self.terminal.enter()
    }

    /// Readable when keys wait.
    var descriptor: Int32 { terminal.descriptor }

    /// The commands of the keys that wait, as `phase` gives them meaning; nil once the terminal is gone.
    func read(phase: KapeState.Phase) -> [KapeCommand]? {
        guard let bytes = terminal.read() else { return nil }
        guard !bytes.isEmpty else { return [] }
        let now = Instant.now()
        // Escape means nothing here, but it must not take the next key with it.
        if now - lastRead > .seconds(InputParser.escapePatience) { _ = parser.flush() }
        lastRead = now
        return parser.take(bytes).compactMap { event in
            guard case .key(let key) = event, key.kind != .release, key.modifiers.isEmpty else { return nil }
            return command(key.key, in: phase)
        }
    }

    /// Gives the terminal back as it was.
    func leave() { terminal.leave() }

    /// Takes the terminal again.
    func enter() { terminal.enter() }

    private func command(_ key: Key, in phase: KapeState.Phase) -> KapeCommand? {
        switch key {
        case .down, .character("j"): .tiltDown
        case .up, .character("k"): .tiltUp
        case .character("p"): phase == .paused ? .resume : .pause
        case .character(" "), .enter: goOn(from: phase)
        case .character("q"): quit(from: phase)
        default: nil
        }
    }

    private func goOn(from phase: KapeState.Phase) -> KapeCommand? {
        let now = Instant.now()
        if phase == .handOver { return confirms.isDeliberate(at: now) ? .ready : nil }
        confirms.note(at: now)
        return switch phase {
        case .paused: .resume
        case .finished: .playAgain
        case .handOver, .waitingForForehead, .tutorial, .countdown, .playing, .over: nil
        }
    }

    private func quit(from phase: KapeState.Phase) -> KapeCommand? {
        switch phase {
        case .finished, .handOver, .over:
            return .quit
        // Before the forehead too: a round that was paused goes on from there.
        case .waitingForForehead, .tutorial, .countdown, .playing, .paused:
            let now = Instant.now()
            if let asked = quitAskedAt, now - asked < KeyInput.confirmation { return .quit }
            quitAskedAt = now
            Console.remark("          q again leaves the round")
            return nil
        }
    }
}
