import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudKape
import ThudPlayback

/// A session without a screen, from its deck to its last line.
struct PlainPlay {
    let request: PlayRequest

    /// Plays it to its end.
    func run() throws -> PlayOutcome {
        let assets = try Assets.find()
        let deck = try assets.deck(request.deck ?? PlayRequest.usualDeck, of: request.game)
        let tournament = request.players.isEmpty ? nil : try Tournament(players: request.players, unnamed: Kape.description.unnamedPlayer)
        let feedback = try FeedbackOutput.open(
            request.sound, assets, game: request.game, keepsReports: request.isJSON)
        if request.sound.verbose { Console.remark("Playing through \(feedback.output.engine.health.device)") }
        // Without a screen nothing is drawn anew, so the terminal's size and a stop that is over do not matter.
        let loop = SessionLoop(player: request.player, feedback: feedback, interrupts: Interrupts(.stopRequested))
        let presenter = LinePresenter(request, deck, tournament, loop)
        let signal = Console.withQueuedRemarks { presenter.run() }
        try feedback.close(presenter.report(isInterrupted: signal != nil), isJSON: request.isJSON)
        return PlayOutcome(signal: signal, failure: feedback.verdict.failure)
    }
}

/// Shows a session as a line for each thing that happens, and reads keys where a person plays.
final class LinePresenter: SessionPresenter {
    private let loop: SessionLoop
    private let deck: Deck
    /// Decides the order of the cards and every movement.
    private let seed: UInt64
    /// The length of a round in seconds.
    private let seconds: Double
    private var tournament: Tournament?
    private var keys: KeyInput?
    private let status = StatusLine(hasColour: Console.hasColour(STDERR_FILENO))

    init(_ request: PlayRequest, _ deck: Deck, _ tournament: Tournament?, _ loop: SessionLoop) {
        self.loop = loop
        self.deck = deck
        self.tournament = tournament
        seed = request.seed ?? (request.player.isPerson ? .random(in: 0...UInt64(UInt32.max)) : PlayRequest.standIn)
        seconds = request.seconds ?? PlayRequest.usualSeconds
    }

    /// Plays to the end: the number of the signal that ended it early, if one did.
    func run() -> Int32? {
        let settings = KapeSettings(
            length: .seconds(seconds), handsOver: tournament != nil, countdownLead: loop.feedback.output.lead)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: deck.cards, seed: seed))
        loop.begin(
            loop.player.session(
                state, seed: seed, rounds: tournament?.players.count ?? 1, start: loop.feedback.log.start))
        if loop.player.isPerson { keys = KeyInput() }
        if keys != nil { Console.remark(KeyInput.legend) }
        announceTurn()
        defer { keys = nil }
        return loop.run(self)
    }

    /// How it ended.
    func report(isInterrupted: Bool) -> RoundReport {
        RoundReport(
            deck: deck.id, player: loop.player, seed: seed, seconds: seconds, tournament: tournament,
            feedback: loop.feedback, isInterrupted: isInterrupted, frames: nil)
    }

    var input: Int32? { keys?.descriptor }
    var endingLength: Interval { .zero }

    func takeInput(_ isThere: Bool) {
        guard isThere, let phase = loop.session?.round.phase else { return }
        guard let commands = keys?.read(phase: phase) else {
            // The terminal is gone, and would be ready for ever: that ends the session as the player would.
            loop.session?.press(.quit, at: .now())
            keys = nil
            return
        }
        for command in commands { loop.session?.press(command, at: .now()) }
    }

    func note(_ effect: SessionEffect, _ plan: FeedbackPlan?) {
        switch effect.effect {
        case .show(let moment): Console.remark(status.moment(moment, at: effect.cause - loop.feedback.log.start))
        case .finished(let result):
            tournament?.note(result: result)
            if keys != nil { Console.remark(result.summary + "  (space: Hajde Prap, q: leave)") }
            announceTurn()
        case .cue, .schedule, .cancelScheduled, .begin, .turn, .end: break
        }
    }

    func note(_ reports: [CueReport], events: [String]) {
        for report in reports { Console.remark(status.cue(report, at: loop.feedback.log.gameTime(of: report))) }
        for event in events { Console.remark("          \(event)") }
    }

    func note(_ ending: Player.Ending, _ now: Instant) {
        if ending == .stuck { Console.remark("          the script ends while the round stands still") }
    }

    func leaveTerminal() { keys?.leave() }
    func enterTerminal() { keys?.enter() }

    // Lines are written as things happen.
    func nextDeadline(_ now: Instant) -> Instant? { nil }
    func stageChanged(to stage: RoundStage, _ now: Instant) {}
    func update(_ now: Instant) {}
    func resize(_ now: Instant) {}

    /// Says whose turn it is in a tournament.
    private func announceTurn() {
        if let player = tournament?.nextPlayer { Console.remark("Gati, \(player)?") }
    }
}
