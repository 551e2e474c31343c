import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords
import ThudReports
import ThudTerminal

/// The game that runs while feedback is timed: a round with a simulated player, its motion at 100 Hz, its screen
/// drawn to a pseudo-terminal.
///
/// Its cues take their whole way to a voice, but at volume 0, so that only the bench's own cues are captured.
final class BenchGame {
    /// The game's own cues, from the sensor's sample to the predicted output.
    private(set) var cues: [BenchCue] = []
    /// The times from one frame that is handed to the screen to the next.
    private(set) var frameTimes = DurationHistogram(resolution: .microsecond)
    private var session: any ShownSession
    private let flow: ShellFlow
    private let theme: Theme
    private let terminal: BenchTerminal?
    private let renderer: ScreenRenderer?
    private let frameInterval: Interval
    private var nextFrame: Instant
    private var lastFrame: Instant?
    private var awaited: [UInt64: Int] = [:]

    /// More rounds than any bench lasts.
    private static let rounds = 100_000

    /// What a round of the game begins with.
    ///
    /// - Throws: `ThudError` where its deck is broken.
    static func setup(_ game: GameDescription, _ assets: Assets, seed: UInt64) throws -> RoundSetup {
        RoundSetup(
            mode: game.modes.first?.name ?? "", seed: seed, cards: try deck(game, assets)?.cards ?? [])
    }

    /// The deck that it is played with; nil in a game without cards.
    ///
    /// - Throws: `ThudError` where it is broken.
    static func deck(_ game: GameDescription, _ assets: Assets) throws -> Deck? {
        try game.usualDeck.map { try assets.deck($0, of: game.name) }
    }

    /// A game that begins at `start`.
    init(
        _ game: any ShownGame.Type, _ setup: RoundSetup, framesPerSecond: Int, start: Instant
    ) throws(ThudError) {
        var flow = ShellFlow(game.description, preferences: .init())
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

    /// Advances the game to now, and gives its feedback.
    func advance(_ scheduler: FeedbackScheduler) {
        let now = Instant.now()
        let clocks = scheduler.clocks
        var detections: [Instant: Instant] = [:]
        for effect in session.advance(to: now, noteGesture: { detections[$0] = .now() }) {
            switch effect.effect {
            case .cue(let cue):
                trigger(cue.description, cause: effect.cause, detected: detections[effect.cause], scheduler)
            case .schedule(let cue, let due):
                silently(scheduler) { $0.schedule(cue.description, cause: effect.cause, due: due, by: clocks) }
            case .cancelScheduled: scheduler.cancelScheduled(now: now)
            // What lasts would have to be turned and ended too; the bench times single cues.
            case .begin, .turn, .end, .show, .finished: break
            }
        }
        draw(.now())
    }

    private func trigger(_ name: String, cause: Instant, detected: Instant?, _ scheduler: FeedbackScheduler) {
        var cue = BenchCue(index: cues.count + 1, name: name, outcome: .unknown)
        // A cue that the clock caused, such as the end of a round, has no gesture behind it.
        if let detected { (cue.cause, cue.detected) = (cause, detected) }
        let triggered = Instant.now()
        cue.triggered = triggered
        let handle = silently(scheduler) { $0.trigger(name, cause: cause, now: triggered) }
        if let handle { awaited[handle.id] = cues.count }
        cues.append(cue)
    }

    /// Triggers cues at volume 0 and without haptics.
    @discardableResult
    private func silently(_ scheduler: FeedbackScheduler, _ act: (FeedbackScheduler) -> CueHandle?) -> CueHandle? {
        let settings = scheduler.settings
        (scheduler.settings.volume, scheduler.settings.haptics) = (0, .off)
        let handle = act(scheduler)
        scheduler.settings = settings
        return handle
    }

    /// Notes the report on a cue, if the cue is the game's own.
    func take(_ report: CueReport) {
        guard let index = awaited.removeValue(forKey: report.id) else { return }
        cues[index].note(report, isFelt: false)
    }

    private func draw(_ now: Instant) {
        guard now >= nextFrame else { return }
        if let lastFrame { frameTimes.record(now - lastFrame) }
        lastFrame = now
        nextFrame = max(nextFrame + frameInterval, now)
        let picture = ShellPicture(theme: theme, flow: flow, session: session, now: now, sceneAge: 1)
        renderer?.post(picture, due: now)
    }

    /// Ends the game.
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
