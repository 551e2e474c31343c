import Foundation
import Glibc
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudKape
import ThudRecords
import ThudTestSupport

/// A deck from a person's file on the screen keeps its identity, whatever its id, and can be resumed.
@Suite(.live) struct DeckFileTests {
    private let surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        var preferences = Preferences()
        preferences.tutorialDone = true
        try store().keep(.preferences(preferences, before: Preferences()))
    }

    private func store() throws -> RecordStore {
        try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
    }

    private func deck(_ id: String, cards: [String]) -> String {
        let list = cards.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            {"id": "\(id)", "title": "Imja", "description": "D", "icon": "🦅", "difficulty": "Bishë", "language": "sq",
             "cards": [\(list)]}
            """
    }

    /// Writes a file and returns its path as the system has it, without doubled slashes.
    private func write(_ text: String, to name: String) throws -> String {
        try surroundings.scratch.write(text, to: name).replacing("//", with: "/")
    }

    private func report(_ name: String) throws -> JSONReader {
        try JSONReader(Array(surroundings.scratch.text(of: name).utf8), file: name)
    }

    @Test(arguments: ["mix", "vip"])
    func `a file with another deck's id is played itself, and its cards are counted separately`(
        id: String
    ) async throws {
        let cards = ["imja", "jotja"]
        let path = try write(deck(id, cards: cards), to: "\(id).json")
        try await surroundings.play("--deck \(id).json --seconds 60 --json", report: "report") { screen in
            try await screen.wait(for: Seen.title, "Imja")
            try await screen.begin(withTutorial: false)
            try await screen.leaveRound()
            try await screen.quit()
        }
        let played = try report("report").member("cards").elements().map { try $0.string() }
        #expect(played.count == 1 && cards.contains(played[0]), "\(played)")
        #expect(try report("report").member("deck").string() == id)
        #expect(try store().seen(deck: id, of: "kape").isEmpty)
        #expect(try store().seen(deck: path, of: "kape") == Set(played))
    }

    @Test func `a round with a deck file continues from another folder, even without the file`() async throws {
        let path = try write(deck("imja", cards: ["një", "dy", "tre", "katër"]), to: "imja.json")
        try await surroundings.play("--deck imja.json --seconds 60") { screen in
            try await screen.begin(withTutorial: false)
            try await screen.press("Down")
            try await screen.wait(for: Seen.card(score: 1, passes: 0))
            try await waitForSavedRound(score: 1)
            try await kill(screen)
        }
        #expect(try store().savedRound(of: Kape.self).round?.deck == path)
        let elsewhere = try surroundings.scratch.directory("elsewhere")
        let command = "cd '\(elsewhere)' && exec \(try ThudProcess.path()) play --resume"
        try await surroundings.onScreen(command) { screen in
            try await screen.reachCard(score: 1)
            try await screen.press("Down")
            try await screen.wait(for: Seen.card(score: 2, passes: 0))
            try await waitForSavedRound(score: 2)
            try await kill(screen)
        }
        #expect(try store().seen(deck: path, of: "kape").count == 3)
        try FileManager.default.removeItem(atPath: path)
        try await surroundings.play("") { screen in
            try await screen.wait(for: "VAZHDO RAUNDIN")
            try await screen.press("Enter")
            try await screen.reachCard(score: 2)
            try await screen.leaveRound()
            try await screen.quit()
        }
    }

    @Test func `the menu counts the cards that are still in a deck`() async throws {
        _ = try surroundings.writeOwnDeck(deck("imja", cards: ["një", "dy", "tre"]), to: "1.json")
        for card in ["një", "dy", "katër"] { try store().keep(.seen(card: card, deck: "imja", game: "kape")) }
        try await surroundings.play("", size: (120, 40)) { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("Enter")
            try await screen.wait(for: "2/3 letra")
        }
        try await surroundings.play("--deck imja --seconds 60 --json", report: "report") { screen in
            try await screen.begin(withTutorial: false)
            try await screen.leaveRound()
            try await screen.quit()
        }
        // The remaining card comes first, which completes the deck.
        let played = try report("report").member("cards").elements().map { try $0.string() }
        #expect(played == ["tre"])
        #expect(try store().seen(deck: "imja", of: "kape") == ["tre"])
    }

    private func kill(_ screen: TmuxScreen) async throws {
        Glibc.kill(try await screen.processIdentifier(), SIGKILL)
        #expect(try await screen.end() == 128 + SIGKILL)
    }

    private func waitForSavedRound(score: Int) async throws {
        let store = try store()
        try await poll("the round to be saved", within: .seconds(20)) {
            try store.savedRound(of: Kape.self).round?.kape?.progress.got.count == score
        }
    }
}
