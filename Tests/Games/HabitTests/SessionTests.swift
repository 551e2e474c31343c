import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput

@testable import ThudHabit

/// Whole sessions: bots, scripts, keys and the pointer.
@Suite struct SessionTests {
    private static let start = Instant(nanoseconds: 5_000_000_000)

    private func session(
        seed: UInt64, rounds: Int = 3, tutorial: Bool = false
    ) throws -> Session<HabitTracker> {
        let setup = RoundSetup(mode: "day", seed: seed, tutorial: tutorial)
        return try Session(
            HabitTracker.round(setup), by: .bot(rounds: rounds), seed: seed, start: Self.start)
    }

    private func script(_ text: String, options: [String: String] = [:]) throws -> Session<HabitTracker> {
        let setup = RoundSetup(mode: "day", seed: 1, options: options)
        return try Session(
            HabitTracker.round(setup), by: .script(text: text, file: "test"), seed: 1, start: Self.start)
    }

    private func outcomes(_ effects: [SessionEffect]) -> [Outcome] {
        effects.compactMap { if case .finished(let outcome) = $0.effect { outcome } else { nil } }
    }

    @Test(arguments: [false, true]) func `the bot completes every day, and its streak grows`(tutorial: Bool) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var session = try session(seed: seed, tutorial: tutorial)
            let outcomes = outcomes(session.advance(to: Self.start + .seconds(240)))
            #expect(outcomes.count == 3 && !session.hasRoundsLeft && session.stage == .finished)
            #expect(outcomes.allSatisfy { $0.accuracy == 1 && $0.score >= 3 })
            let streaks = outcomes.map { $0.facts.last }
            let expected = (1...3).map { Outcome.Fact("longest_streak", .count($0)) }
            #expect(streaks == expected)
        }
    }

    @Test func `in a thousand seeded days every cue ends, every prompt is answered once, and scores add up`()
        throws
    {
        for seed in 0..<1_000 as Range<UInt64> {
            var session = try session(seed: seed, rounds: 1)
            let effects = session.advance(to: Self.start + .seconds(120))
            var open: Set<LiveKey> = []
            var prompts = 0
            var done = 0
            for effect in effects {
                switch effect.effect {
                case .begin(_, let key):
                    let isNew = open.insert(key).inserted
                    #expect(isNew)
                case .turn(let key, let control, let value, let time):
                    let isInRange = value >= 0 && value <= 1 && time >= .zero
                    #expect(open.contains(key) && isInRange && control != .pitch)
                case .end(let key, _):
                    let wasOpen = open.remove(key) != nil
                    #expect(wasOpen)
                case .show(let moment) where moment.kind == .prompt:
                    #expect(prompts == 0)
                    prompts += 1
                case .show(let moment) where moment.kind == .answer:
                    prompts = max(0, prompts - 1)
                    if moment.text.hasSuffix(" done.") { done += 1 }
                default: break
                }
            }
            #expect(open.isEmpty && prompts == 0)
            #expect(outcomes(effects).map(\.score) == [done])
        }
    }

    @Test(arguments: [1, 7, 1_000, 16_667, 333_333] as [Int64])
    func `a session has the same effects however its time is divided`(step: Int64) throws {
        var whole = try session(seed: 4, rounds: 2, tutorial: true)
        var divided = whole
        let end = Self.start + .seconds(step < 100 ? 0.2 : 80)
        let expected = whole.advance(to: end)
        var effects: [SessionEffect] = []
        var now = Self.start
        while now < end {
            now = min(end, now + Interval(nanoseconds: 1_000 * step))
            effects += divided.advance(to: now)
        }
        #expect(effects == expected && !expected.isEmpty)
    }

    @Test func `a session saved at any moment has the same future`() throws {
        var session = try session(seed: 9, rounds: 2, tutorial: true)
        for _ in 0..<160 {
            let next = try #require(session.nextDeadline)
            _ = session.advance(to: next)
            var copy = session
            copy.round = try JSONDecoder().decode(HabitRound.self, from: JSONEncoder().encode(session.round))
            var original = session
            let end = next + .seconds(6)
            let resumed = copy.advance(to: end)
            let expected = original.advance(to: end)
            #expect(resumed == expected)
        }
    }

    @Test func `a suspended round keeps its habits, holds no instant and resumes with a press`() throws {
        var session = try session(seed: 3, rounds: 1)
        _ = session.advance(to: Self.start + .seconds(12))
        let suspended = session.suspended(at: Self.start + .seconds(12))
        let round = try #require(suspended.round as? HabitRound)
        #expect(round.book.habits.count >= 3 && round.nextDeadline == nil && round.stage == .paused)
        #expect(round.suspended(at: Instant(nanoseconds: 0)) == round)
        var resumed = round
        _ = resumed.reduce(.press(.resume), at: Instant(nanoseconds: 1))
        #expect(resumed.stage == .playing)
    }

    @Test func `a round is saved without the days of its habits, and restoring brings them back`() throws {
        var book = HabitBook()
        book.isGuided = true
        let today = HabitRig.noon.day
        for number in 1...HabitBook.mostHabits {
            book.add("Habit \(number)", .other, .blue)
            for back in (0..<3_650).reversed() { book.complete(number, on: today - back, date: back) }
        }
        let round = HabitRound(settings: HabitSettings(), book: book)
        let saved = try JSONEncoder().encode(round.suspended(at: Self.start))
        #expect(saved.count < 4_096, "\(saved.count) bytes")
        var resumed = try JSONDecoder().decode(HabitRound.self, from: saved)
        #expect(resumed.book.habits.map(\.name) == book.habits.map(\.name) && resumed.book.days.isEmpty)
        try HabitTracker.restore(SavedProgress(values: ["habits": book.text], days: book.days), into: &resumed)
        #expect(resumed.book == book)
    }

    // MARK: Hands

    private static let made = """
        0 clock 2026-11-21T12:00:00Z
        0.1 back
        0.2 new
        0.3 type Walk_the_dog
        0.4 activate
        0.5 activate
        0.6 activate

        """

    private func day(of script: String, at seconds: Double) throws -> (HabitRound, [SessionEffect]) {
        var session = try self.script(Self.made + script)
        let effects = session.advance(to: Self.start + .seconds(seconds))
        return (session.round, effects)
    }

    @Test func `the mouse button holds a ring`() throws {
        let (round, effects) = try day(of: "1 down 100 100\n3.1 up 100 100", at: 4)
        #expect(round.isDone(1, at: Self.start + .seconds(4)))
        let done = RoundEffect.schedule(
            HabitCue.complete.name, at: Self.start + .seconds(3), tint: Accent.blue.colour)
        #expect(effects.contains { $0.effect == done })
        let (early, _) = try day(of: "1 down 100 100\n2.5 up 100 100", at: 4)
        #expect(!early.isDone(1, at: Self.start + .seconds(4)))
    }

    @Test func `a key holds a ring until its release`() throws {
        let repeats = stride(from: 1.5, through: 3.05, by: 0.1).map { "\($0) key* space\n" }.joined()
        let (done, _) = try day(of: "1 key+ space\n" + repeats + "3.1 key- space", at: 4)
        #expect(done.isDone(1, at: Self.start + .seconds(4)))
        // After one reported release none has to be guessed, even if nothing repeats.
        let seen = "0.7 key+ space\n0.75 key- space\n1.2 key+ space\n"
        let (still, _) = try day(of: seen + "3.3 key- space", at: 4)
        #expect(still.isDone(1, at: Self.start + .seconds(4)))
        let (early, _) = try day(of: seen + "3 key- space", at: 4)
        #expect(!early.isDone(1, at: Self.start + .seconds(4)))
    }

    @Test func `a key without releases holds until 150 ms pass without a repeat, or 700 ms before the first`()
        throws
    {
        let repeats = stride(from: 1.66, through: 3.06, by: 0.04).map { "\($0) key+ space" }.joined(separator: "\n")
        let (done, _) = try day(of: "1 key+ space\n" + repeats, at: 4)
        #expect(done.isDone(1, at: Self.start + .seconds(4)))

        // A tap is a hold of 700 ms, because nothing reports that it is over.
        let (tapped, _) = try day(of: "1 key+ space", at: 1.699)
        #expect(tapped.held == 1)
        let (gone, _) = try day(of: "1 key+ space", at: 1.701)
        #expect(gone.held == nil)

        let some = stride(from: 1.66, through: 2.3, by: 0.04).map { "\($0) key+ space" }.joined(separator: "\n")
        let (holding, _) = try day(of: "1 key+ space\n" + some, at: 2.4)
        #expect(holding.held == 1)
        let (ended, _) = try day(of: "1 key+ space\n" + some, at: 2.5)
        #expect(ended.held == nil && !ended.isDone(1, at: Self.start + .seconds(2.5)))
    }

    @Test func `after another key a press counts at once, even without reported releases`() throws {
        var session = try script(
            Self.made + """
                1 key+ space
                1.1 new
                1.15 type Read
                1.2 activate
                1.25 activate
                1.3 activate
                1.4 key+ space
                1.41 new
                """, options: ["activation": "single"])
        _ = session.advance(to: Self.start + .seconds(1.42))
        let round = session.round
        #expect(round.isDone(1, at: Self.start + .seconds(1.42)) && round.isDone(2, at: Self.start + .seconds(1.42)))
    }

    @Test func `losing the focus releases the ring`() throws {
        let (round, _) = try day(of: "1 down 100 100\n2 let-go", at: 2.5)
        #expect(round.held == nil && round.share(of: 1, at: Self.start + .seconds(2.5)) == 0)
    }

    @Test func `every word of a script has its meaning`() throws {
        let noon = "2026-11-21T12:00:00.000000000+00:00"
        let acts: [(String, HabitAct)] = [
            ("clock \(noon)", .clock(try #require(WallTime(noon)))), ("aim 1", .aim(0)), ("choose 12", .choose(11)),
            ("step -1", .step(-1)), ("press", .press), ("release", .release), ("activate", .activate), ("undo", .undo),
            ("new", .new), ("edit", .edit), ("remove", .remove), ("type Walk_the_dog", .type("Walk the dog")),
            ("erase", .erase), ("field 1", .field(1)), ("value -1", .value(-1)), ("back", .back), ("chart", .chart),
            ("guide", .guide),
        ]
        let hand: [(String, HandEvent)] = [
            ("down 10 20", .pointer(PointerEvent(.down, at: Point(x: 10, y: 20)))),
            ("key+ space", .key(KeyEvent(.space))), ("let-go", .letGo),
        ]
        for (line, action) in acts.map({ ($0, HabitAction.act($1)) }) + hand.map({ ($0, .hand($1)) }) {
            let words = line.split(separator: " ").map(String.init)
            #expect(HabitAction(word: words[0], arguments: Array(words.dropFirst())) == action)
            #expect(HabitAction(word: words[0], arguments: words) == nil, "too many arguments")
            #expect(HabitAction.words.contains(words[0]))
        }
        #expect(Set(acts.compactMap { $0.0.split(separator: " ").first.map(String.init) }) == Set(HabitAct.words))
        #expect(HabitAction(word: "choose", arguments: ["9223372036854775807"]) == nil)
        #expect(HabitAction(word: "clock", arguments: ["noon"]) == nil)
    }

    @Test func `changes to save are reported turn by turn, and can be restored`() throws {
        var session = try session(seed: 5, rounds: 1)
        let before = session
        _ = session.advance(to: Self.start + .seconds(60))
        let changes = session.changes(since: before)
        var kept = SavedProgress()
        for change in changes {
            switch change {
            case .value(let key, let text): kept.values[key] = text
            case .done(let day): kept.days.append(day)
            case .undone: break
            }
        }
        var next = try self.session(seed: 6, rounds: 1)
        try next.restore(kept)
        #expect(next.round.book == session.round.book && !kept.days.isEmpty)
        #expect(session.changes(since: session).isEmpty)
    }
}
