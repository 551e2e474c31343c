import ThudCore
import ThudTerminal

extension BenchSummary {
    /// Returns the report for a terminal: table, histogram, losses and, just above the next prompt, the verdict.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns. Table and histogram are never wider; sentences break at spaces.
    ///   - coloured: whether to use colour.
    package func text(width: Int, coloured: Bool = false) -> String {
        let ink = Ink(isColoured: coloured)
        var lines = stageRows.isEmpty ? [] : MetricTable(stageRows, head: "ms", width: width).lines
        if !gameCues.isEmpty {
            lines += [""] + MetricTable(gameCueRows, head: "the game's cues, predicted, ms", width: width).lines
        }
        if let latency {
            lines += ["", TextWidth.clipped("\(basisTitle), \(nouns) a range", to: width)]
            lines += TerminalHistogram(latency, budget: run.budget, width: width, ink: ink).lines
        }
        let facts = facts.flatMap { Wrapping.lines(of: $0, width: width) }
        if !facts.isEmpty { lines += [""] + facts }
        lines.append("")
        let verdict = verdict
        lines += verdict.diagnostics.flatMap { Wrapping.lines(of: $0, width: width) }
        lines += Wrapping.lines(of: verdict.line, width: width).map(verdict.passes ? ink.good : ink.bad)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The rows of every table of stages. Those of a program depend on what it does and on how it is heard, so only
    /// those with a value are shown.
    var stageRows: [MetricTable.Row] {
        LatencySegment.shown(for: run).map { ($0.title, self[$0]) }.filter { run.program == nil || $0.1 != nil }
    }

    var gameCueRows: [MetricTable.Row] { gameCues.map { ($0.title, $0.latency.isEmpty ? nil : $0.latency) } }

    /// The evidence for the latency, such as `trigger to measured output`.
    var basisTitle: String {
        guard run.program == nil else { return "press to measured output" }
        return run.loopback == nil ? "trigger to predicted output" : "trigger to measured output"
    }

    /// Everything else about the run, a sentence each.
    var facts: [String] {
        var facts: [String] = []
        if let drift {
            let change = (drift < 0 ? "" : "+") + Text.fixed(drift, 2)
            facts.append("drift: \(change) ms from the first quarter to the last, medians")
        }
        if let first = run.cold.startToFirstOutput { facts.append("cold: process start to first output \(first.text)") }
        if let idle = run.cold.firstCueAfterIdle { facts.append("cold: first \(noun) after idle \(idle.text)") }
        if let actuator = run.actuator {
            let delays = [
                ("electrical onset", actuator.electricalOnset), ("rise to 90 %", actuator.rise),
                ("felt peak", actuator.feltPeak),
            ]
            let texts = delays.map { "\($0) \($1.map { Text.fixed($0.milliseconds, 1) + " ms" } ?? Text.absent)" }
            facts.append("actuator \(Text.printable(actuator.name)): " + texts.joined(separator: ", "))
        }
        if run.hasHapticsInStream {
            facts.append("haptics and sound are one voice on one stream, so they start on the same frame; not timed")
        }
        if !run.xruns.isEmpty {
            let lost = run.xruns.reduce(0) { $0 + $1.framesLost }
            facts.append("xruns: \(run.xruns.count), frames lost: \(lost)")
        }
        if !run.clockSource.isEmpty { facts.append("predicted by \(Text.printable(run.clockSource))") }
        if let loopback = run.loopback { facts += loopback.facts }
        return facts
    }

    /// With fewer presses the medians differ by chance.
    private static let leastQuarter = 10

    /// By how many milliseconds another program became slower during the run; nil for Thud itself, and if there is too
    /// little.
    var drift: Double? {
        guard run.program != nil else { return nil }
        let latencies = judgements.compactMap(\.latency)
        let quarter = latencies.count / 4
        guard quarter >= Self.leastQuarter else { return nil }
        func median(_ part: ArraySlice<Interval>) -> Double { DurationHistogram(part).percentile(50).milliseconds }
        return median(latencies.suffix(quarter)) - median(latencies.prefix(quarter))
    }
}

extension BenchCold.Length {
    fileprivate var text: String {
        "\(Text.fixed(length.milliseconds, 1)) ms, " + (isMeasured ? "measured" : "predicted")
    }
}

extension BenchLoopback {
    fileprivate var facts: [String] {
        var facts: [String] = []
        let start = "captured from \(TypedText.shown(source, most: 200))"
        switch pathDelay {
        case .known(.zero): facts.append(start)
        case .known(let delay):
            facts.append(start + "; its delay of \(Text.fixed(delay.milliseconds, 3)) ms is subtracted")
        case .unknown(let reason): facts.append(start + "; its own delay is unknown: \(Text.printable(reason))")
        }
        if let selfTest {
            let worst = selfTest.worstError.map { ", worst error \(Text.fixed($0.milliseconds * 1000, 1)) µs" } ?? ""
            let torn = selfTest.torn > 0 ? ", \(selfTest.torn) torn by a missed cycle" : ""
            facts.append("self-test: \(selfTest.found) of \(selfTest.delayed) injected delays found\(torn)\(worst)")
        }
        return facts
    }
}

/// A histogram of bars in eighth blocks, one line per range, with a mark at the budget.
struct TerminalHistogram {
    /// The lines, none wider than requested.
    let lines: [String]
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let rows = 16

