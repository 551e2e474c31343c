import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords
import ThudTerminal

/// Shows a game on a terminal, from the title to the end of the program, and takes keys and the mouse.
///
/// Pictures are drawn on a thread of their own, so that a key never waits for a frame or for a slow terminal.
final class ScreenPresenter: SessionPresenter {
    let options: LaunchOptions
    let loop: SessionLoop
    let store: ProgressStore
    let renderer: ScreenRenderer
    var terminal: TerminalSession
    let game: any GameView.Type
    var flow: ShellFlow
    var sessionsBegun = 0
    /// Whether the session's seed alone decides the round: not one that goes on from before, nor those that follow in a session.
    var isDecidedBySeed = false
    /// Decides the session that is played.
    var sessionSeed: UInt64 = 0
    /// The length of the round that is played, in seconds.
    var roundSeconds = PlayRequest.usualSeconds
    /// Whether the round that has just ended has the highest score of its mode.
    var isHighScore = false
    /// The best of the mode after the round that has just ended.
    var board: ResultContent.List?
    /// The name under which the round is saved.
    var roundID: UInt64 = 0
    /// The tournament as of its last round, for the report; the flow forgets one that is left.
    var lastTournament: Tournament?

    var parser = InputParser()
    /// Tells held keys from pressed ones where the terminal does not.
    var streams: KeyStreams
    /// How the terminal was asked to tell keys.
    private var keyReports = KeyReports.text
    /// The keys whose release was seen, and so can be waited for: some terminals promise releases and do not send those of keys
    /// that type text.
    var released: Set<Key> = []
    /// Whether the terminal can tell the pointer's pixels.
    var hasPointerPixels = false
    /// When a lone escape byte has waited long enough for the rest of a sequence.
    var escapeDeadline: Instant?
    /// Presses of the space bar on a result, where a gesture that comes too late is no wish for another round.
    var spaces = Debounce()
    /// The button to leave is held by the mouse.
    var isMouseHolding = false
    var flashes = FlashQueue()
    var pacer: FramePacer
    /// Whether the screen changed by itself when it was last looked at.
    var wasMoving = false
    /// When the present scene, or the present stage of the round, began.
    var sceneStart: Instant
    /// The scene that was drawn last, whatever was chosen in its list.
    var shownScene: ShellFlow.Scene
    /// When the settings were opened; nil while they are closed.
    var settingsStart: Instant?
    /// The pictures that the player has asked for.
    let pictures = PictureSaver()
    var notice: Notice?
    /// Remarks about what was there when the program started, shown one after the other.
    var waitingNotices: [String]
    var metrics = LiveMetrics()
    /// What became of the last cues, the latest at the end.
    var felt: [CueFeedback] = []
    /// The same for the developer's panel, where that was asked for.
    var panel: PanelLog?
    /// What is turned while a round runs, where that was asked for.
    var desk: TuningDesk?
    /// More cues than any screen tells of.
    private static let mostFelt = 16

    init(_ opening: StartupState, loop: SessionLoop, terminal: consuming TerminalSession, renderer: ScreenRenderer) {
        options = opening.options
        game = opening.game
        streams = KeyStreams(opening.game.heldKeys)
        flow = opening.flow
        shownScene = opening.flow.scene.withoutChoice
        store = opening.store
        self.loop = loop
        self.terminal = terminal
        self.renderer = renderer
        let now = Instant.now()
        pacer = FramePacer(start: now)
        sceneStart = now
        waitingNotices = [loop.feedback.output.problem, loop.motionRemark].compactMap(\.self) + opening.notices
        panel = options.hasPanel ? PanelLog() : nil
        desk = loop.feedback.tuner.map { TuningDesk($0, game.description.timings) }
        if options.player.isPerson { loop.keeper = GameKeeper(game.description, store) }
        applyPreferences()
        dismissNotice(now)
    }

