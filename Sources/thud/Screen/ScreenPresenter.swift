import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

/// Shows a game on a terminal, from the title to the end of the program, and takes keys and the mouse.
///
/// Another thread draws, so that a key never waits for a frame or a slow terminal.
final class ScreenPresenter: SessionPresenter {
    let options: PlayRequest
    let runner: SessionRunner
    let store: ProgressStore
    let keeper: RoundKeeper
    let renderer: ScreenRenderer
    let terminal: TerminalSession
    let game: any GameView.Type
    private let goesOnAtOnce: Bool
    var flow: ShellFlow
    var sessionsBegun = 0
    var isHighScore = false
    var board: [BoardRow] = []
    /// Presses of the space bar on a result, so that a late gesture does not request another round.
    var spaces = Debounce()
    var isMouseHolding = false
    /// The last key that was pressed on the present screen.
    var pressed: Key?
    var flashes = FlashQueue()
    var pacer: FramePacer
    /// Whether the last picture moves by itself.
    var isMoving = false
    /// When the present scene, or the present stage of the round, began.
    var sceneStart: Instant
    /// The scene that was drawn last, without the choice in its list.
    var shownScene: ShellFlow.Scene
    /// When the settings were opened; nil if they are closed.
    var settingsStart: Instant?
    let pictures = PictureSaver()
    var notice: Notice?
    /// Remarks from the start of the program, shown one after the other.
    var waitingNotices: [String]
    var metrics = LiveMetrics()
    /// The outcomes of the latest cues, for the game and the developer's panel.
    var cues: CueLog
    var desk: TuningDesk?

    init(_ state: StartupState, runner: SessionRunner, terminal: TerminalSession, renderer: ScreenRenderer) {
        options = state.options
        game = state.game
        goesOnAtOnce = state.goesOnAtOnce
        flow = state.flow
        shownScene = state.flow.scene.withoutChoice
        store = state.store
        keeper = RoundKeeper(
            state.game, RoundPlan(mode: flow.mode, seconds: flow.preferences.seconds),
            options.player.isPerson ? store : nil, remembersCards: options.remembersCards)
        self.runner = runner
        self.terminal = terminal
        self.renderer = renderer
        let now = Instant.now()
        pacer = FramePacer(start: now)
        sceneStart = now
        waitingNotices = [runner.feedback.output.problem, runner.motionRemark].compactMap(\.self) + state.notices
        cues = CueLog(hasStrengths: options.hasPanel)
        desk = runner.feedback.tuner.map { TuningDesk($0, game.description.timings) }
        runner.keeper = keeper
        applyPreferences()
        dismissNotice(now)
    }

    /// Plays to the end; returns the signal that ended it early, if any.
    func run() -> Int32? {
        begin()
        return runner.run()
    }

