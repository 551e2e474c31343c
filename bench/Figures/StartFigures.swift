import Foundation
import ThudCore
import ThudReports
import ThudTestSupport

/// How long a new program takes to be heard: `thud listen` with one cue, by the instants in its reports, which the
/// capture has confirmed.
struct StartFigures {
    let thud: String

    /// How often it is started.
    private static let starts = 21

    func add(to table: inout Table) async throws {
        var lengths: [Double] = []
        for _ in 0..<Self.starts { try await lengths.append(start()) }
        table.add(
            "start of `thud listen` to its first cue at the output, \(lengths.count) starts, p50 / worst",
            [0.5, 1].map { Table.text(lengths.percentile($0), 0) }.joined(separator: " / ") + " ms",
            lengths.percentile(0.5), limit: 60, " ms for p50")
    }

    /// Returns the time from the start of a process to its first cue, in milliseconds.
    private func start() async throws -> Double {
        let start = Instant.now()
        let program = try RunningProgram(
            thud, ["listen", "--json"], environment: ProcessInfo.processInfo.environment, input: "kape/correct\n")
        let ending = try await program.end(within: .seconds(30))
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "thud listen failed: \(program.errorOutput)")
        }
        // The first line says that the service is ready.
        let line = program.output.split(separator: "\n").last ?? ""
        let report = try JSONReader(Array(line.utf8), file: "the report of thud listen")
        let predicted = Instant(nanoseconds: Int64(try report.member("predicted_ns").number()))
        return (predicted - start).milliseconds
    }
}
