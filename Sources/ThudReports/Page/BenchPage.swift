import ThudCore

extension BenchSummary {
    /// Returns the report as one self-contained HTML page without scripts or external resources. The verdict comes
    /// first, and every drawing has its numbers as text. The page fits from 360 pixels, follows the reader's choice of
    /// light or dark, and can be printed.
    package func page(comparison: BenchComparison? = nil, ratio: BenchRatio? = nil) -> String {
        let parts = [
            header(comparison), tiles, comparison.map(Self.section(of:)) ?? "", ratio.map(Self.section(of:)) ?? "",
            charts, tables,
        ]
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

    /// Returns the verdict as the heading. A regression fails the page too, since it fails the command.
    private func header(_ comparison: BenchComparison?) -> String {
        let verdict = verdict
        let passes = verdict.passes && comparison?.passes != false
        let line = verdict.line.prefix { $0 != ":" }
        let diagnostics = verdict.diagnostics + [comparison?.verdict].compactMap(\.self)
        return "<header class=\"\(passes ? "pass" : "fail")\">"
            + Markup.paragraph("thud bench" + (programName.map { ": " + $0 } ?? ""), class: "brand")
            + "<h1><span class=\"badge\">\(passes ? "pass" : "fail")</span>"
            + Markup.escaped(Self.held(String(line))) + "</h1>"
            + diagnostics.map { Markup.paragraph(Self.held($0), class: "remark") }.joined() + "</header>"
    }

    /// Returns the line with non-breaking spaces between numbers and units, such as `50` and `ms`.
    private static func held(_ line: String) -> String {
        var text = ""
        for word in line.split(separator: " ") {
            if !text.isEmpty { text += word.hasPrefix("ms") ? Text.heldBlank : " " }
            text += word
        }
        return text
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

    private var charts: String {
        guard let latency else { return "" }
        return Chart.histogram(self, latency).figure(table: PageTables.ranges(self, latency))
            + Chart.percentiles(self, latency).figure(table: PageTables.percentiles(self))
            + Chart.series(self).figure(table: PageTables.cues(self) + PageTables.xruns(run))
            + (Chart.segments(self)?.figure(table: "") ?? "") + (Chart.prediction(self)?.figure(table: "") ?? "")
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
            "Against " + Markup.escaped(ratio.first), PageTables.changes(ratio.metrics, from: "first", to: "second"))
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
