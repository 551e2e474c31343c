import Testing
import ThudCore
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudPocket

/// The steps from the title into a round: modes, the nine gestures, and the names of a match.
struct FlowTests {
    private static let now = Instant(nanoseconds: 9_000_000_000)
    private static let button = FlowEffect.feedback(.button)
    /// The saved choices of a player who has played before.
    private static let taught = ["tutorial": "done", "mode": "classic"]

    private func flow(
        _ kept: [String: String] = taught, mode: String? = nil, rivals: [String] = [], options: [String: String] = [:]
    ) -> ShellFlow {
        ShellFlow(
            Pocket.description, preferences: Preferences(), mode: mode, rivals: rivals, options: options, kept: kept)
    }

    private func index(_ mode: String) throws -> Int {
        try #require(Pocket.description.modes.firstIndex { $0.name == mode })
    }

    private func text(_ flow: ShellFlow, _ size: Size = Size(columns: 80, rows: 24)) -> [String] {
        ShellPicture(theme: Pocket.theme, flow: flow, session: nil, now: Self.now, sceneAge: 1)
            .canvas(size, letters: LetterCase()).grid.lines
    }

    // MARK: Leaderboards

    @Test("The leaderboard shows the last mode played, and the arrows turn to the other modes")
    func boards() throws {
        let scored = Pocket.description.modes.filter(\.isScored).map(\.name)
        var flow = flow(["tutorial": "done", "mode": "memory"])
        #expect(text(flow).contains { $0.contains("l Leaderboard") })
        #expect(flow.act(.board) == [Self.button] && flow.board?.mode.name == "memory")
        #expect(text(flow).contains { $0.contains("◂ Memory ▸") })
        #expect(text(flow).contains { $0.contains("No score yet.") })
        for _ in scored { _ = flow.act(.left) }
        #expect(flow.board?.mode.name == scored.first && flow.act(.left).isEmpty)
        for _ in scored { _ = flow.act(.right) }
        #expect(flow.board?.mode.name == scored.last && flow.act(.right).isEmpty)
        #expect(flow.act(.back) == [Self.button] && flow.scene == .title && flow.board == nil)
    }

    @Test("A hundred scores scroll, and the first and the last are whole")
    func scrolled() {
        var flow = flow()
        _ = flow.act(.board)
        let rows = (1...100).map {
            BoardRow(score: 1_000 - $0, player: nil, notes: "", day: "2026-11-23", isLatest: $0 == 100)
        }
        let size = Size(columns: 60, rows: 18)
        func canvas(_ flow: ShellFlow) -> (ShellPicture, Canvas) {
            let picture = ShellPicture(
                theme: Pocket.theme, flow: flow, session: nil, now: Self.now, sceneAge: 1, leaderboard: rows)
            return (picture, picture.canvas(size, letters: LetterCase()))
        }
        let (picture, first) = canvas(flow)
        flow.mostScroll = picture.mostScroll(on: first)
        #expect(first.grid.lines.contains { $0.contains("1.    999") && $0.contains("2026-11-23") })
        for _ in 0..<flow.mostScroll { #expect(flow.act(.down) == [Self.button]) }
        #expect(flow.act(.down).isEmpty, "that was the last")
        #expect(canvas(flow).1.grid.lines.contains { $0.contains("▸100.    900") })
    }

    // MARK: Modes

    @Test("The tutorial is offered first, until another mode is chosen")
    func declined() throws {
        var flow = flow([:])
        #expect(flow.act(.confirm) == [Self.button])
        #expect(flow.scene == .modes(selected: try index("tutorial")))
        #expect(text(flow).contains { $0.contains("New here? Try the tutorial") })
        #expect(
            flow.act(.choose(try index("endless"))) == [
                .remember(key: "mode", value: "endless"), .remember(key: "tutorial", value: "declined"), Self.button,
                .begin(deck: nil),
            ])
        _ = flow.act(.leave, stage: .finished)
        _ = flow.act(.confirm)
        #expect(flow.scene == .modes(selected: try index("endless")))
        #expect(!text(flow).contains { $0.contains("New here?") })
        // It is the same after a restart.
        var next = self.flow(["mode": "endless", "tutorial": "declined"])
        #expect(text(next).contains { $0.contains("Endless") })
        _ = next.act(.confirm)
        #expect(next.scene == .modes(selected: try index("endless")))
    }