    init(_ histogram: DurationHistogram, budget: Interval, width: Int, ink: Ink = Ink(isColoured: false)) {
        let buckets = Buckets(histogram, most: Self.rows, budget: budget)
        let labels = Self.labels(buckets)
        let labelWidth = (labels + [Text.budget(budget)]).map(\.count).max() ?? 0
        let countWidth = String(buckets.highest).count
        let room = max(1, width - labelWidth - countWidth - 3)
        var lines: [String] = []
        func cut(_ line: String) -> String { String(line.prefix(max(0, width))) }
        let rule = String(repeating: "─", count: max(0, room + countWidth + 1 - " budget ".count))
        let mark = cut("\(Padding.right(Text.budget(budget), labelWidth)) ┼ budget \(rule)")
        var isMarked = false
        for (bucket, label) in zip(buckets.buckets, labels) {
            // The range that holds the budget ends above the mark, so that only ranges beyond it are below.
            if !isMarked, bucket.from >= budget.milliseconds {
                lines.append(ink.bad(mark))
                isMarked = true
            }
            let bar = Padding.left(Self.bar(bucket.count, of: buckets.highest, room: room), room)
            let count = Padding.right(String(bucket.count), countWidth)
            let line = cut("\(Padding.right(label, labelWidth)) │\(bar) \(count)")
            lines.append(bucket.from >= budget.milliseconds ? ink.bad(line) : line)
        }
        if !isMarked { lines.append(ink.faint(mark)) }
        self.lines = lines
    }

    /// Returns the lower edges of the ranges, with as many decimals as are needed to tell them apart.
    private static func labels(_ buckets: Buckets) -> [String] {
        let edges = buckets.buckets.map(\.from)
        let decimals =
            (1...3).first { decimals in Set(edges.map { Text.fixed($0, decimals) }).count == edges.count } ?? 3
        return edges.map { Text.fixed($0, decimals) + " ms" }
    }

    /// Returns a bar in eighths of a column; a count above zero shows at least one.
    private static func bar(_ count: Int, of highest: Int, room: Int) -> String {
        guard count > 0, highest > 0 else { return "" }
        let length = max(1, Int((Double(count) / Double(highest) * Double(room) * 8).rounded()))
        return String(repeating: "█", count: length / 8) + eighths[length % 8]
    }
}

/// The colours of a terminal. There are none for a pipe or under NO_COLOR.
struct Ink {
    let isColoured: Bool

    func good(_ text: String) -> String { wrap(text, "32") }
    func bad(_ text: String) -> String { wrap(text, "31") }
    func faint(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
