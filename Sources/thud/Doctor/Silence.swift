import ThudCore
import ThudReports

/// What a second of silence through the device showed.
struct Silence {
    /// From a trigger to its output.
    let ahead: Interval
    let xruns: Int
    /// Frames that were written at a time in the end.
    let period: Int
    /// In frames; 0 where nobody forced any.
    let forcedQuantum: Int
    /// That quantum is told of by itself, with what to type.
    let isQuantumNamed: Bool
    let isThroughPipeWire: Bool
    /// A PipeWire server answers, so that one can play through it.
    let hasPipeWire: Bool

    /// More than this is more than a good server needs, in milliseconds.
    private static let long = 20.0
    /// The longest `--period`.
    private static let longestPeriod = 8192
    private static let another = "another device with --device (`thud devices`)"

    /// A forced quantum stands behind whatever else is amiss.
    private var isForced: Bool { isThroughPipeWire && forcedQuantum > 0 }

    /// How long a cue takes.
    var latency: Finding {
        let budget = LatencyBudget.output
        let figure = Decimals.fixed(ahead.milliseconds, 1)
        guard ahead >= .zero else {
            return Finding(
                severity: .failure, subject: "latency",
                finding: "the device does not keep up with time, so that no cue comes out when it should",
                remedy: Self.another)
        }
        guard ahead < budget else {
            return Finding(
                severity: .failure, subject: "latency",
                finding: "a cue comes out \(figure) ms after its trigger; the budget is \(budget.milliseconds) ms",
                remedy: isForced ? SoundServer.unforcing : Self.another)
        }
        let isLong = ahead.milliseconds > Self.long
        return Finding(
            severity: isLong ? .warning : .fine, subject: "latency",
            finding: "a cue comes out about \(figure) ms after its trigger"
                + (isLong && isForced ? ", for somebody forced the quantum" : ""),
            remedy: isLong && !isThroughPipeWire
                ? (hasPipeWire ? "play through PipeWire: --device pipewire" : Self.another) : nil)
    }

    /// Whether the device had all it needed.
    var steadiness: Finding {
        guard xruns > 0 else { return Finding(severity: .fine, subject: "steadiness", finding: "no xrun") }
        let finding = "\(counted(xruns, "xrun")) in a second of silence"
        guard !isForced else {
            return Finding(
                severity: .warning, subject: "steadiness", finding: finding + ", with a quantum that somebody forced",
                remedy: isQuantumNamed ? nil : SoundServer.unforcing)
        }
        return Finding(
            severity: .warning, subject: "steadiness", finding: finding,
            remedy: 2 * period <= Self.longestPeriod ? "--period \(2 * period) for a longer buffer" : nil)
    }
}
