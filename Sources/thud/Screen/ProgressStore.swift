import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudRecords

/// What a game remembers of its players. It is written in the background, so that the game never waits for the disk.
final class ProgressStore {
    private let game: any Game.Type
    private let records: RecordStore
    private let queue: WriteBehindQueue
    /// The settings file; nil if settings are not kept or have no place.
    private let settings: SettingsFile?
    private(set) var preferences: Preferences
    private(set) var savedRound: SavedRound?
    /// Whether the saved round is being played by another program.
    let isRoundTaken: Bool
    /// Problems with the records, as remarks for the player.
    let notices: [String]
    /// The leaderboards under the present rules: one of each mode, in a timed game one of each length.
    private(set) var boards: [BoardKey: Board] = [:]
    /// The choices made in the game itself, as of the start of the program.
    let choices: [String: String]
    private var seen: [String: Set<String>] = [:]
    private let unlocked: Set<String>
    private var toldProblems: Set<String> = []
    /// The days with a round of each game, and the achievements earned so far.
    private var played: [SavedDay]
    private var achieved: Set<Achievement>

    /// Reads what was kept. If the disk cannot be written, play continues with what can be read, and a notice says
    /// that nothing new is remembered.
    ///
    /// - Parameters:
    ///   - isRemembering: whether a person plays; nothing is kept for a bot.
    ///   - isReadOnly: whether to read what was kept without changing it.
    ///   - decks: the names of the decks whose locks may be looked up.
    /// - Throws: `ThudError` only if not even a database in memory can be opened.
    init(_ game: any Game.Type, isRemembering: Bool, isReadOnly: Bool = false, decks: [String]) throws {
        self.game = game
        let name = game.description.name
        var notices: [String] = []
        let records =
            if isRemembering, !isReadOnly { try Self.open(&notices) } else {
                try RecordStore.inMemory(from: isRemembering ? try? DataFolder.path() : nil)
            }
        self.records = records
        queue = WriteBehindQueue(records)
        let recorded = (try? records.preferences()) ?? Preferences()
        let file = isRemembering ? Self.settings(&notices) : nil
        preferences = file?.preferences(recorded: recorded, &notices) ?? recorded
        settings = isReadOnly ? nil : file
        settings?.adopt(recorded)
        if !isReadOnly, let (round, notice) = try? records.savedRound(of: game, isFree: true) {
            savedRound = round
            if let notice { notices.append(notice) }
        }
        isRoundTaken = savedRound == nil && (try? records.savedRound(of: game).round) != nil
        unlocked = Set(decks.filter { (try? records.isUnlocked(deck: $0, of: name)) ?? false })
        played = (try? records.daysDone(game: Self.everyGame)) ?? []
        let kept = (try? records.progress(game: Self.everyGame)) ?? [:]
        achieved = Set(Achievement.allCases.filter { kept[$0.key] != nil })
        self.notices = notices
        choices = (try? records.progress(game: name)) ?? [:]
        readBoards()
    }

    /// Reads the leaderboards, to which another program may have added, unless scores are still to be written.
    func readBoards() {
        guard queue.isIdle else { return }
        let game = game.description
        for mode in game.modes where mode.isScored {
            for (key, length) in Self.keys(of: mode, in: game, records) {
                let scores = try? records.scores(
                    game: game.name, version: game.version, mode: mode.name, length: length)
                if let scores { boards[key, default: Board()].replace(by: scores.map(\.score)) }
            }
        }
    }

    private static func keys(
        of mode: GameDescription.Mode, in game: GameDescription, _ records: RecordStore
    ) -> [(BoardKey, RecordStore.BoardLength)] {
        guard game.isTimed else { return [(BoardKey(mode: mode), .any)] }
        let lengths = (try? records.lengths(game: game.name, version: game.version, mode: mode.name)) ?? []
        return lengths.map { (BoardKey(mode: mode, seconds: $0), .of($0)) }
    }

    /// Returns the leaderboards that can be shown: those with scores, and that of the rounds to come.
    func boardKeys(seconds: Double) -> [BoardKey] {
        game.description.modes.filter(\.isScored).flatMap { mode -> [BoardKey] in
            guard game.description.isTimed else { return [BoardKey(mode: mode)] }
            let known = boards.keys.filter { $0.mode == mode } + [BoardKey(mode: mode, seconds: seconds)]
            return Set(known).sorted { ($0.seconds ?? .infinity) < ($1.seconds ?? .infinity) }
        }
    }

