import ThudCore
import ThudGameKit
import ThudGameUI

/// Keeps a game's habits and their days between rounds. It tells the game the time, because rules read no clock.
final class GameKeeper {
    private let store: ProgressStore
    private let title: String
    private let tellsTime: Bool
    private let clocks: WallClocks
    /// The session at the time its changes were last saved.
    private var last: (any GameSession)?
    /// The turn in which that happened. Everything due by then has been applied to the session, and no later input.
    private var lastTurn: Instant?
    /// The lead of the wall clock over `Instant` when the game was last told the time; nil before the first time.
    private var toldLead: Interval?
    /// When the game must be told the time again, unless the clock is found changed before.
    private(set) var nextDeadline: Instant?

    /// The script command that tells a game the time.
    private static let clockWord = "clock"
    /// How often the game is told the time. Even without a leap the time zone may change.
    private static let interval = Interval.seconds(60)
    /// The clock was set, or the machine slept, if its lead changes by more than this.
    private static let leap = Interval.milliseconds(500)

    init(_ game: GameDescription, _ store: ProgressStore, clocks: WallClocks = WallClocks()) {
        self.store = store
        self.clocks = clocks
        title = game.title
        tellsTime = game.words.contains(Self.clockWord)
    }

    /// Returns the session with its saved progress. Throws if that cannot be read, because it must not be
    /// overwritten. Also throws if another program has claimed progress that only one may change at a time.
    func begin(_ session: any GameSession) throws(ThudError) -> any GameSession {
        guard session.game.keepsProgress else { return session }
        if session.game.isKeptAlone {
            guard store.claimBook() else {
                throw ThudError(
                    .badInput,
                    "\(title) is open in another terminal; leave it there first")
            }
        }
        var restored = session
        try restored.restore(store.kept())
        last = restored
        (lastTurn, toldLead) = (nil, nil)
        nextDeadline = tellsTime ? Instant(nanoseconds: 0) : nil
        return restored
    }

    /// Tells the time if it is due, before any newer input, and saves the changes up to the last turn.
    func follow(_ session: any GameSession, _ now: Instant) -> any GameSession {
        guard let last else { return session }
        var told = session
        tellTime(to: &told, now)
        store.keep(session.changes(since: last))
        (self.last, lastTurn) = (told, now)
        return told
    }

    /// Tells the time once a minute, and at once if the wall clock has leapt. `Instant` stands still while the
    /// machine sleeps, and the first key after a night must count for the new day.
    private func tellTime(to session: inout any GameSession, _ now: Instant) {
        guard let due = nextDeadline else { return }
        let lead = clocks.lead
        guard now >= due || hasLeapt(to: lead) else { return }
        let instant = lastTurn ?? now
        let moment = lead.nanoseconds + instant.nanoseconds
        _ = session.perform(line: "\(Self.clockWord) \(WallClocks.text(of: moment))", at: instant)
        (toldLead, nextDeadline) = (lead, now + Self.interval)
    }

    private func hasLeapt(to lead: Interval) -> Bool {
        guard let toldLead else { return false }
        return max(lead - toldLead, toldLead - lead) > Self.leap
    }

    /// Ends the session: saves the changes since the last turn and releases the claim for other programs.
    func end(_ session: any GameSession) {
        if let last { store.keep(session.changes(since: last)) }
        (last, nextDeadline) = (nil, nil)
        store.releaseBook()
    }
}