    @Test("An unfinished tutorial is offered again, but a finished one is not")
    func done() throws {
        var flow = flow([:])
        _ = flow.act(.confirm)
        #expect(flow.act(.confirm) == [Self.button, .begin(deck: nil)])
        _ = flow.act(.leave, stage: .finished)
        _ = flow.act(.confirm)
        #expect(flow.scene == .modes(selected: try index("tutorial")))
        _ = flow.act(.confirm)
        #expect(flow.finishedMode() == [.remember(key: "tutorial", value: "done")])
        #expect(flow.finishedMode().isEmpty)
        _ = flow.act(.leave, stage: .finished)
        _ = flow.act(.confirm)
        #expect(flow.scene == .modes(selected: try index("classic")))
        // Finishing another mode is not a finished tutorial.
        var other = self.flow([:], mode: "memory")
        _ = other.act(.confirm)
        #expect(other.finishedMode().isEmpty)
    }

    @Test("Unknown saved choices are ignored")
    func unknown() throws {
        var flow = flow(["mode": "chess", "tutorial": "done", "discreet": "perhaps"])
        #expect(flow.choices == GameChoices(["tutorial": "done"], of: Pocket.description))
        _ = flow.act(.confirm)
        #expect(flow.scene == .modes(selected: 0))
    }

    @Test("The help scrolls if it is longer than the screen, and says so")
    func help() {
        for size in [(60, 18), (80, 24), (120, 40)].map({ Size(columns: $0.0, rows: $0.1) }) {
            var flow = flow()
            _ = flow.act(.help)
            func picture() -> ShellPicture {
                ShellPicture(theme: Pocket.theme, flow: flow, session: nil, now: Self.now, sceneAge: 1)
            }
            let canvas = picture().canvas(size, letters: LetterCase())
            flow.mostScroll = picture().mostScroll(on: canvas)
            #expect(canvas.grid.lines.contains { $0.contains("↑↓ Scroll") } == (flow.mostScroll > 0))
            #expect((flow.mostScroll > 0) == (size.rows < 20))
            for _ in 0..<flow.mostScroll { #expect(flow.act(.down) == [Self.button]) }
            #expect(flow.act(.down).isEmpty && flow.hasHelp)
            #expect(text(flow, size).joined(separator: " ").contains(/\?: this\s+(┃\s+┃\s+)?page/))
            _ = flow.act(.back)
            #expect(!flow.hasHelp && flow.scroll == 0)
        }
    }

    @Test("A figure key chooses the mode with its number, which the list shows")
    func figures() throws {
        var flow = flow()
        _ = flow.act(.confirm)
        for (index, mode) in Pocket.description.modes.enumerated() {
            #expect(text(flow).contains { $0.contains("\(index + 1) \(mode.title)") })
            // What happens in it is whole on the narrowest screen.
            #expect(text(flow, ShellPicture.smallest).contains { $0.contains(mode.abstract) }, "\(mode.abstract)")
        }
        let memory = try index("memory")
        #expect(flow.act(.figure(memory + 1)).contains(.begin(deck: nil)) && flow.mode == "memory")
    }

    // MARK: The nine gestures

    @Test("The nine gestures are switched on beside the modes, saved, shown and played")
    func discreet() throws {
        var flow = flow()
        _ = flow.act(.confirm)
        #expect(text(flow).contains { $0.contains("←→ Discreet: OFF") })
        #expect(flow.choices.options(over: [:], of: Pocket.description).isEmpty)
        #expect(flow.act(.right) == [Self.button, .remember(key: "discreet", value: "on")])
        let lines = text(flow)
        #expect(lines.contains { $0.contains("←→ Discreet: ON") })
        #expect(lines.contains { $0.contains("Discreet: nine gestures that nobody notices") })
        let options = flow.choices.options(over: ["activation": "single"], of: Pocket.description)
        #expect(options == ["discreet": "true", "activation": "single"])
        #expect(PocketSettings(RoundSetup(mode: "classic", seed: 1, options: options)).pool.count == 9)
        #expect(flow.act(.left) == [Self.button, .remember(key: "discreet", value: "off")])
        #expect(!flow.choices.isVariantOn)
        #expect(self.flow(["discreet": "on"]).choices.isVariantOn)
    }

    @Test("The tutorial, which teaches all fourteen, hides the switch", arguments: [Size(columns: 60, rows: 18)])
    func hidden(size: Size) throws {
        var flow = flow(["discreet": "on", "tutorial": "done"])
        flow.scene = .modes(selected: try index("tutorial"))
        #expect(flow.act(.right).isEmpty && flow.choices.isVariantOn)
        #expect(!text(flow, size).contains { $0.contains("Discreet") })
        flow.scene = .modes(selected: 0)
        #expect(text(flow, size).contains { $0.contains("Discreet: ON") })
    }

    @Test("The settings have the switch, too", arguments: [Size(columns: 80, rows: 24), Size(columns: 60, rows: 18)])
    func settings(size: Size) throws {
        var flow = flow()
        _ = flow.act(.settings)
        let rows = try #require(flow.settings).rows
        #expect(text(flow, size).contains { $0.contains("Discreet: nine gestures") && $0.contains("OFF") })
        #expect(flow.act(.choose(rows.upperBound)).isEmpty)
        #expect(
            flow.act(.choose(rows.upperBound - 1)) == [Self.button, .remember(key: "discreet", value: "on")])
        #expect(text(flow, size).contains { $0.contains("Discreet: nine gestures") && $0.contains("◂ ON ▸") })
        // From the last row up to the one before, and down again, but no further.
        #expect(flow.act(.up) == [Self.button] && flow.act(.down) == [Self.button] && flow.act(.down).isEmpty)
    }