    /// Begins or resumes a round at once if the command line says so, or if the saved round has no clock.
    func begin() {
        runner.presenter = self
        askForPixels()
        if options.startsAtOnce {
            flow.startAtOnce(deck: options.deck)
            begin(deck: options.deck)
        }
        if options.isResuming || goesOnAtOnce { resumeSaved() }
    }

    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            game: game, isEnglish: flow.isEnglish, plan: keeper.plan, player: options.player, seed: options.seed,
            tournament: keeper.lastTournament, players: keeper.players, feedback: feedback,
            isInterrupted: isInterrupted, frames: renderer.times)
    }

    var feedback: FeedbackOutput { runner.feedback }
    var session: (any GameSession)? { runner.session }

    // MARK: For the loop

    /// A bot's result is shown for a moment before the program ends.
    var endingLength: Interval { .milliseconds(2_000) }

    func register(in loop: EventLoop) {
        loop.wait(.keys, for: [terminal.descriptor], until: terminal.input.nextDeadline, then: takeInput)
        loop.wait(.worker, for: [pictures.worker.descriptor])
        let deadlines = [
            flow.hold.nextDeadline, flashes.nextDeadline, notice?.until, pacer.deadline(isMoving: isMoving),
        ]
        loop.wait(.timer, until: deadlines.compactMap(\.self).min())
    }

    func show(_ reports: [CueReport], events: [String]) {
        metrics.take(reports)
        if let revision = feedback.tuner?.revision, cues.revision != revision {
            cues.revision = revision
            desk?.refresh()
        }
        for report in reports { cues.take(report, feedback.scheduler) }
        for event in events { say(event, .now()) }
    }

    func ended(as ending: Performer.Ending, _ now: Instant) {
        if ending != .none, flow.tournament?.isComplete == true, flow.scene == .round { act(.confirm, now) }
    }

    /// Whether a round that is under way is on the screen, uncovered.
    var isInRound: Bool { flow.scene == .round && !flow.isCovered && session?.stage.isUnderWay == true }

    /// Requests the key reports that suit the screen: strokes for a round, text for menus and typing.
    private func askForKeys() {
        let wanted: KeyReports = isInRound && session?.isTyping != true ? .strokes : .text
        if let request = terminal.input.keyRequest(wanted) { renderer.send(request) }
    }

    /// Pauses a person's round if the terminal is too small to show it, so that no time is lost.
    func pauseUnseen(_ now: Instant) {
        guard isUnseen, session?.stage.isUnderWay == true, options.player.isPerson else { return }
        interruptRound(now)
    }

    /// The part of the terminal that shows the round.
    var roundSize: Size { ShellPicture.sceneSize(terminal.output.size, hasPanel: options.hasPanel) }
    var isUnseen: Bool { !ShellPicture.fits(terminal.output.size) }

    func resize(_ now: Instant) {
        pauseUnseen(now)
        askForPixels()
        redraw(now)
    }

    func leaveTerminal() {
        flow.hold.cancel()
        keeper.save(session, at: .now())
        renderer.hold()
        // The launcher takes over a terminal that stays as it is.
        if !flow.isFromLauncher || !runner.loop.isFinished { terminal.leave() }
    }

    func enterTerminal() {
        terminal.enter()
        renderer.resume()
        redraw(.now())
    }

    // MARK: Drawing

    /// Follows what has changed, and draws a frame if one is due. The picture is built on every iteration of the loop,
    /// because it also says whether it moves by itself.
    func present(_ now: Instant) {
        follow(now)
        let now = Instant.now()
        enterScene(now)
        let isDeveloper = flow.preferences.developerLine
        let cues = cues.cues
        let picture = ShellPicture(
            theme: game.theme, flow: flow, session: session, now: now, sceneAge: (now - sceneStart).seconds,
            flash: flashes.flash(at: now), notice: notice?.text,
            verdict: isDeveloper ? metrics.verdict : metrics.complaint, developer: isDeveloper ? metrics.line : nil,
            isHighScore: isHighScore, board: board, leaderboard: leaderboard, felt: cues.filter { $0.fate != .ignored },
            panel: options.hasPanel ? panel(of: cues) : nil,
            settingsAge: settingsStart.map { (now - $0).seconds } ?? .infinity, isLight: terminal.input.isLight)
        let wasMoving = isMoving
        isMoving = flow.hold.isActive || picture.flash != nil || picture.isMoving
        // What has stopped moving disappears only with one more frame.
        if wasMoving, !isMoving { pacer.want(now) }
        guard let (due, skipped) = pacer.begin(now, isMoving: isMoving) else { return }
        renderer.post(picture, due: due, skipped: skipped)
    }

    private func follow(_ now: Instant) {
        tellWhenShown()
        carryOut(flow.advance(to: now), cause: now)
        if flashes.advance(to: now) { pacer.wantAtOnce(now) }
        let wantsLine = flow.preferences.developerLine || options.hasPanel
        if metrics.refresh(feedback, renderer, wantsLine: wantsLine, now) { pacer.want(now) }
        if let notice, now >= notice.until { dismissNotice(now) }
        for words in pictures.worker.take() { say(words, now) }
        waitingNotices += store.newProblems()
        showWaitingNotice(now)
        askForKeys()
    }

    /// Starts the entrance of a new screen. The stages of a round enter in `stageChanged`.
    private func enterScene(_ now: Instant) {
        let scene = flow.scene.withoutChoice
        let hasSettings = flow.settings != nil
        guard scene != shownScene || hasSettings != (settingsStart != nil) else { return }
        if scene != shownScene, scene != .round { sceneStart = now }
        if hasSettings != (settingsStart != nil) { settingsStart = hasSettings ? now : nil }
        shownScene = scene
        pressed = nil
        pacer.restart(now)
        pacer.want(now)
    }

    /// Redraws the whole screen, whose content is unknown.
    func redraw(_ now: Instant) {
        renderer.invalidate()
        pacer.wantAtOnce(now)
    }

    private func panel(of cues: [CueFeedback]) -> FeedbackPanel {
        FeedbackPanel(
            game: game.description.name, start: feedback.log.start, figures: metrics.figures, cues: cues,
            knobs: desk?.board, picture: desk?.picture(columns: terminal.output.size.columns))
    }

    private var leaderboard: [BoardRow] { flow.board.flatMap { store.boards[$0] }?.rows ?? [] }

    /// Shows a remark. Remarks about losses are also in the report.
    func say(_ text: String, _ now: Instant) {
        notice = Notice(text, at: now)
        pacer.want(now)
    }

    /// Removes the remark and shows the next waiting one.
    func dismissNotice(_ now: Instant) {
        notice = nil
        pacer.want(now)
        showWaitingNotice(now)
    }

    /// Shows the next waiting remark, unless a round is under way, because it would cover a card.
    func showWaitingNotice(_ now: Instant) {
        guard notice == nil, !waitingNotices.isEmpty, session?.stage.isUnderWay != true else { return }
        notice = Notice(waitingNotices.removeFirst(), at: now, isPatient: true)
        pacer.want(now)
    }

    /// The remarks that nobody had time to read. The output's problem was printed before the screen.
    var unseenNotices: [String] {
        let present = notice.flatMap { $0.isUnread(.now()) ? $0.text : nil }
        return ([present].compactMap(\.self) + waitingNotices).filter {
            $0 != feedback.output.problem && $0 != runner.motionRemark
        }
    }

    /// Puts back a remark that can wait until the end of the round that begins.
    func putBackNotice() {
        guard let present = notice, present.isPatient else { return }
        waitingNotices.insert(present.text, at: 0)
        notice = nil
    }

    /// Shows the output's problem at the start of a round, unless it was shown before.
    func tellOfProblem(_ now: Instant) {
        guard let problem = feedback.output.problem, let index = waitingNotices.firstIndex(of: problem) else { return }
        waitingNotices.remove(at: index)
        say(problem, now)
    }
}

struct Notice {
    let text: String
    let until: Instant
    /// Whether it can wait until no round is under way, because it is about the program's start.
    let isPatient: Bool

    /// Long enough for someone who does not notice it at once.
    static let duration = Interval.milliseconds(6_000)
    /// How long it must be on the screen to count as read.
    private static let readingTime = Interval.milliseconds(1_000)

    init(_ text: String, at now: Instant, isPatient: Bool = false) {
        self.text = text
        self.isPatient = isPatient
        until = now + Notice.duration
    }

    /// Whether it has just appeared.
    func isUnread(_ now: Instant) -> Bool { until - now > Notice.duration - Notice.readingTime }
}
