import Testing
import ThudCore
import ThudGameKit
import ThudInput

@testable import ThudPocket

struct BotTests {
    @Test("A perfect player never times out in 200 gestures, most of them at 1.0 s", arguments: [1, 2, 3] as [UInt64])
    func perfection(seed: UInt64) throws {
        var game = PocketHarness(seed: seed, bot: PocketBot(seed: seed, isPerfect: true))
        while game.session.round.progress.score < 200, game.result == nil {
            game.advance(to: try #require(game.session.nextDeadline))
        }
        #expect(game.result == nil)
        #expect(game.session.round.progress.failures == 0)
        #expect(game.cues(.right).count == 200)
        #expect(game.effects.count { if case .schedule(.faster, _, _) = $0.effect { true } else { false } } >= 10)
    }

    @Test("A hundred and fifty rounds of every mode end and add up", arguments: PocketMode.allCases)
    func rounds(mode: PocketMode) throws {
        for seed in 0..<150 as Range<UInt64> {
            var game = PocketHarness(mode, discreet: seed % 2 == 0, seed: seed, bot: PocketBot(seed: seed))
            var steps = 0
            while game.result == nil, steps < 20_000 {
                game.advance(to: try #require(game.session.nextDeadline))
                steps += 1
            }
            let result = try #require(game.result)
            let moments = game.effects.compactMap { if case .show(let moment) = $0.effect { moment } else { nil } }
            let answers = moments.filter { $0.kind == .answer }
            // Every prompt was answered or timed out, once.
            #expect(moments.count { $0.kind == .prompt } == answers.count)
            let progress = game.session.round.progress
            #expect(answers.count == progress.successes + progress.failures)
            #expect(answers.count { $0.text.hasPrefix("right") } == progress.successes)
            #expect(game.cues(.right).count == progress.successes)
            #expect(game.effects.count { if case .finished = $0.effect { true } else { false } } == 1)
            switch mode {
            case .classic, .endless, .practice: #expect(result.score == progress.successes)
            case .memory: #expect(result.score * (result.score + 1) / 2 <= progress.successes)
            case .tutorial: #expect(result.score == 14)
            case .pvp, .versus: #expect(result.match?.scores.max() == result.score)
            }
            if [.classic, .endless, .memory].contains(mode) { #expect(progress.failures == 1) }
            if mode == .practice {
                #expect(answers.count == PocketSettings.practiceShare * game.session.round.settings.pool.count)
            }
            if result.match == nil, let last = result.last {
                let points = Count.of(result.score, mode == .memory ? "sequence" : "gesture")
                #expect(result.outcome.summary == points + (last.isRight ? "" : "; \(last.text)"))
            }
        }
    }

    @Test("The bot plays the requested number of rounds, and no late tap starts another")
    func manyRounds() {
        var game = PocketHarness(.endless, seed: 7, bot: PocketBot(seed: 7), rounds: 3)
        game.advance(600_000)
        #expect(game.effects.count { if case .finished = $0.effect { true } else { false } } == 3)
        #expect(!game.session.hasRoundsLeft)
        #expect(game.session.round.stage == .finished)
    }

    @Test("The words of a script have their meaning", arguments: PocketAction.words)
    func words(word: String) throws {
        let arguments = [
            "surface": ["120", "40", "cells"], "key+": ["space"], "key*": ["x"], "key-": ["up"],
            "motion": ["0.0", "1.0", "-0.5", "0.25", "0.0", "3.0"],
        ]
        let kinds: [String: (PointerEvent.Kind, PointerEvent.Button)] = [
            "down": (.down, .left), "move": (.move, .left), "up": (.up, .left), "right-down": (.down, .right),
            "right-move": (.move, .right), "right-up": (.up, .right), "wheel": (.wheel, .none),
            "wheel-away": (.wheelAway, .none),
        ]
        let pointer = kinds[word].map { PointerEvent($0.0, $0.1, at: Point(x: 405, y: 250)) }
        let given = arguments[word] ?? (pointer == nil ? [] : ["405.0", "250.0"])
        let action: PocketAction? =
            switch word {
            case "surface": .surface(PointerSurface(columns: 120, rows: 40, grain: .cells))
            case "key+": .hand(.key(KeyEvent(.space)))
            case "key*": .hand(.key(KeyEvent(.character("x"), .repeated)))
            case "key-": .hand(.key(KeyEvent(.up, .release)))
            case "motion":
                .motion(
                    MotionSample(
                        instant: Instant(nanoseconds: 0), acceleration: SIMD3(0, 1, -0.5),
                        rotationRate: SIMD3(0.25, 0, 3)))
            case "begin": .begin
            case "shown": .shown
            case "let-go": .hand(.letGo)
            default: pointer.map { .hand(.pointer($0)) } ?? PocketGesture(rawValue: word).map { .gesture($0) }
            }
        #expect(action != nil && PocketAction(word: word, arguments: given) == action)
        #expect(PocketAction(word: word, arguments: given + ["more"]) == nil)
    }
}
