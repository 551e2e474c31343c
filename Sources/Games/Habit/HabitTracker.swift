public import ThudCore
public import ThudGameKit

/// The Habit Tracker: a ring a habit, held for two seconds every day.
public enum HabitTracker: Game {
    public typealias Player = HabitBody

    public static let description = GameDescription(
        name: HabitCue.game, title: "HABITS", abstract: "Hold a ring for two seconds, every day.",
        modes: [GameDescription.Mode("day", title: "Today", isScored: false)], cues: HabitCue.self, buttonCue: .button,
        measuredCue: .complete, deeds: HabitDeed.self,
        plainLegend: "space: hold   enter: done at once   arrows: choose   n: new   u: undo   c: chart   q: leave",
        playAgain: "back to the rings", prompt: "habit")

    public static func round(_ setup: RoundSetup) -> HabitRound { HabitRound(settings: HabitSettings(setup)) }

    public static func player(seed: UInt64, botRounds: Int?, start: Instant) -> HabitBody {
        HabitBody(bot: botRounds.map { HabitBot(seed: seed, rounds: $0) })
    }
}

extension HabitTracker: KeepingGame {
    public static func restore(_ kept: Kept, into round: inout HabitRound) throws(ThudError) {
        round.adopt(try HabitBook(kept))
    }

    public static func changes(from before: HabitRound, to after: HabitRound) -> [KeptChange] {
        after.book.changes(from: before.book)
    }
}
