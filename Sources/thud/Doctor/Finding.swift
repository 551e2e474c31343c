import ThudCore
import ThudPlayback
import ThudReports

/// One thing that the doctor looked at, and what it found.
struct Finding {
    /// How much it stands in the way of low latency.
    enum Severity: String {
        /// Not at all.
        case fine
        case warning
        /// The budget cannot be met with it.
        case failure
    }

    let severity: Severity
    /// What was looked at, in a word or two.
    let subject: String
    let finding: String
    /// What to do or to type to mend it.
    var remedy: String?

    var json: JSONValue {
        [
            "severity": .string(severity.rawValue),
            "subject": .string(subject),
            "finding": .string(finding),
            "remedy": remedy.map { .string($0) } ?? .null,
        ]
    }

    /// The finding on one line, and the remedy on the next.
    var text: String {
        let mark =
            switch severity {
            case .fine: "ok  "
            case .warning: "warn"
            case .failure: "FAIL"
            }
        return "\(mark)  \(Padding.left(subject, 20))\(finding)"
            + (remedy.map { "\n      \(Padding.left("", 20))-> \($0)" } ?? "")
    }
}

/// The result of a second of silence through the device.
struct Silence {
    /// From a trigger to its output.
    let ahead: Interval
    /// What the engine counted in that second.
    let health: EngineHealth
    /// Frames a second.
    let sampleRate: Int
    /// The device shuts other programs out.
    let isExclusive: Bool
    /// The quantum of the server that somebody forced, in frames; 0 where nobody did.
    let forcedQuantum: Int
    /// Another finding already names the forced quantum and what to type against it.
    let isQuantumNamed: Bool
    let isThroughPipeWire: Bool
    /// A PipeWire server answers, so playing through it can be recommended.
    let hasPipeWire: Bool

    /// A sound server at its usual quantum of 1024 frames needs no more than this, in milliseconds.
    private static let long = 25.0
    /// The longest `--period`.
    private static let longestPeriod = 8192
    /// More than this cannot be lost in a second where cues are to be heard.
    private static let mostLost = Interval.milliseconds(200)
    private static let another = "another device with --device (`thud devices`)"

    /// Whether a forced quantum is the cause of whatever else is wrong.
    private var isForced: Bool { isThroughPipeWire && forcedQuantum > 0 }

    /// Whether the device was there all the time.
    var device: Finding {
        guard health.deviceLosses == 0 else {
            return Finding(
                severity: .failure, subject: "sound device",
                finding: "it was lost \(Count.of(health.deviceLosses, "time")) in a second",
                remedy: "see that the sound server runs and has a sink: wpctl status")
        }
        let sharing = isExclusive ? "" : ", mixes with other programs"
        return Finding(severity: .fine, subject: "sound device", finding: health.device + sharing)
    }

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
            finding: "a cue comes out at most \(figure) ms after its trigger"
                + (isLong && isForced ? ", for somebody forced the quantum" : "")
                + (health.doubtInWords.map { ", \($0)" } ?? ""),
            remedy: isLong ? shortening : nil)
    }

    /// What shortens the way of a cue; nil where a forced quantum has to be taken back, which another finding says.
    private var shortening: String? {
        if isForced { return nil }
        if isThroughPipeWire { return "--latency low, which interrupts what plays already for a moment" }
        return hasPipeWire ? "play through PipeWire: --device pipewire" : Self.another
    }

    var steadiness: Finding {
        let lost = Interval(frames: Int64(health.framesLost), at: Int64(sampleRate))
        guard lost < Self.mostLost else {
            return Finding(
                severity: .failure, subject: "steadiness",
                finding: "\(Decimals.fixed(lost.seconds, 1)) s of a second of silence were lost", remedy: Self.another)
        }
        guard health.xruns > 0 else { return Finding(severity: .fine, subject: "steadiness", finding: "no xrun") }
        let finding = "\(Count.of(health.xruns, "xrun")) in a second of silence"
        guard !isForced else {
            return Finding(
                severity: .warning, subject: "steadiness", finding: finding + ", with a quantum that somebody forced",
                remedy: isQuantumNamed ? nil : SoundServer.unforcing)
        }
        return Finding(
            severity: .warning, subject: "steadiness", finding: finding,
            remedy: 2 * health.period <= Self.longestPeriod ? "--period \(2 * health.period) for a longer buffer" : nil)
    }
}

extension EngineHealth {
    /// How well predicted instants are known, in words; nil where they are exact.
    var doubtInWords: String? {
        doubt > .microsecond * 200 ? "known to \(Decimals.fixed(doubt.milliseconds, 1)) ms" : nil
    }
}
