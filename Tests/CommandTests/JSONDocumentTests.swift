import Foundation
import TestTraits
import Testing
import ThudTestSupport

/// docs/json.md names every member that `--json` prints.
@Suite(.live) struct JSONDocumentTests {
    /// Words that stand in code spans.
    private static let documented: Set<Substring> = {
        let text = (try? String(contentsOfFile: "\(Surroundings.checkout)/docs/json.md", encoding: .utf8)) ?? ""
        let spans = text.split(separator: "`", omittingEmptySubsequences: false)
        return Set(spans.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element))
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
        "play kape --bot 3 --seconds 5 --clock virtual", "render kape/correct x.wav", "names", "why kape/correct",
        "audition impact.heavy --silent", "audition --lint odd.ahap",
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
        let missing = found.filter { !Self.documented.contains($0[...]) }
        #expect(missing.isEmpty, "\(command): \(missing.sorted())")
    }
}
