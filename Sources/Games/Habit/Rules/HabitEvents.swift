import ThudGameKit

/// The moments of the Habit Tracker that give feedback.
package enum HabitCue: String, CueSet {
    /// Its sounds lie in this folder.
    package static let game = "habit"

    /// A ring that fills, for as long as it is held, and runs back.
    case hold
    case complete
    case move
    case button
}

/// What a person asks of the Habit Tracker.
package enum HabitAct: Hashable, Sendable {
    /// The clock on the wall reads this at present.
    case clock(WallTime)
    /// The pointer is at the entry with this index: it is chosen without a cue, since the press that follows has one.
    case aim(Int)
    case choose(Int)
    /// The entry so many places on is chosen.
    case step(Int)
    /// A finger goes down on what is chosen.
    case press
    case release
    /// The primary action: what is chosen is done at once, the next page, the next field.
    case activate
    /// The habit that is chosen counts as not done today.
    case undo
    case new
    /// The form of the habit that is chosen.
    case edit
    /// Asks whether the habit that is chosen is to be removed.
    case remove
    case type(String)
    /// Takes the last character of a form's text away.
    case erase
    case field(Int)
    case value(Int)
    /// One step back; out of the guide for good.
    case back
    /// Shows the chart of the habit that is chosen, or no longer.
    case chart
    /// Shows the guide once more.
    case guide
}

extension HabitAct: ScriptCommand {
    /// No list is longer than this.
    private static let mostSteps = 100

    /// Entries count from 1. A `_` in what is typed stands for a blank, since blanks end an argument.
    package static let vocabulary: [ScriptWord<Self>] = [
        .init("press", .press), .init("release", .release), .init("activate", .activate), .init("undo", .undo),
        .init("new", .new), .init("edit", .edit), .init("remove", .remove), .init("erase", .erase),
        .init("back", .back), .init("chart", .chart), .init("guide", .guide), counted("aim") { .aim($0 - 1) },
        counted("choose") { .choose($0 - 1) }, counted("step") { .step($0) }, counted("field") { .field($0) },
        counted("value") { .value($0) }, .init("clock", 1) { WallTime($0[0]).map { .clock($0) } },
        .init("type", 1) { .type(String($0[0].map { $0 == "_" ? " " : $0 })) },
    ]

    private static func counted(_ word: String, _ act: @escaping @Sendable (Int) -> Self) -> ScriptWord<Self> {
        ScriptWord(word, 1) { Int($0[0]).flatMap { (-mostSteps...mostSteps).contains($0) ? act($0) : nil } }
    }
}

/// What can be asked of the Habit Tracker's body: an act, or what a hand does at the keys or the pointer.
package enum HabitAction: ScriptCommand {
    case act(HabitAct)
    /// Something at the key or the button that holds.
    case hand(HandEvent)

    package static let vocabulary: [ScriptWord<Self>] =
        HabitAct.vocabulary.map { $0.map { .act($0) } } + HandEvent.vocabulary.map { $0.map { .hand($0) } }
}

/// The commands that a key or a line of a script can give in the Habit Tracker.
package typealias HabitCommand = SessionCommand<HabitAction>
package typealias HabitInput = RoundEvent<HabitAct>
/// The effects that a round of the Habit Tracker asks for.
package typealias HabitEffect = RoundEffect<HabitCue>
