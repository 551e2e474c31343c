import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudMotion
import ThudPlayback

/// A way to show a session and to take what its player does: a screen, or plain lines.
///
/// The loop calls all of it on the thread that gives the cues, so nothing in it may wait.
protocol SessionPresenter: AnyObject {
    /// Readable once the player has done something; nil where nobody can.
    var input: Int32? { get }
    /// For how long the end of a session is shown before the program ends by itself.
    var endingLength: Interval { get }
    /// Readable once the presenter has something to tell of by itself, which the next `update` does; nil where it never has.
    var news: Int32? { get }

    /// Takes what the player has done.
    ///
    /// - Parameter isThere: whether `input` can be read.
    func takeInput(_ isThere: Bool)
    /// When the presenter has something to do by itself, such as the next frame; nil where nothing is due.
    func nextDeadline(_ now: Instant) -> Instant?
    /// The session has asked for something, which has been carried out; `plan` is that of a cue.
    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?)
    /// The session has come to another stage.
    func stageChanged(to stage: RoundStage, _ now: Instant)
    /// The audio thread and the devices have told what became of cues, and what happened to the output.
    func note(_ reports: [CueReport], events: [String])
    /// Nothing goes on by itself any more.
    func note(_ ending: Performer.Ending, _ now: Instant)
    /// Every turn of the loop ends here, after its cues have been given: time to have a frame drawn.
    func update(_ now: Instant)
    /// The terminal has another size.
    func resize(_ now: Instant)
    /// Gives the terminal back: the program is about to stop, or to end.
    func leaveTerminal()
    /// The program goes on after a stop.
    func enterTerminal()
}

extension SessionPresenter {
    /// It never has anything to tell of by itself.
    var news: Int32? { nil }
}

/// Runs sessions of a game, however they are shown.
///
/// In each turn what is due in the session happens, and its cues are given at once; then the presenter shows it, and the loop
/// sleeps until there is an input, a signal, a word from the audio thread, or something is due. Against a virtual clock it does
/// not sleep: time goes on at once to whatever is next.
final class SessionLoop {
    let player: Performer
    let feedback: FeedbackOutput
    /// The session, as long as there is one. Presenters press its commands; `begin` and `endSession` change it for another.
    var session: (any GameSession)?
    /// What a person is told of sensors that they move.
    var motionRemark: String? { motion.map { "Moved by \($0.name), beside the keys" } }
    /// Keeps what stays from round to round, where a person plays.
    var keeper: GameKeeper?
    /// The sensors that a person moves, as long as they are there.
    var motion: MotionDevice?
    private let interrupts: Interrupts
    private var isDone = false
    private var ending = Performer.Ending.none
    private var endingSince: Instant

    /// How long to sleep at most when nothing is due.
    private static let longestSleep = Interval.milliseconds(500)
    /// How often to look whether the last sounds have been heard out, of which nothing tells.
    private static let endingSleep = Interval.milliseconds(50)
    /// How long the last sounds may take to be heard out.
    private static let longestTail = Interval.milliseconds(6_000)

    init(player: Performer, feedback: FeedbackOutput, interrupts: Interrupts) {
        self.player = player
        self.feedback = feedback
        self.interrupts = interrupts
        endingSince = feedback.now
    }

    // MARK: What presenters ask for

    /// Plays a session from here on, in the place of the one before.
    ///
    /// - Throws: `ThudError` where what the game has kept cannot be read, or is another program's at present.
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

    /// Has what was asked for so far happen, so that the next of several keys that came at once meets the round as it is by then.
    func settle(_ presenter: some SessionPresenter) { advance(feedback.now, presenter) }

    /// Has the loop end with this turn.
    func finish() { isDone = true }

    // MARK: The loop

    /// Runs to the end: the number of the signal that ended it early, if one did.
    func run(_ presenter: some SessionPresenter) -> Int32? {
        while !isDone, interrupts.received == nil {
            advance(feedback.now, presenter)
            collect(presenter)
            presenter.update(feedback.now)
            if isOver(feedback.now, presenter) { break }
            let woken = sleep(presenter)
            if woken.bySignal { takeSignals(presenter) }
            // Asking the system's mixer takes time that a key should not wait for.
            if woken.byFeedback { feedback.followSilentSwitch() }
            if woken.byMotion { takeMotion(presenter) }
            presenter.takeInput(woken.byInput)
        }
        presenter.leaveTerminal()
        collect(presenter)
        if let session { keeper?.end(session) }
        return interrupts.received
    }

