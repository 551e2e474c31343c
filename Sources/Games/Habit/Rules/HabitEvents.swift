import ThudGameKit

/// The moments of the Habit Tracker that give feedback.
package enum HabitCue: String, CueSet {
    /// Its sounds lie in this folder.
    package static let game = "habit"

    /// A ring that fills, for as long as it is held, and runs back.
    case hold
    case complete
    /// Another habit, field or value was chosen.
    case move
    case button
}

/// What a person asks of the Habit Tracker.
package enum HabitAct: Hashable, Sendable {
    /// The clock on the wall reads this at present.
    case clock(WallTime)
    /// The pointer is at the entry with this index: it is chosen without a cue, since the press that follows has one.
    case aim(Int)
    /// The entry with this index is chosen.
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
    /// A form for another habit.
    case new
    /// The form of the habit that is chosen.
    case edit
    /// Asks whether the habit that is chosen is to be removed.
    case remove
    /// Text typed into a form.
    case type(String)
    /// Takes the last character of a form's text away.
    case erase
    /// The field so many places on.
    case field(Int)
    /// The value so many places on.
    case value(Int)
    /// One step back; out of the guide for good.
    case back
    /// Shows the chart of the habit that is chosen, or no longer.
    case chart
    /// Shows the guide once more.
    case guide
}

extension HabitAct: ScriptWord {
    private static var plain: [Self] {
        [.press, .release, .activate, .undo, .new, .edit, .remove, .erase, .back, .chart, .guide]
    }
    /// What takes a number, with the number that stands for one.
    private static var counted: [(word: String, act: @Sendable (Int) -> Self)] {
        [
            ("aim", { .aim($0 - 1) }), ("choose", { .choose($0 - 1) }), ("step", { .step($0) }),
            ("field", { .field($0) }), ("value", { .value($0) }),
        ]
    }
    private static let clockWord = "clock"
    private static let typeWord = "type"
    /// No list is longer than this.
    private static let mostSteps = 100

    /// The words that a script may use.
    package static var words: [String] { plain.map(\.line) + counted.map(\.word) + [clockWord, typeWord] }

    /// How many arguments a word takes.
    package static func argumentCount(of word: String) -> Int { plain.contains { $0.line == word } ? 0 : 1 }

    /// Entries count from 1. A `_` in what is typed stands for a blank, since blanks end an argument.
    package init?(word: String, arguments: [String]) {
        if let act = Self.plain.first(where: { $0.line == word }), arguments.isEmpty {
            self = act
            return
        }
        guard arguments.count == 1 else { return nil }
        if word == Self.clockWord, let time = WallTime(arguments[0]) {
            self = .clock(time)
        } else if word == Self.typeWord {
            self = .type(String(arguments[0].map { $0 == "_" ? " " : $0 }))
        } else if let entry = Self.counted.first(where: { $0.word == word }), let number = Int(arguments[0]),
            (-Self.mostSteps...Self.mostSteps).contains(number)
        {
            self = entry.act(number)
        } else {
            return nil
        }
    }

    /// The line of a script that does the same.
    package var line: String {
        switch self {
        case .clock(let time): "\(Self.clockWord) \(time)"
        case .aim(let index): "aim \(index + 1)"
        case .choose(let index): "choose \(index + 1)"
        case .step(let count): "step \(count)"
        case .press: "press"
        case .release: "release"
        case .activate: "activate"
        case .undo: "undo"
        case .new: "new"
        case .edit: "edit"
        case .remove: "remove"
        case .type(let text): "\(Self.typeWord) \(String(text.map { $0 == " " ? "_" : $0 }))"
        case .erase: "erase"
        case .field(let count): "field \(count)"
        case .value(let count): "value \(count)"
        case .back: "back"
        case .chart: "chart"
        case .guide: "guide"
        }
    }
}

/// What can be asked of the Habit Tracker's body: an act, or what a hand does at the keys or the pointer.
package enum HabitAction: ScriptWord {
    case act(HabitAct)
    /// Something at the key or the button that holds.
    case hand(HandEvent)

    /// The words that a script may use.
    package static var words: [String] { HabitAct.words + HandEvent.words }
    /// How many arguments a word takes.
    package static func argumentCount(of word: String) -> Int {
        HabitAct.words.contains(word) ? HabitAct.argumentCount(of: word) : HandEvent.argumentCount(of: word)
    }

    /// The action that a line of a script names.
    package init?(word: String, arguments: [String]) {
        if let act = HabitAct(word: word, arguments: arguments) {
            self = .act(act)
        } else if let event = HandEvent(word: word, arguments: arguments) {
            self = .hand(event)
        } else {
            return nil
        }
    }

    /// The line of a script that does the same.
    package var line: String {
        switch self {
        case .act(let act): act.line
        case .hand(let event): event.line
        }
    }
}

/// The commands that a key or a line of a script can give in the Habit Tracker.
package typealias HabitCommand = SessionCommand<HabitAction>
/// The events of a round of the Habit Tracker.
package typealias HabitInput = RoundEvent<HabitAct>
/// The effects that a round of the Habit Tracker asks for.
package typealias HabitEffect = RoundEffect<HabitCue>
