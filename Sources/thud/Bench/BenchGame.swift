import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudReports
import ThudTerminal

/// Plays a game while feedback is timed: a simulated player with motion at 100 Hz, drawn to a pseudo-terminal.
///
/// Its cues go all the way to a voice, but at volume 0, so that only the bench's own cues are captured.
final class BenchGame {
    /// The game's own cues that were not cancelled, timed from the sensor sample to the predicted output.
    var cues: [BenchCue] {
        // A cue scheduled ahead may be cancelled or still pending; that is neither heard nor missed.
        triggered.filter { $0.asked == nil || ![.cancelled, .unknown].contains($0.outcome) }
    }
    /// The intervals between frames handed to the screen.
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

    /// More rounds than any bench can play.
    private static let rounds = 100_000

    /// Returns the setup of a round; a nil mode means the usual one.
    static func setup(_ game: GameDescription, mode: String?, _ assets: Assets, seed: UInt64) throws -> RoundSetup {
        RoundSetup(mode: game.mode(mode)?.name ?? "", seed: seed, cards: try deck(game, assets)?.cards ?? [])
    }

    static func deck(_ game: GameDescription, _ assets: Assets) throws -> Deck? {
        try game.usualDeck.map { try assets.deck($0, of: game.name) }
    }

    init(_ game: any GameView.Type, _ setup: RoundSetup, framesPerSecond: Int, start: Instant) throws(ThudError) {
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

    /// The time by which `advance` must be called next.
    var nextDeadline: Instant { min(session.nextDeadline ?? nextFrame, nextFrame) }

    /// Advances the game to now and plays its feedback at volume 0 and without haptics.
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
        var cue = BenchCue(index: triggered.count + 1, name: "", outcome: .unknown)
        switch effect.effect {
        case .cue(let name, _), .begin(let name, _):
            cue.name = name.description
            // A cue caused by the clock, such as the end of a round, has no gesture behind it.
            if let detected { (cue.cause, cue.detected) = (effect.cause, detected) }
            cue.triggered = .now()
            record(cue, feedback.play(effect, clocks))
        case .schedule(let name, let due, _):
            // Latency counts from the instant for which the cue is scheduled.
            (cue.name, cue.triggered, cue.asked) = (name.description, due, due)
            record(cue, feedback.play(effect, clocks))
        // The bench's own cues continue while the game's round is paused.
        case .cancelScheduled, .silence: takeBack(feedback.scheduler)
        case .turn, .end: _ = feedback.play(effect, clocks)
        case .ignored, .show, .finished: break
        }
    }

    /// Cancels the game's pending cues. Cues that the bench itself has delayed stay.
    private func takeBack(_ scheduler: FeedbackScheduler) {
        let now = Instant.now()
        for (id, index) in awaited { if let due = triggered[index].asked, due > now { scheduler.cut(id) } }
    }

    private func record(_ cue: BenchCue, _ handle: CueHandle?) {
        if let handle { awaited[handle.id] = triggered.count }
        triggered.append(cue)
    }

    /// Ends lasting cues and cancels pending ones.
    func endCues(_ feedback: FeedbackOutput) {
        feedback.endLasting()
        takeBack(feedback.scheduler)
    }

    /// Records the report on a cue if the cue belongs to the game.
    func take(_ report: CueReport) {
        guard let index = awaited.removeValue(forKey: report.id) else { return }
        triggered[index].record(report, isFelt: false)
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
    /// Records the report on the cue. `isFelt` says whether it has a haptic part.
    mutating func record(_ report: CueReport, isFelt: Bool) {
        let receipt = report.receipt
        (taken, predicted, frame) = (receipt.taken, receipt.predicted, receipt.frame.index)
        if isFelt, report.plan.driveGain > 0, let haptics = report.hapticReceipt, haptics.outcome.isHeard {
            hapticPredicted = haptics.predicted
        }
        outcome = receipt.outcome
    }
}
