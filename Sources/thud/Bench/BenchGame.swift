import Glibc
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
/// Its cues take their whole way to a voice, but at volume 0, so that only the bench's own cues are captured.
final class BenchGame {
    /// The game's own cues, from the sensor's sample to the predicted output.
    private(set) var cues: [BenchCue] = []
    /// The times from one drawn frame to the next.
    private(set) var frameTimes = DurationHistogram(resolution: .microsecond)
    private var session: KapeSession
    private let flow: KapeFlow
    private let terminal: DrainedTerminal?
    private let letters = LetterCase.usual()
    private let frameInterval: Interval
    private var writer = FrameWriter(depth: .full)
    private var nextFrame: Instant
    private var lastFrame: Instant?
    private var awaited: [UInt64: Int] = [:]

    private static let size = Size(columns: 120, rows: 40)
    /// More rounds than any bench lasts.
    private static let rounds = 100_000

    /// The deck of the game.
    ///
    /// - Throws: `ThudError` where it is broken.
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

    /// When the game has to be advanced next.
    var nextDeadline: Instant { min(session.nextDeadline ?? nextFrame, nextFrame) }

    /// Advances the game to now, and gives its feedback.
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
        let picture = KapePicture(flow: flow, session: session, now: now, sceneAge: 1)
        terminal?.write(writer.frame(picture.canvas(Self.size, letters: letters).grid))
    }

    /// Ends the game.
    func stop() { terminal?.stop() }
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

/// A pseudo-terminal whose other end reads all that is drawn and shows it nowhere. Writing to it takes as long as writing to a
/// terminal.
final class DrainedTerminal: Sendable {
    private let controller: Int32
    private let descriptor: Int32
    private let reader: pthread_t

    /// Opens a pseudo-terminal; nil where the system has none to give.
    init?() {
        var controller: Int32 = -1
        var descriptor: Int32 = -1
        guard openpty(&controller, &descriptor, nil, nil, nil) == 0 else { return nil }
        var settings = termios()
        tcgetattr(descriptor, &settings)
        cfmakeraw(&settings)
        tcsetattr(descriptor, TCSANOW, &settings)
        var handle = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: Int(controller) + 1)
        guard pthread_create(&handle, nil, { DrainedTerminal.drain($0) }, argument) == 0 else {
            close(descriptor)
            close(controller)
            return nil
        }
        self.controller = controller
        self.descriptor = descriptor
        reader = handle
    }

    /// Writes all of a frame.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the reader, which meets the end of file once nobody can write any more.
    func stop() {
        close(descriptor)
        pthread_join(reader, nil)
        close(controller)
    }

    private static func drain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let controller = Int32(Int(bitPattern: argument) - 1)
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(controller, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
        }
    }
}
