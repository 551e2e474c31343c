import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudReports
import ThudTerminal

/// Times the way of keys: they are typed on a pseudo-terminal, on which the code of `thud play` plays and draws a round, and
/// each is answered by a cue.
final class BenchKeys {
    private let count: Int
    private let seed: UInt64
    private let pseudo: BenchTerminal
    private var terminal: TerminalSession?

    /// Seconds between two keys. For half a second after a tilt no other counts.
    private static let pause = 0.53...0.65
    /// The least that a round lasts, in seconds.
    private static let leastRound = 60.0

    /// Opens the terminal; nil where the system has none to give. To be made before the program has a second thread, since a
    /// terminal's session forks a guard process.
    init?(_ count: Int, seed: UInt64) {
        guard let pseudo = BenchTerminal() else { return nil }
        (self.count, self.seed) = (count, seed)
        self.pseudo = pseudo
        terminal = TerminalSession(.screen, path: pseudo.path)
        guard terminal != nil else { return nil }
    }

    /// Plays a round in which the keys are typed, and returns a cue for each key.
    func run(
        _ game: any GameView.Type, _ rig: BenchRig, _ deck: Deck?, _ sound: SoundOptions, _ interrupts: Interrupts
    ) throws -> [BenchCue] {
        guard var terminal = terminal.take() else { return [] }
        let seconds = max(Self.leastRound, Double(count + 1) * Self.pause.upperBound + 1)
        let opening = try StartupState(game, deck, seconds: seconds, seed: seed, sound)
        let feedback = FeedbackOutput(
            output: rig.output, scheduler: rig.scheduler, silentSwitch: SilentSwitch(.off), keepsReports: true)
        pseudo.start()
        terminal.enter()
        let renderer = ScreenRenderer(terminal.output, depth: .full)
        let loop = SessionLoop(player: .person, feedback: feedback, interrupts: interrupts)
        let screen = ScreenPresenter(opening, loop: loop, terminal: terminal, renderer: renderer)
        screen.begin()
        _ = loop.run(
            TypedRound(screen, loop: loop, pseudo: pseudo, begin: { self.type(game.description) }, count: count))
        renderer.stop()
        pseudo.stop()
        return cues(of: feedback.log.reports, game.description)
    }

    private func type(_ game: GameDescription) {
        guard let key = game.measuredKey?.asciiValue else { return }
        pseudo.type(key, count, pause: Self.pause, seed: seed)
    }

    /// A cue for each key: the first that its bytes caused, before the next key was typed.
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
            cue.note(report, isFelt: false)
            return cue
        }
    }
}

extension StartupState {
    /// A round that a bench plays, of which nothing is kept.
    fileprivate init(
        _ game: any GameView.Type, _ deck: Deck?, seconds: Double, seed: UInt64, _ sound: SoundOptions
    ) throws {
        self.game = game
        var preferences = sound.preferences()
        (preferences.seconds, preferences.tutorialDone) = (seconds, true)
        if preferences.silentSwitch == .follow { preferences.silentSwitch = .off }
        store = try ProgressStore(game, isRemembering: false, decks: [])
        store.begin(with: preferences)
        options = LaunchOptions(
            player: .person, seed: seed, startsAtOnce: true, deck: deck?.id, isResuming: false, sound: sound)
        flow = ShellFlow(
            game.description, decks: deck.map { [DeckChoice($0)] } ?? [], preferences: preferences, deck: deck?.id)
        notices = []
    }
}

/// A round on the screen in which keys are typed from its first prompt on. It ends once they have been answered.
private final class TypedRound: SessionPresenter {
    private let screen: ScreenPresenter
    private let loop: SessionLoop
    private let pseudo: BenchTerminal
    private let begin: () -> Void
    private let count: Int
    private let start = Instant.now()
    private var hasBegun = false

    /// So long after the last key its cue and its flash are over.
    private static let tail = Interval.milliseconds(700)
    /// A round whose first prompt has not come by then will have none.
    private static let patience = Interval.seconds(15)

    init(
        _ screen: ScreenPresenter, loop: SessionLoop, pseudo: BenchTerminal, begin: @escaping () -> Void, count: Int
    ) {
        (self.screen, self.loop, self.pseudo) = (screen, loop, pseudo)
        (self.begin, self.count) = (begin, count)
    }

    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        screen.note(effect, plan)
        guard case .show(let moment) = effect.effect, moment.kind == .prompt, !hasBegun else { return }
        hasBegun = true
        begin()
    }

    func update(_ now: Instant) {
        screen.update(now)
        let keys = pseudo.keys
        let isAnswered = keys.count == count && keys.last.map { now - $0.typed > Self.tail } ?? true
        if isAnswered || !hasBegun && now - start > Self.patience { loop.finish() }
    }

    var input: Int32? { screen.input }
    var endingLength: Interval { screen.endingLength }
    func takeInput(_ isThere: Bool) { screen.takeInput(isThere) }
    func nextDeadline(_ now: Instant) -> Instant? { screen.nextDeadline(now) }
    func stageChanged(to stage: RoundStage, _ now: Instant) { screen.stageChanged(to: stage, now) }
    func note(_ reports: [CueReport], events: [String]) { screen.note(reports, events: events) }
    func note(_ ending: Performer.Ending, _ now: Instant) { screen.note(ending, now) }
    func resize(_ now: Instant) { screen.resize(now) }
    func leaveTerminal() { screen.leaveTerminal() }
    func enterTerminal() { screen.enterTerminal() }
}
