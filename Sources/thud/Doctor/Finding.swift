import ThudCore
import ThudPlayback
import ThudReports

struct Finding {
    /// How much the finding impairs low latency.
    enum Severity: String {
        case fine
        case warning
        /// The budget cannot be met.
        case failure
    }

    let severity: Severity
    /// What was checked, in a word or two.
    let subject: String
    let finding: String
    /// What the user can do or type to fix it.
    let remedy: String?

    init(_ severity: Severity, _ subject: String, _ finding: String, _ remedy: String? = nil) {
        (self.severity, self.subject, self.finding, self.remedy) = (severity, subject, finding, remedy)
    }

    var json: JSONValue {
        [
            "severity": .string(severity.rawValue),
            "subject": .string(subject),
            "finding": .string(finding),
            "remedy": remedy.map { .string($0) } ?? .null,
        ]
    }

    /// The finding, and the remedy on a line of its own.
    var lines: [String] {
        let mark =
            switch severity {
            case .fine: "ok  "
            case .warning: "warn"
            case .failure: "FAIL"
            }
        return ["\(mark)  \(Padding.left(subject, 20))\(finding)"]
            + [remedy].compactMap(\.self).map { "      \(Padding.left("", 20))-> \($0)" }
    }
}

/// The result of a second of silence through the device.
struct Silence {
    /// The delay from a trigger to its output.
    let ahead: Interval
    /// The engine's counts for that second.
    let health: EngineHealth
    let sampleRate: Int
    /// Whether the device shuts other programs out.
    let isExclusive: Bool
    /// The forced quantum of the server in frames; 0 if none is forced.
    let forcedQuantum: Int
    /// Whether another finding already names the forced quantum and its remedy.
    let isQuantumNamed: Bool
    let isThroughPipeWire: Bool
    /// Whether a PipeWire server answers, so that it can be recommended.
    let hasPipeWire: Bool

    /// The longest delay of a sound server at its usual quantum of 1024 frames, in milliseconds.
    private static let long = 25.0
    /// The longest `--period`, in frames.
    private static let longestPeriod = 8192
    /// The loss in a second from which cues can no longer be heard reliably.
    private static let mostLost = Interval.milliseconds(200)
    private static let another = "use another --device (`thud devices`)"

    /// Whether a forced quantum causes the other problems.
    private var isForced: Bool { isThroughPipeWire && forcedQuantum > 0 }

    var device: Finding {
        guard health.deviceLosses == 0 else {
            return Finding(
                .failure, "sound device", "lost \(Count.of(health.deviceLosses, "time")) in a second",
                "check with wpctl status that the sound server runs and has a sink")
        }
        let sharing = isExclusive ? "" : ", mixes with other programs"
        return Finding(.fine, "sound device", health.device + sharing)
    }

    var latency: Finding {
        let budget = LatencyBudget.output
        let figure = Decimals.fixed(ahead.milliseconds, 1)
        guard ahead >= .zero else {
            return Finding(
                .failure, "latency", "the device falls behind real time, so every cue comes out late", Self.another)
        }
        guard ahead < budget else {
            return Finding(
                .failure, "latency",
                "a cue comes out \(figure) ms after its trigger; the budget is \(budget)",
                isForced ? PipeWireServer.unforcing : Self.another)
        }
        let isLong = ahead.milliseconds > Self.long
        return Finding(
            isLong ? .warning : .fine, "latency",
            "a cue comes out at most \(figure) ms after its trigger"
                + (isLong && isForced ? ", because the quantum is forced" : "")
                + (health.doubtInWords.map { ", \($0)" } ?? ""),
            isLong ? shortening : nil)
    }

    /// The remedy that shortens the latency; nil if a forced quantum is the cause, which another finding reports.
    private var shortening: String? {
        if isForced { return nil }
        if isThroughPipeWire { return "use --latency low, which briefly interrupts other streams" }
        return hasPipeWire ? "use --device pipewire" : Self.another
    }

    var steadiness: Finding {
        let lost = Interval(frames: Int64(health.framesLost), at: Int64(sampleRate))
        guard lost < Self.mostLost else {
            return Finding(
                .failure, "steadiness", "\(Decimals.fixed(lost.seconds, 1)) s of a second of silence was lost",
                Self.another)
        }
        guard health.xruns > 0 else { return Finding(.fine, "steadiness", "no xrun") }
        let finding = "\(Count.of(health.xruns, "xrun")) in a second of silence"
        guard !isForced else {
            return Finding(
                .warning, "steadiness", finding + ", with a forced quantum",
                isQuantumNamed ? nil : PipeWireServer.unforcing)
        }
        return Finding(
            .warning, "steadiness", finding,
            2 * health.period <= Self.longestPeriod ? "use a longer --period \(2 * health.period)" : nil)
    }
}

extension EngineHealth {
    /// The uncertainty of predicted instants in words; nil up to 0.2 ms.
    var doubtInWords: String? {
        doubt > .microsecond * 200 ? "accurate to \(Decimals.fixed(doubt.milliseconds, 1)) ms" : nil
    }
}
