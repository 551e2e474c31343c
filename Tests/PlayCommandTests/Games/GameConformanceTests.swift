import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudInput
import ThudTerminal

@testable import thud

/// What every game must satisfy, over the registry: a new game gets these tests with its entry there.
@Suite struct GameConformanceTests {
    struct Played: Sendable, CustomTestStringConvertible {
        let game: any GameView.Type
        let mode: String

        static let all = Games.all.flatMap { game in
            game.description.modes.map { Played(game: game, mode: $0.name) }
        }

        var testDescription: String { "\(game.description.name) \(mode)" }

        static let start = Instant(nanoseconds: 7_000_000_000_000)
        /// Longer than any bot needs for a round.
        static let longest = Interval.seconds(3_600)

        func setup(seed: UInt64, handsOver: Bool = false) -> RoundSetup {
            RoundSetup(
                mode: mode, length: .seconds(20), seed: seed,
                cards: game.description.usualDeck == nil ? [] : (0..<40).map { "card \($0)" }, handsOver: handsOver)
        }

        func session(seed: UInt64, rounds: Int = 1) throws -> any GameSession {
            try game.session(setup(seed: seed), by: .bot(rounds: rounds), start: Self.start)
        }
    }

    /// Plays until nothing more happens, in the steps that `step` gives.
    private func play(
        _ session: inout any GameSession, step: (Instant, any GameSession) -> Instant
    ) -> [SessionEffect] {
        var effects: [SessionEffect] = []
        var now = Played.start
        while now < Played.start + Played.longest, session.nextDeadline != nil {
            if session.stage == .finished, session.isSimulationDone, !session.hasRoundsLeft { break }
            now = max(now, step(now, session))
            effects += session.advance(to: now)
        }
        return effects
    }

    private func playByDeadlines(_ session: inout any GameSession) -> [SessionEffect] {
        play(&session) { now, session in session.nextDeadline ?? now + .seconds(1) }
    }

