import Testing
import ThudCore
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudPocket

/// Answered prompts on their way off the screen.
struct LeavingTests {
    private static let size = Size(columns: 80, rows: 24)
    private static let sizes = [size, Size(columns: 120, rows: 40), Size(columns: 60, rows: 18)]

    /// Returns the whole screen, `age` seconds after `now`.
    private func canvas(
        _ round: PocketRound, at now: Instant, age: Double, _ size: Size = size, reduceMotion: Bool = false
    ) -> Canvas {
        var preferences = Preferences()
        preferences.reduceMotion = reduceMotion
        var flow = ShellFlow(Pocket.description, preferences: preferences)
        flow.startAtOnce(deck: nil)
        let session = Session<Pocket>(round: round, model: PocketPlayerModel(), start: PocketHarness.start)
        return ShellPicture(
            theme: Pocket.theme, flow: flow, session: session, now: now + .seconds(age),
            sceneAge: age
        ).canvas(size, letters: LetterCase())
    }

    /// Returns the first position of the strip. nil if there is none.
    private func corner(_ canvas: Canvas, _ text: String) -> Position? {
        let lines = canvas.grid.lines.map(Array.init)
        guard let row = lines.firstIndex(where: { String($0).contains(text) }) else { return nil }
        return lines[row].firstIndex(where: { $0 == "✓" || $0 == "✗" }).map { Position(column: $0, row: row) }
    }

