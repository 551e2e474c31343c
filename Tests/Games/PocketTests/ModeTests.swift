import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudInput

@testable import ThudPocket

struct ModeTests {
    @Test("One press starts another round, and its first prompt comes 0.5 s later")
    func restart() throws {
        var game = PocketHarness()
        game.advance(3_500)
        let again = PocketHarness.at(3_600)
        #expect(game.press(.playAgain, at: again).contains(.cue(.button)))
        game.advance(to: again + .milliseconds(499))
        #expect(game.asked == nil)
        game.advance(to: again + .milliseconds(500))
        #expect(game.asked?.shown == again + .milliseconds(500))
        #expect(game.session.round.progress.score == 0)
    }

    @Test("Two taps of the space bar start another round")
    func restartByDoubleTap() throws {
        var game = PocketHarness()
        game.advance(3_500)
        game.hand(.key(KeyEvent(.space)), at: PocketHarness.at(3_850))
        #expect(game.session.round.stage == .finished)
        game.hand(.key(KeyEvent(.space)), at: PocketHarness.at(4_000))
        #expect(game.session.round.stage == .ready)
        game.advance(4_500)
        #expect(game.asked?.shown == PocketHarness.at(4_500))
    }

    @Test("A double tap that is just too late for its prompt starts no other round")
    func lateDoubleTap() {
        var game = PocketHarness()
        game.advance(3_500)
        game.make(.doubleTap, at: PocketHarness.at(3_501))
        #expect(game.session.round.stage == .finished)
        game.make(.doubleTap, at: PocketHarness.at(3_850))
        #expect(game.session.round.stage == .ready)
    }

    @Test("Memory shows every step at its instant and repeats the sequence, one more each time")
    func memory() throws {
        var game = PocketHarness(.memory, seed: 9)
        for length in 1...6 {
            let due = try #require(game.session.nextDeadline)
            let effects = game.advance(to: due)
            guard case .showing(let first) = game.session.round.phase else {
                Issue.record("nothing is shown")
                return
            }
            #expect(first == due + .milliseconds(100))
            let sequence = game.session.round.progress.sequence
            #expect(sequence.count == length)
            let steps = effects.compactMap { if case .schedule(let cue, let at, _) = $0 { (cue, at) } else { nil } }
            #expect(steps.map(\.0) == sequence.map(\.gesture.step))
            #expect(steps.map(\.1) == (0..<length).map { first + .milliseconds(800 * Int64($0)) })
            var now = first + .milliseconds(800 * Int64(length) + 500)
            game.advance(to: now)
            for (index, prompt) in sequence.enumerated() {
                let asked = try #require(game.asked)
                #expect(asked.shown == now)
                #expect(asked.limit == .milliseconds(3_000))
                now = now + .milliseconds(400)
                game.session.give(.action(.gesture(prompt.answer)), at: now)
                let effects = game.advance(to: now)
                #expect(effects.cues == [.right])
                #expect(effects.scheduled(.round) == (index == length - 1 ? now + .milliseconds(120) : nil))
            }
            #expect(game.session.round.progress.score == length)
            #expect(game.session.round.nextDeadline == now + .milliseconds(500))
        }
        // During the repeat, no text reveals the gesture.
        let prompts = game.effects.compactMap {
            if case .show(let moment) = $0.effect, moment.kind == .prompt { moment.text } else { nil }
        }
        #expect(prompts.prefix(3) == ["step 1 of 1", "step 1 of 2", "step 2 of 2"])
    }

