import Testing
import ThudCore
import ThudTestSupport

/// `thud audition --lint`.
@Suite struct LintTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test func `what is accepted is told and not wrong, and JSON has each disposition by itself`() async throws {
        func file(_ event: String) -> String {
            "{\"Version\": 1, \"Pattern\": [{\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\"\(event)}},]}"
        }
        let fine = try surroundings.scratch.write(file(""), to: "fine.ahap")
        let outcome = try await surroundings.thud(["audition", "--lint", fine])
        #expect(outcome.exitCode == 0 && outcome.output.contains(": accepted: "), "\(outcome)")
        let odd = try surroundings.scratch.write(file(", \"Tempo\": 1"), to: "odd.ahap")
        let told = try await surroundings.thud(["audition", "--lint", "--json", odd])
        #expect(told.exitCode == 1 && told.errorOutput.contains("one remark"))
        let rows = try JSONReader(Array(told.output.utf8), file: "lint").elements()
        #expect(try rows.map { try $0.member("consequence").string() } == ["ignored", "accepted"])
    }
}
