import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudReports
import ThudTerminal

/// Times key presses. It types keys on a pseudo-terminal on which the code of `thud play` plays and draws a round, and
/// each key is answered by a cue.
final class BenchKeys {
    private let count: Int
    private let seed: UInt64
    private let pseudo: BenchTerminal
    private var terminal: TerminalSession?

    /// Seconds between two keys. After a tilt the game ignores others for half a second.
    private static let pause = 0.53...0.65
    /// The time after the last key in which its cue and flash end.
    private static let tail = Interval.milliseconds(700)
    /// The longest wait for the first prompt of a round.
    private static let timeout = Interval.seconds(15)
    /// The shortest round, in seconds.
    private static let leastRound = 60.0

    /// Opens the terminal; nil if the system has none left. Call this before the program starts a second thread,
    /// because a terminal session forks a guard process.
    init?(_ count: Int, seed: UInt64) {
        guard let pseudo = BenchTerminal() else { return nil }
        (self.count, self.seed) = (count, seed)
        self.pseudo = pseudo
        terminal = TerminalSession(.screen, path: pseudo.path)
        guard terminal != nil else { return nil }
    }

    /// Plays a round, types the keys in it and returns a cue for each key.
    func run(
        _ game: any GameView.Type, _ rig: BenchRig, _ deck: Deck?, _ sound: SoundOptions, _ interrupts: Interrupts
    ) throws -> [BenchCue] {
        guard let terminal = terminal.take() else { return [] }
        let seconds = max(Self.leastRound, Double(count + 1) * Self.pause.upperBound + 1)
        let state = try StartupState(game, deck, seconds: seconds, seed: seed, sound)
        let feedback = FeedbackOutput(output: rig.output, scheduler: rig.scheduler, mute: nil, keepsReports: true)
        pseudo.start()
        terminal.enter()
        let renderer = ScreenRenderer(terminal.output, depth: .full)
        let runner = SessionRunner(player: .person, feedback: feedback, interrupts: interrupts)
        let screen = ScreenPresenter(state, runner: runner, terminal: terminal, renderer: renderer)
        typeDuring(runner, game.description)
        screen.begin()
        _ = withExtendedLifetime(screen) { runner.run() }
        renderer.stop()
        pseudo.stop()
        return cues(of: feedback.log.reports, game.description)
    }

    /// Types keys from the first prompt of the round on, and ends the round after they are answered.
    private func typeDuring(_ runner: SessionRunner, _ game: GameDescription) {
        let start = Instant.now()
        var hasBegun = false
        runner.onEffect = { [self] effect in
            guard case .show(let moment) = effect.effect, moment.kind == .prompt, !hasBegun else { return }
            hasBegun = true
            guard let key = game.measuredKey?.asciiValue else { return }
            pseudo.type(key, count, pause: Self.pause, seed: seed)
        }
        runner.isEnough = { [self] now in
            let keys = pseudo.keys
            let isAnswered = keys.count == count && keys.last.map { now - $0.typed > Self.tail } ?? true
            return isAnswered || !hasBegun && now - start > Self.timeout
        }
    }

    /// Returns a cue for each key: the first report that the key caused before the next key was typed.
    private func cues(of reports: [CueReport], _ game: GameDescription) -> [BenchCue] {
        let keys = pseudo.keys
        return keys.indices.map { index in
            var cue = BenchCue(index: index + 1, name: game.cue(game.measuredCue).description, outcome: .unknown)
            (cue.typed, cue.flashed) = (keys[index].typed, keys[index].flashed)
            let end = index + 1 < keys.count ? keys[index + 1].typed : .now()
            let report = reports.first { !$0.isScheduled && keys[index].typed <= $0.cause && $0.cause < end }
            guard let report else { return cue }
            cue.name = report.name
            (cue.cause, cue.triggered) = (report.cause, report.triggered)
            cue.record(report, isFelt: false)
            return cue
        }
    }
}

extension StartupState {
    /// Creates the state for a bench's round, which saves nothing.
    fileprivate init(
        _ game: any GameView.Type, _ deck: Deck?, seconds: Double, seed: UInt64, _ sound: SoundOptions
    ) throws {
        self.game = game
        var preferences = sound.preferences()
        (preferences.seconds, preferences.tutorialDone) = (seconds, true)
        if preferences.silentSwitch == .follow { preferences.silentSwitch = .off }
        store = try ProgressStore(game, isRemembering: false, decks: [])
        store.begin(with: preferences)
        options = PlayRequest(game: game, deck: deck?.id, player: .person, seed: seed, sound: sound, skipsTitle: true)
        flow = ShellFlow(
            game.description, decks: deck.map { [DeckChoice($0)] } ?? [], preferences: preferences, deck: deck?.id)
        notices = []
    }
}
