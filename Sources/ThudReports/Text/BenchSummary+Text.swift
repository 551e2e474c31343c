import ThudCore

extension BenchSummary {
    /// The report for a terminal: table, histogram, what was lost, the verdict last, where the eye rests.
    ///
    /// - Parameters:
    ///   - width: the columns of the terminal. Table and histogram are never wider; sentences are broken at blanks.
    ///   - coloured: whether to use colour; without it the text is plain.
    public func text(width: Int, coloured: Bool = false) -> String {
        let ink = Ink(isColoured: coloured)
        var lines = FigureTable(self, width: width).lines
        if let latency {
            lines += ["", Text.cut("\(basisTitle), cues a range", width)]
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

    /// What the latency rests on: `trigger to measured output`.
    var basisTitle: String {
        switch (measuredCount, predictedCount) {
        case (0, _): "trigger to predicted output"
        case (_, 0): "trigger to measured output"
        default: "trigger to output, measured where certain"
        }
    }

    /// What stands apart from the warm cues, a sentence each.
    var facts: [String] {
        var facts: [String] = []
        if let first = run.cold.startToFirstOutput {
            facts.append("cold: process start to first output \(first.text)")
        }
        if let idle = run.cold.firstCueAfterIdle {
            facts.append("cold: first cue after idle \(idle.text)")
        }
        if let actuator = run.actuator {
            let figures = [("electrical onset", actuator.electricalOnset), ("mechanical t90", actuator.mechanicalT90)]
            let texts = figures.map { "\($0) \($1.map { Text.fixed($0.milliseconds, 1) + " ms" } ?? Text.absent)" }
            facts.append("actuator \(Text.printable(actuator.name)): " + texts.joined(separator: ", "))
        }
        if run.hasHapticsInStream {
            facts.append("haptics and sound are one voice on one stream: on the same frame by construction, not timed")
        }
        if !run.xruns.isEmpty {
            let lost = run.xruns.reduce(0) { $0 + $1.framesLost }
            facts.append("xruns: \(run.xruns.count), frames lost: \(lost)")
        }
        if !run.clockSource.isEmpty { facts.append("predicted by \(Text.printable(run.clockSource))") }
        if let loopback = run.loopback { facts += loopback.facts }
        return facts
    }
}

extension BenchCold.Length {
    /// `4.1 ms, measured`.
    fileprivate var text: String {
        "\(Text.fixed(length.milliseconds, 1)) ms, " + (isMeasured ? "measured" : "predicted")
    }
}

extension BenchLoopback {
    /// Where it was captured, what the path adds, and the self-test.
    fileprivate var facts: [String] {
        var facts: [String] = []
        let start = "captured from \(Text.printable(source)), whose "
        switch pathDelay {
        case .known(let delay):
            facts.append(start + "delay of \(Text.fixed(delay.milliseconds, 3)) ms is taken off")
        case .unknown(let reason):
            facts.append(start + "own delay is not known: \(Text.printable(reason))")
        }
        if let selfTest {
            let worst = selfTest.worstError.map { ", worst error \(Text.fixed($0.milliseconds * 1000, 1)) µs" } ?? ""
            let torn = selfTest.torn > 0 ? ", torn by a missed cycle \(selfTest.torn)" : ""
            facts.append("self-test: \(selfTest.found) of \(selfTest.delayed) injected delays found\(torn)\(worst)")
        }
        return facts
    }
}
