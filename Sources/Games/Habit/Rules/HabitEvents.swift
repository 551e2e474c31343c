import ThudGameKit

package enum HabitCue: String, CueSet {
    package static let game = "habit"

    /// Lasts as long as a ring is held, and while it runs back.
    case hold
    case complete
    case move
    case button
}

package enum HabitAct: Hashable, Sendable {
    /// Reports the current reading of the wall clock.
    case clock(WallTime)
    /// Selects the entry with this index under the pointer. It has no cue, because the press that follows has one.
    case aim(Int)
    case choose(Int)
    /// Moves the selection by this number of entries.
    case step(Int)
    case press
    case release
    /// The primary action: completes the selected habit at once, or goes to the next page or field.
    case activate
    /// Marks the selected habit as not done today.
    case undo
    case new
    /// Opens the form of the selected habit.
    case edit
    /// Asks whether to remove the selected habit.
    case remove
    case type(String)
    /// Deletes the last character of the form's text.
    case erase
    case field(Int)
    case value(Int)
    /// Goes one step back. In the guide it leaves the guide for good.
    case back
    /// Shows or hides the chart of the selected habit.
    case chart
    case guide
}

extension HabitAct: ScriptCommand {
    /// The largest number of entries that a script can name or step over. No list is longer.
    private static let mostSteps = 100

    /// Entries count from 1. In typed text `_` stands for a blank, because blanks end an argument.
    package static let vocabulary: [ScriptWord<Self>] = [
        .init("press", .press), .init("release", .release), .init("activate", .activate), .init("undo", .undo),
        .init("new", .new), .init("edit", .edit), .init("remove", .remove), .init("erase", .erase),
        .init("back", .back), .init("chart", .chart), .init("guide", .guide), counted("aim") { .aim($0 - 1) },
        counted("choose") { .choose($0 - 1) }, counted("step") { .step($0) }, counted("field") { .field($0) },
        counted("value") { .value($0) },
        .init("clock", "2026-11-22T23:59:58+01:00") { WallTime($0[0]).map { .clock($0) } },
        .init("type", "TEXT") { .type(String($0[0].map { $0 == "_" ? " " : $0 })) },
    ]

    private static func counted(_ word: String, _ act: @escaping @Sendable (Int) -> Self) -> ScriptWord<Self> {
        ScriptWord(word, "NUMBER") { Int($0[0]).flatMap { (-mostSteps...mostSteps).contains($0) ? act($0) : nil } }
    }
}

/// An action of the Habit Tracker's player model: an act, or a raw event of a key or the pointer.
package enum HabitAction: ScriptCommand {
    case act(HabitAct)
    /// An event at the key or button that holds.
    case hand(HandEvent)

    package static let vocabulary: [ScriptWord<Self>] =
        HabitAct.vocabulary.map { $0.map { .act($0) } } + HandEvent.vocabulary.map { $0.map { .hand($0) } }
}

package typealias HabitCommand = SessionCommand<HabitAction>
package typealias HabitInput = RoundEvent<HabitAct>
package typealias HabitEffect = RoundEffect<HabitCue>
