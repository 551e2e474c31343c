import Glibc
import ThudCore
import ThudGameKit
import ThudRecords

/// What a game remembers of its players, and writes down without keeping the game waiting.
final class ProgressStore {
    private let game: any Game.Type
    private let records: RecordStore
    private let queue: WriteBehindQueue
    /// Where settings are kept; nil where nothing is, or there is no place for them.
    private let settings: SettingsFile?
    private(set) var preferences: Preferences
    /// The round that waits to be continued.
    private(set) var savedRound: SavedRound?
    /// A round was saved, and another program is playing it.
    let isRoundTaken: Bool
    /// What was wrong with the records, for the player.
    let notices: [String]
    /// The leaderboard of each mode, under the present rules.
    private var boards: [String: Board] = [:]
    /// What was chosen in the game itself when the program started.
    let choices: [String: String]
    private var seen: [String: Set<String>] = [:]
    private let unlocked: Set<String>

    /// Reads what was kept; where the disk cannot be written, play goes on with what can be read, and the player is told
    /// that nothing new is remembered.
    ///
    /// - Parameters:
    ///   - isRemembering: a person plays; what a bot does is nobody's to remember.
    ///   - isReadOnly: what was kept holds, and nothing of it is changed.
    ///   - decks: the names of the decks about which something may be known.
    /// - Throws: `ThudError` only where not even the memory can be used.
    init(_ game: any Game.Type, isRemembering: Bool, isReadOnly: Bool = false, decks: [String]) throws {
        self.game = game
        let name = game.description.name
        var notices: [String] = []
        let records =
            if isRemembering, !isReadOnly {
                try Self.open(&notices)
            } else {
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
        self.notices = notices
        choices = (try? records.progress(game: name)) ?? [:]
        for mode in game.description.modes where mode.isScored {
            let scores = try? records.scores(game: name, version: game.description.version, mode: mode.name)
            boards[mode.name] = Board(scores: scores?.map(\.score) ?? [])
        }
    }

    /// Puts a score on the leaderboard of its mode, where that has one: of a round that players share one for each. Returns whether
    /// there is a new high score; without one before there is none to beat.
    func note(_ outcome: Outcome, mode: String, seed: UInt64?, player: String?) -> Bool {
        guard game.description.mode(mode)?.isScored == true else { return false }
        let former = best(ofMode: mode)
        let shares = outcome.shares?.map { (player: Optional($0.player), points: $0.score) }
        // The winner's last, which then is the latest.
        for share in (shares ?? [(player, outcome.score)]).sorted(by: { $0.points < $1.points }) {
            let score = Score(
                game: game.description.name, version: game.description.version, mode: mode, score: share.points,
                accuracy: outcome.accuracy, date: time(nil), seed: seed, player: share.player,
                seconds: outcome.seconds, variant: outcome.variant)
            queue.enqueue(.score(score))
            boards[mode, default: Board()].add(score)
        }
        return former.map { outcome.score > $0 } ?? false
    }

    /// The best score of a mode so far, under the present rules; nil where there is none.
    func best(ofMode mode: String) -> Int? { board(ofMode: mode)?.scores.first?.score }

    /// The leaderboard of a mode, under the present rules; nil where the mode has none.
    func board(ofMode mode: String) -> Board? { boards[mode] }

    private static func open(_ notices: inout [String]) throws -> RecordStore {
        do {
            let (store, notice) = try RecordStore.open(folder: DataFolder.path())
            if let notice { notices.append(notice) }
            return store
        } catch {
            notices.append("\(error); nothing is remembered this time")
            return try .inMemory(from: try? DataFolder.path())
        }
    }

    /// The file of the settings; nil where there is no place for one, which is noted.
    private static func settings(_ notices: inout [String]) -> SettingsFile? {
        do throws(ThudError) {
            return SettingsFile(path: try ConfigFolder.settings())
        } catch {
            notices.append("\(error)")
            return nil
        }
    }

    /// What the game has kept from round to round.
    ///
    /// - Throws: `ThudError` where it cannot be read. Whoever plays on then would write over it.
    func kept() throws(ThudError) -> SavedProgress {
        let name = game.description.name
        let days = try records.daysDone(game: name).map { SavedDay(item: $0.item, day: $0.day, date: $0.date) }
        return SavedProgress(values: try records.progress(game: name), days: days)
    }

    /// Writes down what has changed of it.
    func keep(_ changes: [SavedChange]) {
        let (name, version) = (game.description.name, game.description.version)
        func day(_ day: SavedDay) -> DayDone { DayDone(game: name, item: day.item, day: day.day, date: day.date) }
        for change in changes {
            switch change {
            case .value(let key, let value):
                queue.enqueue(.progress(game: name, key: key, version: version, value: value))
            case .done(let done): queue.enqueue(.dayDone(day(done)))
            case .undone(let done): queue.enqueue(.undoDay(day(done)))
            }
        }
    }

    /// Makes what the game keeps this program's alone; false where it is another's.
    func claimBook() -> Bool { records.claimBook(of: game.description.name) }

    /// Lets another program change what the game keeps, once all of it is written.
    func releaseBook() {
        queue.flush()
        records.releaseBook()
    }

    func isUnlocked(deck: String) -> Bool { unlocked.contains(deck) }

    /// The cards of the deck called `id` that have been seen since it was last through; cards that have left it since do
    /// not count.
    func seen(of deck: Deck, as id: String) -> Set<String> { allSeen(of: id).intersection(deck.cards) }

    /// What was kept, and what has been added since the first call.
    private func allSeen(of id: String) -> Set<String> {
        if let known = seen[id] { return known }
        let kept = (try? records.seen(deck: id, of: game.description.name)) ?? []
        seen[id] = kept
        return kept
    }

    /// A card of the deck called `id` has been seen; once all have, the deck begins anew.
    func note(seen card: String, of deck: Deck, as id: String) {
        seen[id] = allSeen(of: id).union([card])
        if seen(of: deck, as: id).count >= deck.cards.count {
            seen[id] = [card]
            queue.enqueue(.forgetSeen(deck: id, game: game.description.name))
        }
        queue.enqueue(.seen(card: card, deck: id, game: game.description.name))
    }

    /// Has other preferences be in force than those that are kept, until the program ends.
    func begin(with preferences: Preferences) { self.preferences = preferences }

    /// Keeps what has been changed of the preferences in force.
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

    /// Makes a round that begins this program's, so that no other offers it.
    func claim(round id: UInt64) { _ = records.claim(round: id) }

    /// The round to go on with, now this program's; nil where another program has gone on with it meanwhile.
    func takeSavedRound() -> SavedRound? {
        if let (round, _) = try? records.savedRound(of: game, isFree: true) { savedRound = round }
        if let round = savedRound, !records.claim(round: round.id) { savedRound = nil }
        return savedRound
    }

    /// The round to go on with, now this program's.
    ///
    /// - Throws: `ThudError` where there is none, or another program plays it.
    func roundToResume() throws(ThudError) -> SavedRound {
        try requireRound()
        guard let saved = takeSavedRound() else {
            throw ThudError(.badInput, "another terminal has gone on with the saved round; play without --resume")
        }
        return saved
    }

    /// Makes sure that there is a round to go on with.
    ///
    /// - Throws: `ThudError` where there is none, or another program plays it.
    func requireRound() throws(ThudError) {
        guard savedRound == nil else { return }
        let reason =
            isRoundTaken
            ? "the round that was saved is being played in another terminal"
            : "no round was saved, so there is none to continue"
        throw ThudError(.badInput, "\(reason); play without --resume")
    }

    /// Keeps a round as it stands, in the place of the one before.
    func keep(_ round: SavedRound) {
        let former = savedRound
        savedRound = round
        queue.enqueue(.saveRound(round))
        // Only then: whatever ends the program, one of the two is there.
        if let former, former.id != round.id { queue.enqueue(.forgetRound(id: former.id)) }
    }

    /// The round is over, or given up.
    func forgetRound() {
        guard let savedRound else { return }
        queue.enqueue(.forgetRound(id: savedRound.id))
        self.savedRound = nil
    }

    /// Waits until all of it is written: what could not be.
    func close() -> [String] {
        queue.flush()
        settings?.flush()
        return queue.problems + (settings?.problems ?? [])
    }
}

extension SettingsFile {
    /// The preferences of the file; where there is none, those that a version without such a file has recorded.
    fileprivate func preferences(recorded: Preferences, _ notices: inout [String]) -> Preferences {
        guard exists else { return recorded }
        var base = Preferences()
        base.tutorialDone = recorded.tutorialDone
        let read = read(over: base)
        notices += read.notices
        return read.preferences
    }

    /// Has what such a version has recorded become the file where there is none.
    fileprivate func adopt(_ recorded: Preferences) {
        if !exists { keep(recorded, before: Preferences()) }
    }
}
