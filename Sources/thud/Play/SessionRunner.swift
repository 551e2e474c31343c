import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudMotion

/// Shows a session and takes the player's input: on a screen, or as plain lines. All methods run on the thread that
/// triggers the cues, so none may block.
protocol SessionPresenter: AnyObject {
    /// How long the end of a session is shown before the program ends by itself.
    var endingLength: Interval { get }

    /// Registers what the presenter waits for: its terminal and its next frame.
    func register(in loop: EventLoop)
    /// Shows an effect of the session that has been carried out; `plan` belongs to its cue, if it has one.
    func show(_ effect: SessionEffect, _ plan: FeedbackPlan?)
    func stageChanged(to stage: RoundStage, _ now: Instant)
    func show(_ reports: [CueReport], events: [String])
    /// Follows that nothing will happen by itself any more.
    func ended(as ending: Performer.Ending, _ now: Instant)
    /// Shows the result of an iteration, after its cues have been triggered.
    func present(_ now: Instant)
    func resize(_ now: Instant)
    func leaveTerminal()
    func enterTerminal()
}

/// Runs sessions of a game in an `EventLoop`: carries out their effects and informs the presenter.
final class SessionRunner: LoopClient {
    let player: Performer
    let feedback: FeedbackOutput
    let loop: EventLoop
    /// The present session, if any. Presenters press its buttons; `begin` and `endSession` replace it.
    var session: (any GameSession)?
    /// Keeps a game's progress between rounds. Set by the presenter that owns it.
    var keeper: RoundKeeper?
    /// The player's sensors; nil if there are none or they went away.
    var motion: MotionDevice?
    /// Called with each effect once it has been carried out; for a benchmark that plays a round.
    var onEffect: (SessionEffect) -> Void = { _ in }
    /// Whether to end although the session continues; for a benchmark that plays a round.
    var isEnough: (Instant) -> Bool = { _ in false }
    /// Informed of everything, even before the loop runs.
    weak var presenter: (any SessionPresenter)?
    private var ending = Performer.Ending.none
    private var endingSince: Instant

    /// How often to check whether the last sounds have ended, because nothing reports that.
    private static let endingSleep = Interval.milliseconds(50)
    /// How long to wait at most for the cue of the press that leaves.
    private static let lastPress = Interval.milliseconds(200)
    /// How long to wait at most for the last sounds.
    private static let longestTail = Interval.milliseconds(6_000)

    init(player: Performer, feedback: FeedbackOutput, interrupts: Interrupts) {
        self.player = player
        self.feedback = feedback
        loop = EventLoop(feedback.output.engine, interrupts)
        endingSince = feedback.now
    }

    var motionRemark: String? { motion.map { "Playing with the motion sensors of \($0.name) and the keys" } }

    /// Runs to the end; returns the signal that ended it early, if any.
    func run() -> Int32? {
        let signal = loop.run(self)
        presenter?.leaveTerminal()
        // The press that leaves is heard, too.
        let output = feedback.output
        if signal == nil, !output.engine.health.isPacedByClock { output.letOut(within: Self.lastPress) }
        collect()
        keeper?.endProgress(of: session)
        return signal
    }

    // MARK: For presenters

    /// Replaces the session. Throws if the game's saved progress cannot be read or is claimed by another program.
    func begin(_ session: any GameSession) throws(ThudError) {
        var session = session
        try keeper?.restoreProgress(into: &session)
        self.session = session
        feedback.beginRound()
    }

    func endSession() {
        feedback.endAll()
        keeper?.endProgress(of: session)
        session = nil
    }

    /// Applies pending input now, so each key in a batch sees the result of the one before it.
    func settle() { advance(to: feedback.now) }

    /// Interrupts the round for an outside reason. It pauses, or does what its game does then; sound falls silent.
    func interrupt(_ now: Instant) {
        guard session != nil else { return feedback.scheduler.silence(now: now) }
        session?.interrupt(at: now)
    }

    // MARK: An iteration of the loop

    func register(in loop: EventLoop) {
        presenter?.register(in: loop)
        feedback.register(in: loop)
        if let motion { loop.wait(.motion, for: [motion.descriptor]) { [self] _ in takeMotion() } }
        loop.wait(.timer, until: .earlier(session?.nextDeadline, keeper?.nextTelling))
        loop.wait(.timer, until: ending == .none ? nil : feedback.now + Self.endingSleep)
    }

    func advance(to now: Instant) {
        let clocks = feedback.scheduler.clocks
        let before = session?.stage
        keeper?.tellTime(to: &session, now)
        for effect in session?.advance(to: now) ?? [] {
            presenter?.show(effect, feedback.play(effect, clocks)?.plan)
            onEffect(effect)
        }
        keeper?.keepProgress(of: session, now)
        guard let stage = session?.stage, stage != before else { return }
        if before == .finished { feedback.beginRound() }
        presenter?.stageChanged(to: stage, now)
    }

    func collect() {
        let collected = feedback.collect()
        presenter?.show(collected.reports, events: collected.events)
    }

    func present(_ now: Instant) {
        presenter?.present(now)
        if isOver(now) || isEnough(now) { loop.finish() }
    }

    /// Passes the sensors' samples to the session. If the sensors go away, it is interrupted and keys continue it.
    private func takeMotion() {
        guard let sensors = motion else { return }
        let losses = sensors.losses
        guard let samples = sensors.read() else {
            let event = "\(sensors.name) was unplugged; the keys still work"
            feedback.add(event: event)
            presenter?.show([], events: [event])
            motion = nil
            return interrupt(feedback.now)
        }
        // Only the report mentions lost samples: the round continues, and a remark would cover a card.
        if sensors.losses > losses { feedback.add(event: "lost readings of \(sensors.name): they came too fast") }
        for sample in samples { session?.feel(sample) }
    }

    func resize(_ now: Instant) { presenter?.resize(now) }

    func suspend(_ now: Instant) {
        // The pause withdraws scheduled cues, so that the stop does not count them as missed.
        interrupt(now)
        advance(to: now)
        presenter?.leaveTerminal()
    }

    func whileStopped(_ stop: () -> Void) { feedback.output.whileStopped(stop) }
    func resume(_ now: Instant) { presenter?.enterTerminal() }

    /// Whether a bot or a script has nothing left to do, its end has been shown, and its last sound has ended.
    private func isOver(_ now: Instant) -> Bool {
        let present = session.map { player.ending(of: $0, at: now) } ?? .none
        if present != ending {
            (ending, endingSince) = (present, now)
            presenter?.ended(as: present, now)
        }
        guard ending != .none, let presenter else { return false }
        let age = now - endingSince
        // After leaving there is nothing more to show.
        let isShown = ending == .left || age >= presenter.endingLength
        return isShown && feedback.isQuiet || age >= Self.longestTail
    }
}
