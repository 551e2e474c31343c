import Testing
import ThudCore
import ThudGameKit
import ThudRecords
import ThudTerminal

@testable import ThudGameUI
@testable import ThudPocket

struct ViewTests {
    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 18)]

    /// The picture of a game at a moment, as lines of text.
    private func lines(
        _ game: PocketHarness, at now: Instant, _ size: Size, felt: FeltCue? = nil, hasColour: Bool = true
    ) -> [String] {
        var canvas = Canvas(size, letters: LetterCase(), hasColour: hasColour)
        let scene = RoundScene(round: game.session.round, player: game.session.player, now: now, age: 1, felt: felt)
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
                // Where there are no colours a word says what the ink would.
                let ink = "letters: they are \(stroop.ink.rawValue)"
                let plain = self.lines(game, at: asked.shown + .milliseconds(1_000), size, hasColour: false)
                #expect(plain.contains { $0.contains(ink) } && !lines.contains { $0.contains(ink) })
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

    @Test("What was felt is what became of the last cue, and nothing before the first")
    func felt() throws {
        var game = PocketHarness(seed: 5)
        let asked = try #require(game.play { $1 == 2 })
        let felt = FeltCue(name: "right", haptics: "not felt: no device", sound: "heard after 9.5 ms", flash: "none")
        let roomy = Size(columns: 120, rows: 40)
        let told = lines(game, at: asked.shown, roomy, felt: felt)
        for line in ["what was felt", "right", "haptics  not felt: no device", "sound    heard after 9.5 ms"] {
            #expect(told.contains { $0.contains(line) }, "\(line)")
        }
        #expect(!lines(game, at: asked.shown, roomy).contains { $0.contains("what was felt") })
    }

    @Test(
        "The result tells the best score where there is one to beat, and nowhere else", arguments: PocketMode.allCases)
    func best(mode: PocketMode) throws {
        var game = PocketHarness(mode, seed: 3, best: 24, bot: PocketBot(seed: 3, rounds: 1))
        while game.result == nil { game.advance(to: try #require(game.session.nextDeadline)) }
        let figures = try #require(Pocket.result(of: game.session.round)).figures
        switch mode {
        case .classic, .memory, .endless: #expect(figures.hasPrefix("best "))
        case .tutorial, .practice: #expect(figures.isEmpty)
        case .pvp, .versus: #expect(figures.contains(" : "))
        }
    }

    @Test("The hand-over of a match names who is next", arguments: ["versus", "pvp"])
    func handOver(mode: String) throws {
        var setup = RoundSetup(mode: mode, seed: 3, best: 4)
        #expect(PocketSettings(setup).best == 4)
        setup.players = ["Ana", "Bora"]
        var round = Pocket.round(setup)
        #expect(round.stage == .handOver)
        #expect(
            Pocket.figures(of: round, at: PocketHarness.start).turn
                == .init(player: "Ana", number: 1, of: mode == "pvp" ? 4 : 2))
        #expect(picture(try Pocket.session(setup, by: .person, start: PocketHarness.start)) == screen("Ana", 1, mode))
        // Ana has her turn, right or late; then it is Bora's.
        var now = PocketHarness.start
        _ = round.reduce(.press(.ready), at: now)
        while round.stage != .handOver {
            now = try #require(round.nextDeadline)
            _ = round.reduce(.tick, at: now)
        }
        #expect(Pocket.figures(of: round, at: now).turn?.player == "Bora")
    }

    private func picture(_ session: any ShownSession) -> [String] {
        var flow = ShellFlow(Pocket.description, preferences: .init())
        flow.startAtOnce(deck: nil)
        let picture = ShellPicture(
            theme: Pocket.theme, flow: flow, session: session, now: PocketHarness.start, sceneAge: 1)
        return picture.canvas(Size(columns: 80, rows: 24), letters: LetterCase()).grid.lines
    }

    private func screen(_ player: String, _ number: Int, _ mode: String) -> [String] {
        var canvas = Canvas(Size(columns: 80, rows: 24), letters: LetterCase(), theme: Pocket.theme)
        HandOverView(.init(player: player, number: number, of: mode == "pvp" ? 4 : 2)).draw(on: &canvas)
        return canvas.grid.lines
    }
}
