import ThudCore
import ThudGameKit

/// A habit: what a person wants to do every day, and the days on which they did.
package struct Habit: Hashable, Sendable {
    /// A day on which it was done.
    package struct Completion: Hashable, Sendable {
        package let day: LocalDay
        /// The moment, in seconds since 1970-01-01 in UTC.
        package let date: Int
    }

    /// Its number, which no other habit has ever had; from 1.
    package let number: Int
    package internal(set) var name: String
    package internal(set) var category: HabitCategory
    /// The colour of its ring.
    package internal(set) var accent: Accent
    /// The days on which it was done, in order, each once.
    package internal(set) var completions: [Completion]

    /// What stands in an empty ring: the first letters of its first two words, or the first two letters of its only word.
    package var initials: String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = words.count > 1 ? words.prefix(2).map { String($0.prefix(1)) }.joined() : String(name.prefix(2))
        return letters.uppercased()
    }
}

/// What a habit is for.
package enum HabitCategory: String, Hashable, Sendable, CaseIterable {
    case health, mind, home, work, people, other

    /// As a screen shows it.
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A person's habits, at most twelve, with everything that is to be kept of them.
package struct HabitBook: Hashable, Sendable {
    package static let mostHabits = 12
    /// The most characters of a name, which have to fit below a ring.
    package static let longestName = 24
    /// The most days of a habit: a hundred years.
    static let mostCompletions = 36_600

    /// The habits, in the order in which they were added.
    package private(set) var habits: [Habit] = []
    /// Whether the person has seen how it goes, or did not want to.
    package internal(set) var isGuided = false
    private var nextNumber = 1

    package init() {}

    /// Whether another habit has room.
    package var hasRoom: Bool { habits.count < Self.mostHabits }

    /// The habit with a number.
    package func habit(_ number: Int) -> Habit? { habits.first { $0.number == number } }

    /// How many habits are done on a day.
    package func doneCount(on day: LocalDay) -> Int { habits.count { $0.isDone(on: day) } }

    /// A name as it is kept: one line without blanks around it, at most `longestName` characters; nil where nothing of it can
    /// be seen.
    package static func clean(_ name: String) -> String? {
        let shown = PlayerName.cleaned(name, atMost: longestName)
        return shown.isEmpty ? nil : shown
    }

    /// Whether another habit than `number` is called so, in letters of any case.
    func isTaken(_ name: String, but number: Int? = nil) -> Bool {
        habits.contains { $0.number != number && $0.name.lowercased() == name.lowercased() }
    }

    // MARK: Changes

    /// Adds a habit; nil where there is no room, or the name cannot be seen or is taken.
    @discardableResult
    package mutating func add(_ name: String, _ category: HabitCategory, _ accent: Accent) -> Habit? {
        guard hasRoom, let name = Self.clean(name), !isTaken(name), nextNumber < Int.max else { return nil }
        let habit = Habit(number: nextNumber, name: name, category: category, accent: accent, completions: [])
        nextNumber += 1
        habits.append(habit)
        return habit
    }

    /// Changes what a habit is called and how it looks; false where there is none, or the name cannot be seen or is taken.
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

    /// Removes a habit with all its days.
    mutating func remove(_ number: Int) { habits.removeAll { $0.number == number } }

    /// A habit was done on a day, at a moment in seconds since 1970-01-01; false where it was done already, or there is none.
    @discardableResult
    mutating func complete(_ number: Int, on day: LocalDay, date: Int) -> Bool {
        guard let index = index(of: number), habits[index].completions.count < Self.mostCompletions else {
            return false
        }
        return habits[index].note(Habit.Completion(day: day, date: date))
    }

    /// Takes a day of a habit back; false where it was not done on it.
    @discardableResult
    mutating func undo(_ number: Int, on day: LocalDay) -> Bool {
        guard let index = index(of: number), habits[index].isDone(on: day) else { return false }
        habits[index].completions.removeAll { $0.day == day }
        return true
    }

    private func index(of number: Int) -> Int? { habits.firstIndex { $0.number == number } }
}

extension Habit {
    /// Notes a day in its order; false where it stands there already.
    fileprivate mutating func note(_ completion: Completion) -> Bool {
        let place = firstCompletion(notBefore: completion.day)
        guard place == completions.count || completions[place].day != completion.day else { return false }
        completions.insert(completion, at: place)
        return true
    }

    /// The index of the first completion on a day or later.
    func firstCompletion(notBefore day: LocalDay) -> Int {
        var (low, high) = (0, completions.count)
        while low < high {
            let middle = (low + high) / 2
            if completions[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// MARK: What is kept

extension HabitBook {
    /// The key under which everything but the days is kept.
    static let key = "habits"
    /// The most habits that have ever been, so that numbers cannot run out by a file that somebody wrote.
    private static let mostNumbers = 1_000_000_000

    /// Everything that is to be kept, but for the days.
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

    /// The days on which habits were done.
    var days: [SavedDay] { habits.flatMap(\.days) }

    /// Reads what was kept.
    ///
    /// - Throws: `ThudError` where the text is none of this program. Days of habits that are gone are left out.
    package init(_ kept: SavedProgress) throws(ThudError) {
        guard let text = kept.values[Self.key] else { return }
        let root = try JSONReader(Array(text.utf8), file: "the habits that were kept")
        isGuided = try root.member("guided").bool()
        nextNumber = try root.member("next").integer(in: 1...Self.mostNumbers)
        let entries = try root.member("habits").elements()
        guard entries.count <= Self.mostHabits else {
            throw root.error("\(entries.count) habits are more than the \(Self.mostHabits) there may be")
        }
        for entry in entries { habits.append(try habit(entry)) }
        for day in kept.days { note(day) }
    }

    private func habit(_ entry: JSONReader) throws(ThudError) -> Habit {
        let number = try entry.member("number").integer(in: 1...Self.mostNumbers)
        let name = try entry.member("name").string()
        guard number < nextNumber, habit(number) == nil else {
            throw entry.error("a habit's number stands for it alone")
        }
        guard Self.clean(name) == name, !isTaken(name) else {
            throw entry.error("a habit's name is one line that can be seen, and its own")
        }
        return Habit(
            number: number, name: name, category: try entry.member("category").choice(),
            accent: try entry.member("accent").choice(), completions: [])
    }

    private mutating func note(_ kept: SavedDay) {
        guard let number = Int(kept.item), let day = LocalDay(kept.day) else { return }
        complete(number, on: day, date: kept.date)
    }

    /// What is to be written down to come from `before` to this.
    func changes(from before: HabitBook) -> [SavedChange] {
        guard self != before else { return [] }
        var changes: [SavedChange] = []
        if text != before.text { changes.append(.value(key: Self.key, text)) }
        for habit in before.habits {
            let now = self.habit(habit.number)?.completions ?? []
            // Most habits are as they were, and have too many days to look at each between two cues.
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

    /// The habits without the days on which they were done, of which each is kept by itself.
    var withoutDays: HabitBook {
        var book = self
        for index in book.habits.indices { book.habits[index].completions = [] }
        return book
    }
}

extension Habit {
    fileprivate var days: [SavedDay] { completions.map(kept) }

    fileprivate func kept(_ completion: Completion) -> SavedDay {
        SavedDay(item: String(number), day: completion.day.description, date: completion.date)
    }
}

/// A book inside a round is written as it is kept.
extension HabitBook: Codable {
    private enum CodingKeys: String, CodingKey {
        case habits, days
    }

    /// Restores a book.
    ///
    /// - Throws: `DecodingError` where the habits are none of this program.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .habits)
        let days = try values.decode([SavedDay].self, forKey: .days)
        do {
            self = try HabitBook(SavedProgress(values: [Self.key: text], days: days))
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .habits, in: values, debugDescription: error.message)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .habits)
        try values.encode(days, forKey: .days)
    }
}
