import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// Clumsy input in a game that uses thinning.
@Suite(.live) struct ThinningTests {
    private static let script = """
        1.00 scroll-right
        1.02 scroll-right
        1.03 bring
        2.00 scroll-left
        2.50 good-night
        3.00 quit
        """

    private func play(_ arguments: [String]) async throws -> ThudProcess.Outcome {
        let surroundings = try Surroundings()
        let script = try surroundings.scratch.write(Self.script, to: "script")
        let outcome = try await surroundings.thud(
            ["play", "magic", "--clock", "virtual", "--script", script] + arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        return outcome
    }

    @Test func `thinned cues are in the report with the reason, and are counted`() async throws {
        let root = try JSONReader(Array(try await play(["--json"]).output.utf8), file: "the report")
        let cues = try root.member("cues").elements().map { cue in
            let thinned = try cue.optional("thinned")?.string() ?? "whole"
            return try "\(cue.member("cue").string()) \(cue.member("outcome").string()) \(thinned)"
        }
        #expect(cues.contains("magic/snap thinned crowded") && cues.contains("magic/spawn played crowded"))
        #expect(cues.count { $0.hasSuffix("crowded") } == 2 && cues.count { $0 == "magic/snap played whole" } == 2)
        #expect(try root.member("cues_thinned").number() == 1 && root.member("haptics_thinned").number() == 1)
        #expect(try root.member("cues_unheard").number() == 0)
    }

    @Test func `plain lines report it too`() async throws {
        let outcome = try await play(["--plain"])
        let lines = outcome.errorOutput.split(separator: "\n")
        #expect(lines.contains { $0.contains("magic/snap") && $0.hasSuffix("left out: within 60 ms of another cue") })
        #expect(
            lines.contains {
                $0.contains("magic/spawn") && $0.hasSuffix("without haptics: within 60 ms of another cue")
            })
        #expect(outcome.output.contains("1 cue thinned, 1 cue without haptics"))
    }
}
