import ThudCore
import ThudGameKit
import ThudGameUI

/// Keeps what stays of a game from round to round: habits and their days. It also tells the game what the clock on the wall reads,
/// since rules never look at one.
final class GameKeeper {
    private let store: ProgressStore
    private let title: String
    private let tellsTime: Bool
    private let clocks: WallClocks
    /// The session as it was when its changes were written down last.
    private var last: (any GameSession)?
    /// The turn in which that was: all that was due by then has happened in the session, and nothing of what has come since.
    private var lastTurn: Instant?
    /// By how much the clock on the wall was ahead of the instants when it was told last; nil before the first time.
    private var toldLead: Interval?
    /// When the clock is told next, unless it turns out to be another before.
    private(set) var nextDeadline: Instant?

    /// The line of a script that tells a game the time.
    private static let clockWord = "clock"
    /// How often the clock is told: the time zone may change.
    private static let interval = Interval.seconds(60)
    /// Where the clock is so far from what follows from its last telling, it was set or the machine has slept.
    private static let leap = Interval.milliseconds(500)

    /// A keeper of a game whose records are `store`.
    init(_ game: GameDescription, _ store: ProgressStore, clocks: WallClocks = WallClocks()) {
        self.store = store
        self.clocks = clocks
        title = game.title
        tellsTime = game.words.contains(Self.clockWord)
    }

    /// The session with what was kept in it.
    ///
    /// - Throws: `ThudError` where that cannot be read, so that nothing may be written over it, and where another program is changing
    ///   what only one may change at a time.
    func begin(_ session: any GameSession) throws(ThudError) -> any GameSession {
        guard session.game.keepsProgress else { return session }
        if session.game.isKeptAlone {
            guard store.claimBook() else {
                throw ThudError(
                    .badInput,
                    "\(title) is open in another terminal, and only one at a time may change it; leave it there first")
            }
        }
        var restored = session
        try restored.restore(store.kept())
        last = restored
        (lastTurn, toldLead) = (nil, nil)
        nextDeadline = tellsTime ? Instant(nanoseconds: 0) : nil
        return restored
    }

    /// Tells the time where that is due, before anything that has come since the last turn, and writes down what has changed up to
    /// that one.
    func follow(_ session: any GameSession, _ now: Instant) -> any GameSession {
        guard let last else { return session }
        var told = session
        tellTime(to: &told, now)
        store.keep(session.changes(since: last))
        (self.last, lastTurn) = (told, now)
        return told
    }

    /// Tells the time once a minute, and at once where the clock on the wall has gone otherwise than the instants. These stand still
    /// while the machine sleeps: the first key after a night is one of the new day.
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

    /// The session is over: writes down what has changed since the last turn, and lets another program change what is kept.
    func end(_ session: any GameSession) {
        if let last { store.keep(session.changes(since: last)) }
        (last, nextDeadline) = (nil, nil)
        store.releaseBook()
    }
}
