import Foundation
import Testing
import ThudCore
import ThudGameKit

@testable import ThudKape

@Suite struct TournamentTests {
    private func result(got: Int, passed: Int = 0) -> Outcome {
        let cards = (0..<got + passed).map { "card \($0)" }
        return KapeResult(got: Array(cards.prefix(got)), passed: Array(cards.dropFirst(got)), seen: cards).outcome
    }

    private func title(_ standing: Standing) -> String { Kape.description.title(of: standing) }

    /// Creates a tournament of players without names.
    private func tournament(of count: Int) throws -> Tournament {
        try Tournament(players: Array(repeating: "", count: count), unnamed: "Lojtari")
    }

    private func played(_ rounds: [(got: Int, passed: Int)]) throws -> Tournament {
        var tournament = try tournament(of: rounds.count)
        for round in rounds { tournament.add(result: result(got: round.got, passed: round.passed)) }
        return tournament
    }

    @Test func `the players take turns until all have played`() throws {
        var tournament = try Tournament(players: ["Ana", "Bora", "Cani"])
        for index in 0..<3 {
            #expect(tournament.current == index)
            #expect(!tournament.isComplete)
            tournament.add(result: result(got: index))
        }
        #expect(tournament.current == nil)
        #expect(tournament.isComplete)
        tournament.add(result: result(got: 9))
        #expect(tournament.results.count == 3)
    }

    @Test func `one to five players are allowed`() throws {
        for count in [0, 6, 1_000] {
            let error = #expect(throws: ThudError.self) { try tournament(of: count) }
            #expect(error?.description == "a tournament has 2 to 5 players, not \(count)")
        }
        #expect(try tournament(of: 1).players == ["Lojtari 1"])
        #expect(try tournament(of: 5).players == (1...5).map { "Lojtari \($0)" })
    }

    @Test(arguments: [
        ("Ana", "Ana"), ("  Ana  Maria ", "Ana Maria"), ("", "Lojtari 1"), (" \n\t\u{3000} ", "Lojtari 1"),
        ("\u{200B}\u{200D}", "Lojtari 1"), ("\u{2800} \u{2800}", "Lojtari 1"),
        ("An\u{1B}[31ma", "An[31ma"), ("Ana\r\nBora", "Ana Bora"),
        ("\u{202E}Ana", "Ana"), ("نور", "نور"), ("小明", "小明"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("Zoë\u{0}", "Zoë"),
        (String(repeating: "x", count: 99), String(repeating: "x", count: 40)),
        (String(repeating: "👩‍👩‍👧‍👦", count: 99), String(repeating: "👩‍👩‍👧‍👦", count: 40)),
    ])
    func `a name of any script and length becomes one short line`(name: String, shown: String) throws {
        #expect(try Tournament(players: [name], unnamed: "Lojtari").players == [shown])
    }

    @Test func `names that look the same are twins`() {
        #expect(PlayerName.twin(in: ["Ana", "Bora", "A\u{200D}na"], unnamed: "Lojtari") == 2)
        #expect(PlayerName.twin(in: ["Ana", "ANA"], unnamed: "Lojtari") == 1)
        #expect(PlayerName.twin(in: ["", "lojtari 1"], unnamed: "Lojtari") == 1)
        #expect(PlayerName.twin(in: ["Ana", "Anna"], unnamed: "Lojtari") == nil)
    }

    @Test func `a name with endless accents is cut`() throws {
        let name = try Tournament(players: ["e" + String(repeating: "\u{301}", count: 100_000)]).players[0]
        #expect(name.unicodeScalars.count <= 320)
    }

    @Test func `the ranking follows score, then accuracy, then the order of play`() throws {
        let standings = try played([(3, 3), (5, 1), (3, 0), (5, 0), (0, 4)]).standings
        #expect(standings.map(\.player) == [3, 1, 2, 0, 4])
        #expect(standings.map(\.place) == [1, 2, 3, 4, 5])
        #expect(standings.map(title) == ["Legjendë", "Argjend", "Bronz", "Turist", "Turist"])
        #expect(standings.map(\.score) == [5, 5, 3, 3, 0])
        #expect(standings[0].name == "Lojtari 4")
        #expect(standings[3].accuracy == 0.5)
    }

    @Test func `equal players share a place and its title, and the next place is skipped`() throws {
        let standings = try played([(4, 1), (2, 0), (4, 1), (0, 0), (0, 3)]).standings
        #expect(standings.map(\.player) == [0, 2, 1, 3, 4])
        #expect(standings.map(\.place) == [1, 1, 3, 4, 4])
        #expect(standings.map(title) == ["Legjendë", "Legjendë", "Bronz", "Turist", "Turist"])
    }

    @Test func `nobody is a legend without a point`() throws {
        let tournament = try played([(0, 2), (0, 0), (0, 1)])
        #expect(tournament.standings.map(title) == ["Turist", "Turist", "Turist"])
        #expect(try !tournament.hasWinner && played([(0, 2), (1, 0)]).hasWinner)
    }

    @Test func `half a tournament has half a podium`() throws {
        var tournament = try tournament(of: 4)
        #expect(tournament.standings.isEmpty)
        tournament.add(result: result(got: 2))
        #expect(tournament.standings.map(\.place) == [1])
    }

    @Test func `an outcome has no points below zero, and an accuracy from 0 to 1`() {
        let accuracies = [-1, 0.5, 2, .nan].map { Outcome(score: -1, accuracy: $0, summary: "") }
        #expect(accuracies.map(\.score) == [0, 0, 0, 0] && accuracies.map(\.accuracy) == [0, 0.5, 1, 0])
    }

    @Test func `a tournament is saved and restored`() throws {
        var tournament = try Tournament(players: ["Ana", "Børge"])
        tournament.add(result: result(got: 2, passed: 1))
        let data = try JSONEncoder().encode(tournament)
        #expect(try JSONDecoder().decode(Tournament.self, from: data) == tournament)
    }

    @Test(arguments: [
        #"{"players": [], "results": []}"#, #"{"players": ["1","2","3","4","5","6"], "results": []}"#,
        """
        {"players": ["a"], "results": [{"score":0,"accuracy":0,"summary":"","facts":[]},
        {"score":0,"accuracy":0,"summary":"","facts":[]}]}
        """,
        #"{"players": "a", "results": []}"#, #"{"players": ["a\u001B"], "results": []}"#, "[]", "7",
    ])
    func `an impossible tournament is refused`(json: String) {
        let tournament = try? JSONDecoder().decode(Tournament.self, from: Data(json.utf8))
        #expect(tournament?.isPossible != true)
    }
}
