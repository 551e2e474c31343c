import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI

/// Keeps what stays of a game from round to round: habits and their days. It also tells the game what the clock on the wall reads,
/// since rules never look at one.
final class GameKeeper {
    private let store: ProgressStore
    private let title: String
    private let tellsTime: Bool
    /// The session as it was when its changes were written down last.
    private var last: (any ShownSession)?
    /// When the clock is told next.
    private(set) var nextDeadline: Instant?

    /// The line of a script that tells a game the time.
    private static let clockWord = "clock"
    /// How often the clock is told: it may be set, and a day ends.
    private static let interval = Interval.seconds(60)

    /// A keeper of a game whose records are `store`.
    init(_ game: GameDescription, _ store: ProgressStore) {
        self.store = store
        title = game.title
        tellsTime = game.words.contains(Self.clockWord)
    }

    /// The session with what was kept in it.
    ///
    /// - Throws: `ThudError` where that cannot be read, so that nothing may be written over it, and where another program is changing
    ///   what only one may change at a time.
    func begin(_ session: any ShownSession) throws(ThudError) -> any ShownSession {
        guard var keeping = session as? any KeepingSession & ShownSession else { return session }
        if keeping.isKeptAlone {
            guard store.claimBook() else {
                throw ThudError(
                    .badInput,
                    "\(title) is open in another terminal, and only one at a time may change it; leave it there first")
            }
        }
        try keeping.restore(store.kept())
        last = keeping
        nextDeadline = tellsTime ? Instant(nanoseconds: 0) : nil
        return keeping
    }

    /// Writes down what has changed since the last turn, and tells the time where that is due.
    func follow(_ session: any ShownSession, _ now: Instant) -> any ShownSession {
        guard let keeping = session as? any KeepingSession & ShownSession, let last else { return session }
        store.keep(keeping.changes(since: last))
        var told = keeping
        if let due = nextDeadline, now >= due {
            _ = told.perform(line: "\(Self.clockWord) \(Self.time())", at: now)
            nextDeadline = now + Self.interval
        }
        self.last = told
        return told
    }

    /// The session is over: writes down what has changed since the last turn, and lets another program change what is kept.
    func end(_ session: any ShownSession) {
        if let keeping = session as? any KeepingSession & ShownSession, let last {
            store.keep(keeping.changes(since: last))
        }
        (last, nextDeadline) = (nil, nil)
        store.releaseBook()
    }

    /// The present local time as ISO 8601 has it, `2026-11-21T23:59:58+01:00`.
    private static func time() -> String {
        var now = Glibc.time(nil)
        var local = tm()
        localtime_r(&now, &local)
        var text = [CChar](repeating: 0, count: 40)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &local)
        let digits = String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The zone's hours and minutes stand apart.
        return digits.dropLast(2) + ":" + digits.suffix(2)
    }
}