    @Test("An option of the command line applies and is not saved")
    func given() {
        let flow = flow(options: ["discreet": "true"])
        #expect(flow.choices.isVariantOn)
        #expect(text(flow).contains { $0.contains("Classic · Discreet") })
    }

    // MARK: Matches

    @Test("A match requires two names, field by field, and uses them", arguments: ["versus", "pvp"])
    func names(mode: String) throws {
        var flow = flow()
        _ = flow.act(.confirm)
        #expect(flow.act(.choose(try index(mode))) == [.remember(key: "mode", value: mode), Self.button])
        #expect(flow.scene == .players && flow.isTyping)
        let lines = text(flow)
        #expect(lines.contains { $0.contains("▏Player 1") } && lines.contains { $0.contains("Player 2") })
        #expect(!lines.contains { $0.contains("Add a player") })
        for character in "Ana" { _ = flow.act(.type(character)) }
        #expect(flow.act(.confirm) == [Self.button])
        for character in "Bora" { _ = flow.act(.type(character)) }
        // There is no third row, and no row can be removed.
        #expect(flow.act(.choose(2)).isEmpty)
        #expect(flow.act(.confirm) == [Self.button, .begin(deck: nil)])
        #expect(flow.rivals == ["Ana", "Bora"] && flow.tournament == nil && flow.scene == .round)
        // The next match begins with the same names.
        _ = flow.act(.leave, stage: .finished)
        _ = flow.act(.confirm)
        _ = flow.act(.confirm)
        #expect(flow.form.names == ["Ana", "Bora"])
        #expect(flow.act(.back) == [Self.button])
        #expect(flow.scene == .modes(selected: try index(mode)))
        // A single player is asked for no name.
        #expect(flow.act(.choose(try index("classic"))).contains(.begin(deck: nil)))
    }