    /// Lets happen what is due in the session, and carries out what it asks for.
    private func advance(_ now: Instant, _ presenter: some SessionPresenter) {
        let clocks = feedback.scheduler.clocks
        let before = session?.stage
        if let session { self.session = keeper?.follow(session, now) ?? session }
        for effect in session?.advance(to: now) ?? [] { presenter.note(effect, feedback.play(effect, clocks)) }
        guard let stage = session?.stage, stage != before else { return }
        if before == .finished { feedback.beginRound() }
        presenter.stageChanged(to: stage, now)
    }

    private func collect(_ presenter: some SessionPresenter) {
        let (reports, events) = feedback.collect()
        presenter.note(reports, events: events)
    }

    /// What has ended a sleep.
    private struct Woken {
        var bySignal: Bool
        var byFeedback: Bool
        var byInput: Bool
        var byMotion: Bool
    }

    private func sleep(_ presenter: some SessionPresenter) -> Woken {
        let now = feedback.now
        let deadlines = [
            session?.nextDeadline, presenter.nextDeadline(now), keeper?.nextDeadline, feedback.tuner?.nextDeadline,
            ending == .none ? nil : now + Self.endingSleep,
        ]
        let descriptors = [interrupts.descriptor] + feedback.descriptors
        let (input, sensors) = (presenter.input, motion?.descriptor)
        let deadline = deadlines.compactMap(\.self).min() ?? now + Self.longestSleep
        if feedback.output.engine.isVirtual {
            feedback.output.engine.advance(to: deadline)
            return Woken(bySignal: false, byFeedback: false, byInput: false, byMotion: false)
        }
        // What the presenter has to tell only ends the sleep.
        let ready = Poller(descriptors + [input, sensors, presenter.news].compactMap(\.self)).wait(until: deadline)
        return Woken(
            bySignal: ready[0], byFeedback: (1..<descriptors.count).contains { ready[$0] },
            byInput: input != nil && ready[descriptors.count],
            byMotion: sensors != nil && ready[descriptors.count + (input == nil ? 0 : 1)])
    }

    /// Has the session feel what the sensors have read. Where they are gone the round stands still, and goes on by the keys.
    private func takeMotion(_ presenter: some SessionPresenter) {
        guard let sensors = motion else { return }
        let losses = sensors.losses
        guard let samples = sensors.read() else {
            let event = "\(sensors.name) went away; the keys still play"
            feedback.note(event: event)
            presenter.note([], events: [event])
            motion = nil
            return interrupt(feedback.now)
        }
        // For the report alone: the round goes on, and a remark would lie over a card.
        if sensors.losses > losses { feedback.note(event: "readings of \(sensors.name) were lost: they came too fast") }
        for sample in samples { session?.feel(sample) }
    }

    /// Something outside took over: the round does what it does then, and what sounds falls silent with it.
    func interrupt(_ now: Instant) {
        guard session != nil else { return feedback.scheduler.silence(now: now) }
        session?.interrupt(at: now)
    }

    private func takeSignals(_ presenter: some SessionPresenter) {
        let events = interrupts.take()
        if events.contains(.resized) { presenter.resize(feedback.now) }
        // After a stop from outside the terminal is as the shell has left it, so it is taken anew then too.
        guard events.contains(.stopRequested) || events.contains(.continued) else { return }
        // The pause takes back what was to be heard later, so that the stop does not count it as missed.
        interrupt(feedback.now)
        advance(feedback.now, presenter)
        presenter.leaveTerminal()
        if events.contains(.stopRequested) {
            feedback.output.whileStopped(Interrupts.stop)
            _ = interrupts.take()
        }
        // A program that is ended while it is stopped does not take the terminal again.
        if interrupts.received == nil { presenter.enterTerminal() }
    }

    /// Whether a bot or a script has nothing more to do, its end has been shown, and its last sound been heard out.
    private func isOver(_ now: Instant, _ presenter: some SessionPresenter) -> Bool {
        let present = session.map { player.ending(of: $0, at: now) } ?? .none
        if present != ending {
            (ending, endingSince) = (present, now)
            presenter.note(present, now)
        }
        guard ending != .none else { return false }
        let age = now - endingSince
        // A player who has left has nothing more to see.
        let isShown = ending == .left || age >= presenter.endingLength
        return isShown && feedback.isQuiet || age >= Self.longestTail
    }
}
