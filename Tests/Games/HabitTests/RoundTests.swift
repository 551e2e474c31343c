import Testing
import ThudCore
import ThudGameKit

@testable import ThudHabit

/// What a person does besides holding: selecting, undoing, the guide and the form.
@Suite struct RoundTests {
    @Test func `selecting ticks and names the entry, and does nothing at the ends`() {
        var rig = HabitRig()
        rig.act(.step(1), at: .ms(1))
        rig.act(.choose(3), at: .ms(2))
        rig.act(.step(1), at: .ms(3))
        rig.act(.choose(-1), at: .ms(4))
        #expect(rig.count(of: .move) == 2 && rig.round.chosen == 3 && rig.round.chosenHabit == nil)
        #expect(rig.told == ["Read, not done today.", "Another habit."])
    }

    @Test func `undo takes back only today's completion of the selected habit`() throws {
        var rig = HabitRig()
        rig.round.book.complete(1, on: HabitRig.noon.day - 1, date: 0)
        rig.act(.undo, at: .ms(1))
        #expect(rig.round.book.habits[0].completions.count == 1 && rig.count(of: .button) == 0)
        rig.act(.activate, at: .ms(2))
        #expect(rig.told.last == "Walk the dog done, 2 days in a row.")
        rig.act(.undo, at: .ms(3))
        #expect(rig.round.book.habits[0].completions.map(\.day) == [HabitRig.noon.day - 1])
        #expect(rig.count(of: .button) == 1 && !rig.isDone(at: .ms(3)))
        #expect(rig.round.secondsSinceDone(1, at: HabitRig.at(.ms(3))) == nil, "its ring bursts no longer")
        rig.round.book.complete(2, on: HabitRig.noon.day, date: 0)
        rig.act(.activate, at: .ms(4))
        rig.act(.choose(1), at: .ms(5))
        rig.act(.undo, at: .ms(6))
        #expect(!rig.isDone(2, at: .ms(6)))
        #expect(rig.round.secondsSinceDone(1, at: HabitRig.at(.ms(6))) == 0.002, "another ring bursts on")
        #expect(rig.round.secondsSinceDone(2, at: HabitRig.at(.ms(6))) == nil)
    }

    @Test func `an act at an instant before the last one happens at the last one`() {
        var rig = HabitRig()
        rig.act(.press, at: .zero)
        rig.pass(to: .ms(1_000))
        rig.act(.release, at: .ms(900))
        #expect(rig.told.last == "Walk the dog let go at 50 %.")
    }

