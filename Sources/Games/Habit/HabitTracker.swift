import ThudCore
import ThudGameKit

/// The Habit Tracker: one ring per habit, which the player holds for two seconds every day.
package enum HabitTracker: Game {
    package typealias Model = HabitPlayerModel

    package static let description = GameDescription(
        name: HabitCue.game, title: "HABITS", abstract: "Keep a habit: hold its ring for two seconds a day.",
        modes: [GameDescription.Mode("day", title: "Today", isScored: false)], cues: HabitCue.self, buttonCue: .button,
        measuredCue: .complete, options: [HabitSettings.activation],
        variant: .init(
            HabitSettings.activation, title: "Tap instead of hold", abstract: "one press closes a ring",
            value: HabitSettings.single),
        actions: HabitAction.self,
        plainLegend: "space: hold   enter: done at once   arrows: choose   n: new   u: undo   c: chart   p: pause   "
            + "q: leave   ?: these keys",
        playAgain: "back to the rings", prompt: "habit")

    package static func round(_ setup: RoundSetup) -> HabitRound { HabitRound(settings: HabitSettings(setup)) }

    package static func model(seed: UInt64, isBot: Bool, start: Instant) -> HabitPlayerModel {
        HabitPlayerModel(bot: isBot ? HabitBot(seed: seed) : nil)
    }

    package static let keepsProgress = true
    /// Only one program may change the list at a time. Two would overwrite each other's changes.
    package static let isKeptAlone = true

    package static func restore(_ kept: SavedProgress, into round: inout HabitRound) throws(ThudError) {
        round.adopt(try HabitBook(kept))
    }

    package static func changes(from before: HabitRound, to after: HabitRound) -> [SavedChange] {
        after.book.changes(from: before.book)
    }

    package static func streak(of kept: SavedProgress, on today: LocalDay) -> Int? {
        (try? HabitBook(kept))?.habits.map { $0.streak(on: today) }.max()
    }
}
