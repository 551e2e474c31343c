import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGames
import ThudPlayback
import ThudTerminal

/// A session in real time without a screen: sleeps until something is due, lets it happen, gives its feedback at once.
///
/// Inputs are handled when they arrive; the 60 Hz steps of the game are one of several things to wake for.
final class RoundRunner {
    private let setup: RoundSetup
    private let stage: FeedbackOutput
    private let status = StatusLine(hasColour: Console.hasColour(STDERR_FILENO))
    private let interrupts = Interrupts()
    private var keys: KeyInput?
    private var session: KapeSession
    private var tournament: Tournament?
    private var ending = Player.Ending.none
    private var endingSince: Instant

    /// How long to sleep at most when nothing of the game is due.
    private static let longestSleep = Interval.milliseconds(50)

    init(_ setup: RoundSetup, stage: FeedbackOutput) {
        self.setup = setup
        self.stage = stage
        tournament = setup.tournament
        session = setup.session(start: stage.journal.start, lead: stage.output.lead)
        endingSince = stage.journal.start
        if setup.player.isPerson { keys = KeyInput() }
    }

    /// Runs the session to its end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        if keys != nil { Console.remark(KeyInput.legend) }
        announceTurn()
        let descriptors = [interrupts.descriptor] + stage.descriptors
        var poller = Poller(descriptors + [keys?.descriptor].compactMap(\.self))
        while interrupts.received == nil {
            let now = Instant.now()
            advance(now)
            collect()
            if isOver(at: now) { break }
            let due = min(session.nextDeadline ?? now + Self.longestSleep, now + Self.longestSleep)
            let ready = poller.wait(until: due)
            stage.followSilentSwitch()
            takeSignals(ready[0])
            if keys != nil, ready[descriptors.count] { takeKeys() }
            // A terminal that is gone would be ready for ever.
            if keys == nil { poller = Poller(descriptors) }
        }
        keys = nil
        collect()
        return interrupts.received
    }

    /// The end as JSON.
    func report(isInterrupted: Bool) -> RoundReport {
        stage.report(
            deck: setup.deck.id, player: setup.player, seed: setup.seed, seconds: setup.seconds,
            tournament: tournament, isInterrupted: isInterrupted, frames: nil)
    }

    /// The end in words.
    func closingLines() -> [String] {
        stage.journal.results.map(status.result) + (tournament.map(status.places) ?? [])
            + [StatusLine.closing(stage.verdict)] + (stage.output.recording.map { ["Recorded to \($0)"] } ?? [])
    }

    private func carryOut(_ effect: KapeSession.Effect, _ clocks: FeedbackScheduler.Clocks) {
        _ = stage.carryOut(effect, clocks)
        switch effect.effect {
        case .cardShown(let card): Console.remark(status.card(card, at: effect.cause - stage.journal.start))
        case .finished(let result): noteEnd(result)
        case .feedback, .schedule, .cancelScheduled: break
        }
    }

    private func noteEnd(_ result: KapeResult) {
        tournament?.note(result: result)
        if keys != nil { Console.remark(status.result(result) + "  (space: Hajde Prap, q: leave)") }
        announceTurn()
    }

    /// Says whose turn it is in a tournament.
    private func announceTurn() {
        if let player = tournament?.nextPlayer { Console.remark("Gati, \(player)?") }
    }

    private func collect() {
        let (reports, events) = stage.collect()
        for report in reports { Console.remark(status.cue(report, at: stage.journal.gameTime(of: report))) }
        for event in events { Console.remark("          \(event)") }
    }

    private func takeSignals(_ areThere: Bool) {
        guard areThere, interrupts.take().contains(.stopRequested) else { return }
        session.press(.interruption, at: .now())
        // What was to be heard later is taken back now, lest it be missed while the process is stopped.
        advance(.now())
        stage.output.whileStopped { if let keys { keys.stop() } else { Interrupts.stop() } }
    }

    private func advance(_ now: Instant) {
        let clocks = stage.scheduler.clocks
        for effect in session.advance(to: now) { carryOut(effect, clocks) }
    }

    private func takeKeys() {
        guard let commands = keys?.read(phase: session.state.phase) else {
            // The terminal is gone: that ends the session as the player would.
            session.press(.quit, at: .now())
            keys = nil
            return
        }
        for command in commands { session.press(command, at: .now()) }
    }

    /// Nothing more will come of itself, and the last sound has been heard out.
    private func isOver(at now: Instant) -> Bool {
        let present = setup.player.ending(of: session, start: stage.journal.start, at: now)
        if present != ending {
            ending = present
            endingSince = now
            if present == .stuck { Console.remark("          the script ends while the round stands still") }
        }
        guard present != .none else { return false }
        return stage.isQuiet || now - endingSince > FeedbackOutput.longestTail
    }
}