    @Test(
        "In Versus both play the same prompts, and a failure ends the match after even turns",
        arguments: [0, 1])
    func versus(failing: Int) throws {
        var game = PocketHarness(.versus, seed: 4)
        var prompts: [[PocketPrompt]] = [[], []]
        var turns: [Int] = []
        while game.session.round.stage == .handOver, turns.count < 20 {
            let match = try #require(game.session.round.progress.match)
            turns.append(match.player)
            #expect(match.length == (turns.count + 1) / 2)
            game.press(.ready, at: game.effects.last?.cause ?? PocketHarness.start)
            for _ in 0..<match.length {
                game.advance(to: try #require(game.session.nextDeadline).advancedIfReady(game))
                let asked = try #require(game.asked)
                let prompt = try #require(asked.prompt)
                prompts[match.player].append(prompt)
                let fails = match.player == failing && match.length == 3
                if fails {
                    game.advance(to: try #require(asked.deadline))
                    break
                }
                game.session.give(.action(.gesture(prompt.answer)), at: asked.shown + .milliseconds(300))
                game.advance(to: asked.shown + .milliseconds(300))
            }
        }
        #expect(turns == [0, 1, 0, 1, 0, 1])
        // Each player's third success speeds up the rest of their match, and so does the winner's sixth.
        let faster = game.effects.count { if case .schedule(.faster, _, _) = $0.effect { true } else { false } }
        #expect(faster == 3)
        let told = game.effects.compactMap { if case .show(let moment) = $0.effect { moment.text } else { nil } }
        #expect(told.filter { $0.hasPrefix("faster: ") }.count == faster && told.contains("faster: 2.8 s a gesture"))
        #expect(told.contains("3.0 s a gesture"), "a screen reader is told what the ring shows")
        #expect(zip(prompts[0], prompts[1]).allSatisfy { $0 == $1 })
        let result = try #require(game.result)
        #expect(result.match?.winner == 1 - failing)
        #expect(result.match?.scores[failing] == 3)
        #expect(result.score == 6)
        // A win is celebrated like a best score.
        let end = try #require(game.effects.last).cause
        #expect(game.effects.map(\.effect).scheduled(.record) == end + .milliseconds(800))
        #expect(
            result.outcome.shares
                == [0, 1].map { .init(player: "Player \($0 + 1)", score: $0 == failing ? 3 : 6) })
    }

    @Test("In PvP one player repeats the other's gestures, and then they swap")
    func pvp() throws {
        var game = PocketHarness(.pvp, seed: 4)
        var now = PocketHarness.start
        func ready(_ game: inout PocketHarness) {
            if game.session.round.stage == .handOver { game.press(.ready, at: now) }
            if let due = game.session.nextDeadline, game.session.round.stage == .ready { game.advance(to: due) }
            now = game.asked?.shown ?? now
        }
        func make(_ gesture: PocketGesture, _ game: inout PocketHarness) {
            now = now + .milliseconds(300)
            game.session.give(.action(.gesture(gesture)), at: now)
            game.advance(to: now)
        }
        ready(&game)
        #expect(game.asked?.prompt == nil)
        make(.shake, &game)
        #expect(game.session.round.stage == .handOver)
        // Whatever happens in between, the other player's turn waits for a deliberate press.
        game.session.give(.interruption, at: now)
        game.press(.pause, at: now)
        game.press(.resume, at: now)
        #expect(game.session.round.stage == .handOver)
        ready(&game)
        #expect(game.asked?.prompt?.gesture == .shake)
        make(.shake, &game)
        // The second player leads now, without a hand-over.
        #expect(game.session.round.stage == .ready)
        ready(&game)
        #expect(game.asked?.prompt == nil)
        make(.tap, &game)
        ready(&game)
        #expect(game.asked?.prompt?.gesture == .tap)
        make(.raise, &game)
        let result = try #require(game.result)
        #expect(result.match?.winner == 1)
        #expect(result.match?.scores == [0, 1])
    }

    @Test("In PvP only what was shown is repeated after a turn that failed")
    func shortened() throws {
        var game = PocketHarness(.pvp, seed: 4)
        var now = PocketHarness.start
        func ready(_ game: inout PocketHarness) throws {
            if game.session.round.stage == .handOver { game.press(.ready, at: now) }
            game.advance(to: try #require(game.session.nextDeadline))
            now = try #require(game.asked).shown
        }
        func make(_ gesture: PocketGesture, _ game: inout PocketHarness) {
            now = now + .milliseconds(300)
            game.session.give(.action(.gesture(gesture)), at: now)
            game.advance(to: now)
        }
        for gesture in [.shake, .shake, .raise, .raise, .shake] as [PocketGesture] {
            try ready(&game)
            make(gesture, &game)
        }
        // The second of two gestures never comes.
        now = try #require(game.asked?.deadline)
        game.advance(to: now)
        #expect(game.effects.last?.effect == .show(.note("Player 2's turn, repeat, 1 gesture")))
        try ready(&game)
        #expect(game.asked?.prompt?.gesture == .shake)
        make(.shake, &game)
        #expect(game.asked == nil && game.session.round.progress.match?.turn == 6)
    }

    @Test(
        "Every match begins with a hand-over that names the player, and a saved one returns to it",
        arguments: [PocketMode.versus, .pvp])
    func handsOver(mode: PocketMode) throws {
        let what = mode == .pvp ? ", make any gesture" : ""
        let turn = Moment.note("Player 1's turn\(what), 1 gesture")
        var game = PocketHarness(mode, seed: 4)
        #expect(game.effects.map(\.effect) == [.show(turn)])
        expectHandOver(game.session.round.suspended(at: PocketHarness.start), telling: turn)
        // Nobody makes a gesture.
        var now = PocketHarness.start
        while game.result == nil {
            if game.session.round.stage == .handOver { game.press(.ready, at: now) }
            now = try #require(game.session.nextDeadline)
            game.advance(to: now)
        }
        #expect(game.effects.map(\.effect).scheduled(.record) == nil, "a draw has no winner")
        expectHandOver(game.session.round.suspended(at: now), telling: turn)
        let effects = game.press(.playAgain, at: now + .milliseconds(900))
        #expect(effects.contains(.show(turn)) && effects.contains(.cue(.button)))
        #expect(game.session.round.stage == .handOver && game.session.nextDeadline == nil)
        game.press(.ready, at: now + .seconds(9))
        #expect(game.session.nextDeadline == now + .milliseconds(9_500))
    }

    /// Expects a saved match to wait for its next player, whatever is pressed, and its session to announce the turn.
    private func expectHandOver(_ kept: PocketRound, telling turn: Moment) {
        var round = kept
        #expect(round.stage == .handOver && round.nextDeadline == nil && round.opening == turn)
        let start = Instant(nanoseconds: 5)
        let effects = round.reduce(.press(.resume), at: start)
        #expect(effects.isEmpty && round.stage == .handOver)
        _ = round.reduce(.press(.ready), at: start)
        #expect(round.nextDeadline == start + .milliseconds(500))
    }

    @Test("The tutorial requests all fourteen in turn, and a mistake ends nothing")
    func tutorial() throws {
        var game = PocketHarness(.tutorial, discreet: true, seed: 2)
        game.advance(500)
        for gesture in PocketGesture.allCases {
            let asked = try #require(game.asked)
            #expect(asked.prompt?.gesture == gesture)
            #expect(asked.deadline == nil)
            let wrong: PocketGesture = asked.prompt?.answer == .raise ? .lower : .raise
            game.session.give(.action(.gesture(wrong)), at: asked.shown + .milliseconds(300))
            #expect(game.advance(to: asked.shown + .milliseconds(300)).cues == [.failure])
            let again = try #require(game.asked)
            #expect(again.prompt == asked.prompt)
            let answer = try #require(again.prompt?.answer)
            game.session.give(.action(.gesture(answer)), at: again.shown + .milliseconds(300))
            #expect(game.advance(to: again.shown + .milliseconds(300)).cues == [.right])
        }
        #expect(game.result?.reason == .done)
    }

    @Test("A pause cancels scheduled cues, and another prompt with its full time follows it")
    func pause() throws {
        var game = PocketHarness(seed: 6)
        game.advance(1_000)
        let before = try #require(game.asked)
        game.session.give(.interruption, at: PocketHarness.at(2_000))
        #expect(game.advance(2_000) == [.silence, .cancelScheduled])
        #expect(game.session.round.stage == .paused)
        #expect(game.advance(60_000).isEmpty)
        game.press(.resume, at: PocketHarness.at(60_000))
        game.advance(60_500)
        let after = try #require(game.asked)
        #expect(after.shown == PocketHarness.at(60_500))
        #expect(after.deadline == PocketHarness.at(63_500))
        #expect(after.prompt != before.prompt)
    }

    @Test("The same seed gives the same effects however time is divided", arguments: PocketMode.allCases)
    func division(mode: PocketMode) {
        var generator = SeededGenerator(seed: 12)
        for seed in 0..<5 as Range<UInt64> {
            var whole = PocketHarness(mode, seed: seed, bot: PocketBot(seed: seed), rounds: 2)
            whole.advance(120_000)
            var divided = PocketHarness(mode, seed: seed, bot: PocketBot(seed: seed), rounds: 2)
            var now: Int64 = 0
            while now < 120_000 {
                now += 1 + Int64(generator.index(below: 40))
                divided.advance(min(now, 120_000))
            }
            #expect(whole.effects == divided.effects)
            #expect(!whole.effects.isEmpty)
        }
    }

    @Test("A snapshot in mid-round has the same future", arguments: PocketMode.allCases)
    func snapshot(mode: PocketMode) throws {
        for seed in 0..<5 as Range<UInt64> {
            let body = PocketPlayerModel(bot: PocketBot(seed: seed))
            let round = PocketRound(settings: PocketSettings(mode: mode, seed: seed))
            var session = Session<Pocket>(round: round, model: body, start: PocketHarness.start)
            _ = session.advance(to: PocketHarness.at(2_345))
            var restored = session
            restored.round = try JSONDecoder().decode(PocketRound.self, from: JSONEncoder().encode(session.round))
            #expect(session.advance(to: PocketHarness.at(60_000)) == restored.advance(to: PocketHarness.at(60_000)))
        }
    }

    @Test("A saved round holds no instant and resumes with a press", arguments: PocketMode.allCases)
    func suspension(mode: PocketMode) throws {
        var game = PocketHarness(mode, seed: 3, bot: PocketBot(seed: 3, isPerfect: true))
        game.advance(4_000)
        let kept = game.session.round.suspended(at: PocketHarness.at(4_000))
        // A turn that nobody has started yet is handed over again.
        let isHandedOver = game.session.round.stage == .handOver
        #expect(kept.stage == (isHandedOver ? .handOver : .paused))
        #expect(kept.nextDeadline == nil)
        #expect(kept.progress.score == game.session.round.progress.score)
        var later = kept
        // After a restart of the machine its clock begins at zero.
        let effects = later.reduce(.press(isHandedOver ? .ready : .resume), at: Instant(nanoseconds: 5))
        #expect(effects.contains(.cue(.button)))
        #expect(later.nextDeadline == Instant(nanoseconds: 500_000_005))
    }

    @Test("A saved match without its players' turns is refused")
    func withoutMatch() throws {
        let round = PocketRound(settings: PocketSettings(mode: .versus, seed: 1))
        let text = String(decoding: try JSONEncoder().encode(round), as: UTF8.self)
        let broken = text.replacing("\"match\":{", with: "\"none\":{")
        #expect(broken != text && round.isPossible)
        #expect(try !JSONDecoder().decode(PocketRound.self, from: Data(broken.utf8)).isPossible)
    }

    @Test("Broken progress is refused")
    func brokenProgress() throws {
        let progress = PocketProgress(PocketSettings(mode: .versus, seed: 1), seed: 1)
        let text = String(decoding: try JSONEncoder().encode(progress), as: UTF8.self)
        #expect(progress.isPossible)
        for (good, bad) in [
            ("\"successes\":0", "\"successes\":9223372036854775807"), ("\"cursors\":[0,0]", "\"cursors\":[-1,0]"),
            ("\"scores\":[0,0]", "\"scores\":[]"), ("\"pool\":[", "\"pool\":[],\"spool\":["),
        ] {
            let broken = text.replacing(good, with: bad)
            #expect(broken != text)
            #expect(try !JSONDecoder().decode(PocketProgress.self, from: Data(broken.utf8)).isPossible)
        }
    }
}

extension Instant {
    /// Returns the deadline of a round that is about to begin, otherwise the start of the current prompt.
    fileprivate func advancedIfReady(_ game: PocketHarness) -> Instant {
        game.session.round.stage == .ready ? self : game.asked?.shown ?? self
    }
}