    /// Returns the leaderboard of a round; nil if its mode has none.
    func boardKey(ofMode name: String, seconds: Double?) -> BoardKey? {
        guard let mode = game.description.mode(name), mode.isScored else { return nil }
        return BoardKey(mode: mode, seconds: game.description.isTimed ? seconds : nil)
    }

    /// Adds a score to the leaderboard of its mode and length, if it has one; in a shared round, a score for each
    /// player. Zeros are left out. Returns whether it beats the high score. Without an earlier score there is none to
    /// beat.
    func record(_ outcome: Outcome, mode: String, seed: UInt64?, player: String?) -> Bool {
        guard let key = boardKey(ofMode: mode, seconds: outcome.seconds) else { return false }
        let former = best(on: key)
        boards[key]?.latest = nil
        let shares = outcome.shares?.map { (player: Optional($0.player), points: $0.score) }
        // The winner's score comes last, so that it becomes the latest.
        for share in (shares ?? [(player, outcome.score)]).sorted(by: { $0.points < $1.points }) where share.points > 0
        {
            let score = Score(
                game: game.description.name, version: game.description.version, mode: mode, score: share.points,
                accuracy: outcome.accuracy, date: time(nil), seed: seed, player: share.player,
                seconds: outcome.seconds, variant: outcome.variant)
            queue.enqueue(.score(score))
            boards[key, default: Board()].add(score)
        }
        return former.map { outcome.score > $0 } ?? false
    }

    /// The name under which the days with a round of any game are kept.
    static let everyGame = "thud"

    func recordPlayedDay() {
        let now = time(nil)
        let day = SavedDay(item: game.description.name, day: "\(LocalDay(at: now))", date: now)
        queue.enqueue(.dayDone(day, game: Self.everyGame))
        played.append(day)
    }

    /// Keeps what the end of a round has newly achieved, and returns it.
    func recordAchievements(of outcome: Outcome, isScored: Bool, isHighScore: Bool, isDaily: Bool) -> [Achievement] {
        let today = LocalDay(at: time(nil))
        let evidence = Achievement.Evidence(
            outcome: outcome, isScored: isScored, isHighScore: isHighScore, isDaily: isDaily,
            streak: Set(played.compactMap { LocalDay($0.day) }).streak(on: today),
            hasPlayedAll: Set(Games.names).isSubset(of: Set(played.map(\.item))))
        let fresh = Achievement.allCases.filter { !achieved.contains($0) && $0.isEarned(by: evidence) }
        achieved.formUnion(fresh)
        for achievement in fresh {
            queue.enqueue(.progress(game: Self.everyGame, key: achievement.key, version: 1, value: "\(today)"))
        }
        return fresh
    }

    /// Returns the best score under the present rules, including those of other programs; nil if there is none.
    func best(on key: BoardKey) -> Int? {
        readBoards()
        return boards[key]?.scores.first?.score
    }

    private static func open(_ notices: inout [String]) throws -> RecordStore {
        do {
            let (store, notice) = try RecordStore.open(folder: DataFolder.path())
            if let notice { notices.append(notice) }
            return store
        } catch {
            notices.append("\(error); nothing will be saved this time")
            return try .inMemory(from: try? DataFolder.path())
        }
    }

    /// Opens the settings file; nil if there is no place for one, which is added to `notices`.
    private static func settings(_ notices: inout [String]) -> SettingsFile? {
        do throws(ThudError) {
            return SettingsFile(path: try ConfigFolder.settings())
        } catch {
            notices.append("\(error)")
            return nil
        }
    }

    /// Returns the game's progress. Throws if it cannot be read, because further play would overwrite it.
    func kept() throws(ThudError) -> SavedProgress { try records.savedProgress(of: game.description.name) }

    func keep(_ changes: [SavedChange]) {
        let (name, version) = (game.description.name, game.description.version)
        for change in changes {
            switch change {
            case .value(let key, let value):
                queue.enqueue(.progress(game: name, key: key, version: version, value: value))
            case .done(let done): queue.enqueue(.dayDone(done, game: name))
            case .undone(let done): queue.enqueue(.undoDay(done, game: name))
            }
        }
    }

    /// Claims progress that only one program may change at a time; throws if another program has it.
    func claimBook() throws(ThudError) {
        guard game.isKeptAlone, !records.claimBook(of: game.description.name) else { return }
        throw ThudError(.badInput, "\(game.description.title) is open in another terminal; leave it there first")
    }

