import Cues
import Feedback
import Games
import Playback
import Terminal
import Timebase

/// A session in real time: sleeps until something is due, lets it happen, gives its feedback at once.
///
/// Inputs are handled when they arrive; the 60 Hz steps of the game are one of several things to wake for.
final class RoundRunner {
    private let output: SoundOutput
    private let scheduler: FeedbackScheduler
    private let setup: RoundSetup
    private let status = StatusLine(hasColour: Console.hasColour)
    private let interrupts = Interrupts()
    private let silentSwitch: SilentSwitch
    private var keys: KeyInput?
    private var session: KapeSession
    private(set) var journal: RoundJournal
    private var ending = Ending.none
    private var endingSince: Instant

    /// Between opening the stream and the session's first moment, so that the device has settled.
    private static let settling = Interval.milliseconds(60)
    /// How long the last sounds may take to be heard out.
    private static let longestTail = Interval.milliseconds(6_000)
    /// How long to sleep at most when nothing of the game is due.
    private static let longestSleep = Interval.milliseconds(50)

    init(_ setup: RoundSetup, output: SoundOutput, scheduler: FeedbackScheduler, silentSwitch: SilentSwitch) {
        self.setup = setup
        self.output = output
        self.scheduler = scheduler
        self.silentSwitch = silentSwitch
        let start = Instant.now() + RoundRunner.settling
        session = setup.session(start: start, lead: output.lead)
        journal = RoundJournal(start: start)
        endingSince = start
        if case .keys = setup.player { keys = KeyInput() }
    }

    /// Runs the session to its end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        if keys != nil { Console.remark(KeyInput.legend) }
        let descriptors = [interrupts.descriptor, output.engine.signal] + silentSwitch.descriptors
        let waiter = Waiter(descriptors + [keys?.descriptor, output.hapticEngine?.signal].compactMap(\.self))
        let keyIndex = descriptors.count
        while interrupts.received == nil {
            let now = Instant.now()
            let clocks = scheduler.clocks
            for effect in session.advance(to: now) { carryOut(effect, clocks) }
            collect()
            if isOver(at: now) { break }
            let due = min(session.nextDeadline ?? now + RoundRunner.longestSleep, now + RoundRunner.longestSleep)
            let ready = waiter.wait(until: due)
            if silentSwitch.isFollowed { scheduler.settings.silent = silentSwitch.isOn() }
            if keys != nil, ready[keyIndex] { takeKeys() }
        }
        keys = nil
        collect()
        return interrupts.received
    }

    /// The end as JSON.
    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            setup: setup, journal: journal, health: output.engine.health, hapticHealth: output.hapticEngine?.health,
            sampleRate: output.engine.sampleRate, recording: output.recording, isInterrupted: isInterrupted,
            lostTriggers: scheduler.lostTriggers,
            loop: session.loop)
    }

    /// The end in words.
    func closingLines() -> [String] {
        journal.results.map(status.result) + [status.closing(verdict)]
            + (output.recording.map { ["Recorded to \($0)"] } ?? [])
    }

    /// What was lost and missed.
    var verdict: RoundVerdict {
        RoundVerdict(
            journal: journal, health: output.engine.health, hapticHealth: output.hapticEngine?.health,
            lostTriggers: scheduler.lostTriggers, isHeard: output.isHeard)
    }

    private func carryOut(_ effect: KapeSession.Effect, _ clocks: FeedbackScheduler.Clocks) {
        switch effect.effect {
        case .feedback(let cue):
            scheduler.trigger(cue.description, cause: effect.cause, now: .now())
        case .schedule(let cue, let due):
            scheduler.schedule(cue.description, cause: effect.cause, due: due, by: clocks)
        case .cancelScheduled:
            scheduler.cancelScheduled()
        case .cardShown(let card):
            journal.note(card: card)
            Console.remark(status.card(card, at: effect.cause - journal.start))
        case .finished(let result):
            journal.note(result: result)
            if keys != nil { Console.remark(status.result(result) + "  (space: Hajde Prap, q: leave)") }
        }
    }

    /// Takes in what the audio thread and the device have to say.
    private func collect() {
        for report in scheduler.reports() {
            journal.note(report)
            Console.remark(status.cue(report, at: journal.gameTime(of: report)))
        }
        for event in output.events() {
            journal.note(event: event)
            Console.remark("          \(event)")
        }
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
        let present = ending(at: now)
        if present != ending {
            ending = present
            endingSince = now
            if present == .stuck { Console.remark("          the script ends while the round stands still") }
        }
        guard present != .none else { return false }
        let isQuiet = scheduler.pendingCount == 0 && output.isQuiet
        return isQuiet || now - endingSince > RoundRunner.longestTail
    }

    /// Whether and how the session has come to an end.
    private enum Ending {
        case none
        /// The player has left.
        case left
        /// The round is over and nobody will ask for another.
        case finished
        /// The script has run out in a pause that only a press would end.
        case stuck
    }

    private func ending(at now: Instant) -> Ending {
        if session.state.phase == .over { return .left }
        guard let last = setup.lastInput(start: journal.start), last < now else { return .none }
        switch (session.state.phase, setup.player) {
        case (.finished, _): return .finished
        case (.paused, .script), (.handOver, .script): return .stuck
        default: return .none
        }
    }
}