    /// Returns a Classic game with a prompt for this gesture, answered 0.5 s later.
    private func answered(_ gesture: PocketGesture) throws -> (game: PocketHarness, now: Instant) {
        for seed in 1..<400 as Range<UInt64> {
            var game = PocketHarness(seed: seed)
            game.advance(500)
            guard let asked = game.asked, asked.prompt?.gesture == gesture else { continue }
            let now = asked.shown + .milliseconds(500)
            game.session.give(.action(.gesture(try #require(asked.prompt?.answer))), at: now)
            game.advance(to: now)
            return (game, now)
        }
        throw PocketTestError.notAsked(gesture)
    }

    @Test(
        "A right prompt leaves along the margin to its gesture's side between its signs",
        arguments: [
            (PocketGesture.swipeUp, "✓  SWIPE UP  ↑", 1), (.lower, "✓  LOWER  ▼", 1),
            (.swipeLeft, "✓  SWIPE LEFT  ←", -1), (.tiltRight, "✓  TILT RIGHT  ▶", 1), (.tap, "✓  TAP  ⊙", 1),
        ], sizes)
    func right(prompt: (gesture: PocketGesture, text: String, x: Int), size: Size) throws {
        let (game, now) = try answered(prompt.gesture)
        let margin = PocketLayout(Canvas(size, letters: LetterCase())).margin.row
        let places = try [0.0, 0.05, 0.1, 0.2, 0.34].map { age in
            try #require(corner(canvas(game.session.round, at: now, age: age, size), prompt.text))
        }
        #expect(Set(places.map(\.row)) == [margin])
        for (place, next) in zip(places, places.dropFirst()) {
            #expect((next.column - place.column) * prompt.x >= 0)
        }
        #expect((places[4].column - places[0].column).signum() == prompt.x)
        #expect(corner(canvas(game.session.round, at: now, age: 0.36, size), prompt.text) == nil)
        // With less motion it stays at its final place.
        let still = [0.0, 0.2].map {
            corner(canvas(game.session.round, at: now, age: $0, size, reduceMotion: true), prompt.text)
        }
        #expect(still[0] != nil && still[0] == still[1])
    }

    @Test("The leaving prompt never covers the next prompt's sign and words", arguments: sizes, [false, true])
    func beneath(size: Size, reduceMotion: Bool) throws {
        for gesture in PocketGesture.allCases {
            let (game, now) = try answered(gesture)
            let next = try #require(game.asked?.prompt)
            for age in [0.0, 0.03, 0.09, 0.15, 0.3] {
                let seen = canvas(game.session.round, at: now, age: age, size, reduceMotion: reduceMotion)
                let wanted = picture(of: next, scale: reduceMotion ? 1 : 0.5 + min(1, age / 0.08) / 2, like: seen)
                for row in 0..<size.rows {
                    for column in 0..<size.columns {
                        let place = Position(column: column, row: row)
                        let character = wanted.grid.character(at: place)
                        #expect(character == " " || seen.grid.character(at: place) == character)
                    }
                }
            }
        }
    }

    /// Returns the sign and the name of a prompt alone.
    private func picture(of prompt: PocketPrompt, scale: Double, like canvas: Canvas) -> Canvas {
        var alone = Canvas(canvas.grid.size, letters: LetterCase())
        let layout = PocketLayout(alone)
        if let stroop = prompt.stroop {
            StroopView(stroop: stroop).draw(layout, on: &alone)
        } else {
            let inner = layout.ring.inset(columns: layout.ring.columns / 5, rows: layout.ring.rows / 5)
            alone.draw(
                GestureSketch.sign(prompt.gesture, inner.size, scale: scale),
                at: Position(column: inner.column, row: inner.row), .plain)
            alone.large(prompt.gesture.title, in: layout.name, .plain)
        }
        return alone
    }

    @Test("The last step of a sequence leaves, too, over the note that the sequence is done")
    func memory() throws {
        var game = PocketHarness(.memory, seed: 9)
        game.advance(2_000)
        let asked = try #require(game.asked)
        let gesture = try #require(asked.prompt?.answer)
        let now = asked.shown + .milliseconds(500)
        game.session.give(.action(.gesture(gesture)), at: now)
        game.advance(to: now)
        guard case .between = game.session.round.phase else {
            Issue.record("the sequence is not done")
            return
        }
        let lines = canvas(game.session.round, at: now, age: 0.1).grid.lines
        #expect(lines.contains { $0.contains(" ✓  ") } && lines.contains { $0.contains("SEQUENCE DONE") })
    }

    @Test("The last prompt of a turn leaves over the hand-over, right or late", arguments: [true, false])
    func turn(isRight: Bool) throws {
        var game = PocketHarness(.versus, seed: 4)
        game.press(.ready, at: PocketHarness.start)
        game.advance(500)
        let asked = try #require(game.asked)
        let prompt = try #require(asked.prompt)
        let now = isRight ? asked.shown + .milliseconds(500) : try #require(asked.deadline)
        if isRight { game.session.give(.action(.gesture(prompt.answer)), at: now) }
        game.advance(to: now)
        #expect(game.session.round.stage == .handOver)
        let strip = isRight ? "✓  \(prompt.gesture.title)  " : "✗  too late for \(prompt.gesture.title)  ✗"
        let there = canvas(game.session.round, at: now, age: 0.2).grid.lines
        #expect(there.contains { $0.contains(strip) } && there.contains { $0.contains("Player 2") }, "\(there)")
        #expect(
            !canvas(game.session.round, at: now, age: 0.4).grid.lines.contains {
                $0.contains(" ✓  ") || $0.contains(" ✗  ")
            })
    }

    @Test("A failure leaves under its sign over the result, which shakes by two cells for 120 ms")
    func failure() throws {
        var game = PocketHarness(seed: 5, best: 24)
        let asked = try #require(game.play { $1 == 2 })
        let gesture = try #require(asked.prompt?.answer)
        let wrong: PocketGesture = gesture == .shake ? .pinch : .shake
        let now = asked.shown + .milliseconds(500)
        game.session.give(.action(.gesture(wrong)), at: now)
        game.advance(to: now)
        #expect(game.session.round.stage == .finished)
        /// Returns the first column of the result's button.
        func button(_ age: Double, reduceMotion: Bool = false) throws -> Int {
            let lines = canvas(game.session.round, at: now, age: age, reduceMotion: reduceMotion).grid.lines
            let line = try #require(lines.first { $0.contains("ONE MORE TRY") }, "\(lines.joined(separator: "\n"))")
            return try #require(Array(line).firstIndex(of: "O"))
        }
        let rest = try button(1)
        #expect(try [0.0, 0.04, 0.07, 0.1, 0.121].map { try button($0) - rest } == [2, -2, 2, -2, 0])
        #expect(try button(0, reduceMotion: true) == rest)
        let text = "✗  \(wrong.title) instead of "
        #expect(canvas(game.session.round, at: now, age: 0.05).grid.lines.contains { $0.contains(text) })
        #expect(!canvas(game.session.round, at: now, age: 0.4).grid.lines.contains { $0.contains(text) })
    }
}

struct StroopInkTests {
    @Test("The ink of a Stroop prompt is its own from the first frame, however the flash of the answer before fades")
    func ink() throws {
        var found: PocketHarness?
        for seed in 1..<400 as Range<UInt64> where found == nil {
            var game = PocketHarness(seed: seed)
            game.advance(500)
            if game.asked?.prompt?.stroop != nil { found = game }
        }
        let game = try #require(found)
        let asked = try #require(game.asked)
        let stroop = try #require(asked.prompt?.stroop)
        let ink = PocketPalette.colour(stroop.ink)
        let session = Session<Pocket>(
            round: game.session.round, model: PocketPlayerModel(), start: PocketHarness.start)
        var flow = ShellFlow(Pocket.description, preferences: Preferences())
        flow.startAtOnce(deck: nil)
        for age in [0.0, 0.05, 0.15, 0.29] {
            func inked(_ flash: FlashOverlay?) -> Int {
                let canvas = ShellPicture(
                    theme: Pocket.theme, flow: flow, session: session, now: asked.shown + .seconds(0.1 + age),
                    sceneAge: 1, flash: flash
                ).canvas(Size(columns: 80, rows: 24), letters: .usual())
                return (0..<24).reduce(0) { count, row in
                    count
                        + (0..<80).count {
                            let place = Position(column: $0, row: row)
                            return canvas.grid.character(at: place) != " "
                                && canvas.grid.style(at: place).foreground == ink
                        }
                }
            }
            let flash = FlashOverlay(colour: Neon.green, brightness: 1, age: age, length: 0.3)
            #expect(inked(nil) > 10 && inked(flash) == inked(nil), "\(age)")
        }
    }
}

private enum PocketTestError: Error {
    case notAsked(PocketGesture)
}
