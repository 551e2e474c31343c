import Testing
import ThudCore
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudPocket

struct ViewTests {
    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 18)]

    /// The picture of a game at a moment, as lines of text.
    private func lines(_ game: PocketHarness, at now: Instant, _ size: Size) -> [String] {
        var canvas = Canvas(size, letters: LetterCase())
        let scene = RoundScene(round: game.session.round, player: game.session.player, now: now, age: 1)
        Pocket.draw(scene, on: &canvas)
        return canvas.grid.lines
    }

    @Test("Every prompt says its name, its time and its keys on every screen", arguments: PocketGesture.allCases, sizes)
    func prompts(gesture: PocketGesture, size: Size) throws {
        for seed in 1..<400 as Range<UInt64> {
            var game = PocketHarness(seed: seed, best: 24)
            game.advance(500)
            guard let asked = game.asked, let prompt = asked.prompt, prompt.gesture == gesture else { continue }
            let lines = lines(game, at: asked.shown + .milliseconds(1_000), size)
            #expect(lines[0].contains("best 24"))
            if let stroop = prompt.stroop {
                for colour in StroopColour.allCases {
                    #expect(lines.contains { $0.contains(colour.rawValue.uppercased()) })
                }
                #expect(lines.contains { $0.contains(stroop.word.rawValue.uppercased()) })
            } else {
                #expect(lines.contains { $0.contains(gesture.title) })
                #expect(lines.contains { $0.contains("2.0 of 3.0 s") })
            }
            return
        }
        Issue.record("no seed asks for it first")
    }

    @Test("Memory's repeat does not tell what is asked for", arguments: sizes)
    func memory(size: Size) throws {
        var game = PocketHarness(.memory, seed: 9)
        game.advance(2_000)
        let prompt = try #require(game.session.round.progress.sequence.first)
        let asked = try #require(game.asked)
        let lines = lines(game, at: asked.shown, size)
        #expect(lines.contains { $0.contains("NOW YOU") })
        #expect(!lines.contains { $0.contains(prompt.gesture.title) })
    }
}