    /// Plays to the end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        begin()
        return loop.run(self)
    }

    /// Begins what the command line asked for.
    func begin() {
        if options.startsAtOnce {
            flow.startAtOnce(deck: options.deck)
            begin(deck: options.deck)
        }
        if options.isResuming { resumeSaved() }
    }

    /// How it ended.
    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            game: game.description, mode: flow.mode, deck: flow.lastDeck.map { flow.deck($0)?.id ?? $0 },
            player: options.player, seed: options.seed,
            seconds: flow.preferences.seconds, tournament: lastTournament, feedback: feedback,
            isInterrupted: isInterrupted, frames: renderer.times)
    }

    var feedback: FeedbackOutput { loop.feedback }
    var session: (any GameSession)? { loop.session }

    // MARK: What the loop asks for

    var input: Int32? { terminal.descriptor }
    /// A bot's result is shown for a moment before the program ends.
    var endingLength: Interval { .milliseconds(2_000) }
    var news: Int32? { pictures.descriptor }

    func takeInput(_ isThere: Bool) {
        tellWhenShown()
        guard let bytes = isThere ? terminal.read() : [] else {
            // The terminal is gone, so nobody is there any more.
            loop.finish()
            return
        }
        let now = Instant.now()
        for (index, event) in parser.take(bytes).enumerated() {
            if index > 0 { loop.settle(self) }
            take(event, now)
        }
        if !bytes.isEmpty { escapeDeadline = parser.patience.map { now + .seconds($0) } }
        if let deadline = escapeDeadline, now >= deadline {
            escapeDeadline = nil
            for event in parser.flush() { take(event, now) }
        }
        take(streams.advance(to: now))
    }

    func nextDeadline(_ now: Instant) -> Instant? {
        [
            flow.hold.nextDeadline, flashes.nextDeadline, escapeDeadline, streams.nextDeadline, notice?.until,
            pacer.deadline(isMoving: isMoving(now)),
        ].compactMap(\.self).min()
    }

    func note(_ reports: [CueReport], events: [String]) {
        metrics.take(reports)
        let new = reports.filter { ![.cancelled, .locked].contains($0.receipt.outcome) }.map {
            CueFeedback($0, haptics: feedback.scheduler.settings.haptics)
        }
        felt = (felt + new).suffix(Self.mostFelt)
        if let revision = feedback.tuner?.revision, panel?.revision != revision {
            panel?.revision = revision
            desk?.refresh()
        }
        for report in reports { panel?.take(report, feedback.scheduler) }
        for event in events { say(event, .now()) }
    }

    func note(_ ending: Performer.Ending, _ now: Instant) {
        if ending != .none, flow.tournament?.isComplete == true, flow.scene == .round { act(.confirm, now) }
    }

    func update(_ now: Instant) {
        carryOut(flow.advance(to: now), cause: now)
        if flashes.advance(to: now) { pacer.wantAtOnce(now) }
        let wantsLine = flow.preferences.developerLine || panel != nil
        if metrics.refresh(feedback, renderer, wantsLine: wantsLine, now) { pacer.want(now) }
        if let notice, now >= notice.until { dismissNotice(now) }
        for words in pictures.take() { say(words, now) }
        showWaitingNotice(now)
        askForKeys()
        draw(.now())
    }

    /// Has keys told as a round needs them while one is on the screen, and else as menus do.
    private func askForKeys() {
        let isPlaying = flow.scene == .round && flow.settings == nil && session?.stage.isUnderWay == true
        let wanted: KeyReports = isPlaying && session?.isTyping != true ? .strokes : .text
        guard wanted != keyReports else { return }
        keyReports = wanted
        renderer.send(wanted.request)
    }

    /// On a terminal that is too small nobody sees what to answer, so the clock stands meanwhile.
    func pauseUnseen(_ now: Instant) {
        guard isUnseen, session?.stage.isUnderWay == true, options.player.isPerson else { return }
        interruptRound(now)
    }

    /// The part of the terminal that a round is drawn on.
    var roundSize: Size { ShellPicture.sceneSize(terminal.output.size, hasPanel: panel != nil) }

    /// Whether the terminal is too small for any screen.
    var isUnseen: Bool { !ShellPicture.fits(terminal.output.size) }

    /// The terminal has another size.
    func resize(_ now: Instant) {
        pauseUnseen(now)
        if hasPointerPixels { measureCells() }
        redraw(now)
    }

    func leaveTerminal() {
        flow.cancelHold()
        saveRound(.now())
        renderer.hold()
        terminal.leave()
        (keyReports, parser.cell) = (.text, nil)
    }

    func enterTerminal() {
        terminal.enter()
        renderer.resume()
        redraw(.now())
    }
}