    @Test func `a pause speaks of time only in a game whose every mode has a clock`() {
        for game in Games.all where !game.description.isTimed {
            for word in [ShellWord.clockStands, .helpPause] { #expect(!game.theme.words[word].text.contains("ime")) }
        }
    }

    @Test func `the launcher starts each game by a letter of its own`() {
        let letters = Games.names.map { $0.prefix(1) } + ["a", "b", "q", "t"]
        #expect(Set(letters).count == letters.count, "the first letter of a new game's name must be free: \(letters)")
    }

    @Test func `one game has decks`() {
        let games = Games.all.filter { $0.description.usualDeck != nil }
        #expect(games.count == 1, "`thud decks`, and a player's own decks, are those of \(Games.withDecks) alone")
    }

    @Test(arguments: Played.all)
    func `the bot ends every mode, and the outcome is the round's last effect`(played: Played) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            var session = try played.session(seed: seed)
            let effects = playByDeadlines(&session)
            #expect(session.stage == .finished, "seed \(seed)")
            let outcomes = effects.compactMap { effect -> Outcome? in
                if case .finished(let outcome) = effect.effect { outcome } else { nil }
            }
            #expect(outcomes.count == 1)
            #expect(outcomes.first?.summary.isEmpty == false)
            #expect(session.result != nil)
        }
    }

    @Test(arguments: Played.all)
    func `the help of a result names the leaderboard only in a game that has one`(played: Played) throws {
        var session = try played.session(seed: 1)
        _ = playByDeadlines(&session)
        var flow = ShellFlow(played.game.description, preferences: Preferences(), mode: played.mode)
        flow.startAtOnce(deck: nil)
        _ = flow.act(.help, stage: .finished, at: Played.start)
        let picture = ShellPicture(
            theme: played.game.theme, flow: flow, session: session, now: Played.start, sceneAge: 9)
        let text = picture.canvas(Size(columns: 80, rows: 24), letters: LetterCase()).grid.lines.joined()
        let board = played.game.theme.words[.helpOpenBoard].text
        #expect(text.contains(board) == !flow.boards.isEmpty && text.contains("▸") == !flow.boards.isEmpty, "\(text)")
    }

    @Test(arguments: Played.all)
    func `any division of time gives the same effects, and so does the same seed again`(played: Played) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var whole = try played.session(seed: seed)
            let expected = playByDeadlines(&whole)
            #expect(!expected.isEmpty)
            let end = expected.map(\.cause).max() ?? Played.start
            var ragged = try played.session(seed: seed)
            var jitter = SeededGenerator(seed: seed)
            var effects: [SessionEffect] = []
            var now = Played.start
            while now < end {
                now = min(now + .seconds(jitter.between(0, 0.7)), end)
                effects += ragged.advance(to: now)
            }
            #expect(effects == expected)
            var once = try played.session(seed: seed)
            #expect(once.advance(to: end) == expected)
        }
    }

    @Test(arguments: Played.all)
    func `a snapshot in the middle has the same future`(played: Played) throws {
        var whole = try played.session(seed: 11)
        let expected = playByDeadlines(&whole)
        let end = expected.map(\.cause).max() ?? Played.start
        let length = (end - Played.start).seconds
        for share in [0.05, 0.3, 0.5, 0.8, 0.95] {
            var first = try played.session(seed: 11)
            let middle = Played.start + .seconds(share * length)
            let past = first.advance(to: middle)
            var second = try Self.restored(first)
            #expect(past + second.advance(to: end) == expected, "after \(share) of the round")
        }
    }

    @Test(arguments: Played.all)
    func `less motion in the middle is an event: the same however time is divided, and after a restart`(
        played: Played
    ) throws {
        func session() throws -> any GameSession {
            var session = try played.session(seed: 4)
            session.reduceMotion(true, at: Played.start + .seconds(3.3))
            session.reduceMotion(false, at: Played.start + .seconds(9))
            return session
        }
        var whole = try session()
        let expected = playByDeadlines(&whole)
        #expect(whole.stage == .finished)
        let end = expected.map(\.cause).max() ?? Played.start
        var once = try session()
        #expect(once.advance(to: end) == expected)
        for seconds in [3.2, 3.4, 9.5] {
            var first = try session()
            let past = first.advance(to: Played.start + .seconds(seconds))
            var second = try Self.restored(first)
            #expect(past + second.advance(to: end) == expected, "after \(seconds) s")
        }
    }

    @Test(arguments: Played.all)
    func `a script's interruption silences playing cues like any pause, before its button cue`(
        played: Played
    ) throws {
        for line in ["interruption", "pause"] {
            var session = try played.session(seed: 5)
            _ = session.advance(to: Played.start + .seconds(4))
            let wasPlaying = session.stage == .playing || session.stage == .countdown
            let isKnown = session.perform(line: line, at: Played.start + .seconds(4))
            #expect(isKnown)
            let effects = session.advance(to: Played.start + .seconds(4)).map(\.effect)
            guard wasPlaying || line == "interruption" else { continue }
            #expect(effects.first == .silence, "\(line)")
        }
    }

    @Test(arguments: Played.all)
    func `a saved round holds no instant and continues after a restart`(played: Played) throws {
        var session = try played.session(seed: 3)
        _ = session.advance(to: Played.start + .seconds(6))
        let early = session.suspended(at: Played.start + .seconds(6))
        let kept = SuspendedRound(try Self.copied(early.round))
        #expect(kept == early)
        // A restarted machine has an earlier clock.
        let start = Instant(nanoseconds: 1_000_000_000)
        let resumed = try played.game.session(
            resuming: kept, lead: .milliseconds(100), seed: 3, by: .bot(rounds: 1), start: start)
        var later = try #require(resumed)
        #expect(later.stage.isUnderWay)
        var now = start
        while now < start + Played.longest, later.stage != .finished {
            // A person presses the button to continue; after a hand-over, a bot does so by itself.
            if later.stage == .paused {
                later.press(.resume, at: now)
                _ = later.advance(to: now)
            }
            guard let next = later.nextDeadline else { break }
            now = max(now, next)
            _ = later.advance(to: now)
        }
        #expect(later.stage == .finished)
    }

    @Test(arguments: Played.all.filter { $0.game.description.hasTournament })
    func `a finished turn of a tournament is saved as the hand-over to the next player`(played: Played) throws {
        var session = try played.game.session(
            played.setup(seed: 3, handsOver: true), by: .bot(rounds: 1), start: Played.start)
        #expect(session.stage == .handOver)
        _ = playByDeadlines(&session)
        #expect(session.stage == .finished)
        let kept = SuspendedRound(
            try Self.copied(session.suspended(at: Played.start + Played.longest).round))
        let resumed = try played.game.session(
            resuming: kept, lead: .milliseconds(100), seed: 3, by: .bot(rounds: 1), start: Played.start)
        #expect(resumed?.stage == .handOver)
    }

    @Test(arguments: Played.all)
    func `a saved round waits for its player, and with changed values it is refused or can be played`(
        played: Played
    ) throws {
        var generator = SeededGenerator(seed: 4)
        var session = try played.session(seed: 2)
        for moment in [0.0, 3, 9] {
            let instant = Played.start + .seconds(moment)
            _ = session.advance(to: instant)
            let kept = session.suspended(at: instant).round
            #expect(kept.isSuspended, "at \(moment) s")
            for _ in 0..<60 {
                guard let round = try? Self.changed(kept, &generator), round.isSuspended else { continue }
                try playOn(SuspendedRound(round), in: played.game)
            }
        }
    }

    /// Resumes a round that anyone may have written, plays it with the bot, and draws it.
    private func playOn(_ round: SuspendedRound, in game: any GameView.Type) throws {
        let resumed = try game.session(
            resuming: round, lead: .milliseconds(100), seed: 3, by: .bot(rounds: 1), start: Played.start)
        var session = try #require(resumed)
        for second in 0..<8 {
            let now = Played.start + .seconds(Double(second))
            session.press(session.stage == .handOver ? .ready : .resume, at: now)
            _ = session.take(.key(KeyEvent(.up)), size: Size(columns: 80, rows: 24), at: now)
            _ = session.advance(to: now)
            var canvas = Canvas(Size(columns: 80, rows: 24), letters: LetterCase(), theme: game.theme)
            if [.ready, .playing].contains(session.stage) { session.draw(at: now, age: 1, felt: [], on: &canvas) }
            _ = (session.figures(at: now), session.result)
        }
    }

    /// Returns the round with a number or a list of its saved text replaced.
    private static func changed(_ round: any Round, _ generator: inout SeededGenerator) throws -> any Round {
        func change<Rules: Round>(_ round: Rules) throws -> any Round {
            var text = String(decoding: try JSONEncoder().encode(round), as: UTF8.self)
            let places = text.matches(of: /:-?[0-9.]+|\[[^\[\]]*\]/).map(\.range)
            let place = places[generator.index(below: places.count)]
            let values = [":-1", ":0", ":1", ":7", ":9223372036854775807", ":0.5"]
            let value = text[place].hasPrefix("[") ? "[]" : values[generator.index(below: values.count)]
            text.replaceSubrange(place, with: value)
            return try JSONDecoder().decode(Rules.self, from: Data(text.utf8))
        }
        return try change(round)
    }

    @Test(arguments: Played.all)
    func `an interruption cancels scheduled cues, ends sustained ones, and pauses`(played: Played) throws {
        for moment in stride(from: 0.5, to: 12, by: 0.7) {
            var session = try played.session(seed: 5)
            var live: Set<LiveKey> = []
            var scheduled: [Instant] = []
            let instant = Played.start + .seconds(moment)
            func follow(_ effects: [SessionEffect]) {
                for effect in effects {
                    switch effect.effect {
                    case .begin(_, let key): live.insert(key)
                    case .end(let key, let fade):
                        live.remove(key)
                        #expect(fade <= .milliseconds(50) || session.stage != .paused)
                    case .schedule(_, let due, _): scheduled.append(due)
                    case .cancelScheduled, .silence: scheduled = []
                    case .cue, .turn, .ignored, .show, .finished: break
                    }
                }
            }
            follow(session.advance(to: instant))
            let wasUnderWay = session.stage.isUnderWay && session.stage != .handOver
            session.interrupt(at: instant)
            follow(session.advance(to: instant))
            guard wasUnderWay else { continue }
            #expect(session.stage == .paused, "at \(moment) s")
            #expect(scheduled.allSatisfy { $0 <= instant } && live.isEmpty, "at \(moment) s")
        }
    }

    @Test(arguments: Played.all)
    func `a paused round leaves keys and pointer to the pause, and takes no typed text`(
        played: Played
    ) throws {
        var session = try played.session(seed: 5)
        for moment in stride(from: 0.5, to: 8, by: 0.5) {
            let instant = Played.start + .seconds(moment)
            _ = session.advance(to: instant)
            var paused = session
            paused.interrupt(at: instant)
            _ = paused.advance(to: instant)
            guard paused.stage == .paused else { continue }
            #expect(!paused.isTyping, "at \(moment) s")
            let keys: [Key] = [.enter, .escape, .up, .character(" "), .character("p"), .character("s")]
            let inputs =
                keys.map { RoundInput.key(KeyEvent($0)) } + [
                    .pointer(PointerEvent(.down, at: Point(column: 40, row: 15)))
                ]
            for input in inputs {
                let isTaken = paused.take(input, size: Size(columns: 80, rows: 24), at: instant)
                #expect(!isTaken, "\(input) at \(moment) s")
            }
        }
    }

    /// Returns the session as it would continue if its round were saved and restored now.
    private static func restored(_ session: any GameSession) throws -> any GameSession {
        try #require(session as? any Restorable).restored(by: copied)
    }

    /// Returns the round after encoding and decoding it.
    private static func copied(_ round: any Round) throws -> any Round {
        func copy<Rules: Round>(_ round: Rules) throws -> Rules {
            try JSONDecoder().decode(Rules.self, from: JSONEncoder().encode(round))
        }
        return try copy(round)
    }
}

private protocol Restorable {
    func restored(by copy: (any Round) throws -> any Round) throws -> any GameSession
}

extension Session: Restorable where Played: GameView {
    fileprivate func restored(by copy: (any Round) throws -> any Round) throws -> any GameSession {
        var restored = self
        restored.round = try #require(copy(round) as? Rules)
        return restored
    }
}
