import ThudCore
import ThudCues
import ThudFeedback
import ThudGames
import ThudPlayback
import ThudRecords
import ThudReports
import ThudScreens
import ThudTerminal

/// The game that runs while feedback is timed: a round of Kape with a simulated player, its motion at 100 Hz, its screen
/// drawn to a pseudo-terminal.
///
/// Its cues take their whole way to a voice, at no volume, so that what is captured is what was triggered.
final class BenchGame {
    /// Its own cues, from the sensor's sample to the predicted output.
    private(set) var cues: [BenchCue] = []
    /// From one frame to the next.
    private(set) var frameTimes = Tally()
    private var session: KapeSession
    private let flow: KapeFlow
    private let terminal: DrainedTerminal?
    private let letters = LetterCase.usual()
    private let frameInterval: Interval
    private var writer = FrameWriter(depth: .full)
    private var nextFrame: Instant
    private var lastFrame: Instant?
    private var awaited: [Instant: Int] = [:]

    private static let size = Size(columns: 120, rows: 40)
    /// More rounds than any bench lasts.
    private static let rounds = 100_000

    /// The deck that it plays.
    ///
    /// - Throws: where it is broken.
    static func deck(_ assets: Assets) throws -> Deck { try assets.deck(PlayRequest.usualDeck, of: "kape") }

    /// A game that begins at `start`.
    init(_ deck: Deck, seed: UInt64, framesPerSecond: Int, lead: Interval, start: Instant) {
        var flow = KapeFlow(
            decks: [DeckChoice(deck)], preferences: .init(), deck: deck.id, players: [], canResume: false)
        flow.startAtOnce(deck: deck.id)
        self.flow = flow
        let settings = KapeSettings(countdownLead: lead)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: deck.cards, seed: seed))
        session = Player.bot.session(state, seed: seed, rounds: Self.rounds, start: start)
        frameInterval = .seconds(1 / Double(framesPerSecond))
        nextFrame = start
        terminal = DrainedTerminal()
    }

    /// When it has to be woken next.
    var nextDeadline: Instant { min(session.nextDeadline ?? nextFrame, nextFrame) }

    /// Lets happen what is due, and gives its feedback.
    func advance(_ scheduler: FeedbackScheduler) {
        let now = Instant.now()
        let clocks = scheduler.clocks
        var detections: [Instant: Instant] = [:]
        for effect in session.advance(to: now, noteGesture: { detections[$0] = .now() }) {
            switch effect.effect {
            case .feedback(let cue):
                trigger(cue.description, cause: effect.cause, detected: detections[effect.cause], scheduler)
            case .schedule(let cue, let due):
                silently(scheduler) { $0.schedule(cue.description, cause: effect.cause, due: due, by: clocks) }
            case .cancelScheduled: scheduler.cancelScheduled()
            case .cardShown, .finished: break
            }
        }
        draw(.now())
    }

    private func trigger(_ name: String, cause: Instant, detected: Instant?, _ scheduler: FeedbackScheduler) {
        var cue = BenchCue(index: cues.count + 1, name: name, outcome: .unknown)
        // What the clock caused, such as the end of a round, has no gesture behind it.
        if let detected { (cue.cause, cue.detected) = (cause, detected) }
        let triggered = Instant.now()
        cue.triggered = triggered
        silently(scheduler) { $0.trigger(name, cause: cause, now: triggered) }
        awaited[triggered] = cues.count
        cues.append(cue)
    }

    /// Has cues take their way with nothing to be heard or felt at its end.
    private func silently(_ scheduler: FeedbackScheduler, _ act: (FeedbackScheduler) -> Void) {
        let settings = scheduler.settings
        (scheduler.settings.volume, scheduler.settings.haptics) = (0, .off)
        act(scheduler)
        scheduler.settings = settings
    }

    /// Takes in what became of a cue, if it is one of its own.
    func take(_ report: CueReport) {
        guard let index = awaited.removeValue(forKey: report.triggered) else { return }
        cues[index].note(report, isFelt: false)
    }

    private func draw(_ now: Instant) {
        guard now >= nextFrame else { return }
        if let lastFrame { frameTimes.record(now - lastFrame) }
        lastFrame = now
        nextFrame = max(nextFrame + frameInterval, now)
        let picture = KapePicture(flow: flow, session: session, now: now, sceneAge: 1)
        terminal?.write(writer.frame(picture.canvas(Self.size, letters: letters).grid))
    }

    /// Ends it.
    func stop() { terminal?.stop() }
}

extension BenchCue {
    /// Notes what became of the cue, which has a haptic part where it `isFelt`.
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
