import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords

/// What is played: a round's mode, its cards, its length, and who takes part.
struct RoundPlan {
    var mode: String
    /// The name of the deck, or the full path of its file; nil if none is played.
    var deckID: String?
    /// The deck; nil if that of a saved round cannot be played any more.
    var deck: Deck?
    /// The length of the round in seconds.
    var seconds: Double
    var tournament: Tournament?
    /// Those who share a round.
    var rivals: [String] = []
    var options: [String: String] = [:]
}

/// Persists what outlives a round, for every presenter: the seen cards, the scores, the saved round, the tutorial.
///
///     keeper.begin(plan, seed: seed, isDecidedBySeed: true)
///     let session = try game.session(keeper.setup(preferences, lead: lead), by: performer, start: start)
///     keeper.save(session, at: now)                // with everything worth telling: the program may be killed
///     let ending = keeper.finish(outcome, session, at: now)
///
/// If no person plays there is no store, and nothing is remembered.
final class RoundKeeper {
    let store: ProgressStore?
    /// What is played at present. Its tournament is as of the last round.
    var plan: RoundPlan
    /// Decides the order of the cards and every movement.
    private(set) var seed: UInt64 = 0
    private let game: any GameView.Type
    /// Whether cards that were seen do not come back.
    private let remembersCards: Bool
    /// Whether the seed alone decides the round: not one that goes on from before, nor those that follow in a session.
    private var isDecidedBySeed = false
    /// The name under which the round is saved.
    private var roundID: UInt64 = 0

    init(_ game: any GameView.Type, _ plan: RoundPlan, _ store: ProgressStore?, remembersCards: Bool) {
        self.game = game
        self.plan = plan
        self.store = store
        self.remembersCards = remembersCards
    }

    // MARK: The beginning of a round

    /// Begins another round, which becomes this program's.
    func begin(_ plan: RoundPlan, seed: UInt64, isDecidedBySeed: Bool) {
        self.plan = plan
        self.seed = seed
        self.isDecidedBySeed = isDecidedBySeed
        roundID = .random(in: .min ... .max)
        store?.claim(round: roundID)
    }

    /// Begins with a saved round, which is saved at once under its new name.
    func resume(_ saved: SavedRound, _ plan: RoundPlan, seed: UInt64) {
        begin(plan, seed: seed, isDecidedBySeed: false)
        keep(saved.state)
    }

    /// What a round begins with under these preferences. In a game with cards, those that were seen come last.
    ///
    /// - Parameter lead: how long before its exact frame a cue has to be asked for.
    func setup(_ preferences: Preferences, lead: Interval) -> RoundSetup {
        RoundSetup(
            mode: plan.mode, length: .seconds(plan.seconds), seed: seed, cards: plan.deck?.cards ?? [], seen: seen,
            handsOver: plan.tournament != nil, players: plan.tournament?.players ?? plan.rivals,
            tutorial: store != nil && game.description.mayTeach(preferences), lead: lead,
            reduceMotion: preferences.reduceMotion, best: store?.best(ofMode: plan.mode), options: plan.options)
    }

    // MARK: The course of a round

    /// Saves the round as it stands, so that it can go on whatever happens.
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

    /// Drops the saved round: it is over, or it was given up.
    func forgetRound() { store?.forgetRound() }

    /// The cards of the deck that do not come before the others have.
    private var seen: Set<String> {
        guard remembersCards, let store, let deck = plan.deck, let id = plan.deckID else { return [] }
        return store.seen(of: deck, as: id)
    }

    /// Notes that a card was shown.
    ///
    /// - Returns: how many of the deck have been seen; nil if that is not remembered.
    @discardableResult
    func note(seen card: String) -> Int? {
        guard remembersCards, let store, let deck = plan.deck, let id = plan.deckID else { return nil }
        store.note(seen: card, of: deck, as: id)
        return seen.count
    }

    // MARK: The end of a round

    /// What the records say of a round that has ended.
    struct Ending {
        /// Whether nobody has had a higher score in this mode.
        var isHighScore = false
        /// The leaderboard of its mode, if the mode has one.
        var board: ResultContent.List?
    }

    /// Puts the score on the leaderboard. A tournament goes on with the next player, whatever happens; any other round is over.
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
