import ThudCore
import ThudGameKit

/// A habit: something a person wants to do every day, and the days on which they did it.
package struct Habit: Hashable, Sendable {
    package struct Completion: Hashable, Sendable {
        package let day: LocalDay
        /// The time of completion, in seconds since 1970-01-01 UTC.
        package let date: Int
    }

    /// The habit's number, from 1. Numbers are never reused.
    package let number: Int
    package internal(set) var name: String
    package internal(set) var category: HabitCategory
    package internal(set) var accent: Accent
    /// The days on which the habit was done, in order, each at most once.
    package internal(set) var completions: [Completion]

    /// The text in an empty ring: the initials of the first two words, or the first two letters of the only word.
    package var initials: String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = words.count > 1 ? words.prefix(2).map { String($0.prefix(1)) }.joined() : String(name.prefix(2))
        return letters.uppercased()
    }
}

package enum HabitCategory: String, Hashable, Sendable, Codable, CaseIterable {
    case health, mind, home, work, people, other

    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A person's habits, at most twelve, with all their saved data.
package struct HabitBook: Hashable, Sendable {
    package static let mostHabits = 12
    /// The largest number of characters in a name, which has to fit below a ring.
    package static let longestName = 24
    /// The largest number of days per habit: a hundred years.
    static let mostCompletions = 36_600

    /// The habits in the order in which they were added.
    package private(set) var habits: [Habit] = []
    /// Whether the person has finished or skipped the guide.
    package internal(set) var isGuided = false
    private var nextNumber = 1

    package init() {}

    package var hasRoom: Bool { habits.count < Self.mostHabits }

    package func habit(_ number: Int) -> Habit? { habits.first { $0.number == number } }

    package func doneCount(on day: LocalDay) -> Int { habits.count { $0.isDone(on: day) } }

    /// Returns a name as one trimmed line of at most `longestName` characters. nil if nothing visible is left.
    package static func clean(_ name: String) -> String? {
        let shown = PlayerName.cleaned(name, atMost: longestName)
        return shown.isEmpty ? nil : shown
    }

    /// Whether a habit other than `number` has this name, ignoring case.
    func isTaken(_ name: String, but number: Int? = nil) -> Bool {
        habits.contains { $0.number != number && $0.name.lowercased() == name.lowercased() }
    }

    // MARK: Changes

    /// Adds a habit. nil if there is no room, or if the name is invisible or taken.
    @discardableResult
    package mutating func add(_ name: String, _ category: HabitCategory, _ accent: Accent) -> Habit? {
        guard hasRoom, let name = Self.clean(name), !isTaken(name), nextNumber < Self.mostNumbers else { return nil }
        let habit = Habit(number: nextNumber, name: name, category: category, accent: accent, completions: [])
        nextNumber += 1
        habits.append(habit)
        return habit
    }

    /// Changes a habit's name, category and colour. false if there is none, or if the name is invisible or taken.
    @discardableResult
    mutating func change(_ number: Int, _ name: String, _ category: HabitCategory, _ accent: Accent) -> Bool {
        guard let index = index(of: number), let name = Self.clean(name), !isTaken(name, but: number) else {
            return false
        }
        habits[index].name = name
        habits[index].category = category
        habits[index].accent = accent
        return true
    }

    mutating func remove(_ number: Int) { habits.removeAll { $0.number == number } }

    /// Records a habit as done, at `date` in seconds since 1970-01-01 UTC. false if it was done or is missing.
    @discardableResult
    mutating func complete(_ number: Int, on day: LocalDay, date: Int) -> Bool {
        guard let index = index(of: number), habits[index].completions.count < Self.mostCompletions else {
            return false
        }
        return habits[index].insert(Habit.Completion(day: day, date: date))
    }

    /// Takes back a day of a habit. false if the habit was not done on it.
    @discardableResult
    mutating func undo(_ number: Int, on day: LocalDay) -> Bool {
        guard let index = index(of: number), habits[index].isDone(on: day) else { return false }
        habits[index].completions.removeAll { $0.day == day }
        return true
    }

    private func index(of number: Int) -> Int? { habits.firstIndex { $0.number == number } }
}

extension Habit {
    /// Inserts a completion in order. false if its day is already present.
    fileprivate mutating func insert(_ completion: Completion) -> Bool {
        let place = firstCompletion(notBefore: completion.day)
        guard place == completions.count || completions[place].day != completion.day else { return false }
        completions.insert(completion, at: place)
        return true
    }

    func firstCompletion(notBefore day: LocalDay) -> Int { completions.partitionPoint { $0.day >= day } }
}

// MARK: Saved data

extension HabitBook {
    /// The key of everything saved except the days.
    static let key = "habits"
    /// The largest number a habit may have, so that a hand-edited file cannot use up the numbers.
    private static let mostNumbers = 1_000_000_000

    /// Everything that is saved, except the days.
    var text: String {
        JSONValue.object([
            .init("guided", .bool(isGuided)), .init("next", .integer(nextNumber)),
            .init(
                "habits",
                .array(
                    habits.map { habit in
                        [
                            "number": .integer(habit.number), "name": .string(habit.name),
                            "category": .string(habit.category.rawValue), "accent": .string(habit.accent.rawValue),
                        ]
                    })),
        ]).text(.compact)
    }

    var days: [SavedDay] { habits.flatMap { habit in habit.completions.map(habit.kept) } }

    /// Reads the saved habits; throws if their text is not in the format of this program. Ignores days of habits that
    /// no longer exist.
    package init(_ kept: SavedProgress) throws(ThudError) {
        guard let text = kept.values[Self.key] else { return }
        let root = try JSONReader(Array(text.utf8), file: "the saved habits")
        isGuided = try root.member("guided").bool()
        nextNumber = try root.member("next").integer(in: 1...Self.mostNumbers)
        let entries = try root.member("habits").elements()
        guard entries.count <= Self.mostHabits else {
            throw root.error("there are \(entries.count) habits, but at most \(Self.mostHabits) are allowed")
        }
        for entry in entries { habits.append(try habit(entry)) }
        for saved in kept.days {
            guard let number = Int(saved.item), let day = LocalDay(saved.day) else { continue }
            complete(number, on: day, date: saved.date)
        }
    }

    private func habit(_ entry: JSONReader) throws(ThudError) -> Habit {
        let number = try entry.member("number").integer(in: 1...Self.mostNumbers)
        let name = try entry.member("name").string()
        guard number < nextNumber, habit(number) == nil else {
            throw entry.error("each habit has its own number")
        }
        guard Self.clean(name) == name, !isTaken(name) else {
            throw entry.error("each habit has its own name of one visible line")
        }
        return Habit(
            number: number, name: name, category: try entry.member("category").choice(),
            accent: try entry.member("accent").choice(), completions: [])
    }

    func changes(from before: HabitBook) -> [SavedChange] {
        guard self != before else { return [] }
        var changes: [SavedChange] = []
        if text != before.text { changes.append(.value(key: Self.key, text)) }
        for habit in before.habits {
            let now = self.habit(habit.number)?.completions ?? []
            // Most habits are unchanged. Comparing all their days between two cues would take too long.
            guard now != habit.completions else { continue }
            let days = Set(now.map(\.day))
            changes += habit.completions.filter { !days.contains($0.day) }.map { .undone(habit.kept($0)) }
        }
        for habit in habits {
            let then = before.habit(habit.number)?.completions ?? []
            guard then != habit.completions else { continue }
            let known = Set(then)
            changes += habit.completions.filter { !known.contains($0) }.map { .done(habit.kept($0)) }
        }
        return changes
    }

    /// The habits without their completions, which are saved one by one.
    var withoutDays: HabitBook {
        var book = self
        for index in book.habits.indices { book.habits[index].completions = [] }
        return book
    }
}

extension Habit {
    fileprivate func kept(_ completion: Completion) -> SavedDay {
        SavedDay(item: String(number), day: completion.day.description, date: completion.date)
    }
}

/// Encodes a book inside a round in the format in which it is saved.
extension HabitBook: Codable {
    private enum CodingKeys: String, CodingKey { case habits, days }

    /// Restores a book. Throws a `DecodingError` if the habits are not in the format of this program.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .habits)
        let days = try values.decode([SavedDay].self, forKey: .days)
        do {
            self = try HabitBook(SavedProgress(values: [Self.key: text], days: days))
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .habits, in: values, debugDescription: error.message)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .habits)
        try values.encode(days, forKey: .days)
    }
}

/// The colour of a habit's ring. Each is readable as text on black: its contrast is at least 4.5:1 (WCAG 2.2, 1.4.3).
package enum Accent: String, Hashable, Sendable, Codable, CaseIterable {
    case blue, green, orange, purple, pink, yellow, cyan, red, mint, indigo, teal, sand, lime, rose

    package var colour: Colour {
        switch self {
        case .blue: Colour(0x3D9BFF)
        case .green: Colour(0x30D158)
        case .orange: Colour(0xFF9F0A)
        case .purple: Colour(0xC678FF)
        case .pink: Colour(0xFF5C8A)
        case .yellow: Colour(0xFFD60A)
        case .cyan: Colour(0x64D2FF)
        case .red: Colour(0xFF5A4F)
        case .mint: Colour(0x63E6C8)
        case .indigo: Colour(0x8E8BFF)
        case .teal: Colour(0x2FB8C6)
        case .sand: Colour(0xC9A27E)
        case .lime: Colour(0xB6E34A)
        case .rose: Colour(0xFFA8C5)
        }
    }
}
