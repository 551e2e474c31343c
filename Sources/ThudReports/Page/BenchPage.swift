import ThudCore

extension BenchSummary {
    /// Returns the report as one self-contained HTML page without scripts or external resources. The verdict comes
    /// first, and every drawing has its numbers as text. The page fits from 360 pixels, follows the reader's choice of
    /// light or dark, and can be printed.
    ///
    /// Of two programs, the second one comes first, and then everything about the first one.
    package func page(comparison: BenchComparison? = nil, ratio: BenchRatio? = nil) -> String {
        let first = ratio.map { [$0.first.header(), $0.first.tiles, $0.first.charts("first-"), $0.first.tables] } ?? []
        let parts =
            [
                header(comparison, ratio), tiles, comparison.map(Self.section(of:)) ?? "",
                ratio.map(Self.section(of:)) ?? "", charts(), tables,
            ] + first
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <title>\(Markup.escaped("Thud bench: " + verdict.line))</title>
            <style>
            \(PageStyle.css)
            </style>
            </head>
            <body>
            <main>
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    /// Returns the verdict as the heading. A regression and a first program that fails also fail the page, since they
    /// fail the command.
    private func header(_ comparison: BenchComparison? = nil, _ ratio: BenchRatio? = nil) -> String {
        let verdict = verdict
        let first = ratio?.first.verdict
        let passes = verdict.passes && comparison?.passes != false && first?.passes != false
        let line = verdict.line.prefix { $0 != ":" }
        let others = [comparison?.verdict, first.map { "the first program: \($0.line)" }]
        let diagnostics = verdict.diagnostics + others.compactMap(\.self)
        return "<header class=\"\(passes ? "pass" : "fail")\">"
            + Markup.paragraph("thud bench" + (programName.map { ": " + $0 } ?? ""), class: "brand")
            + "<h1><span class=\"badge\">\(passes ? "pass" : "fail")</span>"
            + Markup.escaped(Wrapping.held(String(line))) + "</h1>"
            + diagnostics.map { Markup.paragraph(Wrapping.held($0), class: "remark") }.joined() + "</header>"
    }

    private var tiles: String {
        func tile(_ name: String, _ value: Double?) -> String {
            let text = value.map { Text.fixed($0, 2) + " <small>ms</small>" } ?? Text.absent
            return "<div><dt>\(name)</dt><dd>\(text)</dd></div>"
        }
        return "<dl class=\"tiles\">" + tile("median", latency?.percentile(50).milliseconds)
            + tile("99 of 100 within", latency?.percentile(99).milliseconds)
            + tile("worst", latency?.longest.milliseconds) + tile("jitter", latency?.jitter)
            + (run.program == nil
                ? tile("from the sensor, median", self[.inputToOutput]?.percentile(50).milliseconds)
                    + "<div><dt>xruns</dt><dd>\(run.xruns.count)</dd></div>"
                : tile("to its stream, median", self[.pressToStream]?.percentile(50).milliseconds)
                    + "<div><dt>missed</dt><dd>\(unheard.count)</dd></div>") + "</dl>"
    }

    /// - Parameter mark: what their identifiers begin with, since those of two programs must differ.
    private func charts(_ mark: String = "") -> String {
        guard let latency else { return "" }
        let charts: [(chart: Chart?, table: String)] = [
            (.histogram(self, latency), PageTables.ranges(self, latency)),
            (.percentiles(self, latency), PageTables.percentiles(self)),
            (.series(self), PageTables.cues(self) + PageTables.xruns(run)), (.segments(self), ""),
            (.prediction(self), ""),
        ]
        return charts.compactMap { $0.chart?.figure(mark, table: $0.table) }.joined()
    }

    private var tables: String {
        let facts = facts
        let remark =
            "These cues are silent during the bench, so their latency is predicted. It counts from the trigger, or from the "
            + "due time of a scheduled cue."
        return [
            Self.section("Every stage", PageTables.metrics(stageRows)),
            run.gameCues.isEmpty
                ? nil : Self.section("The game's cues", Markup.paragraph(remark) + PageTables.metrics(gameCueRows)),
            facts.isEmpty ? nil : Self.section("How it was measured", Self.list(facts)),
            Self.section("Settings", PageTables.facts(run.settings)),
            Self.section("Machine", PageTables.facts(run.machine)),
        ].compactMap(\.self).joined(separator: "\n")
    }

    private static func section(_ title: String, _ content: String) -> String {
        "<section><h2>\(title)</h2>\(content)</section>"
    }

    private static func section(of comparison: BenchComparison) -> String {
        "<section class=\"\(comparison.passes ? "pass" : "fail")\"><h2>Against the earlier run</h2>"
            + Markup.paragraph(comparison.verdict, class: "remark")
            + PageTables.changes(comparison.metrics, from: "before", to: "now")
            + list(comparison.diagnostics) + "</section>"
    }

    private static func section(of ratio: BenchRatio) -> String {
        section(
            "Against " + Markup.escaped(ratio.first.programName ?? ""),
            PageTables.changes(ratio.metrics, from: "first", to: "second"))
    }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "" : "<ul>" + items.map { "<li>\(Markup.escaped($0))</li>" }.joined() + "</ul>"
    }
}

extension Markup {
    static func paragraph(_ text: String, class style: String? = nil) -> String {
        element("p", style.map { [("class", $0)] } ?? [], text.isEmpty ? "—" : escaped(text))
    }
}