    @Test func `a round ends shortly after the last ring closes, unless that ring is undone`() throws {
        var rig = HabitRig(["Read", "Water"])
        rig.act(.activate, at: .ms(100))
        rig.act(.choose(1), at: .ms(200))
        rig.act(.activate, at: .ms(300))
        rig.act(.undo, at: .ms(400))
        rig.pass(to: .seconds(3))
        #expect(rig.round.stage == .playing)
        rig.act(.activate, at: .seconds(4))
        rig.pass(to: .ms(5_199))
        #expect(rig.round.stage == .playing)
        rig.pass(to: .ms(5_200))
        #expect(rig.round.stage == .finished)
        let finished = try #require(rig.effects.last?.effect)
        guard case .finished(let outcome) = finished else { return #expect(Bool(false), "\(finished)") }
        #expect(outcome.score == 2 && outcome.accuracy == 1)
        #expect(outcome.summary == "2 of 2 habits done, the longest streak is 1 day")
        rig.reduce(.press(.playAgain), at: .seconds(6))
        rig.pass(to: .seconds(60))
        #expect(rig.round.stage == .playing && rig.isDone(at: .seconds(60)))
    }

    @Test func `an interruption between the last ring and the result does not lose the result`() {
        var rig = HabitRig(["Read"])
        rig.act(.activate, at: .ms(100))
        rig.reduce(.interruption, at: .ms(200))
        rig.pass(to: .seconds(10))
        #expect(rig.round.stage == .paused)
        rig.reduce(.press(.resume), at: .seconds(11))
        rig.pass(to: .seconds(13))
        #expect(rig.round.stage == .finished)
    }

    @Test func `an interruption within the last 20 ms of a hold counts it silently`() {
        var rig = HabitRig()
        rig.act(.press, at: .zero)
        rig.pass(to: .ms(1_985))
        let effects = rig.reduce(.interruption, at: .ms(1_985))
        #expect(effects.contains(.cancelScheduled) && rig.isDone(at: .ms(1_985)))
    }

    // MARK: The guide

    private func guided() -> HabitRig {
        var rig = HabitRig([])
        rig.round = HabitRound(settings: HabitSettings(isTaught: false))
        rig.act(.clock(HabitRig.noon), at: .zero)
        return rig
    }

    @Test func `the guide has three pages, and its ring has to be filled`() {
        var rig = guided()
        #expect(GuidePage.allCases.count <= 3 && rig.round.stage == .ready && rig.round.screen == .guide(.welcome))
        rig.act(.activate, at: .ms(100))
        #expect(rig.round.screen == .guide(.demo))
        rig.hold(from: .ms(200), to: .ms(1_200))
        rig.pass(to: .seconds(5))
        #expect(rig.round.screen == .guide(.demo))
        rig.hold(from: .seconds(6), to: .ms(8_100))
        #expect(rig.round.isDone(HabitRound.demo, at: HabitRig.at(.ms(8_100))))
        #expect(rig.act(.activate, at: .ms(8_200)) == [], "it is closed already, and its page goes on by itself")
        rig.pass(to: .ms(9_199))
        #expect(rig.round.screen == .guide(.demo))
        rig.pass(to: .ms(9_200))
        #expect(rig.round.screen == .guide(.own) && rig.round.book.habits.isEmpty)
        rig.act(.activate, at: .seconds(10))
        guard case .form = rig.round.screen else { return #expect(Bool(false), "\(rig.round.screen)") }
        #expect(rig.round.book.isGuided && rig.round.stage == .playing)
    }

    @Test(arguments: GuidePage.allCases) func `each page of the guide can be skipped for good`(page: GuidePage) {
        var rig = guided()
        rig.round.screen = .guide(page)
        rig.act(.back, at: .ms(100))
        #expect(rig.round.screen == .grid && rig.round.book.isGuided)
        var next = HabitRound(settings: HabitSettings(isTaught: false))
        next.adopt(rig.round.book)
        #expect(next.screen == .grid)
    }

    @Test func `the guide can be opened again, and its ring is open again`() {
        var rig = HabitRig()
        for round in 0...1 as ClosedRange<Int64> {
            let start = Interval.seconds(Double(10 * round))
            rig.act(.guide, at: start)
            #expect(rig.round.screen == .guide(.welcome))
            rig.act(.activate, at: start + .ms(100))
            rig.hold(from: start + .ms(200), to: start + .ms(2_300))
            rig.pass(to: start + .ms(3_500))
            #expect(rig.round.screen == .guide(.own))
            rig.act(.activate, at: start + .ms(4_000))
            #expect(rig.round.screen == .grid)
        }
        #expect(rig.round.book.days.isEmpty)
    }

    @Test func `a new player sees the guide, and one who knows it does not`() throws {
        var plain = HabitTracker.round(RoundSetup(mode: "day", seed: 1))
        try HabitTracker.restore(SavedProgress(), into: &plain)
        #expect(plain.screen == .grid, "nobody is to be taught line by line")
        var new = HabitTracker.round(RoundSetup(mode: "day", seed: 1, tutorial: true))
        try HabitTracker.restore(SavedProgress(), into: &new)
        #expect(new.screen == .guide(.welcome))
        var book = HabitBook()
        book.isGuided = true
        try HabitTracker.restore(SavedProgress(values: ["habits": book.text]), into: &new)
        #expect(new.screen == .grid)
    }

    // MARK: The form

    @Test func `the form adds a habit field by field`() {
        var rig = HabitRig(["Read"])
        rig.act(.new, at: .ms(1))
        for letter in " Walk  the dog\u{07}" { rig.act(.type(String(letter)), at: .ms(2)) }
        rig.act(.activate, at: .ms(3))
        rig.act(.value(1), at: .ms(4))
        rig.act(.activate, at: .ms(5))
        rig.act(.value(-1), at: .ms(6))
        rig.act(.activate, at: .ms(7))
        #expect(rig.round.screen == .grid && rig.round.chosen == 1)
        let habit = rig.round.book.habits.last
        // The first unused accent is green, and the one before it is blue.
        #expect(habit?.name == "Walk the dog" && habit?.category == .mind && habit?.accent == .blue)
        #expect(rig.told.last == "Walk the dog is added.")
    }

    @Test func `an empty or taken name is reported, and nothing is added`() {
        var rig = HabitRig(["Read"])
        rig.act(.new, at: .ms(1))
        rig.act(.activate, at: .ms(2))
        #expect(rig.told.last == "A habit needs a name.")
        rig.act(.type("READ"), at: .ms(3))
        rig.act(.activate, at: .ms(4))
        #expect(rig.told.last == "Another habit has this name.")
        rig.act(.back, at: .ms(5))
        #expect(rig.round.screen == .grid && rig.round.book.habits.count == 1)
    }

    @Test func `a rename keeps the days, and a removal asks first and removes them`() {
        var rig = HabitRig()
        rig.act(.activate, at: .ms(1))
        rig.act(.edit, at: .ms(2))
        for _ in 0..<12 { rig.act(.erase, at: .ms(3)) }
        rig.act(.type("Run"), at: .ms(4))
        for time in 5...7 as ClosedRange<Int64> { rig.act(.activate, at: .ms(time)) }
        #expect(rig.round.book.habits[0].name == "Run" && rig.isDone(at: .ms(8)))
        rig.act(.remove, at: .ms(9))
        rig.act(.back, at: .ms(10))
        #expect(rig.round.book.habits.count == 3)
        let before = rig.round
        rig.act(.remove, at: .ms(11))
        rig.act(.activate, at: .ms(12))
        #expect(rig.round.book.habits.map(\.name) == ["Read", "Water"])
        let changes = HabitTracker.changes(from: before, to: rig.round)
        #expect(changes.contains { if case .undone(let day) = $0 { day.item == "1" } else { false } })
        // After the last habit of the list the one before it is chosen, not the place for a new one.
        rig.act(.choose(1), at: .ms(13))
        rig.act(.remove, at: .ms(14))
        rig.act(.activate, at: .ms(15))
        #expect(rig.round.chosenHabit?.name == "Read")
        var other = HabitRig()
        other.act(.choose(1), at: .ms(1))
        other.act(.remove, at: .ms(2))
        other.act(.activate, at: .ms(3))
        #expect(other.round.chosenHabit?.name == "Water", "the next one takes its place")
    }

    @Test func `saved habits that are others move the selection, and close a form for which there is no room`() {
        var rig = HabitRig()
        rig.act(.choose(3), at: .ms(1))
        rig.act(.activate, at: .ms(2))
        rig.round.adopt(HabitRig(["Read"]).round.book)
        #expect(rig.round.chosen == 1 && rig.round.screen != .grid)
        var full = HabitRig([]).round.book
        for number in 1...HabitBook.mostHabits { full.add("Habit \(number)", .health, .blue) }
        rig.round.adopt(full)
        #expect(rig.round.screen == .grid)
    }

    @Test func `a typed name has at most 24 characters, whatever they are made of`() {
        var form = HabitForm(accent: .blue)
        form.type(String(repeating: "é\u{301}\u{302}", count: 400) + "\n\t\u{1B}[2J")
        #expect(form.name.count <= 24 && form.name.unicodeScalars.count <= 24 * 8)
        #expect(!form.name.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func `a name that is cut is reported, until something is typed or erased that fits`() {
        var form = HabitForm(accent: .blue)
        form.type(String(repeating: "a", count: 24))
        #expect(form.problem == nil)
        form.type("b")
        #expect(form.problem == "A name has at most 24 characters." && form.name.count == 24)
        #expect(form.erase() && form.problem == nil)
    }

    @Test func `while a ring is held nothing is selected, renamed or left`() {
        var rig = HabitRig()
        rig.act(.press, at: .zero)
        for act in [HabitAct.step(1), .choose(2), .new, .edit, .remove, .undo, .chart, .guide, .back] {
            let effects = rig.act(act, at: .ms(500))
            let others = effects.filter { !$0.isOfTheHold }
            #expect(others.isEmpty, "\(act)")
        }
        #expect(rig.round.chosen == 0 && rig.round.held == 1 && rig.round.screen == .grid)
    }
}

extension RoundEffect {
    /// Whether the effect belongs to a ring that keeps filling.
    fileprivate var isOfTheHold: Bool {
        switch self {
        case .turn, .show: true
        default: false
        }
    }
}
