import Foundation
import ThudCore
import ThudReports
import ThudTestSupport

/// The latency of each cue of each game while a simulated player plays it, from `thud bench --game`.
struct CueFigures {
    let thud: String
    let count: Int

    /// Returns the games, which are the folders of sounds, and a mode whose cues no other mode of its game has.
    private static func rounds() throws -> [[String]] {
        let games = try FileManager.default.contentsOfDirectory(atPath: "Sounds").sorted()
            .filter { FileManager.default.fileExists(atPath: "Sounds/\($0)/catalog.json") }
        return games.map { [$0] } + [["pocket", "--mode", "memory"]]
    }

    func markdown() async throws -> String {
        var lines = [
            "| cue | times | trigger to predicted output, p50 | p99 | worst | limit |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        var seen: Set<String> = []
        for round in try Self.rounds() {
            let run = try await run(round)
            // Cues that two modes share are listed with the first mode.
            for cue in BenchSummary(run).gameCues where seen.insert(cue.name + "\(cue.isScheduled)").inserted {
                lines.append(row(cue, limit: run.budget))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func run(_ round: [String]) async throws -> BenchRun {
        let scratch = try ScratchDirectory(prefix: "thud-cues")
        let file = scratch.file("bench.json")
        let program = try RunningProgram(
            thud,
            [
                "bench", "--count", "\(count)", "--interval", "300..300", "--keys", "0", "--no-cold-start", "--json",
                file, "--game",
            ] + round,
            environment: ProcessInfo.processInfo.environment)
        let ending = try await program.end(within: .seconds(60 + Double(count)))
        guard ending.exitCode == 0 || ending.exitCode == 1, let bytes = FileManager.default.contents(atPath: file)
        else {
            throw HarnessError(description: "thud bench failed: \(program.errorOutput)")
        }
        return try BenchRun(json: Array(bytes), file: file)
    }

    private func row(_ cue: GameCueLatency, limit: Interval) -> String {
        let name = cue.name + (cue.isScheduled ? ", scheduled" : "")
        guard !cue.latency.isEmpty else { return "| \(name) | 0, **missed** | | | | |" }
        func text(_ latency: Interval) -> String { "\(Table.text(latency.milliseconds, 2)) ms" }
        let worst = cue.latency.longest
        return "| \(name) | \(cue.latency.count) | \(text(cue.latency.percentile(50))) | "
            + "\(text(cue.latency.percentile(99))) | \(text(worst))\(worst > limit ? ", **missed**" : "") | "
            + "\(Int(limit.milliseconds)) ms |"
    }
}
