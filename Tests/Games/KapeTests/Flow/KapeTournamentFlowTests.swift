import Testing
import ThudGameKit
import ThudRecords

@testable import ThudGameUI
@testable import ThudKape

@Suite struct KapeTournamentFlowTests {
    private func flow(players: [String] = []) throws -> ShellFlow {
        ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), players: players)
    }

    /// Ends a round with a score, and presses the key that follows its result.
    private func playRound(_ flow: inout ShellFlow, score: Int) -> [FlowEffect] {
        let result = DeckFixture.result(score: score).outcome
        flow.finished(result)
        return flow.act(.confirm, stage: .finished)
    }

    @Test func `a tournament goes from names to the podium and starts again`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        #expect(flow.scene == .players)
        flow.type("Besa")
        // Enter moves to the next name, which takes the following letters.
        #expect(flow.act(.confirm) == [.feedback(.button)])
        flow.type("Dritan")
        #expect(flow.form.names == ["Besa", "Dritan"] && flow.scene == .players)
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.tournament?.nextPlayer == "Besa")
        #expect(playRound(&flow, score: 3) == [.press(.playAgain)])
        #expect(flow.tournament?.nextPlayer == "Dritan")
        #expect(playRound(&flow, score: 5) == [.feedback(.podium)])
        #expect(flow.scene == .podium)
        #expect(flow.tournament?.standings.map(\.name) == ["Dritan", "Besa"])
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.tournament?.results == [])
        #expect(flow.tournament?.players == ["Besa", "Dritan"])
    }

    @Test func `a tournament named at the start is offered after a saved round was resumed`() throws {
        var flow = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(),
            players: ["Besa", "Dritan"], canResume: true)
        #expect(flow.act(.resume) == [.feedback(.button), .resumeSaved])
        flow.resumed(deck: "ushqime", tournament: nil)
        flow.finished(DeckFixture.result(score: 3).outcome)
        #expect(flow.act(.leave, stage: .finished) == [.feedback(.button), .abandon])
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .players && flow.form.names == ["Besa", "Dritan"])
    }

    @Test func `two equal names are refused until one is changed`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        flow.type("Besa")
        _ = flow.act(.confirm)
        flow.type("BESA ")
        for action in [ShellAction.confirm, .tournament] {
            #expect(flow.act(action) == [.feedback(.button)])
            #expect(flow.scene == .players && flow.form.isTwin && flow.form.selected == 1)
        }
        _ = flow.act(.erase)
        #expect(!flow.form.isTwin)
        _ = flow.act(.erase)
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
    }

    @Test func `the button begins from any name, and enter on the last row adds a player`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        for _ in 0..<2 { _ = flow.act(.down) }
        #expect(!flow.form.isOnName)
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.form.names.count == 3 && flow.form.isOnName)
        for _ in 0..<2 { _ = flow.act(.up) }
        #expect(flow.act(.tournament) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0) && flow.tournament?.players.count == 3)
    }

    @Test func `players with default names play a tournament, and no names mean a single round`() throws {
        var flow = try flow(players: ["", "", ""])
        flow.startAtOnce(deck: "ushqime")
        #expect(flow.tournament?.players == ["Lojtari 1", "Lojtari 2", "Lojtari 3"])
        flow.preferences.language = .english
        flow.startAtOnce(deck: "ushqime")
        #expect(flow.tournament?.players == ["Player 1", "Player 2", "Player 3"])
        var alone = try self.flow()
        alone.startAtOnce(deck: "ushqime")
        #expect(alone.tournament == nil)
    }

    @Test func `leaving the podium leads to the title and ends the session`() throws {
        var flow = try flow(players: ["Besa", "Dritan"])
        #expect(flow.scene == .players)
        flow.startAtOnce(deck: "ushqime")
        for score in 1...2 { _ = playRound(&flow, score: score) }
        #expect(flow.scene == .podium)
        #expect(flow.act(.back) == [.feedback(.button), .abandon])
        #expect(flow.scene == .title)
        #expect(flow.tournament == nil)
    }

    @Test(arguments: [ShellAction.leave, .back])
    func `leaving a result between two players leads to a title that can resume`(action: ShellAction) throws {
        var flow = try flow(players: ["Besa", "Dritan"])
        flow.startAtOnce(deck: "ushqime")
        let result = DeckFixture.result(score: 2).outcome
        flow.finished(result)
        #expect(flow.act(action, stage: .finished) == [.feedback(.button), .setAside])
        #expect(flow.scene == .title)
        #expect(flow.tournament == nil)
        #expect(flow.act(.confirm) == [.feedback(.button), .resumeSaved])
        // After the last result nobody is waiting.
        var complete = try self.flow(players: ["Besa", "Dritan"])
        complete.startAtOnce(deck: "ushqime")
        _ = playRound(&complete, score: 1)
        complete.finished(result)
        #expect(complete.act(action, stage: .finished) == [.feedback(.button), .abandon])
    }

    @Test func `if the deck of a resumed tournament is gone, the next one offers the decks`() throws {
        var flow = try flow()
        flow.resumed(deck: "/gone.json", tournament: try Tournament(players: ["Besa", "Dritan"]))
        for score in 1...2 { _ = playRound(&flow, score: score) }
        #expect(flow.scene == .podium)
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.tournament?.nextPlayer == "Besa")
    }

    @Test func `if the saved round is gone, the title's button begins a new one`() throws {
        var flow = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), canResume: true)
        #expect(flow.act(.confirm) == [.feedback(.button), .resumeSaved])
        flow.lostSavedRound()
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
    }

    @Test func `letters that are commands elsewhere go into a name`() throws {
        var flow = try flow()
        flow.type("t")
        #expect(flow.isTyping)
        flow.type("qs jkpd?tn")
        #expect(flow.form.names == ["qs jkpd?tn", ""])
        #expect(flow.scene == .players)
        #expect(flow.settings == nil)
        #expect(flow.preferences == Preferences())
    }

    @Test func `a pasted line fills the selected name as far as it fits, with one cue`() throws {
        var flow = try flow()
        _ = flow.act(.paste("tqs"))
        #expect(flow.scene == .title && flow.settings == nil)
        _ = flow.act(.tournament)
        #expect(flow.act(.paste("Gëzim qs?")) == [.feedback(.button)])
        #expect(flow.act(.paste(String(repeating: "a\u{308}", count: 200))) == [.feedback(.button)])
        #expect(flow.form.names[0].hasPrefix("Gëzim qs?ä") && flow.form.names[0].count == PlayerName.longest)
        #expect(flow.act(.paste("more")) == [])
        #expect(flow.form.names[1].isEmpty && flow.scene == .players)
    }

    @Test(arguments: ["qs tj", "  q"]) func `typing on the last row adds a player`(text: String) throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        for _ in 0..<9 { _ = flow.act(.down) }
        #expect(!flow.form.isOnName)
        flow.type(text)
        #expect(flow.scene == .players && flow.settings == nil)
        // The first blank adds the player, and is not in the name.
        let name = text.hasPrefix(" ") ? String(text.dropFirst()) : text
        #expect(flow.form.names == ["", "", name] && flow.form.isOnName)
        for _ in 0..<9 { _ = flow.act(.down) }
        #expect(flow.act(.paste("Teuta")) == [.feedback(.button)])
        #expect(flow.form.names.count == 4 && flow.form.names.last == "Teuta")
    }

    @Test func `a name stops at the maximum length`() throws {
        var flow = try flow()
        flow.type("t")
        flow.type(String(repeating: "ë", count: 200))
        #expect(flow.form.names[0].count == PlayerName.longest)
    }

    @Test func `rows can be added up to five and erased down to two`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        for _ in 0..<9 {
            for _ in 0..<9 { _ = flow.act(.down) }
            if !flow.form.isOnName { _ = flow.act(.confirm) }
        }
        #expect(flow.form.names.count == 5)
        #expect(!flow.form.canAdd)
        for _ in 0..<9 { _ = flow.act(.erase) }
        #expect(flow.form.names.count == 2)
        #expect(flow.form.names.indices.contains(flow.form.selected))
    }

    @Test func `extra players are dropped, and a single one gets a rival`() {
        #expect(PlayersForm(names: (1...9).map(String.init)).names == ["1", "2", "3", "4", "5"])
        #expect(PlayersForm(names: ["Besa"]).names == ["Besa", ""])
    }

    @Test func `back from the decks leads to the players of the tournament`() throws {
        var flow = try flow(players: ["Besa", "Dritan"])
        _ = flow.act(.confirm)
        _ = flow.act(.back)
        #expect(flow.scene == .players)
        #expect(flow.form.names == ["Besa", "Dritan"])
        _ = flow.act(.back)
        #expect(flow.scene == .title)
        #expect(flow.tournament == nil)
    }
}
