import Testing
import ThudCore
import ThudGameKit
import ThudInput
import ThudRecords
import ThudTerminal

@testable import ThudGameUI
@testable import ThudPocket

struct ViewTests {
    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 18)]

    /// Returns the picture of a game at a moment, as lines of text.
    private func lines(
        _ game: PocketHarness, at now: Instant, _ size: Size, felt: [CueFeedback] = [], hasColour: Bool = true,
        isDeveloper: Bool = true
    ) -> [String] {
        var canvas = Canvas(size, letters: LetterCase(), hasColour: hasColour, isDeveloper: isDeveloper)
        let scene = RoundScene(round: game.session.round, model: game.session.model, now: now, age: 1, felt: felt)
        Pocket.draw(scene, on: &canvas)
        return canvas.grid.lines
    }

    @Test("A press reports the current size of the screen, and a movement does not")
    func surface() {
        let game = PocketHarness()
        let size = Size(columns: 120, rows: 40)
        func commands(_ kind: PointerEvent.Kind) -> [SessionCommand<PocketAction>] {
            let event = PointerEvent(kind, at: Point(column: 100, row: 20))
            return Pocket.commands(for: .pointer(event), in: game.session.round, size: size, page: size.page)
        }
        #expect(commands(.down).first == .action(.surface(PointerSurface(columns: 120, rows: 40, grain: .cells))))
        #expect(commands(.down).count == 2 && commands(.move).count == 1)
    }

    @Test("The two arrows of a pinch point at each other", arguments: [20, 32])
    func pinch(rows: Int) {
        let size = Size(columns: 2 * rows, rows: rows)
        var canvas = Canvas(size, letters: LetterCase())
        canvas.draw(GestureSketch.sign(.pinch, size, scale: 1), at: Position(column: 0, row: 0), .plain)
        let heights = (0..<size.columns).map { column in
            (0..<rows).count { canvas.grid.character(at: Position(column: column, row: $0)) != " " }
        }
        // A head rises towards its end, and there the thin shaft follows at once, further out.
        let right = Array(heights[rows...])
        let highest = right.max() ?? 0
        let (start, end) = (right.firstIndex(of: highest) ?? 0, right.lastIndex(of: highest) ?? 0)
        #expect(start > 0 && end + 1 < right.count && right[0] < highest, "\(heights)")
        #expect(5 * right[start - 1] > 3 * highest && 5 * right[end + 1] <= 3 * highest, "\(heights)")
    }

    @Test("Every prompt shows its name, time and keys on every screen", arguments: PocketGesture.allCases, sizes)
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
                // Without colours, a word names the ink.
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

    @Test("A prompt pops up in 80 ms, even in Stroop and Memory, and at once without motion")
    func pop() throws {
        var stroop: PocketHarness?
        for seed in 1..<400 as Range<UInt64> where stroop == nil {
            var game = PocketHarness(seed: seed)
            game.advance(500)
            if game.asked?.prompt?.stroop != nil { stroop = game }
        }
        var memory = PocketHarness(.memory, seed: 9)
        memory.advance(2_000)
        for game in [try #require(stroop), memory] {
            let asked = try #require(game.asked)
            func picture(_ milliseconds: Int64, allowsMotion: Bool = true) -> [String] {
                var canvas = Canvas(Self.sizes[0], letters: .usual(), allowsMotion: allowsMotion)
                let now = asked.shown + .milliseconds(milliseconds)
                let scene = RoundScene(
                    round: game.session.round, model: game.session.model, now: now, age: 1, felt: [])
                Pocket.draw(scene, on: &canvas)
                // Excludes the ring and the time, which keep changing.
                return canvas.grid.lines[9..<15].map { String($0.dropFirst(28).prefix(24)) }
            }
            #expect(picture(0) != picture(80) && picture(0, allowsMotion: false) == picture(80))
        }
    }

    @Test(
        "The last second of every limit blinks red four times a second, and is red without motion", arguments: [3, 60])
    func hurry(score: Int) throws {
        var game = PocketHarness(seed: 5)
        let asked = try #require(game.play { asked, done in done >= score && asked.prompt?.stroop == nil })
        let deadline = try #require(asked.deadline)
        func colours(_ allowsMotion: Bool) -> [Bool] {
            stride(from: 960, to: 0, by: -10).map { left in
                var canvas = Canvas(Self.sizes[0], letters: LetterCase(), allowsMotion: allowsMotion)
                let scene = RoundScene(
                    round: game.session.round, model: game.session.model, now: deadline - .milliseconds(Int64(left)),
                    age: 1, felt: [])
                Pocket.draw(scene, on: &canvas)
                let ring = PocketLayout(canvas).ring
                let top = (0..<ring.columns).map {
                    canvas.grid.style(at: Position(column: ring.column + $0, row: ring.row)).foreground
                }
                return top.contains(Neon.red)
            }
        }
        let lit = colours(true)
        #expect(zip(lit, lit.dropFirst()).count { $0 != $1 } >= 6)
        #expect(colours(false).dropLast(10).allSatisfy { $0 })
    }

    @Test("A long press shows its progress from its start, but not in Memory", arguments: sizes)
    func hold(size: Size) throws {
        let down = HandEvent.pointer(PointerEvent(.down, at: Point(column: 40, row: 12)))
        /// Returns the number of full cells of the bar. nil if there is none.
        func done(_ game: PocketHarness, at now: Instant) -> Int? {
            lines(game, at: now, size).first { $0.contains("▕") }?.count { $0 == "█" }
        }
        let begun = PocketHarness.at(2_100)
        var game = try longPress(.classic)
        #expect(done(game, at: begun) == nil)
        game.hand(down, at: begun)
        let shares = ([0, 300, 600] as [Int64]).map { done(game, at: begun + .milliseconds($0)) }
        #expect(shares == [0, size.columns / 3 / 2, size.columns / 3])
        // In Memory it would reveal the gesture.
        var memory = try longPress(.memory)
        memory.hand(down, at: begun)
        #expect(memory.asked?.begun == begun)
        #expect(done(memory, at: begun + .milliseconds(300)) == nil)
    }

    /// Returns a game whose first prompt, a long press, is on the screen after two seconds.
    private func longPress(_ mode: PocketMode) throws -> PocketHarness {
        for seed in 1..<400 as Range<UInt64> {
            var game = PocketHarness(mode, seed: seed)
            game.advance(2_000)
            if game.asked?.prompt?.gesture == .longPress { return game }
        }
        throw NoSeed()
    }

    private struct NoSeed: Error {}

    @Test("An ignored gesture dims the prompt for 100 ms")
    func ignored() throws {
        var game = PocketHarness(seed: 5)
        let asked = try #require(game.play { asked, done in done >= 1 && asked.prompt?.stroop == nil })
        let now = asked.shown + .milliseconds(60)
        game.session.give(.action(.gesture(asked.prompt?.answer == .raise ? .lower : .raise)), at: now)
        game.advance(to: now)
        #expect(game.asked?.shown == asked.shown)
        let dim = ([0, 99, 100] as [Int64]).map { age in
            var canvas = Canvas(Self.sizes[0], letters: LetterCase())
            let scene = RoundScene(
                round: game.session.round, model: game.session.model, now: now + .milliseconds(age), age: 1, felt: [])
            Pocket.draw(scene, on: &canvas)
            let name = Position(column: 40, row: PocketLayout(canvas).name.row)
            return canvas.grid.style(at: name).attributes.contains(.dim)
        }
        #expect(dim == [true, true, false])
    }

    @Test("Memory's repeat does not reveal the gesture", arguments: sizes)
    func memory(size: Size) throws {
        var game = PocketHarness(.memory, seed: 9)
        game.advance(2_000)
        let prompt = try #require(game.session.round.progress.sequence.first)
        let asked = try #require(game.asked)
        let lines = lines(game, at: asked.shown, size)
        #expect(lines.contains { $0.contains("NOW YOU") })
        #expect(!lines.contains { $0.contains(prompt.gesture.title) })
    }

    @Test("The felt panel shows the last cue, and nothing before the first")
    func felt() throws {
        var game = PocketHarness(seed: 5)
        let asked = try #require(game.play { $1 == 2 })
        let felt = CueFeedback(
            name: "right", cause: asked.shown, soundWords: "heard after 9.5 ms", hapticWords: "not felt: no device")
        let roomy = Size(columns: 120, rows: 40)
        let told = lines(game, at: asked.shown, roomy, felt: [felt])
        for line in ["what was felt", "right", "haptics  not felt: no device", "sound    heard after 9.5 ms"] {
            #expect(told.contains { $0.contains(line) }, "\(line)")
        }
        #expect(!lines(game, at: asked.shown, roomy).contains { $0.contains("what was felt") })
        // A player does not see it without asking.
        let usual = lines(game, at: asked.shown, roomy, felt: [felt], isDeveloper: false)
        #expect(!usual.contains { $0.contains("what was felt") || $0.contains("Last gestures") })
    }

    @Test("On a large screen the ring leaves room for the panels, whose lines are whole")
    func panels() throws {
        var game = PocketHarness(seed: 5)
        let asked = try #require(game.play { $1 == 5 })
        let felt = CueFeedback(
            name: "right", cause: asked.shown, soundWords: "heard after 9.5 ms",
            hapticWords: "as sound after 100.3 ms", flash: .init(Neon.green, length: .milliseconds(300)))
        for size in [Size(columns: 120, rows: 40), Size(columns: 140, rows: 60)] {
            let lines = lines(game, at: asked.shown + .milliseconds(500), size, felt: [felt])
            #expect(lines.contains { $0.contains("haptics  as sound after 100.3 ms │") })
            let ring = PocketLayout(Canvas(size, letters: LetterCase(), isDeveloper: true)).ring
            #expect(ring.column > 2 + 36 && ring.endColumn < size.columns - 2 - 36)
            #expect(abs(ring.columns - 2 * ring.rows) <= 1 && ring.rows >= 18)
        }
    }

    @Test("Each gesture shows the delay of its own cue")
    func delays() throws {
        var game = PocketHarness(seed: 5)
        let asked = try #require(game.play { $1 == 2 })
        let answered = try game.session.round.progress.attempts.map { try #require($0.answered) }
        #expect(answered.count == 2 && answered[0] < answered[1])
        func cue(_ name: String, _ cause: Instant, _ delay: String?) -> CueFeedback {
            CueFeedback(name: name, cause: cause, delay: delay)
        }
        let felt = [
            cue("right", answered[0], "3.1 ms"), cue("button", answered[1], "9.9 ms"), cue("right", answered[1], nil),
        ]
        let lines = lines(game, at: asked.shown, Size(columns: 120, rows: 40), felt: felt)
        #expect(lines.contains { $0.contains("0.50 s") && $0.contains("✓ 3.1 ms") })
        #expect(!lines.contains { $0.contains("9.9 ms") })
        // A saved round has other instants.
        let kept = game.session.round.suspended(at: asked.shown)
        #expect(kept.progress.attempts.allSatisfy { $0.answered == nil })
    }

    @Test("The header mentions the nine gestures in every mode that uses them", arguments: PocketMode.allCases)
    func discreet(mode: PocketMode) {
        for isDiscreet in [false, true] {
            var game = PocketHarness(mode, discreet: isDiscreet)
            if mode.isMatch { game.press(.ready, at: PocketHarness.start) }
            game.advance(500)
            let lines = lines(game, at: PocketHarness.at(500), Size(columns: 80, rows: 24))
            #expect(lines[0].contains(" · discreet") == (isDiscreet && mode != .tutorial))
            // A name has a row of its own beside the large figures.
            #expect(mode.isMatch == lines[1].contains("Player 1"), "\(lines[1])")
        }
    }

    @Test("A step of a sequence stays marked in the following gap, and keys are on the last row", arguments: sizes)
    func steps(size: Size) throws {
        var game = PocketHarness(.memory, seed: 9)
        game.advance(500)
        guard case .showing(let first) = game.session.round.phase else {
            Issue.record("nothing is shown")
            return
        }
        for (milliseconds, dot) in [(-50, "○"), (0, "●"), (599, "●"), (700, "●"), (1_200, "●")] as [(Int64, String)] {
            let lines = lines(game, at: first + .milliseconds(milliseconds), size)
            #expect(lines.contains { $0.trimmingPrefix(while: { $0 == " " }) == dot[...] }, "\(milliseconds) ms")
            #expect(lines.last?.contains("arrows") == true && lines.last?.contains("x shake") == true)
        }
    }

    @Test(
        "The result shows the time, and the best score only if it is still to beat", arguments: PocketMode.allCases)
    func best(mode: PocketMode) throws {
        var game = PocketHarness(mode, seed: 3, best: 24, bot: PocketBot(seed: 3))
        while game.result == nil { game.advance(to: try #require(game.session.nextDeadline)) }
        let content = try #require(Pocket.result(of: game.session.round))
        let figures = content.figures
        // The winner of a match is celebrated, and so is a new best score.
        let match = try #require(game.result).match
        #expect(content.isTriumph == (match.map { $0.winner != nil } ?? game.result?.isRecord))
        switch mode {
        case .pvp, .versus: #expect(figures.contains(" : "))
        case .classic, .memory, .endless, .tutorial, .practice:
            #expect(figures.hasPrefix("in ") && figures.hasSuffix(" s"), "\(figures)")
        }
        func told(_ best: Int?) -> String {
            var canvas = Canvas(Size(columns: 80, rows: 24), letters: LetterCase(), theme: Pocket.theme)
            ResultView(content: content, age: 5, best: best).draw(on: &canvas)
            return canvas.grid.lines.joined(separator: "\n")
        }
        #expect(told(content.score + 1).contains("best \(content.score + 1), you \(content.score)"))
        for best in [nil, content.score] { #expect(!told(best).contains("best ")) }
    }

    @Test("The hand-over of a match names who is next", arguments: ["versus", "pvp"])
    func handOver(mode: String) throws {
        var setup = RoundSetup(mode: mode, seed: 3, best: 4)
        #expect(PocketSettings(setup).best == 4)
        let bora = "Bora, whose name no narrow head holds"
        setup.players = ["Ana", bora]
        var round = Pocket.round(setup)
        #expect(round.stage == .handOver)
        #expect(
            Pocket.figures(of: round, at: PocketHarness.start).turn
                == .init(player: "Ana", number: 1, of: mode == "pvp" ? 4 : 2))
        #expect(picture(try Pocket.session(setup, by: .person, start: PocketHarness.start)) == screen("Ana", 1, mode))
        // Ana has her turn, right or late. Then it is Bora's.
        var now = PocketHarness.start
        _ = round.reduce(.press(.ready), at: now)
        while round.stage != .handOver {
            now = try #require(round.nextDeadline)
            _ = round.reduce(.tick, at: now)
        }
        #expect(Pocket.figures(of: round, at: now).turn?.player == bora)
        _ = round.reduce(.press(.ready), at: now)
        var canvas = Canvas(Self.sizes[2], letters: LetterCase())
        Pocket.draw(RoundScene(round: round, model: PocketPlayerModel(), now: now, age: 1, felt: []), on: &canvas)
        let head = canvas.grid.lines[0]
        #expect(head.contains("Bora") && head.contains("…"), "a narrow head names the player: \(head)")
    }

    private func picture(_ session: any GameSession) -> [String] {
        var flow = ShellFlow(Pocket.description, preferences: .init())
        flow.startAtOnce(deck: nil)
        let picture = ShellPicture(
            theme: Pocket.theme, flow: flow, session: session, now: PocketHarness.start, sceneAge: 1)
        return picture.canvas(Size(columns: 80, rows: 24), letters: LetterCase()).grid.lines
    }

    private func screen(_ player: String, _ number: Int, _ mode: String) -> [String] {
        var canvas = Canvas(Size(columns: 80, rows: 24), letters: LetterCase(), theme: Pocket.theme)
        HandOverView(turn: .init(player: player, number: number, of: mode == "pvp" ? 4 : 2)).draw(on: &canvas)
        return canvas.grid.lines
    }
}