    /// Releases the progress for other programs, once everything is written.
    func releaseBook() {
        queue.flush()
        records.releaseBook()
    }

    func isUnlocked(deck: String) -> Bool { unlocked.contains(deck) }

    /// Returns the seen cards of the deck `id` since it last began again. Cards no longer in the deck do not count.
    func seen(of deck: Deck, as id: String) -> Set<String> { allSeen(of: id).intersection(deck.cards) }

    /// Returns the saved cards of a deck and those added since the first call.
    private func allSeen(of id: String) -> Set<String> {
        if let known = seen[id] { return known }
        let kept = (try? records.seen(deck: id, of: game.description.name)) ?? []
        seen[id] = kept
        return kept
    }

    /// Records a seen card of the deck `id`. Once all cards have been seen, the deck begins again.
    func markSeen(_ card: String, of deck: Deck, as id: String) {
        seen[id] = allSeen(of: id).union([card])
        if seen(of: deck, as: id).count >= deck.cards.count {
            seen[id] = [card]
            queue.enqueue(.forgetSeen(deck: id, game: game.description.name))
        }
        queue.enqueue(.seen(card: card, deck: id, game: game.description.name))
    }

    /// Overrides the saved preferences for this run.
    func begin(with preferences: Preferences) { self.preferences = preferences }

    /// Saves the changes from the present preferences to `preferences`.
    func keep(_ preferences: Preferences) {
        let before = self.preferences
        self.preferences = preferences
        settings?.keep(preferences, before: before)
        guard preferences.tutorialDone != before.tutorialDone else { return }
        var taught = before
        taught.tutorialDone = preferences.tutorialDone
        queue.enqueue(.preferences(taught, before: before))
    }

    func unlock(deck: String) { queue.enqueue(.unlock(deck: deck, game: game.description.name)) }

    /// Claims a new round for this program, so that no other offers it.
    func claim(round id: UInt64) { _ = records.claim(round: id) }

    /// Returns the round to resume, claimed for this program; nil if another program has resumed it in the meantime.
    func takeSavedRound() -> SavedRound? {
        // Until everything is written, nobody has a later round than this program.
        if queue.isIdle, let (round, _) = try? records.savedRound(of: game, isFree: true) { savedRound = round }
        if let round = savedRound, !records.claim(round: round.id) { savedRound = nil }
        return savedRound
    }

    /// Returns the round to resume, claimed for this program. Throws if there is none, or another program plays it.
    func roundToResume() throws(ThudError) -> SavedRound {
        try requireRound()
        guard let saved = takeSavedRound() else {
            throw ThudError(.badInput, "another terminal continued the saved round; play without --resume")
        }
        return saved
    }

    /// Throws if there is no round to resume, or another program plays it.
    func requireRound() throws(ThudError) {
        guard savedRound == nil else { return }
        // They may say why there is none.
        for notice in notices { Console.remark(notice) }
        let reason = isRoundTaken ? "the saved round is open in another terminal" : "there is no saved round"
        throw ThudError(.badInput, "\(reason); play without --resume")
    }

    func keep(_ round: SavedRound) {
        let former = savedRound
        savedRound = round
        queue.enqueue(.saveRound(round))
        // The former round goes last, so that one of the two exists whenever the program is killed.
        if let former, former.id != round.id { queue.enqueue(.forgetRound(id: former.id)) }
    }

    func forgetRound() {
        guard let savedRound else { return }
        queue.enqueue(.forgetRound(id: savedRound.id))
        self.savedRound = nil
    }

    /// Returns the problems with writing that no earlier call returned.
    func newProblems() -> [String] {
        (queue.problems + (settings?.problems ?? [])).filter { toldProblems.insert($0).inserted }
    }

    /// Waits until everything is written; returns what could not be.
    func close() -> [String] {
        queue.flush()
        settings?.flush()
        return queue.problems + (settings?.problems ?? [])
    }
}

extension SettingsFile {
    /// Returns the file's preferences, or without a file those recorded by a version before settings files.
    fileprivate func preferences(recorded: Preferences, _ notices: inout [String]) -> Preferences {
        guard exists else { return recorded }
        var base = Preferences()
        base.tutorialDone = recorded.tutorialDone
        let read = read(over: base)
        notices += read.notices
        return read.preferences
    }

    /// Creates the file from what such a version recorded, if there is no file yet.
    fileprivate func adopt(_ recorded: Preferences) { if !exists { keep(recorded, before: Preferences()) } }
}
