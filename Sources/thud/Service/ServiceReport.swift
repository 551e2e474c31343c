import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

enum ServiceReport {
    /// The first report: the device, and how many cues there are.
    case ready(device: String, cues: Int)
    /// A cue is done: when it was requested, and the longest that its line can have waited before it was read.
    case cue(CueReport, tag: String?, at: Interval, waited: Interval)
    /// A cue was cancelled before the engine had it; when it would have come.
    case cancelled(cue: String, tag: String?, at: Interval)
    /// The engine could not take a cue, because too much was requested at once.
    case notTaken(ThudError, cue: String, tag: String?, at: Interval)
    case ended(cue: String, tag: String)
    case names([PreparedCue])
    case refused(ThudError)
    case device(EngineEvent)

    /// What is wrong with a request; nil for other reports.
    var trouble: ThudError? {
        switch self {
        case .refused(let error), .notTaken(let error, _, _, _): error
        default: nil
        }
    }

    /// The report as a line of JSON; nil if clients are not told.
    var json: JSONValue? {
        switch self {
        case .ready(let device, let cues):
            ["event": "ready", "device": .string(device), "cues": .integer(cues)]
        case .cue(let report, let tag, let time, let waited): .object(Self.members(report, tag, time, waited))
        case .cancelled(let cue, let tag, let time): .object(Self.withoutReceipt(cue, tag, time, .cancelled))
        case .notTaken(let error, let cue, let tag, let time):
            .object(Self.withoutReceipt(cue, tag, time, .refused) + [.init("line", .integer(error.place.line))])
        case .ended(let cue, let tag): ["event": "ended", "cue": .string(cue), "tag": .string(tag)]
        case .names(let cues): ["event": "names", "names": .array(cues.map(\.json))]
        case .refused(let error):
            ["event": "error", "message": .string("\(error)"), "line": .integer(error.place.line)]
        case .device(.deviceLost): ["event": "device-lost"]
        case .device(.deviceBack(let device, _)), .device(.deviceFound(let device)):
            ["event": "device-back", "device": .string(device)]
        case .device: nil
        }
    }

    /// Returns a cue's latency from its cause, or how late it is if it was scheduled.
    static func latency(of report: CueReport) -> Interval { report.isScheduled ? report.latency : report.sinceCause }

    private static func withoutReceipt(
        _ cue: String, _ tag: String?, _ time: Interval, _ outcome: CueOutcome
    ) -> [JSONValue.Member] {
        [
            .init("cue", .string(cue)), .init("tag", tag.map { .string($0) } ?? .null),
            .init("at_s", .number(time.seconds)), .init("latency_ms", .null),
            .init("outcome", .string(outcome.rawValue)),
        ]
    }

    /// The members of a round's report with a latency that counts from the cause, the tag and the wait.
    private static func members(
        _ report: CueReport, _ tag: String?, _ time: Interval, _ waited: Interval
    ) -> [JSONValue.Member] {
        var members = report.members(at: time, latency: latency(of: report))
        members.insert(.init("tag", tag.map { .string($0) } ?? .null), at: 2)
        return members + [.init("waited_ms", .number(waited.milliseconds))]
    }
}

extension PreparedCue {
    /// What `thud names --json` lists.
    var json: JSONValue {
        [
            "name": .string(cue.name), "lasts": cue.lasts.map { .string($0.rawValue) } ?? .null,
            "seconds": .number(seconds), "sound": .bool(cue.hasSound),
            "haptics": .bool(cue.hasHaptics), "flash": cue.flash.map { .string("\($0.colour)") } ?? .null,
        ]
    }
}
