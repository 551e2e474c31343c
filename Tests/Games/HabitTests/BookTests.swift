import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI

@testable import ThudHabit

/// A person's saved habits and their statistics.
@Suite struct BookTests {
    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private func book(done days: [String]) throws -> HabitBook {
        var book = HabitBook()
        book.add("Read", .mind, .green)
        for text in days { book.complete(1, on: try day(text), date: 1) }
        return book
    }

    @Test func `a streak is the run of days that ends today or yesterday`() throws {
        let habit = try book(done: ["2026-11-17", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-25"]).habits[0]
        #expect(habit.streak(on: try day("2026-11-21")) == 3)
        #expect(habit.streak(on: try day("2026-11-22")) == 3)
        #expect(habit.streak(on: try day("2026-11-23")) == 0)
        #expect(habit.streak(on: try day("2026-11-18")) == 1)
        #expect(habit.streak(on: try day("2026-11-16")) == 0)
        #expect(habit.longestStreak == 3)
        #expect(try book(done: []).habits[0].streak(on: try day("2026-11-21")) == 0)
    }

    @Test func `a streak continues across the end of a year and a leap February`() throws {
        let habit = try book(done: ["2027-12-31", "2028-01-01", "2028-02-28", "2028-02-29", "2028-03-01"]).habits[0]
        #expect(habit.streak(on: try day("2028-01-01")) == 2)
        #expect(habit.streak(on: try day("2028-03-01")) == 3)
    }

    @Test func `the chart covers 56 days up to today, each with the week that ends with it`() throws {
        let habit = try book(done: ["2026-09-27", "2026-09-28", "2026-11-20", "2026-11-21", "2026-11-22"]).habits[0]
        let chart = habit.chart(on: try day("2026-11-22"))
        #expect(chart.count == 56 && chart[0].day.description == "2026-09-28")
        #expect(chart[0].isDone && chart[0].inWeek == 2 && !chart[1].isDone && chart[1].inWeek == 2)
        #expect(chart[55].isDone && chart[55].inWeek == 3)
        #expect(habit.chartCount(on: try day("2026-11-22")) == 4)
    }

    @Test func `there are at most twelve habits, each with a unique visible name`() {
        var book = HabitBook()
        for index in 1...12 { book.add("Habit \(index)", .other, .blue) }
        let full = book
        book.add("One more", .other, .blue)
        #expect(!book.hasRoom && book == full)
        book.remove(12)
        let eleven = book
        book.add("habit 3", .other, .blue)
        book.add(" \u{200B} ", .other, .blue)
        #expect(book == eleven)
        let added = book.add("  Walk \n the  dog \u{202E} and then some more of it", .other, .blue)
        #expect(added?.name == "Walk the dog and then so" && added?.number == 13)
        let toTaken = book.change(13, "Habit 1", .mind, .red)
        let toItself = book.change(13, "walk the DOG and then so", .mind, .red)
        #expect(!toTaken && toItself)
    }

    @Test(arguments: [("Walk the dog", "WT"), ("Read", "RE"), ("x", "X"), ("Ëndrra e mirë", "ËE"), ("散歩 する", "散す")])
    func `an empty ring shows two initials`(name: String, initials: String) {
        var book = HabitBook()
        book.add(name, .other, .blue)
        #expect(book.habits.first?.initials == initials)
    }

    @Test func `saved habits are read back unchanged`() throws {
        var book = HabitBook()
        book.isGuided = true
        book.add("Walk \"the\" dog", .health, .rose)
        book.add("Lexo 📚", .mind, .lime)
        book.complete(2, on: try day("2026-11-21"), date: 1_795_301_998)
        book.complete(1, on: try day("2026-11-20"), date: 7)
        let kept = SavedProgress(values: ["habits": book.text], days: book.days.reversed())
        #expect(try HabitBook(kept) == book)
        #expect(try HabitBook(SavedProgress()) == HabitBook())
        #expect(try JSONDecoder().decode(HabitBook.self, from: JSONEncoder().encode(book)) == book)
    }

    @Test func `saving every change in turn reproduces the book`() throws {
        var generator = SeededGenerator(seed: 13)
        var book = HabitBook()
        var kept = SavedProgress()
        for step in 0..<2_000 {
            let before = book
            let number = book.habits.isEmpty ? 1 : book.habits[generator.index(below: book.habits.count)].number
            let today = try day("2026-11-21") + generator.index(below: 40)
            switch generator.index(below: 8) {
            case 0: book.add("Habit \(step)", .other, .blue)
            case 1: if generator.chance(0.1) { book.remove(number) }
            case 2: book.change(number, "Changed \(step)", .mind, .red)
            case 3: book.undo(number, on: today)
            default: book.complete(number, on: today, date: step)
            }
            for change in book.changes(from: before) { kept.apply(change) }
            #expect(try HabitBook(kept) == book)
        }
        #expect(book.changes(from: book).isEmpty && book.days.count > 20)
    }

    @Test func `a habit has room for a hundred years of days`() throws {
        var book = try book(done: [])
        for number in 0..<HabitBook.mostCompletions { book.complete(1, on: LocalDay(number: number), date: 0) }
        #expect(book.complete(1, on: LocalDay(number: HabitBook.mostCompletions), date: 0) == false)
        #expect(book.habits[0].completions.count == HabitBook.mostCompletions)
    }

    @Test func `of twelve habits and ten years of days only the changes are saved`() throws {
        var book = HabitBook()
        let first = try day("2016-01-01")
        for number in 1...HabitBook.mostHabits {
            book.add("Habit \(number)", .other, .blue)
            for offset in 0..<3_650 { book.complete(number, on: first + offset, date: offset) }
        }
        let before = book
        book.undo(3, on: first + 1_000)
        book.complete(7, on: first + 3_650, date: 8)
        let changes: [SavedChange] = [
            .undone(SavedDay(item: "3", day: (first + 1_000).description, date: 1_000)),
            .done(SavedDay(item: "7", day: (first + 3_650).description, date: 8)),
        ]
        #expect(book.changes(from: before) == changes)
        book.remove(12)
        let removal = book.changes(from: before)
        #expect(removal.count == 1 + changes.count + 3_650 && removal.last == changes[1])
        #expect(removal.count { if case .undone(let day) = $0 { day.item == "12" } else { false } } == 3_650)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"guided":true,"next":1,"habits":[{"number":1}]}"#,
        #"{"guided":true,"next":1,"habits":[{"number":1,"name":"A","category":"mind","accent":"blue"}]}"#,
        #"{"guided":true,"next":3,"habits":[{"number":1,"name":" A","category":"mind","accent":"blue"}]}"#,
        #"{"guided":true,"next":3,"habits":[{"number":1,"name":"A","category":"mind","accent":"mauve"}]}"#,
        #"{"guided":1,"next":3,"habits":[]}"#, #"{"guided":true,"next":99999999999999999999,"habits":[]}"#,
    ])
    func `an impossible saved text is refused with a message`(text: String) {
        let error = #expect(throws: ThudError.self) { try HabitBook(SavedProgress(values: ["habits": text])) }
        #expect(error?.message.isEmpty == false)
    }

    @Test func `a habit that would use up the numbers is not added, so that the others can be read again`() throws {
        let text = #"{"guided":true,"next":1000000000,"habits":[]}"#
        var book = try HabitBook(SavedProgress(values: ["habits": text]))
        #expect(book.add("Read", .mind, .green) == nil)
        #expect(try HabitBook(SavedProgress(values: ["habits": book.text])) == book)
    }

    @Test func `invalid and duplicate days are left out`() throws {
        var book = HabitBook()
        book.add("Read", .mind, .green)
        let days = [
            SavedDay(item: "1", day: "2026-11-21", date: 1), SavedDay(item: "2", day: "2026-11-21", date: 1),
            SavedDay(item: "x", day: "2026-11-21", date: 1), SavedDay(item: "1", day: "yesterday", date: 1),
            SavedDay(item: "1", day: "2026-11-21", date: 2),
        ]
        #expect(try HabitBook(SavedProgress(values: ["habits": book.text], days: days)).days == [days[0]])
    }

    @Test func `there are 12 to 16 accents, each legible on black and with a unique colour`() {
        #expect((12...16).contains(Accent.allCases.count))
        #expect(Set(Accent.allCases.map(\.colour)).count == Accent.allCases.count)
        for accent in Accent.allCases {
            #expect(accent.colour.contrast(with: .black) >= 4.5, "\(accent)")
        }
        #expect(abs(Colour.white.contrast(with: .black) - 21) < 1e-9 && Colour.black.contrast(with: .black) == 1)
        // A grey of known contrast: #767676 has 4.54 on white, so 21 / 4.54 on black.
        #expect(abs(Colour(0x767676).contrast(with: .black) - 21 / 4.54) < 0.01)
    }
}

extension SavedProgress {
    /// Applies a change as a store does.
    fileprivate mutating func apply(_ change: SavedChange) {
        switch change {
        case .value(let key, let text): values[key] = text
        case .done(let day):
            days.removeAll { $0.item == day.item && $0.day == day.day }
            days.append(day)
        case .undone(let day): days.removeAll { $0.item == day.item && $0.day == day.day }
        }
    }
}
