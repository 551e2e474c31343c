import Testing
import ThudCore
import ThudGameKit
import ThudInput
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct KapeFlowTests {
    static let now = Instant(nanoseconds: 9_000_000_000)

    private func flow(
        deck: String? = nil, players: [String] = [], canResume: Bool = false
    ) throws -> ShellFlow {
        ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), deck: deck,
            players: players,
            canResume: canResume)
    }

    // MARK: Starting a round

    @Test func `the title leads to the decks and into a round`() throws {
        var flow = try flow()
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.scene == .round)
        #expect(flow.lastDeck == "ushqime")
    }

    @Test(arguments: [RoundStage.ready, .playing])
    func `the primary action during a round belongs to the game`(stage: RoundStage) throws {
        var flow = try flow(deck: "ushqime")
        _ = flow.act(.confirm)
        #expect(flow.act(.confirm, stage: stage) == [.round(.confirm)])
    }

    @Test func `a broken deck with the name of another does not keep it from being played`() throws {
        let good = try DeckFixture.choices()[DeckFixture.open]
        let bad = DeckChoice(id: good.id, outcome: .problem("empty"), isLocked: false, seen: 0, isOwn: true)
        var flow = ShellFlow(Kape.description, decks: [bad, good], preferences: Preferences())
        #expect(flow.deck(good.id) == good.deck)
        _ = flow.act(.confirm)
        #expect(flow.act(.choose(1)) == [.feedback(.button), .begin(deck: good.id)])
        flow.update(seen: 3, of: good.id)
        #expect(flow.decks.map(\.seen) == [0, 3])
    }

    @Test func `a deck named in advance skips the choice`() throws {
        var flow = try flow(deck: "ushqime")
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.scene == .round)
    }

    @Test func `the primary action resumes a saved round, which another action replaces if it is repeated`() throws {
        var flow = try flow(canResume: true)
        #expect(flow.act(.confirm) == [.feedback(.button), .resumeSaved])
        // Two different actions are not one that is repeated.
        for action in [ShellAction.startAnew, .tournament] { #expect(flow.act(action) == [.feedback(.button)]) }
        #expect(flow.scene == .title && flow.warned == .tournament)
        for action in [ShellAction.tournament, .daily, .startAnew] {
            _ = flow.act(.up)
            #expect(flow.act(action) == [.feedback(.button)])
            #expect(flow.scene == .title && flow.warned == action)
        }
        #expect(flow.act(.startAnew) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(!flow.canResume)
        var without = try self.flow()
        #expect(without.act(.resume) == [])
    }

    @Test func `a requested round takes precedence over a saved one, which it replaces if it is confirmed`() throws {
        var named = try flow(deck: "ushqime", canResume: true)
        #expect(named.act(.resume) == [.feedback(.button), .resumeSaved])
        #expect(named.act(.confirm) == [.feedback(.button)])
        #expect(named.scene == .title && named.warned == .confirm)
        #expect(named.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        // The question is answered, so the next title does not show it.
        #expect(named.warned == nil)
        var timed = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), isRoundNamed: true,
            canResume: true)
        for _ in 0..<2 { #expect(timed.act(.confirm) == [.feedback(.button)]) }
        #expect(timed.scene == .decks(selected: 0))
    }

    @Test func `a tournament of named players replaces a saved round only if that is confirmed`() throws {
        var flow = try flow(players: ["Ana", "Beni"], canResume: true)
        #expect(flow.scene == .title && !flow.resumesFirst)
        #expect(flow.act(.confirm) == [.feedback(.button)] && flow.warned == .confirm)
        #expect(flow.act(.confirm) == [.feedback(.button)] && flow.scene == .players)
        #expect(flow.form.names == ["Ana", "Beni"])
    }

    @Test func `the selection stops at both ends, and back leads to the title`() throws {
        var flow = try flow()
        _ = flow.act(.confirm)
        #expect(flow.act(.up) == [])
        for selected in 1...2 {
            #expect(flow.act(.down) == [.feedback(.button)])
            #expect(flow.scene == .decks(selected: selected))
        }
        #expect(flow.act(.down) == [])
        _ = flow.act(.back)
        #expect(flow.scene == .title)
    }

    @Test func `at first the usual deck is preselected, wherever it stands`() throws {
        var decks = try DeckFixture.choices()
        let usual = try DeckFixture.deck("mix", title: "Mix Shqip")
        decks.insert(.init(id: "mix", outcome: .deck(usual), isLocked: false, seen: 0, isOwn: false), at: 1)
        var flow = ShellFlow(Kape.description, decks: decks, preferences: Preferences())
        _ = flow.act(.confirm)
        #expect(flow.scene == .decks(selected: 1))
        // Later it is the one that was played last.
        flow.resumed(deck: "ushqime", tournament: nil)
        _ = flow.act(.leave, stage: .finished)
        _ = flow.act(.confirm)
        #expect(flow.scene == .decks(selected: 0))
    }

    @Test func `the leaderboard opens at the length of the rounds, and leads back to a result`() throws {
        var flow = try flow()
        flow.boards = [30.0, 60].map { BoardKey(mode: Kape.description.modes[0], seconds: $0) }
        _ = flow.act(.board)
        #expect(flow.scene == .board(mode: 1))
        _ = flow.act(.back)
        #expect(flow.scene == .title)
        flow.resumed(deck: nil, tournament: nil)
        for action in [ShellAction.board, .back] { _ = flow.act(action, stage: .finished) }
        #expect(flow.scene == .round)
    }

    @Test func `Shift and Tab go up, and a held key repeats movement and typing alone`() {
        func action(_ key: Key, _ kind: KeyEvent.Kind = .press, _ modifiers: Modifiers = []) -> ShellAction? {
            ShellKeys.action(of: KeyEvent(key, kind, modifiers: modifiers), isTyping: false)
        }
        #expect(action(.tab) == .down && action(.tab, .press, .shift) == .up)
        #expect(action(.down, .repeated) == .down && action(.backspace, .repeated) == .erase)
        #expect(action(.enter, .repeated) == nil && action(.down, .release) == nil)
    }

    @Test func `a figure key chooses the deck with its number, and nothing outside a menu`() throws {
        var flow = try flow()
        #expect(flow.act(.figure(1)) == [])
        _ = flow.act(.confirm)
        for number in [DeckFixture.broken + 1, 4, 9] { #expect(flow.act(.figure(number)) == []) }
        #expect(flow.act(.figure(1)) == [.feedback(.button), .begin(deck: "ushqime")])
        for stage in [RoundStage.playing, .paused, .finished] { #expect(flow.act(.figure(1), stage: stage) == []) }
        let keys = "1290".map { ShellKeys.action(of: KeyEvent(.character($0)), isTyping: false) }
        #expect(keys == [.figure(1), .figure(2), .figure(9), nil])
    }

    @Test func `the deck of the last round is preselected the next time`() throws {
        var flow = try flow()
        flow.resumed(deck: "gurbet", tournament: nil)
        #expect(flow.act(.leave, stage: .finished) == [.feedback(.button), .abandon])
        _ = flow.act(.confirm)
        #expect(flow.scene == .decks(selected: DeckFixture.locked))
    }

    @Test func `a locked deck shows a note, and a press unlocks it`() throws {
        var flow = try flow()
        _ = flow.act(.confirm)
        #expect(flow.act(.choose(DeckFixture.locked)) == [.feedback(.button)])
        #expect(flow.scene == .unlock(deck: DeckFixture.locked))
        _ = flow.act(.back)
        #expect(flow.scene == .decks(selected: DeckFixture.locked))
        #expect(flow.decks[DeckFixture.locked].isLocked)
        _ = flow.act(.confirm)
        #expect(flow.act(.confirm) == [.feedback(.button), .unlock(deck: "gurbet")])
        #expect(flow.scene == .decks(selected: DeckFixture.locked))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "gurbet")])
    }

    @Test func `a broken or missing deck cannot be selected`() throws {
        var flow = try flow()
        _ = flow.act(.confirm)
        for index in [DeckFixture.broken, 3, -1, .max, .min] {
            #expect(flow.act(.choose(index)) == [])
            #expect(flow.scene == .decks(selected: 0))
        }
        #expect(flow.deck("i-prishur") == nil)
    }

    @Test func `seen cards are counted for their own deck only`() throws {
        var flow = try flow()
        flow.update(seen: 3, of: "gurbet")
        flow.update(seen: 9, of: "nowhere")
        #expect(flow.decks.map(\.seen) == [1, 3, 0])
    }

    // MARK: In a round

    @Test func `the meaning of a key depends on the phase of the round`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        let playing = RoundStage.playing
        #expect(flow.act(.up, stage: playing) == [.round(.up)])
        #expect(flow.act(.down, stage: playing) == [.round(.down)])
        #expect(flow.act(.back, stage: playing) == [.press(.pause)])
        #expect(flow.act(.pause, stage: .paused) == [.press(.resume)])
        #expect(flow.act(.confirm, stage: .handOver) == [.press(.ready)])
        #expect(flow.act(.confirm, stage: nil) == [])
        #expect(flow.act(.confirm, stage: .finished) == [.press(.playAgain)])
    }

    @Test func `one press leaves a paused round, and the title offers to continue it`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: try Tournament(players: ["Besa", "Dritan"]))
        #expect(!flow.mustHoldToLeave(stage: .paused))
        #expect(flow.act(.leave, stage: .paused) == [.feedback(.button), .setAside])
        #expect(flow.scene == .title && flow.tournament == nil)
        #expect(flow.act(.confirm) == [.feedback(.button), .resumeSaved])
    }

    @Test func `only a hold leaves a round, and any other key ends the hold`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        let playing = RoundStage.playing
        #expect(flow.mustHoldToLeave(stage: playing))
        #expect(!flow.mustHoldToLeave(stage: .finished))
        #expect(flow.act(.leave, stage: playing) == [])
        flow.hold.press(at: Self.now, reportsRelease: true)
        _ = flow.act(.down, stage: playing)
        #expect(!flow.hold.isActive)
        flow.hold.press(at: Self.now, reportsRelease: true)
        flow.hold.release(at: Self.now + .milliseconds(500))
        #expect(flow.advance(to: Self.now + LongPress.length) == [])
        flow.hold.press(at: Self.now, reportsRelease: true)
        #expect(flow.advance(to: Self.now + LongPress.length) == [.feedback(.button), .abandon])
        #expect(flow.scene == .title)
    }

    @Test func `a result scrolls, and the next one begins at its top`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        let finished = RoundStage.finished
        #expect(flow.act(.down, stage: finished) == [])
        flow.mostScroll = 2
        #expect(flow.act(.up, stage: finished) == [])
        #expect(flow.scroll == 0)
        for row in [1, 2] {
            #expect(flow.act(.down, stage: finished) == [.feedback(.button)])
            #expect(flow.scroll == row)
        }
        // At the end nothing moves and nothing is heard. The way back begins at once.
        #expect(flow.act(.down, stage: finished) == [])
        #expect(flow.act(.up, stage: finished) == [.feedback(.button)])
        #expect(flow.scroll == 1)
        // A larger screen shows the whole result.
        flow.mostScroll = 0
        #expect(flow.act(.down, stage: finished) == [])
        flow.finished(DeckFixture.result(score: 2).outcome)
        #expect(flow.scroll == 0)
    }

    @Test func `the tutorial is passed once`() throws {
        var flow = try flow()
        let effects = flow.passedTutorial()
        #expect(effects == [.preferences(flow.preferences)])
        #expect(flow.preferences.tutorialDone)
        #expect(flow.passedTutorial() == [])
    }
}

