extension BenchSummary {
    /// The summary of a pull request's page: the verdict, the stages and what failed, as Markdown.
    package var markdown: String {
        let verdict = verdict
        let columns: [MetricColumn] = [.count, .p50, .p95, .p99, .max, .jitter]
        let rows = stageRows.filter { $0.histogram != nil }.map { title, histogram in
            ([title] + columns.map { $0.text(of: histogram) }).joined(separator: " | ")
        }
        // A backtick would end the code, and what follows would be HTML.
        let title = programName.map { " of `\($0.replacing("`", with: "'"))`" } ?? ""
        let table = [
            "ms | " + columns.map(\.title).joined(separator: " | "), "---" + columns.map { _ in " | ---:" }.joined(),
        ]
        return """
            ### Latency\(title)

            \(verdict.passes ? "✅" : "❌") \(verdict.line)

            \((table + rows).map { "| \($0) |" }.joined(separator: "\n"))

            \((verdict.diagnostics + facts).map { "- \($0)" }.joined(separator: "\n"))

            """
    }

    /// A line that names the program of a run.
    package var heading: String { "\n" + (programName ?? "thud") + "\n" }

    /// The program of a run and its arguments.
    var programName: String? { run.program.map { Text.printable($0.command.joined(separator: " ")) } }
}
