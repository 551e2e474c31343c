import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// What `thud bench --game GAME` reports about the cues of the game.
@Suite(.timedOrdinary) struct BenchGameTests {
    /// Runs a benchmark of so many thirds of a second beside a game, without a device.
    private func bench(_ count: Int, _ arguments: String...) async throws -> (run: BenchRun, output: String) {
        let surroundings = try Surroundings()
        let file = surroundings.scratch.file("b.json")
        let outcome = try await surroundings.thud(
            [
                "bench", "--device", "null", "--loopback", "off", "--count", "\(count)", "--interval", "300..300",
                "--keys", "0", "--no-cold-start", "--json", file, "--game",
            ] + arguments)
        #expect(outcome.exitCode == 0, "\(outcome)")
        return (try BenchRun(json: SourceFile.read(file), file: file), outcome.output)
    }

    @Test func `a sustained hold is timed from its beginning, and its scheduled end by its instant`()
        async throws
    {
        let (run, output) = try await bench(30, "habit")
        let holds = run.gameCues.filter { $0.name == "habit/hold" }
        #expect(!holds.isEmpty && holds.allSatisfy { $0.outcome == .played && $0.asked == nil })
        #expect(holds.allSatisfy { $0.predictedLatency.map { $0 > .zero && $0 < .milliseconds(50) } ?? false })
        let ends = run.gameCues.filter { $0.name == "habit/complete" && $0.asked != nil }
        #expect(!ends.isEmpty && ends.allSatisfy { $0.predictedLatency.map { $0 < .milliseconds(1) } ?? false })
        // Releasing a hold cancels its end, which is no loss.
        #expect(run.gameCues.allSatisfy { $0.outcome != .cancelled })
        #expect(output.contains("\nhabit/hold  ") && output.contains("\nhabit/complete, ahead  "))
    }

    @Test func `the game is played in the named mode, which the settings record`() async throws {
        let (memory, _) = try await bench(9, "pocket", "--mode", "memory")
        #expect(memory.settings.contains(BenchFact("mode", "memory")))
        #expect(memory.gameCues.contains { $0.name.hasPrefix("pocket/step") })
        let (classic, _) = try await bench(9, "pocket")
        #expect(classic.settings.contains(BenchFact("mode", "classic")))
        #expect(!classic.gameCues.contains { $0.name.hasPrefix("pocket/step") })
    }
}
