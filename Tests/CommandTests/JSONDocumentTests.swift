import Foundation
import TestTraits
import Testing
import ThudRecords
import ThudTestSupport

/// docs/json.md names every member that `--json` prints.
@Suite(.live) struct JSONDocumentTests {
    /// Words that stand in code spans.
    private static let documented: Set<String> = {
        let text = (try? String(contentsOfFile: "\(Surroundings.checkout)/docs/json.md", encoding: .utf8)) ?? ""
        let spans = text.split(separator: "`", omittingEmptySubsequences: false)
        return Set(spans.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) })
    }()

    /// Returns the names of all members, at any depth.
    private func members(of value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]: object.values.reduce(Set(object.keys)) { $0.union(members(of: $1)) }
        case let list as [Any]: list.reduce([]) { $0.union(members(of: $1)) }
        default: []
        }
    }

    @Test(arguments: [
        "play kape --bot 3 --seconds 5 --clock virtual --players A,B", "play habit --bot 3 --clock virtual",
        "play pocket --mode versus --bot 3 --clock virtual", "play magic --bot 3 --clock virtual", "names",
        "render kape/correct x.wav", "why kape/correct --haptics off", "audition impact.heavy --silent",
        "audition impact.heavy", "audition --lint odd.ahap",
        "diff impact.heavy impact.light", "scores kape", "decks", "devices", "doctor", "new --list",
        "sounds build --into .",
    ])
    func `every member of a command is documented`(command: String) async throws {
        let surroundings = try Surroundings()
        _ = try surroundings.scratch.write(#"{"Version": 1, "Pattern": [], "Extra": 1}"#, to: "odd.ahap")
        let words = command.split(separator: " ").map(String.init)
        let outcome = try await surroundings.thud(words + ["--json"], in: surroundings.scratch.path)
        let found = members(of: try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)))
        try #require(!found.isEmpty, "\(outcome)")
        #expect(found.subtracting(Self.documented).isEmpty, "\(command)")
    }

    @Test func `every member of a leaderboard is documented`() async throws {
        let surroundings = try Surroundings()
        let store = try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
        try store.keep(.score(Score(game: "pocket", version: 1, mode: "classic", score: 51, accuracy: 1, date: 1)))
        let outcome = try await surroundings.thud(["scores", "pocket", "--json"])
        let found = members(of: try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)))
        #expect(found.contains("place") && found.subtracting(Self.documented).isEmpty, "\(outcome)")
    }
}
