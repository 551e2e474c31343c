import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// What a person sees at the moment of a completion.
@Suite(.live) struct HabitFlashTests {
    @Test func `a completion flashes in its habit's accent colour, scheduled or immediate`() async throws {
        let surroundings = try Surroundings()
        // The second accent is green; the catalog's own colour is a blue.
        let script = try surroundings.scratch.write(
            """
            0.1 clock 2026-11-21T12:00:00Z
            0.2 new
            0.3 type Read
            0.4 activate
            0.5 activate
            0.6 value 1
            0.7 activate
            1 press
            3.2 release
            3.5 undo
            4 activate
            6 quit

            """, to: "script")
        let outcome = try await surroundings.thud(
            ["play", "habit", "--script", script, "--plain", "--json", "--clock", "virtual"])
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let report = try JSONReader(Array(outcome.output.utf8), file: "the report")
        let completions = try report.member("cues").elements().filter {
            try $0.member("cue").string() == "habit/complete"
        }
        let colours = try completions.map { try $0.member("flash").member("colour").string() }
        #expect(colours == ["#30D158", "#30D158"], "\(outcome.errorOutput)")
        #expect(try completions.map { try $0.member("scheduled").bool() } == [true, false])
        #expect(try completions.allSatisfy { try $0.member("flash").member("seconds").number() == 0.2 })
    }
}
