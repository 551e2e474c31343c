import Testing
import ThudCore
import ThudGameKit

@testable import ThudHabit

/// Days and clocks, which rules are given and never read themselves.
@Suite struct DayTests {
    @Test func `a time before the clock was read may be on the day before`() {
        let reading = WallTime(day: HabitRig.noon.day, sinceMidnight: .milliseconds(100))
        let clock = DayClock(reading: reading, readAt: HabitRig.start)
        let before = clock.time(at: HabitRig.start - .milliseconds(200))
        #expect(before == WallTime(day: HabitRig.noon.day - 1, sinceMidnight: .milliseconds(86_399_900)))
        #expect(clock.time(at: HabitRig.start - .milliseconds(100)).day == HabitRig.noon.day)
    }

    @Test func `days match the calendar from 1970 to 9999`() throws {
        var number = 0
        for year in 1970...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in lengths.enumerated() {
                // The first and the last day of each month pin the days between them.
                #expect(LocalDay(year: year, month: month + 1, day: 1)?.number == number)
                number += length
                #expect(LocalDay(year: year, month: month + 1, day: length)?.number == number - 1)
                #expect(LocalDay(year: year, month: month + 1, day: length + 1) == nil)
            }
        }
        #expect(number - 1 == LocalDay.numbers.upperBound)
        let day = try #require(LocalDay("2026-11-22"))
        #expect("\(day) \(day.short) \(day.spoken)" == "2026-11-22 Sun 22 Nov Sunday 22 November")
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-1-01", "26-01-01", "2026-01-01 ", "+026-01-01", "", "2026-01"])
    func `a text that is not a day is refused`(text: String) { #expect(LocalDay(text) == nil) }

    @Test(arguments: [
        ("2026-11-21T23:59:58.250+01:00", "2026-11-21T23:59:58.250000000+01:00", 1_795_301_998),
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000000+00:00", 0),
        ("2026-07-01T00:30:00-03:30", "2026-07-01T00:30:00.000000000-03:30", 1_782_878_400),
    ])
    func `a clock is read in the format of RFC 3339`(text: String, shown: String, seconds: Int) throws {
        let time = try #require(WallTime(text))
        #expect(time.description == shown && time.unixSeconds == seconds)
        #expect(WallTime(time.description) == time)
    }

    @Test(arguments: [
        "2026-11-21", "2026-11-21T", "2026-11-21T12:00:00", "2026-11-21T24:00:00Z", "2026-11-21T12:60:00Z",
        "2026-11-21T12:00:60Z", "2026-11-21T12:00:00.Z", "2026-11-21T12:00:00.1234567890Z", "2026-11-21T12:00:00+25:00",
        "2026-11-21T12:00:00+1:00", "2026-11-21T-1:00:00Z", "2026-11-21T12:00:00+18:01", "T", "2026-11-21T12:00:00zz",
    ])
    func `a text that is not a time is refused`(text: String) { #expect(WallTime(text) == nil) }

    @Test func `a hold over midnight counts for the day on which it completes`() throws {
        var rig = HabitRig()
        rig.act(.clock(try #require(WallTime("2026-11-21T23:59:59+01:00"))), at: .zero)
        rig.hold(from: .ms(100), to: .ms(2_200))
        #expect(rig.round.book.habits[0].completions.map(\.day.description) == ["2026-11-22"])
        #expect(rig.told.contains { $0.hasPrefix("A new day: Sunday 22 November.") })
        #expect(rig.isDone(at: .ms(2_100)))
    }

    @Test func `at midnight every ring opens again, and the streak continues`() throws {
        var rig = HabitRig(["Read"])
        rig.act(.clock(try #require(WallTime("2026-11-21T23:00:00+01:00"))), at: .zero)
        rig.hold(from: .zero, to: .ms(2_100))
        rig.pass(to: .seconds(3_600) - .nanosecond)
        #expect(rig.isDone(at: .seconds(3_600) - .nanosecond) && rig.round.stage == .finished)
        rig.pass(to: .seconds(3_600))
        #expect(!rig.isDone(at: .seconds(3_600)) && rig.round.stage == .playing)
        let day = try #require(rig.round.today(at: HabitRig.at(.seconds(3_600))))
        #expect(rig.round.book.habits[0].streak(on: day) == 1)
        rig.hold(from: .seconds(3_700), to: .seconds(3_703))
        #expect(rig.round.book.habits[0].streak(on: day) == 2)
    }

    @Test func `setting the clock back removes nothing, and a repeated day counts once`() throws {
        var rig = HabitRig(["Read", "Water"])
        rig.hold(from: .zero, to: .ms(2_100))
        rig.act(.clock(try #require(WallTime("2026-11-20T09:00:00+01:00"))), at: .seconds(10))
        #expect(!rig.isDone(at: .seconds(10)))
        let before = try #require(LocalDay("2026-11-20"))
        #expect(rig.round.book.habits[0].streak(on: before) == 0)
        rig.hold(from: .seconds(20), to: .seconds(23))
        #expect(rig.round.book.habits[0].streak(on: before) == 1)
        rig.act(.clock(HabitRig.noon), at: .seconds(30))
        #expect(rig.isDone(at: .seconds(30)))
        #expect(rig.round.book.habits[0].completions.map(\.day.description) == ["2026-11-20", "2026-11-21"])
        #expect(rig.round.book.habits[0].streak(on: HabitRig.noon.day) == 2)
    }

    @Test func `a shown result gives way to the rings if the machine slept over midnight`() {
        var rig = HabitRig(["Read"])
        rig.hold(from: .zero, to: .ms(2_100))
        rig.pass(to: .seconds(5))
        #expect(rig.round.stage == .finished)
        rig.act(.clock(WallTime(day: HabitRig.noon.day + 1, sinceMidnight: .seconds(28_800))), at: .seconds(6))
        #expect(rig.round.stage == .playing && !rig.isDone(at: .seconds(6)))
        rig.hold(from: .seconds(7), to: .seconds(9.5))
        #expect(rig.round.book.habits[0].streak(on: HabitRig.noon.day + 1) == 2)
    }

    @Test func `a pending result does not appear on the next day`() {
        var rig = HabitRig(["Read"])
        rig.act(.activate, at: .ms(100))
        rig.act(.clock(WallTime(day: HabitRig.noon.day + 1, sinceMidnight: .seconds(28_800))), at: .ms(200))
        rig.pass(to: .seconds(5))
        #expect(rig.round.stage == .playing)
    }

    @Test func `setting the clock back does not stop a filling ring`() throws {
        var rig = HabitRig()
        rig.act(.press, at: .zero)
        rig.act(.clock(try #require(WallTime("2026-11-21T03:00:00+01:00"))), at: .ms(900))
        rig.pass(to: .ms(2_000))
        #expect(rig.isDone(at: .ms(2_000)))
    }

    @Test func `while the day is unknown nothing can be completed, and a cue says so`() {
        var book = HabitBook()
        book.isGuided = true
        book.add("Read", .mind, .blue)
        var round = HabitRound(settings: HabitSettings(), book: book)
        let effects = round.reduce(.player(.press), at: HabitRig.start)
        #expect(effects.first == .cue(.button) && round.held == nil)
        let activated = round.reduce(.player(.activate), at: HabitRig.start)
        #expect(activated.contains(.cue(.button)))
        #expect(round.book.habits[0].completions.isEmpty)
    }
}
