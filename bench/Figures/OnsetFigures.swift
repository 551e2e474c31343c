import Foundation
import ThudCore
import ThudReports
import ThudTestSupport

/// Predictions beside what the capture of the output heard, by `thud bench`.
struct OnsetFigures {
    let thud: String
    let count: Int

    func markdown() async throws -> String {
        let scratch = try ScratchDirectory(prefix: "thud-onset")
        let file = scratch.file("bench.json")
        let program = try RunningProgram(
            thud, ["bench", "--game", "none", "--count", "\(count)", "--json", file],
            environment: ProcessInfo.processInfo.environment)
        // A cue takes 0.4 s at the most, and the server's start and the capture's end a few seconds more.
        let ending = try await program.end(within: .seconds(60 + Double(count)))
        guard ending.exitCode == 0 || ending.exitCode == 1, let bytes = FileManager.default.contents(atPath: file)
        else {
            throw HarnessError(description: "thud bench failed: \(program.errorOutput)")
        }
        return try table(BenchRun(json: Array(bytes), file: file)).markdown
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
        if let start = run.cold.startToFirstOutput {
            table.add(
                "start of the process to its first cue at the output\(start.isMeasured ? "" : ", predicted")",
                "\(Table.text(start.length.milliseconds, 0)) ms")
        }
        table.add("underruns", "\(run.xruns.count)", Double(run.xruns.count), limit: 0, "")
        return table
    }
}
