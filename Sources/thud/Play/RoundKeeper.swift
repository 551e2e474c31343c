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
    /// Whether it is the round of the day, whose cards follow from the date alone.
    var isDaily = false
}

/// Persists what outlives a round, for every presenter: the seen cards, the scores, the saved round, the tutorial, and
/// a game's habits and their days. It also tells the game the time, because rules read no clock.
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
    /// The last tournament of which a round has ended, as of that round; nil before.
    private(set) var lastTournament: Tournament?
    /// Whose each finished round of this program was; nil outside a tournament.
    private(set) var players: [String?] = []
    private(set) var seed: UInt64 = 0
    private let game: any GameView.Type
    private let remembersCards: Bool
    /// Whether the seed alone decides the round: not a resumed one, nor one after a session's first.
    private var isDecidedBySeed = false
    private var roundID: UInt64 = 0
    private let clocks: WallClocks
    /// The session at the time its progress was last saved; nil if its game keeps none.
    private var kept: (any GameSession)?
    /// When that was. Everything due by then has been applied to the session, and no later input.
    private var keptAt: Instant?
    /// The lead of the wall clock over `Instant` when the game was last told the time; nil before the first time.
    private var toldLead: Interval?
    /// When the game must be told the time again, unless the clock is found changed before.
    private(set) var nextTelling: Instant?

    /// The script command that tells a game the time.
    private static let clockWord = "clock"
    /// How often the game is told the time. Even without a leap the time zone may change.
    private static let interval = Interval.seconds(60)
    /// The clock was set, or the machine slept, if its lead changes by more than this.
    private static let leap = Interval.milliseconds(500)

    init(
        _ game: any GameView.Type, _ plan: RoundPlan, _ store: ProgressStore?, remembersCards: Bool,
        clocks: WallClocks = WallClocks()
    ) {
        self.clocks = clocks
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
        store?.recordPlayedDay()
    }

    /// Resumes a saved round and saves it at once under its new id.
    func resume(_ saved: SavedRound, _ plan: RoundPlan, seed: UInt64) {
        var plan = plan
        plan.isDaily = saved.isDaily
        begin(plan, seed: seed, isDecidedBySeed: false)
        keep(saved.state)
    }

    /// Returns the setup of a round. In a game with cards, seen cards come last. An exact-frame cue must be scheduled
    /// `lead` before its frame.
    func setup(_ preferences: Preferences, lead: Interval) -> RoundSetup {
        // A game without a `tutorialCue` decides by itself whether it begins with the tutorial.
        let mayTeach = store != nil && (game.description.tutorialCue == nil || !preferences.tutorialDone)
        var setup = RoundSetup(
            mode: plan.mode, length: .seconds(plan.seconds), seed: seed, cards: plan.deck?.cards ?? [], seen: seen,
            handsOver: plan.tournament != nil, players: plan.tournament?.players ?? plan.rivals,
            tutorial: mayTeach, lead: lead, reduceMotion: preferences.reduceMotion,
            best: board.flatMap { store?.best(on: $0) }, options: plan.options)
        setup.glosses = plan.deck?.glosses ?? [:]
        return setup
    }

    /// The leaderboard of the round; nil if it has none.
    private var board: BoardKey? { store?.boardKey(ofMode: plan.mode, seconds: plan.seconds) }

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
                state: state, tournament: plan.tournament, isDaily: plan.isDaily))
    }

    private var seen: Set<String> {
        guard remembersCards, !plan.isDaily, let store, let deck = plan.deck, let id = plan.deckID else { return [] }
        return store.seen(of: deck, as: id)
    }

    /// Records a shown card, and returns how many cards of the deck have been seen, or nil if that is not remembered.
    @discardableResult
    func markSeen(_ card: String) -> Int? {
        guard remembersCards, let store, let deck = plan.deck, let id = plan.deckID else { return nil }
        store.markSeen(card, of: deck, as: id)
        return seen.count
    }

    // MARK: The end of a round

    /// The effect of a finished round on the records.
    struct Ending {
        var isHighScore = false
        /// The leaderboard of the round; empty if it has none.
        var board: [BoardRow] = []
        /// What the player has achieved for the first time.
        var achievements: [Achievement] = []
    }

    /// Records the score. An unfinished tournament is saved for the next player; any other round is dropped.
    func finish(_ outcome: Outcome, _ session: (any GameSession)?, at now: Instant) -> Ending {
        defer { isDecidedBySeed = false }
        lastTournament = plan.tournament ?? lastTournament
        players.append(plan.tournament?.lastPlayer)
        guard let store else { return Ending() }
        let isHighScore = store.record(
            outcome, mode: plan.mode, seed: isDecidedBySeed ? seed : nil,
            player: outcome.player ?? plan.tournament?.lastPlayer)
        if let session, let tournament = plan.tournament, !tournament.isComplete {
            keep(session.suspended(at: now))
        } else {
            store.forgetRound()
        }
        let key = store.boardKey(ofMode: plan.mode, seconds: outcome.seconds)
        return Ending(
            isHighScore: isHighScore, board: key.flatMap { store.boards[$0] }?.rows ?? [],
            achievements: store.recordAchievements(
                of: outcome, isScored: key != nil, isHighScore: isHighScore, isDaily: plan.isDaily))
    }

    // MARK: Progress from round to round

    /// Restores saved progress into a session. Throws if it cannot be read, because it must not be overwritten. Also
    /// throws if another program has claimed progress that only one may change at a time.
    func restoreProgress(into session: inout any GameSession) throws(ThudError) {
        guard let store, game.keepsProgress else { return }
        try store.claimBook()
        try session.restore(store.kept())
        (kept, keptAt, toldLead) = (session, nil, nil)
        nextTelling = game.description.words.contains(Self.clockWord) ? Instant(nanoseconds: 0) : nil
    }

    /// Tells the time once a minute, and at once if the wall clock has leapt. Call it before newer input is applied:
    /// `Instant` stands still while the machine sleeps, and the first key after a night must count for the new day.
    func tellTime(to session: inout (any GameSession)?, _ now: Instant) {
        guard let due = nextTelling else { return }
        let lead = clocks.lead
        guard now >= due || hasLeapt(to: lead) else { return }
        let instant = keptAt ?? now
        let moment = WallClocks.text(of: lead.nanoseconds + instant.nanoseconds)
        _ = session?.perform(line: "\(Self.clockWord) \(moment)", at: instant)
        (toldLead, nextTelling) = (lead, now + Self.interval)
    }

    private func hasLeapt(to lead: Interval) -> Bool {
        guard let toldLead else { return false }
        return max(lead - toldLead, toldLead - lead) > Self.leap
    }

    /// Saves the changes of a session that has advanced to `now`.
    func keepProgress(of session: (any GameSession)?, _ now: Instant) {
        guard let kept, let session else { return }
        store?.keep(session.changes(since: kept))
        (self.kept, keptAt) = (session, now)
    }

    /// Saves the last changes of a session that ends, and releases the claim for other programs.
    func endProgress(of session: (any GameSession)?) {
        guard let session else { return }
        if let kept { store?.keep(session.changes(since: kept)) }
        (kept, nextTelling) = (nil, nil)
        store?.releaseBook()
    }
}
