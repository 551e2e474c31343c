import ThudCore
import ThudFeedback
import ThudGames
import ThudPlayback
import ThudRecords
import ThudScreens
import ThudTerminal

/// Shows Kape on a terminal, from the title to the end of the program, and takes keys and the mouse.
///
/// Drawing comes after the cues of a turn, and a terminal that is slow to take a frame holds nothing up.
final class ScreenPresenter: SessionPresenter {
    let options: LaunchOptions
    let loop: SessionLoop
    let store: ProgressStore
    let letters: LetterCase
    var screen: ScreenOutput
    var flow: KapeFlow
    var sessionsBegun = 0
    /// The name under which the round is saved.
    var roundID: UInt64 = 0
    /// The tournament as of its last round, for the report; the flow forgets one that is left.
    var lastTournament: Tournament?

    var parser = InputParser()
    /// Whether the terminal reports when a key is released.
    var reportsRelease = false
    /// When a lone escape byte has waited long enough for the rest of a sequence.
    var escapeDeadline: Instant?
    /// What the mouse can press on the screen as it is shown.
    var shown: Canvas?
    /// What the screen shows, where that is a card and nothing else.
    var stillFrame: KapePicture.StillFrame?
    /// The button to leave is held by the mouse.
    var isMouseHolding = false
    var flashes = FlashQueue()
    var pacer: FramePacer
    /// When the present scene, or the present stage of the round, began.
    var sceneStart: Instant
    var notice: Notice?
    /// Remarks about what was there when the program started, shown one after the other.
    var waitingNotices: [String]
    var metrics = LiveMetrics()

    /// How long to wait before a terminal that took less than a frame is offered the rest.
    private static let retry = Interval.milliseconds(4)

    init(_ opening: KapeOpening, loop: SessionLoop, screen: consuming ScreenOutput, letters: LetterCase) {
        options = opening.options
        flow = opening.flow
        store = opening.store
        self.loop = loop
        self.screen = screen
        self.letters = letters
        let now = Instant.now()
        pacer = FramePacer(start: now)
        sceneStart = now
        waitingNotices = opening.notices
        applyPreferences()
        dismissNotice(now)
    }

    /// Plays to the end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        if let deck = options.startsWith {
            flow.startAtOnce(deck: deck)
            begin(deck: deck)
        }
        if options.isResuming { resumeSaved() }
        return loop.run(self)
    }

    /// How it ended.
    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            deck: flow.lastDeck.map { flow.deck($0)?.id ?? $0 }, player: options.player, seed: options.seed,
            seconds: flow.preferences.seconds, tournament: lastTournament, feedback: feedback,
            isInterrupted: isInterrupted, frames: screen.times)
    }

    var feedback: FeedbackOutput { loop.feedback }
    var session: KapeSession? { loop.session }

    // MARK: What the loop asks for

    var input: Int32? { screen.terminal.descriptor }
    /// A bot's result is shown for a moment before the program ends.
    var endingLength: Interval { .milliseconds(2_000) }

    func takeInput(_ isThere: Bool) {
        guard let bytes = isThere ? screen.terminal.read() : [] else {
            // The terminal is gone, so nobody is there any more.
            loop.finish()
            return
        }
        let now = Instant.now()
        for event in parser.take(bytes) { take(event, now) }
        if !bytes.isEmpty { escapeDeadline = parser.patience.map { now + .seconds($0) } }
        if let deadline = escapeDeadline, now >= deadline {
            escapeDeadline = nil
            for event in parser.flush() { take(event, now) }
        }
    }

    func nextDeadline(_ now: Instant) -> Instant? {
        [
            flow.hold.nextDeadline, flashes.nextDeadline, escapeDeadline, notice?.until,
            screen.isBusy ? now + Self.retry : pacer.deadline(isMoving: isMoving(now)),
        ].compactMap(\.self).min()
    }

    func note(_ reports: [CueReport], events: [String]) {
        metrics.take(reports)
        for event in events { say(event, .now()) }
    }

    func note(_ ending: Player.Ending, _ now: Instant) {
        if ending != .none, flow.tournament?.isComplete == true, flow.scene == .round { act(.confirm, now) }
    }

    func update(_ now: Instant) {
        carryOut(flow.advance(to: now), cause: now)
        if flashes.advance(to: now) { pacer.wantAtOnce(now) }
        if metrics.refresh(feedback, frames: screen.times, wantsLine: flow.preferences.developerLine, now) {
            pacer.want(now)
        }
        if let notice, now >= notice.until { dismissNotice(now) }
        showWaitingNotice(now)
        draw(.now())
    }

    func resize(_ now: Instant) { redraw(now) }

    func leaveTerminal() {
        flow.cancelHold()
        saveRound(.now())
        screen.leave()
    }

    func enterTerminal() {
        screen.enter()
        redraw(.now())
    }
}
