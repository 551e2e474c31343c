import Testing
import ThudCore
import ThudGameKit

@testable import ThudPocket

struct PromptTests {
    /// Returns the chi-squared statistic against an even distribution.
    private func chiSquare(_ counts: some Collection<Int>, of total: Int, in classes: Int) -> Double {
        let expected = Double(total) / Double(classes)
        let missing = Double(classes - counts.count) * expected
        return counts.reduce(missing) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    @Test("Each limit is 3.0 s less 0.2 s for every third success, and never below 1.0 s")
    func limits() {
        let speeds: [Int64] = [3_000, 2_800, 2_600, 2_400, 2_200, 2_000, 1_800, 1_600, 1_400, 1_200, 1_000]
        for successes in 0...40 {
            let expected = Interval.milliseconds(speeds[min(successes / 3, 10)])
            #expect(PocketMode.classic.limit(after: successes) == expected)
            #expect(PocketMode.memory.limit(after: successes) == .milliseconds(3_000))
            #expect(PocketMode.practice.limit(after: successes) == nil)
            #expect(PocketMode.tutorial.limit(after: successes) == nil)
        }
        #expect(PocketMode.endless.limit(after: 36) == .milliseconds(600))
        #expect(PocketMode.endless.limit(after: 39) == .milliseconds(400))
        #expect(PocketMode.endless.limit(after: 42) == .milliseconds(350))
        #expect(PocketMode.endless.limit(after: .max) == .milliseconds(350))
    }

    @Test(
        "Ten thousand prompts are even, and never three alike in a row", arguments: [false, true],
        [1, 2, 3] as [UInt64])
    func evenness(discreet: Bool, seed: UInt64) {
        let pool = PocketSettings(discreet: discreet, seed: seed).pool
        #expect(pool.count == (discreet ? 9 : 14))
        var dealer = PromptDealer(pool: pool, seed: seed)
        let prompts = (0..<10_000).map { _ in dealer.deal().gesture }
        let counts = Dictionary(prompts.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(Set(counts.keys) == Set(pool))
        // The critical values at 0.001 for 8 and 13 degrees of freedom.
        #expect(chiSquare(counts.values, of: prompts.count, in: pool.count) < (discreet ? 26.12 : 34.53))
        #expect(
            !prompts.indices.dropFirst(2).contains { prompts[$0] == prompts[$0 - 1] && prompts[$0] == prompts[$0 - 2] })
        #expect(prompts.indices.dropFirst().contains { prompts[$0] == prompts[$0 - 1] })
    }

    @Test("Stroop never shows a word in its own colour, and its labels vary", arguments: [1, 2, 3] as [UInt64])
    func stroop(seed: UInt64) {
        var dealer = PromptDealer(pool: PocketGesture.allCases, seed: seed)
        let pictures = (0..<10_000).compactMap { _ in dealer.prompt(for: .stroop).stroop }
        #expect(pictures.count == 10_000)
        #expect(pictures.allSatisfy { $0.word != $0.ink })
        #expect(
            pictures.allSatisfy { Set($0.labels) == Set(StroopColour.allCases) && $0.label($0.direction) == $0.ink })
        let labels = Dictionary(pictures.map { ($0.labels, 1) }, uniquingKeysWith: +)
        let pairs = Dictionary(pictures.map { ([$0.word, $0.ink], 1) }, uniquingKeysWith: +)
        // The critical values at 0.001 for 23 and 11 degrees of freedom.
        #expect(chiSquare(labels.values, of: pictures.count, in: 24) < 49.73)
        #expect(chiSquare(pairs.values, of: pictures.count, in: 12) < 31.26)
    }

    @Test("Every gesture is right or wrong for every prompt as it should be", arguments: PocketGesture.allCases)
    func matrix(wanted: PocketGesture) throws {
        for usesKeys in [false, true] {
            for made in PocketGesture.allCases where made != .stroop {
                var game = PocketHarness(seed: 3)
                // Within the first three prompts, whose limit is 3 s. A tap 400 ms after the last one is no twin.
                let asked = try #require(
                    game.play { asked, score in asked.prompt?.gesture == wanted && score < 3 }
                        ?? rescue(wanted, &game))
                let answer = try #require(asked.prompt?.answer)
                let score = game.session.round.progress.score
                game.make(made, usesKeys: usesKeys, at: asked.shown + .milliseconds(400))
                game.advance(to: asked.shown + .milliseconds(2_000))
                if made == .doubleTap, answer == .tap {
                    // The first tap was right, and the second is its twin.
                    #expect(game.session.round.progress.failures == 0)
                    #expect(game.session.round.progress.score > score)
                } else if made == answer {
                    #expect(game.session.round.progress.score == score + 1, "\(made) for \(wanted)")
                } else {
                    let result = try #require(game.result, "\(made) for \(wanted)")
                    #expect(result.reason == .wrong)
                    // If no double tap is requested, its first tap is already wrong.
                    #expect(result.last?.made == (made == .doubleTap ? .tap : made))
                }
            }
        }
    }

    /// Returns the first prompt for a gesture that any seed has.
    private func rescue(_ wanted: PocketGesture, _ game: inout PocketHarness) -> PocketRound.Asked? {
        for seed in 4..<400 as Range<UInt64> {
            game = PocketHarness(seed: seed)
            game.advance(500)
            if let asked = game.asked, asked.prompt?.gesture == wanted { return asked }
        }
        return nil
    }
}