extension ShellFlow {
    /// Performs an action at a fixed instant.
    mutating func act(_ action: ShellAction, stage: RoundStage? = nil) -> [FlowEffect] {
        act(action, stage: stage, at: KapeFlowTests.now)
    }

    /// Presses keys as a player does, by their meaning on this screen.
    mutating func type(_ keys: String) {
        for key in keys {
            let event = KeyEvent(.character(key))
            guard let action = ShellKeys.action(of: event, isTyping: isTyping) else { continue }
            _ = act(action)
        }
    }
}

/// Random walks through actions, phases and holds in unlikely orders.
@Suite struct KapeFlowWalkTests {
    private static let actions: [ShellAction] = [
        .up, .down, .left, .right, .confirm, .back, .tournament, .board, .resume, .startAnew, .pause, .settings,
        .developer,
        .help, .daily, .leave, .type("q"), .type("\u{301}"), .paste("Besa q"), .erase, .choose(0), .choose(1),
        .choose(2),
        .choose(5), .choose(-1), .choose(.max), .choose(.min),
    ]

    private static let stages: [RoundStage?] = [nil] + RoundStage.allCases.map(\.self)

    @Test(arguments: 0..<UInt64(24))
    func `no random walk leads to an invalid state`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var flow = ShellFlow(
            Kape.description, decks: seed.isMultiple(of: 6) ? [] : try DeckFixture.choices(),
            preferences: Preferences(),
            deck: seed.isMultiple(of: 5) ? "nowhere" : nil, players: seed.isMultiple(of: 4) ? ["Besa"] : [],
            canResume: seed.isMultiple(of: 3))
        let letters = LetterCase()
        var now = KapeFlowTests.now
        for step in 0..<600 {
            now = now + .milliseconds(Int64(generator.index(below: 700)))
            takeStep(&flow, at: now, &generator)
            #expect(isSound(flow), "step \(step): \(flow.scene)")
            guard step.isMultiple(of: 20) else { continue }
            let picture = ShellPicture(theme: Kape.theme, flow: flow, session: nil, now: now, sceneAge: 1)
            #expect(picture.canvas(ShellPicture.smallest, letters: letters).grid.lines.count == 18)
        }
    }

    private func takeStep(_ flow: inout ShellFlow, at now: Instant, _ generator: inout SeededGenerator) {
        switch generator.index(below: 12) {
        case 0: flow.hold.press(at: now, reportsRelease: generator.chance(0.5))
        case 1: flow.hold.release(at: now)
        case 2: _ = flow.advance(to: now)
        case 3: flow.finished(DeckFixture.result(score: generator.index(below: 15)).outcome)
        default:
            let action = Self.actions[generator.index(below: Self.actions.count)]
            _ = flow.act(action, stage: Self.stages[generator.index(below: Self.stages.count)], at: now)
        }
    }

    /// Whether everything that the flow refers to exists.
    private func isSound(_ flow: ShellFlow) -> Bool {
        let names = flow.form.names.count
        guard Tournament.rivals.contains(names), (0...names).contains(flow.form.selected), flow.scroll >= 0 else {
            return false
        }
        if let panel = flow.settings, !SettingsPanel.Item.allCases.indices.contains(panel.selected) { return false }
        switch flow.scene {
        case .decks(let selected): return flow.decks.isEmpty ? selected == 0 : flow.decks.indices.contains(selected)
        case .unlock(let deck): return flow.decks.indices.contains(deck)
        case .podium: return flow.tournament?.isComplete == true
        case .modes(let selected): return flow.description.modes.indices.contains(selected)
        case .board: return flow.board != nil
        case .language(let selected): return (0...1).contains(selected)
        case .title, .players, .round: return true
        }
    }
}

