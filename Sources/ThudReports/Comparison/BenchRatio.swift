import ThudCore

/// The latencies of two programs that were measured in turns, the second one's divided by the first one's.
package struct BenchRatio: Sendable {
    /// The first program's run.
    package let first: BenchSummary
    /// The median, and p99 if there are enough presses to judge by it; empty if a program gave too few answers.
    let metrics: [MetricChange]

    package init(first: BenchRun, second: BenchRun) {
        self.first = BenchSummary(first)
        metrics = BenchComparison(old: first, new: second, tolerance: 0).metrics.filter(\.isDecisive)
    }

    private var lines: [String] {
        metrics.isEmpty
            ? ["one of the two gave too few answers for a ratio"] : metrics.map { $0.line(then: " against") }
    }

    /// A title, and `median 4.10 ms against 4.00 ms: 1.02 times (95 % sure: 0.98 to 1.07)`.
    package var text: String { "\nthe second program compared with the first\n" + lines.map { $0 + "\n" }.joined() }

    /// The same for the page of a pull request.
    package var markdown: String {
        "### The second program compared with the first\n\n" + lines.map { "- \($0)\n" }.joined()
    }

    /// The member `ratio` of docs/bench-schema.md.
    var json: JSONValue {
        [
            "first": .string(first.run.program?.command.joined(separator: " ") ?? ""),
            "figures": .array(metrics.map { .object($0.members("first", "second")) }),
            "run": first.run.json(),
        ]
    }
}
