import CThudSystem
import ThudCore
import ThudFeedback
import ThudGames
import ThudPlayback
import ThudRecords
import ThudScreens
import ThudTerminal

/// An evening of Kape on a terminal: the one loop that lets the game, the keys and the screen each have their time.
///
/// A trigger is carried out when its input is there; drawing comes after, and a terminal that is slow to take a frame
/// holds nothing up.
final class ScreenRunner {
    let setup: LaunchOptions
    let stage: FeedbackOutput
    let keeper: ProgressStore
    let letters: LetterCase
    var screen: ScreenOutput
    var flow: KapeFlow
    var session: KapeSession?
    var sessionsBegun = 0
    /// The round as it is kept.
    var roundID: UInt64 = 0
    /// The tournament as of its last round, for the end; the flow forgets one that is left.
    var lastTournament: Tournament?

    var parser = InputParser()
    /// Whether the terminal reports when a key is released.
    var reportsRelease = false
    /// What the mouse can press on the screen as it is shown.
    var shown: Canvas?
    /// What the screen shows, where that is a card and nothing else.
    var stillLook: KapePicture.StillLook?
    /// The button to leave is held by the mouse.
    var isMouseHolding = false
    var lights = Lights()
    var pacer: FramePacer
    /// When the present scene or phase of the round began.
    var sceneStart: Instant
    var notice: Notice?
    /// Remarks that were there before the evening began, one after the other.
    var waitingNotices: [String]
    var figures = LiveMetrics()
    var isDone = false
    private let interrupts: Interrupts
    private var poller: Poller
    private var escapeDeadline: Instant?
    private var endingSince: Instant?

    /// How long the result of a bot is shown at least.
    private static let lastLook = Interval.milliseconds(2_000)
    /// How long to sleep at most when nothing is due.
    private static let longestSleep = Interval.milliseconds(500)
    /// How long to wait before a terminal that took less than a frame is offered the rest.
    private static let retry = Interval.milliseconds(4)

    init(
        _ opening: KapeOpening, stage: FeedbackOutput, screen: consuming ScreenOutput, letters: LetterCase,
        interrupts: Interrupts
    ) {
        setup = opening.setup
        flow = opening.flow
        keeper = opening.keeper
        self.stage = stage
        self.screen = screen
        self.letters = letters
        self.interrupts = interrupts
        let now = Instant.now()
        pacer = FramePacer(start: now)
        sceneStart = now
        poller = Poller([])
        waitingNotices = opening.notices
        applyPreferences()
        dismissNotice(now)
    }

    /// Runs the evening to its end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        if let deck = setup.startsWith { startAtOnce(deck) }
        if setup.isResuming { resumeSaved() }
        while !isDone, interrupts.received == nil {
            advance(.now())
            draw(.now())
            if isOver(.now()) { break }
            sleep()
            takeSignals()
            stage.followSilentSwitch()
            takeInput()
        }
        if interrupts.received != nil { saveRound(.now()) }
        screen.leave()
        return interrupts.received
    }

    /// Has the loop wait for what there is to wait for now.
    func resetPoller() {
        poller = Poller([screen.terminal.descriptor, interrupts.descriptor] + stage.descriptors)
    }

    // MARK: One turn of the loop

    private func advance(_ now: Instant) {
        let clocks = stage.scheduler.clocks
        let before = session?.state.scene
        for effect in session?.advance(to: now) ?? [] { carryOut(effect, clocks) }
        if let scene = session?.state.scene, scene != before {
            if before == .finished { stage.beginRound() }
            sceneChanged(to: scene, now)
        }
        carryOut(flow.advance(to: now), cause: now)
        if lights.advance(to: now) { pacer.wantAtOnce(now) }
        collect(now)
    }

    private func collect(_ now: Instant) {
        let (reports, events) = stage.collect()
        figures.take(reports)
        if figures.refresh(stage, frames: screen.times, wantsLine: flow.preferences.developerLine, now) {
            pacer.want(now)
        }
        for event in events { say(event, now) }
        if let notice, now >= notice.until { dismissNotice(now) }
        showWaitingNotice(now)
    }

    private func sleep() {
        let now = Instant.now()
        let deadlines = [
            session?.nextDeadline, flow.hold.nextDeadline, lights.nextDeadline, escapeDeadline, notice?.until,
            screen.isBusy ? now + Self.retry : pacer.deadline(isMoving: isMoving(now)),
        ]
        _ = poller.wait(until: deadlines.compactMap(\.self).min() ?? now + Self.longestSleep)
    }

    private func takeInput() {
        guard let bytes = screen.terminal.read() else {
            // The terminal is gone: what was played is kept, and the evening ends.
            saveRound(.now())
            isDone = true
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

    private func takeSignals() {
        let events = interrupts.take()
        if events.contains(.resized) {
            redraw(.now())
        }
        guard events.contains(.stopRequested) || events.contains(.continued) else { return }
        interruptRound(.now())
        // What was to be heard later is taken back now, lest it be missed while the process is stopped.
        advance(.now())
        // Who went on after a stop from outside has the terminal as the shell left it: it is taken anew in any case.
        screen.leave()
        if events.contains(.stopRequested) {
            stage.output.whileStopped(Interrupts.stop)
            _ = interrupts.take()
        }
        // Ended while it was stopped, it does not come back to the screen.
        guard interrupts.received == nil else { return }
        screen.enter()
        redraw(.now())
    }

    // MARK: The end

    /// A bot or a script has nothing more to do, and its last sound has been heard out.
    private func isOver(_ now: Instant) -> Bool {
        let ending = session.map { setup.player.ending(of: $0, start: stage.journal.start, at: now) } ?? .none
        guard ending != .none else {
            endingSince = nil
            return false
        }
        if flow.tournament?.isComplete == true, flow.scene == .round { act(.confirm, now) }
        let since = endingSince ?? now
        endingSince = since
        // Who has left has nothing more to look at.
        let hasBeenSeen = ending == .left || now - since >= Self.lastLook
        return hasBeenSeen && stage.isQuiet || now - since >= FeedbackOutput.longestTail
    }
}