    @Test("Empty names become Player 1 and Player 2")
    func unnamed() throws {
        var flow = flow(mode: "versus")
        #expect(flow.act(.confirm) == [Self.button] && flow.scene == .players)
        for _ in 0..<3 { _ = flow.act(.erase) }
        #expect(flow.act(.confirm) == [Self.button])
        #expect(flow.act(.confirm) == [Self.button, .begin(deck: nil)])
        #expect(flow.rivals == ["Player 1", "Player 2"])
        #expect(flow.act(.leave, stage: .finished) == [Self.button, .abandon])
        _ = flow.act(.confirm)
        #expect(flow.act(.back) == [Self.button] && flow.scene == .title)
    }

    @Test("Names on the command line skip the question")
    func named() {
        var flow = flow(mode: "versus", rivals: ["Ana", "Bora"])
        #expect(flow.act(.confirm) == [Self.button, .begin(deck: nil)])
        #expect(flow.rivals == ["Ana", "Bora"])
    }

    @Test("A resumed match keeps its names in the following rounds")
    func resumed() {
        var round = PocketRound(settings: PocketSettings(mode: .versus, players: ["Ana", "Bora"], seed: 1))
        round.adopt(RoundSetup(mode: "versus", seed: 2))
        var effects: [PocketEffect] = []
        round.playAgain(at: Self.now, &effects)
        #expect(round.settings.players == ["Ana", "Bora"])
    }

    @Test("No random walk leads to an invalid state", arguments: 0..<UInt64(12))
    func walk(seed: UInt64) throws {
        let actions: [ShellAction] = [
            .up, .down, .left, .right, .confirm, .back, .tournament, .resume, .startAnew, .settings, .leave, .type("q"),
            .erase, .choose(0), .choose(2), .choose(7), .choose(-1), .choose(.max), .choose(.min),
        ]
        let stages: [RoundStage?] = [nil] + RoundStage.allCases.map(\.self)
        var generator = SeededGenerator(seed: seed)
        var flow = flow(seed.isMultiple(of: 2) ? [:] : Self.taught, mode: seed.isMultiple(of: 5) ? "pvp" : nil)
        for step in 0..<400 {
            let action = actions[generator.index(below: actions.count)]
            let effects = flow.act(action, stage: stages[generator.index(below: stages.count)])
            if effects.contains(.begin(deck: nil)), let sharing = flow.sharing { #expect(flow.rivals.count == sharing) }
            if flow.scene == .players { #expect(flow.form.names.count == 2 && flow.form.selected < 2) }
            if let panel = flow.settings { #expect(panel.rows.contains(panel.selected)) }
            if case .modes(let selected) = flow.scene {
                #expect(Pocket.description.modes.indices.contains(selected))
            }
            if step.isMultiple(of: 20) { #expect(text(flow, ShellPicture.smallest).count == 18) }
        }
    }

    // MARK: The board

    @Test(
        "A result shows the board of its mode beside the last gestures, at every size",
        arguments: ["classic", "versus"])
    func board(mode: String) throws {
        var game = PocketHarness(try #require(PocketMode(rawValue: mode)), seed: 3, bot: PocketBot(seed: 3))
        while game.result == nil { game.advance(to: try #require(game.session.nextDeadline)) }
        var flow = flow()
        flow.startAtOnce(deck: nil)
        let board = [BoardRow(score: 17, player: nil, notes: "discreet", day: "2026-11-24", isLatest: true)]
        for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 18)] {
            let canvas = ShellPicture(
                theme: Pocket.theme, flow: flow, session: game.session,
                now: Self.now + .seconds(900),
                sceneAge: 9, board: board
            ).canvas(size, letters: LetterCase())
            #expect(canvas.grid.lines.contains { $0.contains("★ Place 1 of 1") }, "\(canvas.grid.lines)")
            guard size.columns >= 80, mode == "classic" else { continue }
            #expect(canvas.grid.lines.contains { $0.contains("right, the last:") && $0.contains("Place 1 of 1") })
        }
    }
}

extension ShellFlow {
    fileprivate mutating func act(_ action: ShellAction, stage: RoundStage? = nil) -> [FlowEffect] {
        act(action, stage: stage, at: Instant(nanoseconds: 9_000_000_000))
    }
}
