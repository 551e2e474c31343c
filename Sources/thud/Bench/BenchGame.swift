import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudReports
import ThudTerminal

/// The game that runs while feedback is timed: a round with a simulated player, its motion at 100 Hz, its screen
/// drawn to a pseudo-terminal.
///
/// Its cues take their whole way to a voice, but at volume 0, so that only the bench's own cues are captured.
final class BenchGame {
    /// The game's own cues that were not taken back, from the sensor's sample to the predicted output.
    var cues: [BenchCue] {
        // What was asked for ahead may be taken back, or still be to come: that is neither heard nor missed.
        triggered.filter { $0.asked == nil || ![.cancelled, .unknown].contains($0.outcome) }
    }
    /// The times from one frame that is handed to the screen to the next.
    private(set) var frameTimes = DurationHistogram(resolution: .microsecond)
    private var session: any GameSession
    private let flow: ShellFlow
    private let theme: Theme
    private let terminal: BenchTerminal?
    private let renderer: ScreenRenderer?
    private let frameInterval: Interval
    private var nextFrame: Instant
    private var lastFrame: Instant?
    private var triggered: [BenchCue] = []
    private var awaited: [UInt64: Int] = [:]
    /// The ids of its cues that were asked for ahead, and when they are due.
    private var scheduled: [UInt64: Instant] = [:]

    /// More rounds than any bench lasts.
    private static let rounds = 100_000

    /// What a round of the game begins with; no mode is the usual one.
    ///
    /// - Throws: `ThudError` where its deck is broken.
    static func setup(
        _ game: GameDescription, mode: String?, _ assets: Assets, seed: UInt64
    ) throws -> RoundSetup {
        RoundSetup(mode: game.mode(mode)?.name ?? "", seed: seed, cards: try deck(game, assets)?.cards ?? [])
    }

    /// The deck that it is played with; nil in a game without cards.
    ///
    /// - Throws: `ThudError` where it is broken.
    static func deck(_ game: GameDescription, _ assets: Assets) throws -> Deck? {
        try game.usualDeck.map { try assets.deck($0, of: game.name) }
    }

    /// A game that begins at `start`.
    init(
        _ game: any GameView.Type, _ setup: RoundSetup, framesPerSecond: Int, start: Instant
    ) throws(ThudError) {
        var flow = ShellFlow(game.description, preferences: .init(), mode: setup.mode)
        flow.startAtOnce(deck: nil)
        self.flow = flow
        theme = game.theme
        session = try game.session(setup, by: .bot(rounds: Self.rounds), start: start)
        frameInterval = .seconds(1 / Double(framesPerSecond))
        nextFrame = start
        terminal = BenchTerminal()
        terminal?.start()
        renderer = terminal.map { ScreenRenderer($0.output, depth: .full) }
    }

    /// When the game has to be advanced next.
    var nextDeadline: Instant { min(session.nextDeadline ?? nextFrame, nextFrame) }

    /// Advances the game to now, and gives its feedback at volume 0 and without haptics.
    func advance(_ feedback: FeedbackOutput) {
        let now = Instant.now()
        let scheduler = feedback.scheduler
        let (clocks, settings) = (scheduler.clocks, scheduler.settings)
        var detections: [Instant: Instant] = [:]
        let effects = session.advance(to: now, noteGesture: { detections[$0] = .now() })
        (scheduler.settings.volume, scheduler.settings.haptics) = (0, .off)
        for effect in effects { carryOut(effect, detected: detections[effect.cause], feedback, clocks) }
        scheduler.settings = settings
        draw(.now())
    }

    private func carryOut(
        _ effect: SessionEffect, detected: Instant?, _ feedback: FeedbackOutput, _ clocks: FeedbackScheduler.Clocks
    ) {
        switch effect.effect {
        case .cue(let name, _), .begin(let name, _):
            var cue = BenchCue(index: triggered.count + 1, name: name.description, outcome: .unknown)
            // A cue that the clock caused, such as the end of a round, has no gesture behind it.
            if let detected { (cue.cause, cue.detected) = (effect.cause, detected) }
            cue.triggered = .now()
            note(cue, feedback.play(effect, clocks))
        case .schedule(let name, let due, _):
            var cue = BenchCue(index: triggered.count + 1, name: name.description, outcome: .unknown)
            // Its latency counts from the instant for which it is asked.
            (cue.triggered, cue.asked) = (due, due)
            let handle = feedback.play(effect, clocks)
            if let handle { scheduled[handle.id] = due }
            note(cue, handle)
        // What the bench itself plays goes on while the game's round stands still.
        case .cancelScheduled, .silence: takeBack(feedback.scheduler)
        case .turn, .end: _ = feedback.play(effect, clocks)
        case .ignored, .show, .finished: break
        }
    }

    /// Takes back the game's cues that are still to come. Those that the bench itself has delayed are not the game's.
    private func takeBack(_ scheduler: FeedbackScheduler) {
        let now = Instant.now()
        for (id, due) in scheduled where due > now { scheduler.cut(id) }
        scheduled = [:]
    }

    private func note(_ cue: BenchCue, _ handle: CueHandle?) {
        if let handle { awaited[handle.id] = triggered.count }
        triggered.append(cue)
    }

    /// Ends what lasts, and takes back what is still to come.
    func endCues(_ feedback: FeedbackOutput) {
        feedback.endLasting()
        takeBack(feedback.scheduler)
    }

    /// Notes the report on a cue, if the cue is the game's own.
    func take(_ report: CueReport) {
        guard let index = awaited.removeValue(forKey: report.id) else { return }
        scheduled[report.id] = nil
        triggered[index].note(report, isFelt: false)
    }

    private func draw(_ now: Instant) {
        guard now >= nextFrame else { return }
        if let lastFrame { frameTimes.record(now - lastFrame) }
        lastFrame = now
        nextFrame = max(nextFrame + frameInterval, now)
        let picture = ShellPicture(theme: theme, flow: flow, session: session, now: now, sceneAge: 1)
        renderer?.post(picture, due: now)
    }

    func stop() {
        renderer?.stop()
        terminal?.stop()
    }
}

extension BenchCue {
    /// Notes the report on the cue, which has a haptic part where it `isFelt`.
    mutating func note(_ report: CueReport, isFelt: Bool) {
        let receipt = report.receipt
        (taken, predicted, frame) = (receipt.taken, receipt.predicted, receipt.frame.index)
        if isFelt, report.plan.driveGain > 0, let haptics = report.hapticReceipt,
            haptics.outcome.isHeard
        {
            hapticPredicted = haptics.predicted
        }
        outcome = receipt.outcome
    }
}
