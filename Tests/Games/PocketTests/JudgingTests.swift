import Testing
import ThudCore
import ThudGameKit
import ThudInput

@testable import ThudPocket

struct JudgingTests {
    /// Returns a game whose first prompt requests this gesture.
    private func game(asking wanted: PocketGesture, mode: PocketMode = .classic) throws -> (
        PocketHarness, PocketRound.Asked
    ) {
        for seed in 1..<1_000 as Range<UInt64> {
            var game = PocketHarness(mode, seed: seed)
            game.advance(500)
            if let asked = game.asked, asked.prompt?.gesture == wanted { return (game, asked) }
        }
        throw NoSeed()
    }

    private struct NoSeed: Error {}

    @Test(
        "A gesture that begins up to the deadline counts, and 1 ms after it is too late",
        arguments: PocketGesture.allCases)
    func cause(gesture: PocketGesture) throws {
        for usesKeys in [false, true] {
            for (offset, isRight) in [(-1, true), (0, true), (1, false)] as [(Int64, Bool)] {
                var (game, asked) = try game(asking: gesture)
                let deadline = try #require(asked.deadline)
                let answer = try #require(asked.prompt?.answer)
                let movements = PocketBot.movements(answer, usesKeys: usesKeys)
                for movement in movements {
                    game.hand(movement.event, at: deadline + .milliseconds(offset + movement.delay))
                }
                game.advance(to: deadline + .milliseconds(1_100))
                #expect((game.session.round.progress.score == 1) == isRight, "\(gesture), \(offset) ms")
                if !isRight { #expect(game.result?.reason == .late) }
            }
        }
    }

    @Test("Without a gesture the failure is scheduled for the deadline, and sounds once")
    func timeout() throws {
        var game = PocketHarness()
        let first = game.advance(500)
        let asked = try #require(game.asked)
        #expect(asked.shown == PocketHarness.at(500))
        #expect(asked.deadline == PocketHarness.at(3_500))
        #expect(first.scheduled(.failure) == asked.deadline)
        #expect(game.advance(3_499).isEmpty)
        let last = game.advance(3_500)
        #expect(!last.contains(.cancelScheduled))
        #expect(last.cues.isEmpty)
        #expect(game.result?.reason == .late)
    }

    @Test("A beginning cancels the failure, and schedules it again if it comes to nothing")
    func beginnings() throws {
        var (game, asked) = try game(asking: .swipeUp)
        let down = HandEvent.pointer(PointerEvent(.down, at: Point(column: 40, row: 12)))
        let up = HandEvent.pointer(PointerEvent(.up, at: Point(column: 43, row: 12)))
        #expect(game.hand(down, at: PocketHarness.at(1_000)) == [.cancelScheduled])
        #expect(game.hand(up, at: PocketHarness.at(1_100)).scheduled(.failure) == asked.deadline)
        // Across the deadline as well: nothing came of it, so the failure sounds as soon as that is certain.
        game.hand(down, at: PocketHarness.at(3_400))
        #expect(game.advance(3_500).isEmpty)
        #expect(game.hand(up, at: PocketHarness.at(3_600)).cues == [.failure])
        #expect(game.result?.reason == .late)
        #expect(game.cues(.failure) == [PocketHarness.at(3_600)])
        #expect(game.result?.outcome.seconds == 3, "no longer than the prompt's time")
    }

    @Test("A gesture that begins but never ends is late after its grace period")
    func endless() throws {
        var (game, asked) = try game(asking: .doubleTap)
        let deadline = try #require(asked.deadline)
        let touch = [PointerEvent.Kind.down, .up].map {
            HandEvent.pointer(PointerEvent($0, at: Point(column: 40, row: 12)))
        }
        game.hand(touch[0], at: deadline - .milliseconds(10))
        game.hand(touch[1], at: deadline)
        #expect(game.advance(to: deadline + .milliseconds(349)).isEmpty)
        #expect(game.advance(to: deadline + .milliseconds(351)).cues == [.failure])
        #expect(game.result?.reason == .late)
    }

    @Test(
        "A key without reported releases counts as held at its first repeat, if pressed in time",
        arguments: [-59, -10, 0, 1] as [Int64], [KeyEvent.Kind.press, .repeated])
    func heldKey(offset: Int64, kind: KeyEvent.Kind) throws {
        var (game, asked) = try game(asking: .longPress)
        let pressed = try #require(asked.deadline) + .milliseconds(offset)
        game.hand(.key(KeyEvent(.space)), at: pressed)
        // X11 repeats after 660 ms. Few terminals distinguish that from another press.
        game.hand(.key(KeyEvent(.space, kind)), at: pressed + .milliseconds(660))
        #expect(game.session.round.progress.score == (offset <= 0 ? 1 : 0))
        let reason: PocketEnding? = offset <= 0 ? nil : .late
        #expect(game.result?.reason == reason)
    }

    @Test("A single tap for a requested double tap is wrong after 350 ms")
    func singleForDouble() throws {
        var (game, asked) = try game(asking: .doubleTap)
        game.make(.tap, at: asked.shown + .milliseconds(300))
        let up = asked.shown + .milliseconds(370)
        #expect(game.advance(to: up + .milliseconds(350)).isEmpty)
        #expect(game.advance(to: up + .milliseconds(351)).cues == [.failure])
        #expect(game.result?.reason == .wrong)
    }

    @Test("The second tap of a double tap after a right first tap is no mistake")
    func twin() throws {
        for seed in 1..<2_000 as Range<UInt64> {
            var game = PocketHarness(seed: seed)
            game.advance(500)
            guard let asked = game.asked, asked.prompt?.gesture == .tap else { continue }
            game.make(.doubleTap, at: asked.shown + .milliseconds(300))
            guard let next = game.asked?.prompt?.answer, next != .tap, next != .doubleTap else { continue }
            game.advance(to: asked.shown + .milliseconds(1_000))
            #expect(game.session.round.progress.score == 1)
            let open = try #require(game.asked)
            #expect(open.begun == nil)
            #expect(game.effects.map(\.effect).scheduled(.failure) == open.deadline)
            // After the tail of the first tap, an effect also reports that the second does not count.
            var slow = PocketHarness(seed: seed)
            slow.advance(500)
            slow.make(.tap, at: asked.shown + .milliseconds(300))
            let effects = slow.make(.tap, at: asked.shown + .milliseconds(370 + 350))
            #expect(effects.contains(.ignored(.right)) && effects.cues.isEmpty && slow.result == nil)
            #expect(slow.asked?.ignored == asked.shown + .milliseconds(370 + 420))
            #expect(slow.effects.map(\.effect).scheduled(.failure) == slow.asked?.deadline)
            // 351 ms after the first tap, the second counts.
            var late = PocketHarness(seed: seed)
            late.advance(500)
            late.make(.tap, at: asked.shown + .milliseconds(300))
            late.make(.tap, at: asked.shown + .milliseconds(370 + 351))
            #expect(late.result?.reason == .wrong)
            return
        }
        Issue.record("no seed asks for a tap and then for something else")
    }

    @Test("For 120 ms after a success, input is ignored as its tail, and reported")
    func tail() throws {
        for (delay, isIgnored) in [(119, true), (120, false)] as [(Int64, Bool)] {
            var (game, asked) = try game(asking: .swipeUp)
            let success = asked.shown + .milliseconds(300)
            game.make(.swipeUp, usesKeys: true, at: success)
            let next = try #require(game.asked?.prompt?.answer)
            let other: PocketGesture = next == .raise ? .lower : .raise
            let begun = try #require(game.asked).shown
            game.session.give(.action(.gesture(other)), at: begun + .milliseconds(delay))
            let effects = game.advance(to: begun + .milliseconds(500))
            #expect((game.result == nil) == isIgnored)
            #expect(effects.contains(.ignored(.right)) == isIgnored)
            #expect(game.asked?.ignored == (isIgnored ? begun + .milliseconds(delay) : nil))
        }
    }

    @Test("A touch that began before the prompt belongs to the previous one")
    func heldAcross() throws {
        var game = PocketHarness()
        game.hand(.pointer(PointerEvent(.down, at: Point(column: 40, row: 12))), at: PocketHarness.at(300))
        game.advance(500)
        game.hand(.pointer(PointerEvent(.up, at: Point(column: 40, row: 12))), at: PocketHarness.at(800))
        game.advance(1_500)
        #expect(game.asked != nil)
        #expect(game.session.round.progress.failures == 0)
    }

    @Test("A prompt's time counts from its appearance on the screen")
    func shownOnScreen() throws {
        var game = PocketHarness()
        game.advance(500)
        game.session.give(.action(.shown), at: PocketHarness.at(514))
        let effects = game.advance(514)
        #expect(game.asked?.shown == PocketHarness.at(514))
        #expect(effects.scheduled(.failure) == PocketHarness.at(3_514))
        // A second report changes nothing.
        game.session.give(.action(.shown), at: PocketHarness.at(540))
        #expect(game.advance(540).isEmpty)
        #expect(game.asked?.deadline == PocketHarness.at(3_514))
    }

    @Test("A slow terminal shortens no time: the limit starts with its frame, up to a second late")
    func shownLate() throws {
        for (delay, isTaken) in [(400, true), (1_000, true), (1_001, false)] as [(Int64, Bool)] {
            var game = PocketHarness()
            game.advance(500)
            game.session.give(.action(.shown), at: PocketHarness.at(500 + delay))
            game.advance(500 + delay)
            #expect(game.asked?.deadline == PocketHarness.at(3_500 + (isTaken ? delay : 0)))
        }
    }

    @Test("Every third success schedules faster 120 ms later, and a beginning does not cancel it")
    func faster() throws {
        var game = PocketHarness(seed: 5)
        let third = try #require(game.play { $1 == 2 })
        let answer = try #require(third.prompt?.answer)
        let success = third.shown + .milliseconds(500)
        game.session.give(.action(.gesture(answer)), at: success)
        let effects = game.advance(to: success)
        #expect(effects.cues == [.right])
        #expect(effects.scheduled(.faster) == success + .milliseconds(120))
        game.session.give(.action(.shown), at: success + .milliseconds(16))
        #expect(game.advance(to: success + .milliseconds(16)).scheduled(.faster) == success + .milliseconds(120))
        #expect(game.asked?.limit == .milliseconds(2_800))
    }

    @Test("The record sounds once, 0.8 s after the failure, and only for a new best score")
    func record() throws {
        for (best, isRecord) in [(nil, false), (0, true), (1, true), (2, false), (3, false)] as [(Int?, Bool)] {
            var game = PocketHarness(seed: 5, best: best)
            let asked = try #require(game.play { $1 == 2 })
            let end = try #require(asked.deadline)
            let effects = game.advance(to: end)
            #expect(effects.scheduled(.record) == (isRecord ? end + .milliseconds(800) : nil))
            #expect(effects.contains(.show(.note("NEW HIGH SCORE!"))) == isRecord)
            #expect(game.result?.score == 2)
        }
    }

    @Test("A round without points leaves no score to beat, but one with points does", arguments: [0, 1])
    func recordOfSession(first: Int) throws {
        var game = PocketHarness(seed: 5)
        for score in [first, first + 1] {
            let asked = try #require(game.play { $1 == score })
            game.advance(to: try #require(asked.deadline))
            #expect(game.result?.score == score)
            #expect(game.result?.isRecord == (score > first && first > 0))
            game.press(.playAgain, at: game.effects.last?.cause ?? PocketHarness.start)
        }
    }

    @Test("A pinch that ends a round leaves nothing held, so that the next one may be made with the wheel")
    func unreleasedPinch() throws {
        var game = PocketHarness(.pvp)
        game.press(.ready, at: PocketHarness.at(0))
        game.advance(500)
        for (kind, column) in [(PointerEvent.Kind.down, 10), (.move, 30)] {
            let event = PointerEvent(kind, .right, at: Point(column: column, row: 12))
            game.hand(.pointer(event), at: PocketHarness.at(600))
        }
        #expect(game.session.round.stage == .handOver)
        // The button goes up here, which no round sees.
        game.press(.ready, at: PocketHarness.at(2_000))
        game.advance(2_500)
        game.make(.pinch, at: PocketHarness.at(2_800))
        #expect(game.session.round.progress.match?.scores == [0, 1])
    }
}
