import Glibc
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudTestSupport

@testable import thud

/// The time of day that a game receives, from clocks that a test moves.
@Suite struct ProgressKeepingTests {
    /// The clocks of a machine that can be suspended.
    private final class Machine {
        var monotonic = Instant(nanoseconds: 5_000_000_000_000)
        /// 2026-11-21T12:00:00Z, far from every midnight.
        var realtime: Int64 = 1_795_262_400_000_000_000

        var clocks: WallClocks { WallClocks(monotonic: { self.monotonic }, realtime: { self.realtime }) }

        func pass(_ time: Interval) {
            monotonic = monotonic + time
            realtime += time.nanoseconds
        }

        /// CLOCK_MONOTONIC stands still.
        func sleep(_ time: Interval) { realtime += time.nanoseconds }
    }

    @Test func `a round can be resumed before it is written, and that of the day stays one`() throws {
        let game = try #require(Games.named("kape"))
        let store = try ProgressStore(game, isRemembering: false, decks: [])
        let plan = RoundPlan(mode: "round", deckID: "mix", seconds: 60)
        let keeper = RoundKeeper(game, plan, store, remembersCards: false)
        var daily = plan
        daily.isDaily = true
        keeper.begin(daily, seed: 1, isDecidedBySeed: true)
        var setup = keeper.setup(Preferences(), lead: .zero)
        setup.cards = ["one", "two"]
        let start = Instant(nanoseconds: 0)
        let session = try game.session(setup, by: .bot(rounds: 1), start: start)
        keeper.save(session, at: start)
        for seed: UInt64 in 0..<100 {
            keeper.resume(try #require(store.takeSavedRound()), plan, seed: seed)
            #expect(keeper.plan.isDaily)
        }
    }

    @Test func `the latest score is marked until a round without points`() throws {
        let store = try ProgressStore(try #require(Games.named("kape")), isRemembering: false, decks: [])
        let key = try #require(store.boardKey(ofMode: "round", seconds: 60))
        for (score, latest) in [(5, 0), (7, 0), (3, 2), (0, nil)] as [(Int, Int?)] {
            let outcome = Outcome(score: score, accuracy: 1, seconds: 60, summary: "")
            let isBest = store.record(outcome, mode: "round", seed: nil, player: nil)
            #expect(isBest == (score == 7) && store.boards[key]?.latest == latest, "\(score)")
        }
    }

    @Test func `a deck of which all cards were seen begins again with the last of them`() throws {
        let store = try ProgressStore(try #require(Games.named("kape")), isRemembering: false, decks: [])
        let text =
            #"{"id": "d", "title": "T", "description": "D", "icon": "🦅", "difficulty": "Bishë", "#
            + #""language": "sq", "cards": ["a", "b"]}"#
        let deck = try Deck(parsing: Array(text.utf8), file: "d.json")
        for (card, seen) in [("a", ["a"]), ("a", ["a"]), ("b", ["b"]), ("a", ["a"])] as [(String, Set<String>)] {
            store.markSeen(card, of: deck, as: "d")
            #expect(store.seen(of: deck, as: "d") == seen)
        }
    }

    /// A day of two habits on such a machine.
    private struct Day {
        let machine = Machine()
        let store: ProgressStore
        let keeper: RoundKeeper
        var session: (any GameSession)?

        init() throws {
            let game = try #require(Games.named("habit"))
            store = try ProgressStore(game, isRemembering: false, decks: [])
            keeper = RoundKeeper(
                game, RoundPlan(mode: "day", seconds: 0), store, remembersCards: false, clocks: machine.clocks)
            let setup = RoundSetup(mode: "day", seed: 1)
            var session = try game.session(setup, by: .person, start: machine.monotonic)
            try keeper.restoreProgress(into: &session)
            self.session = session
        }

        /// Runs an iteration of the loop and returns the texts shown in it.
        mutating func advance() -> [String] {
            let now = machine.monotonic
            keeper.tellTime(to: &session, now)
            let effects = session?.advance(to: now) ?? []
            keeper.keepProgress(of: session, now)
            return effects.compactMap { if case .show(let moment) = $0.effect { moment.text } else { nil } }
        }

        /// Performs an action so long after the previous one.
        mutating func does(_ line: String, after time: Interval = .milliseconds(250)) {
            machine.pass(time)
            let now = machine.monotonic
            let isKnown = session?.perform(line: line, at: now)
            #expect(isKnown == true)
        }

        mutating func makeHabits() {
            for name in ["Read", "Water"] {
                for line in ["new", "type \(name)", "activate", "activate", "activate"] {
                    does(line)
                    _ = advance()
                }
            }
        }
    }

    @Test func `the first key after a night's sleep belongs to the new day`() throws {
        var day = try Day()
        let opening = day.advance()
        #expect(opening.count == 1 && opening[0].hasPrefix("It is "), "\(opening)")
        day.makeHabits()
        day.does("activate", after: .seconds(2))
        let evening = day.advance()
        #expect(evening.contains("Water done."), "\(evening)")
        day.machine.sleep(.seconds(86_400))
        // The key wakes the loop, and waits until the time is passed on.
        day.does("activate", after: .seconds(1))
        let told = day.advance()
        #expect(told.first?.hasPrefix("It is ") == true && told.contains("Water done, 2 days in a row."), "\(told)")
        day.keeper.endProgress(of: day.session)
        #expect(day.store.close().isEmpty)
        #expect(try day.store.kept().days.count == 2)
    }

    @Test func `a ring held across a suspension counts for the day on which it fills`() throws {
        var day = try Day()
        _ = day.advance()
        day.makeHabits()
        day.does("press", after: .seconds(2))
        let pressed = day.advance()
        #expect(pressed.contains("Water"), "\(pressed)")
        day.machine.pass(.seconds(1))
        _ = day.advance()
        day.machine.sleep(.seconds(86_400))
        day.machine.pass(.seconds(2))
        let told = day.advance()
        let date = try #require(told.firstIndex { $0.hasPrefix("It is ") })
        let done = try #require(told.firstIndex { $0 == "Water done." })
        #expect(date < done)
    }

    @Test func `the time is passed on once a minute, and at once if a clock jumps by half a second`() throws {
        var day = try Day()
        _ = day.advance()
        let first = day.machine.monotonic
        #expect(day.keeper.nextTelling == first + .seconds(60))
        day.machine.pass(.seconds(10))
        day.machine.sleep(.milliseconds(400))
        _ = day.advance()
        #expect(day.keeper.nextTelling == first + .seconds(60), "a clock that is slewed has not leapt")
        day.machine.sleep(.milliseconds(200))
        _ = day.advance()
        #expect(day.keeper.nextTelling == first + .seconds(70))
        day.machine.pass(.seconds(5))
        day.machine.sleep(.seconds(-3_600))
        _ = day.advance()
        #expect(day.keeper.nextTelling == first + .seconds(75), "a clock may be set back")
    }

    @Test func `a changed time zone is noticed`() async {
        // Runs in a separate process, because a process has one zone.
        await promptly {
            await #expect(processExitsWith: .success) {
                setenv("TZ", "UTC0", 1)
                #expect(WallClocks.text(of: 1_250_000_000) == "1970-01-01T00:00:01.250000000+00:00")
                setenv("TZ", "EST5", 1)
                #expect(WallClocks.text(of: 1_000_000_001) == "1969-12-31T19:00:01.000000001-05:00")
            }
        }
    }

    @Test func `the machine's clocks match their names`() {
        let clocks = WallClocks()
        let before = Instant.now()
        let told = clocks.monotonic()
        #expect(told >= before && told <= .now())
        let earliest = Int64(time(nil)) - 1
        let seconds = clocks.realtime() / 1_000_000_000
        #expect(seconds >= earliest && seconds <= Int64(time(nil)) + 1)
    }
}
