import Testing
import ThudGameKit
import ThudRecords

@testable import ThudGameUI
@testable import ThudKape

@Suite struct KapeTournamentFlowTests {
    private func flow(players: [String] = []) throws -> ShellFlow {
        ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), players: players)
    }

    /// A round that ends with a score, and the press that follows its result.
    private func playRound(_ flow: inout ShellFlow, score: Int) -> [FlowEffect] {
        let result = DeckFixture.result(score: score).outcome
        flow.finished(result)
        return flow.act(.confirm, stage: .finished)
    }

    @Test func `a tournament goes from names to the podium and round again`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        #expect(flow.scene == .players)
        flow.type("Besa")
        // Enter goes on to the next name, and what is typed next into it.
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

    @Test func `the button begins whichever name is chosen, and enter on the last row adds a player`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        for _ in 0..<2 { _ = flow.act(.down) }
        #expect(!flow.isTyping)
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.form.names.count == 3 && flow.isTyping)
        for _ in 0..<2 { _ = flow.act(.up) }
        #expect(flow.act(.tournament) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0) && flow.tournament?.players.count == 3)
    }

    @Test func `players of default names play a tournament too, and nobody named plays a round`() throws {
        var flow = try flow(players: ["", "", ""])
        flow.startAtOnce(deck: "ushqime")
        #expect(flow.tournament?.players == ["Lojtari 1", "Lojtari 2", "Lojtari 3"])
        var alone = try self.flow()
        alone.startAtOnce(deck: "ushqime")
        #expect(alone.tournament == nil)
    }

    @Test func `the podium is left for the title, and the session with it`() throws {
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
    func `a result between two players is left for a title that offers to go on`(action: ShellAction) throws {
        var flow = try flow(players: ["Besa", "Dritan"])
        flow.startAtOnce(deck: "ushqime")
        let result = DeckFixture.result(score: 2).outcome
        flow.finished(result)
        #expect(flow.act(action, stage: .finished) == [.feedback(.button), .setAside])
        #expect(flow.scene == .title)
        #expect(flow.tournament == nil)
        #expect(flow.act(.confirm) == [.feedback(.button), .resumeSaved])
        // The last result is nobody's to wait for.
        var complete = try self.flow(players: ["Besa", "Dritan"])
        complete.startAtOnce(deck: "ushqime")
        _ = playRound(&complete, score: 1)
        complete.finished(result)
        #expect(complete.act(action, stage: .finished) == [.feedback(.button), .abandon])
    }

    @Test func `where the deck of a resumed tournament is gone, the next one asks for another`() throws {
        var flow = try flow()
        flow.resumed(deck: "/gone.json", tournament: try Tournament(players: ["Besa", "Dritan"]))
        for score in 1...2 { _ = playRound(&flow, score: score) }
        #expect(flow.scene == .podium)
        #expect(flow.act(.confirm) == [.feedback(.button)])
        #expect(flow.scene == .decks(selected: 0))
        #expect(flow.act(.confirm) == [.feedback(.button), .begin(deck: "ushqime")])
        #expect(flow.tournament?.nextPlayer == "Besa")
    }

    @Test func `where the saved round is gone, the title's button begins a new one`() throws {
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

    @Test func `a pasted line goes into the chosen name as far as there is room, and sounds once`() throws {
        var flow = try flow()
        _ = flow.act(.paste("tqs"))
        #expect(flow.scene == .title && flow.settings == nil)
        _ = flow.act(.tournament)
        #expect(flow.act(.paste("Gëzim qs?")) == [.feedback(.button)])
        #expect(flow.act(.paste(String(repeating: "a\u{308}", count: 200))) == [.feedback(.button)])
        #expect(flow.form.names[0].hasPrefix("Gëzim qs?ä") && flow.form.names[0].count == PlayerName.longest)
        #expect(flow.act(.paste("more")) == [])
        #expect(flow.form.names[1].isEmpty && flow.scene == .players)
        // The row behind the names is no field.
        for _ in 0..<2 { _ = flow.act(.down) }
        #expect(!flow.isTyping)
        #expect(flow.act(.paste("Teuta")) == [])
    }

    @Test func `a name ends at its longest`() throws {
        var flow = try flow()
        flow.type("t")
        flow.type(String(repeating: "ë", count: 200))
        #expect(flow.form.names[0].count == PlayerName.longest)
    }

    @Test func `rows are added to five and erased to two`() throws {
        var flow = try flow()
        _ = flow.act(.tournament)
        for _ in 0..<9 {
            for _ in 0..<9 { _ = flow.act(.down) }
            if !flow.isTyping { _ = flow.act(.confirm) }
        }
        #expect(flow.form.names.count == 5)
        #expect(!flow.form.canAdd)
        for _ in 0..<9 { _ = flow.act(.erase) }
        #expect(flow.form.names.count == 2)
        #expect(flow.form.names.indices.contains(flow.form.selected))
    }

    @Test func `more players than fit are cut, and one alone gets a rival`() {
        #expect(PlayersForm(names: (1...9).map(String.init)).names == ["1", "2", "3", "4", "5"])
        #expect(PlayersForm(names: ["Besa"]).names == ["Besa", ""])
    }

    @Test func `from the decks a tournament goes back to its players`() throws {
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
