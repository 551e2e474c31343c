import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords

struct RoundPlan {
    var mode: String
    /// The name of the deck, or the full path of its file; nil if there is none.
    var deckID: String?
    /// The deck; nil if that of a saved round can no longer be used.
    var deck: Deck?
    var seconds: Double
    var tournament: Tournament?
    var rivals: [String] = []
    var options: [String: String] = [:]
}

/// Persists what outlives a round, for every presenter: the seen cards, the scores, the saved round, the tutorial.
///
///     keeper.begin(plan, seed: seed, isDecidedBySeed: true)
///     let session = try game.session(keeper.setup(preferences, lead: lead), by: performer, start: start)
///     keeper.save(session, at: now)                // at every moment shown: the program may be killed
///     let ending = keeper.finish(outcome, session, at: now)
///
/// If no person plays there is no store, and nothing is remembered.
final class RoundKeeper {
    let store: ProgressStore?
    /// The present plan. Its tournament is as of the last round.
    var plan: RoundPlan
    private(set) var seed: UInt64 = 0
    private let game: any GameView.Type
    /// Whether seen cards are put last.
    private let remembersCards: Bool
    /// Whether the seed alone decides the round: not a resumed one, nor one after a session's first.
    private var isDecidedBySeed = false
    private var roundID: UInt64 = 0

    init(_ game: any GameView.Type, _ plan: RoundPlan, _ store: ProgressStore?, remembersCards: Bool) {
        self.game = game
        self.plan = plan
        self.store = store
        self.remembersCards = remembersCards
    }

    // MARK: The beginning of a round

    /// Begins another round and claims it for this program.
    func begin(_ plan: RoundPlan, seed: UInt64, isDecidedBySeed: Bool) {
        self.plan = plan
        self.seed = seed
        self.isDecidedBySeed = isDecidedBySeed
        roundID = .random(in: .min ... .max)
        store?.claim(round: roundID)
    }

    /// Resumes a saved round and saves it at once under its new id.
    func resume(_ saved: SavedRound, _ plan: RoundPlan, seed: UInt64) {
        begin(plan, seed: seed, isDecidedBySeed: false)
        keep(saved.state)
    }

    /// Returns the setup of a round. In a game with cards, seen cards come last.
    ///
    /// - Parameter lead: how long before its exact frame a cue must be scheduled.
    func setup(_ preferences: Preferences, lead: Interval) -> RoundSetup {
        RoundSetup(
            mode: plan.mode, length: .seconds(plan.seconds), seed: seed, cards: plan.deck?.cards ?? [], seen: seen,
            handsOver: plan.tournament != nil, players: plan.tournament?.players ?? plan.rivals,
            tutorial: store != nil && game.description.mayTeach(preferences), lead: lead,
            reduceMotion: preferences.reduceMotion, best: store?.best(ofMode: plan.mode), options: plan.options)
    }

    // MARK: The course of a round

    /// Saves a round that is under way, so that it can be resumed.
    func save(_ session: (any GameSession)?, at now: Instant) {
        if let session, session.stage.isUnderWay { keep(session.suspended(at: now)) }
    }

    private func keep(_ state: SuspendedRound) {
        guard plan.deckID != nil || game.description.usualDeck == nil else { return }
        store?.keep(
            SavedRound(
                id: roundID, of: game.description, mode: plan.mode, deck: plan.deckID, seconds: plan.seconds,
                state: state, tournament: plan.tournament))
    }

    func forgetRound() { store?.forgetRound() }

    private var seen: Set<String> {
        guard remembersCards, let store, let deck = plan.deck, let id = plan.deckID else { return [] }
        return store.seen(of: deck, as: id)
    }

    /// Notes a shown card; returns how many cards of the deck have been seen, or nil if that is not remembered.
    @discardableResult
    func note(seen card: String) -> Int? {
        guard remembersCards, let store, let deck = plan.deck, let id = plan.deckID else { return nil }
        store.note(seen: card, of: deck, as: id)
        return seen.count
    }

    // MARK: The end of a round

    /// The effect of a finished round on the records.
    struct Ending {
        var isHighScore = false
        /// The mode's leaderboard; nil if the mode has none.
        var board: ResultContent.List?
    }

    /// Records the score. An unfinished tournament is saved for the next player; any other round is dropped.
    func finish(_ outcome: Outcome, _ session: (any GameSession)?, at now: Instant) -> Ending {
        defer { isDecidedBySeed = false }
        guard let store else { return Ending() }
        let isHighScore = store.note(
            outcome, mode: plan.mode, seed: isDecidedBySeed ? seed : nil,
            player: outcome.player ?? plan.tournament?.lastPlayer)
        if let session, let tournament = plan.tournament, !tournament.isComplete {
            keep(session.suspended(at: now))
        } else {
            store.forgetRound()
        }
        let board = store.board(ofMode: plan.mode).map { ResultContent.List(best: $0.rows, game.theme) }
        return Ending(isHighScore: isHighScore, board: board)
    }
}
