import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudMotion
import ThudPlayback

/// A way to show a session and to take what its player does: a screen, or plain lines.
///
/// All of it is called on the thread that gives the cues, so nothing in it may wait.
protocol SessionPresenter: AnyObject {
    /// How long the end of a session is shown before the program ends by itself.
    var endingLength: Interval { get }

    /// Names what the presenter waits for: its terminal, its next frame.
    func register(in loop: EventLoop)
    /// Something that the presenter registered has happened.
    func handle(_ token: EventLoop.Token, isReadable: Bool)
    /// The session has asked for something, which has been carried out; `plan` is that of a cue.
    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?)
    func stageChanged(to stage: RoundStage, _ now: Instant)
    /// The audio thread and the devices have reported what became of cues, and what happened to the output.
    func note(_ reports: [CueReport], events: [String])
    /// Nothing goes on by itself any more.
    func note(_ ending: Performer.Ending, _ now: Instant)
    /// Shows the result of a turn, after its cues have been given.
    func present(_ now: Instant)
    func resize(_ now: Instant)
    func leaveTerminal()
    func enterTerminal()
}

/// Runs sessions of a game in an `EventLoop`, however they are shown: gives what the session asks for, and tells its presenter.
final class SessionRunner: LoopClient {
    let player: Performer
    let feedback: FeedbackOutput
    let loop: EventLoop
    /// The session, as long as there is one. Presenters press its commands; `begin` and `endSession` replace it.
    var session: (any GameSession)?
    /// Keeps what stays from round to round, if a person plays.
    var keeper: GameKeeper?
    /// The sensors that a person moves, as long as they are there.
    var motion: MotionDevice?
    /// Sees each effect of the session once it has been carried out; for a bench that plays a round.
    var onEffect: (SessionEffect) -> Void = { _ in }
    /// Whether to end although the session goes on; for a bench that plays a round.
    var isEnough: (Instant) -> Bool = { _ in false }
    /// Is told everything, from before the first turn on.
    weak var presenter: (any SessionPresenter)?
    private var ending = Performer.Ending.none
    private var endingSince: Instant

    /// How often to look whether the last sounds have been heard, since nothing reports that.
    private static let endingSleep = Interval.milliseconds(50)
    /// How long the last sounds may take to be heard.
    private static let longestTail = Interval.milliseconds(6_000)

    init(player: Performer, feedback: FeedbackOutput, interrupts: Interrupts) {
        self.player = player
        self.feedback = feedback
        loop = EventLoop(feedback.output.engine, interrupts)
        endingSince = feedback.now
    }

    /// What a person is told of sensors that they move.
    var motionRemark: String? { motion.map { "Moved by \($0.name), beside the keys" } }

    /// Runs to the end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        let signal = loop.run(self)
        presenter?.leaveTerminal()
        collect()
        if let session { keeper?.end(session) }
        return signal
    }

    // MARK: What presenters ask for

    /// Plays a session from here on, in place of the one before.
    ///
    /// - Throws: `ThudError` if what the game has saved cannot be read, or belongs to another program at present.
    func begin(_ session: any GameSession) throws(ThudError) {
        self.session = try keeper?.begin(session) ?? session
        feedback.beginRound()
    }

    /// Ends the session, and goes on without one.
    func endSession() {
        feedback.endAll()
        if let session { keeper?.end(session) }
        session = nil
    }

    /// Applies pending input now, so each key in a batch sees the result of the one before it.
    func settle() { advance(to: feedback.now) }

    /// Something outside took over: the round does what it does then, and what sounds falls silent with it.
    func interrupt(_ now: Instant) {
        guard session != nil else { return feedback.scheduler.silence(now: now) }
        session?.interrupt(at: now)
    }

    // MARK: A turn

    func register(in loop: EventLoop) {
        presenter?.register(in: loop)
        feedback.register(in: loop)
        if let motion { loop.wait(.motion, for: [motion.descriptor]) }
        loop.wait(.timer, until: .earlier(session?.nextDeadline, keeper?.nextDeadline))
        loop.wait(.timer, until: ending == .none ? nil : feedback.now + Self.endingSleep)
    }

    func handle(_ token: EventLoop.Token, isReadable: Bool) {
        switch token {
        case .keys, .worker: presenter?.handle(token, isReadable: isReadable)
        case .motion: takeMotion()
        case .mute: feedback.followSilentSwitch()
        case .feedback, .files, .lines, .timer: break
        }
    }

    /// Lets everything happen that is due in the session, and carries out what it asks for.
    func advance(to now: Instant) {
        let clocks = feedback.scheduler.clocks
        let before = session?.stage
        if let session { self.session = keeper?.follow(session, now) ?? session }
        for effect in session?.advance(to: now) ?? [] {
            presenter?.note(effect, feedback.play(effect, clocks)?.plan)
            onEffect(effect)
        }
        guard let stage = session?.stage, stage != before else { return }
        if before == .finished { feedback.beginRound() }
        presenter?.stageChanged(to: stage, now)
    }

    func collect() {
        let (reports, events) = feedback.collect()
        presenter?.note(reports, events: events)
    }

    func present(_ now: Instant) {
        presenter?.present(now)
        if isOver(now) || isEnough(now) { loop.finish() }
    }

    /// Passes the readings of the sensors to the session. If the sensors are gone the round stands still, and goes on by the keys.
    private func takeMotion() {
        guard let sensors = motion else { return }
        let losses = sensors.losses
        guard let samples = sensors.read() else {
            let event = "\(sensors.name) went away; the keys still play"
            feedback.note(event: event)
            presenter?.note([], events: [event])
            motion = nil
            return interrupt(feedback.now)
        }
        // For the report alone: the round goes on, and a remark would lie over a card.
        if sensors.losses > losses { feedback.note(event: "readings of \(sensors.name) were lost: they came too fast") }
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

    /// Whether a bot or a script has nothing more to do, its end has been shown, and its last sound has been heard.
    private func isOver(_ now: Instant) -> Bool {
        let present = session.map { player.ending(of: $0, at: now) } ?? .none
        if present != ending {
            (ending, endingSince) = (present, now)
            presenter?.note(present, now)
        }
        guard ending != .none, let presenter else { return false }
        let age = now - endingSince
        // A player who has left has nothing more to see.
        let isShown = ending == .left || age >= presenter.endingLength
        return isShown && feedback.isQuiet || age >= Self.longestTail
    }
}
