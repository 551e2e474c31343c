import Foundation
import ThudCore
import ThudReports
import ThudTestSupport

/// Predictions compared with the captured output, from `thud bench`.
struct OnsetFigures {
    let thud: String
    let count: Int

    func markdown() async throws -> String {
        var table = try await table(bench(["--game", "none", "--count", "\(count)", "--no-cold-start"]))
        try await StartFigures(thud: thud).add(to: &table)
        let keys = try await bench(["--count", "10", "--keys", "\(2 * count)", "--no-cold-start"])
        addKeys(keys, to: &table)
        return table.markdown
    }

    private func bench(_ options: [String]) async throws -> BenchRun {
        let scratch = try ScratchDirectory(prefix: "thud-onset")
        let file = scratch.file("bench.json")
        let program = try RunningProgram(
            thud, ["bench", "--json", file] + options, environment: ProcessInfo.processInfo.environment)
        // A cue or a key takes at most 0.4 s; the server's start and the capture's end take a few seconds more.
        let ending = try await program.end(within: .seconds(60 + 2 * Double(count)))
        guard ending.exitCode == 0 || ending.exitCode == 1, let bytes = FileManager.default.contents(atPath: file)
        else {
            throw HarnessError(description: "thud bench failed: \(program.errorOutput)")
        }
        return try BenchRun(json: Array(bytes), file: file)
    }

    /// Adds the time from a key on a terminal until the audio thread has its cue.
    private func addKeys(_ run: BenchRun, to table: inout Table) {
        let taken = run.keyCues.compactMap { LatencySegment.keyToCommand.length(of: $0)?.milliseconds }
        table.add(
            "a key's byte to its command, \(taken.count) keys, p50 / p99 / worst",
            [0.5, 0.99, 1].map { Table.text(taken.percentile($0), 2) }.joined(separator: " / ") + " ms",
            taken.percentile(0.99), limit: 1, " ms")
    }

    private func table(_ run: BenchRun) throws -> Table {
        let sure = run.cues.filter(\.isSure)
        let errors = sure.compactMap { cue -> Double? in
            guard let predicted = cue.predicted, let measured = cue.measured else { return nil }
            return abs((predicted - measured).milliseconds)
        }
        let latencies = sure.compactMap { $0.measuredLatency?.milliseconds }
        guard !errors.isEmpty else { throw HarnessError(description: "the capture heard none of the cues") }
        var table = Table("\(run.cues.count) cues, as the sink's monitor heard them")
        table.add("found in the capture for certain", "\(sure.count) of \(run.cues.count)")
        table.add(
            "prediction against onset, worst", "\(Table.text(errors.max() ?? .nan, 3)) ms", errors.max() ?? .nan,
            limit: 1,
            " ms")
        table.add(
            "trigger to onset, p50 / p99 / worst",
            [0.5, 0.99, 1].map { Table.text(latencies.percentile($0)) }.joined(separator: " / ") + " ms",
            latencies.max() ?? .nan, limit: run.budget.milliseconds, " ms")
        table.add("underruns", "\(run.xruns.count)", Double(run.xruns.count), limit: 0, "")
        return table
    }
}