/// Decks to choose from: an open one, a locked one and a broken one.
enum DeckFixture {
    static let open = 0
    static let locked = 1
    static let broken = 2

    static func deck(_ id: String, title: String) throws -> Deck {
        let text = """
            {"id": "\(id)", "title": "\(title)", "description": "Çka e bën mëngjesin", "icon": "🥐",
            "difficulty": "Bishë", "language": "sq", "cards": ["Flija", "Byrek me kungull", "Tavë kosi"]}
            """
        return try Deck(parsing: Array(text.utf8), file: "\(id).json")
    }

    static func choices() throws -> [DeckChoice] {
        [
            DeckChoice(
                id: "ushqime", outcome: .deck(try deck("ushqime", title: "Ushqime")), isLocked: false, seen: 1,
                isOwn: false),
            DeckChoice(
                id: "gurbet", outcome: .deck(try deck("gurbet", title: "Gurbet")), isLocked: true, seen: 0,
                isOwn: false),
            DeckChoice(
                id: "i-prishur", outcome: .problem("i-prishur.json:4: the deck is empty"), isLocked: false, seen: 0,
                isOwn: true),
        ]
    }

    static func result(score: Int) -> KapeResult {
        KapeResult(got: (0..<score).map { "letra \($0)" }, passed: ["Golf 4"], seen: [])
    }
}
