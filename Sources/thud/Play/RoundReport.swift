import ThudCore
import ThudCues
import ThudFeedback
import ThudGames
import ThudPlayback
import ThudReports

/// The end of a session as JSON. Keys are stable; more may be added.
struct RoundReport {
    /// The deck's name; nil where none was played.
    let deck: String?
    let player: Player
    /// Decided the order of the cards and every movement; nil where chance did.
    let seed: UInt64?
    let seconds: Double
    let tournament: Tournament?
    let journal: SessionLog
    let health: EngineHealth
    /// Of the device that haptics have to themselves, if they have one.
    let hapticHealth: EngineHealth?
    let sampleRate: Int
    let recording: String?
    let isInterrupted: Bool
    let lostTriggers: Int
    /// The frames of the screen, where there was one.
    let frames: FrameTimes?

    var json: JSONValue {
        [
            "game": "kape",
            "deck": deck.map { .string($0) } ?? .null,
            "player": .string(player.name),
            "seed": seed.map { .string(String($0)) } ?? .null,
            "seconds": .number(seconds),
            "interrupted": .bool(isInterrupted),
            "rounds": .array(journal.results.map(RoundReport.result)),
            "score": journal.results.last.map { .integer($0.score) } ?? .null,
            "rank": journal.results.last.map { .string($0.rank.rawValue) } ?? .null,
            "cards": .array(journal.cards.map { .string($0) }),
            "output": output,
            "haptic_device": hapticHealth.map(hapticDevice) ?? .null,
            "cues": .array(journal.reports.map(cue)),
            "latency": latency,
            "sensor_to_output": RoundReport.summary(journal.sinceCause),
            "scheduled_lateness": RoundReport.summary(journal.lateness),
            "xruns": .integer(health.xruns),
            "frames_lost": .integer(health.framesLost),
            "frames_stopped": .integer(health.framesStopped),
            "device_losses": .integer(health.deviceLosses),
            "cues_unheard": .integer(journal.tally.unheard),
            "triggers_lost": .integer(lostTriggers + health.lostReceipts + (hapticHealth?.lostReceipts ?? 0)),
            "events": .array(journal.events.map { .string($0) }),
            "standings": tournament.map { .array($0.standings.map(RoundReport.standing)) } ?? .null,
            "screen": frames.map(RoundReport.screen) ?? .null,
        ]
    }

    private var output: JSONValue {
        [
            "device": .string(health.device),
            "sample_rate": .integer(sampleRate),
            "realtime_priority": .bool(health.isRealtime),
            "recording": recording.map { .string($0) } ?? .null,
        ]
    }

    private func hapticDevice(_ health: EngineHealth) -> JSONValue {
        [
            "device": .string(health.device),
            "xruns": .integer(health.xruns),
            "frames_lost": .integer(health.framesLost),
            "device_losses": .integer(health.deviceLosses),
            "cues_unheard": .integer(journal.tally.hapticsUnheard),
        ]
    }

    private static func standing(_ standing: Standing) -> JSONValue {
        [
            "place": .integer(standing.place),
            "name": .string(standing.name),
            "score": .integer(standing.score),
            "accuracy": .number(standing.accuracy),
            "title": .string(standing.title.rawValue),
        ]
    }

    /// `delay` is from when a frame was due to when the terminal had taken all of it.
    private static func screen(_ frames: FrameTimes) -> JSONValue {
        [
            "frames": .integer(frames.delay.count),
            "frames_skipped": .integer(frames.skipped),
            "delay": summary(frames.delay),
            "bytes": .integer(frames.bytes),
            "most_bytes_a_frame": .integer(frames.mostBytes),
        ]
    }

    private static func result(_ result: KapeResult) -> JSONValue {
        [
            "score": .integer(result.score),
            "passes": .integer(result.passes),
            "accuracy": .number(result.accuracy),
            "rank": .string(result.rank.rawValue),
            "got": .array(result.got.map { .string($0) }),
            "passed": .array(result.passed.map { .string($0) }),
        ]
    }

    /// All instants are CLOCK_MONOTONIC in nanoseconds; `frame` counts from the first frame of stream and recording.
    private func cue(_ report: CueReport) -> JSONValue {
        [
            "cue": .string(report.name),
            "at_s": .number(journal.gameTime(of: report).seconds),
            "scheduled": .bool(report.isScheduled),
            "cause_ns": .integer(Int(report.cause.nanoseconds)),
            "trigger_ns": .integer(Int(report.triggered.nanoseconds)),
            "taken_ns": .integer(Int(report.receipt.taken.nanoseconds)),
            "frame": .integer(Int(report.receipt.frame.index)),
            "predicted_ns": .integer(Int(report.receipt.predicted.nanoseconds)),
            "latency_ms": .number(report.latency.milliseconds),
            "outcome": .string(report.receipt.outcome.name),
            "haptic_outcome": report.hapticReceipt.map { .string($0.outcome.name) } ?? .null,
            "haptic_predicted_ns": report.hapticReceipt.map { .integer(Int($0.predicted.nanoseconds)) } ?? .null,
            "flash": report.plan.light.map(RoundReport.flash) ?? .null,
        ]
    }

    private static func flash(_ light: FeedbackPlan.Light) -> JSONValue {
        [
            "colour": .string(light.flash.colour.description),
            "seconds": .number(light.flash.seconds),
            "brightness": .number(light.brightness),
        ]
    }

    /// `count` is of the cues that were heard; with `unheard` beside it, none that was triggered is left out.
    private var latency: JSONValue {
        let unheard = JSONValue.Member("unheard", .integer(journal.tally.unheardTriggers))
        return .object(RoundReport.figures(of: journal.tally.latency) + [unheard])
    }

    private static func summary(_ summary: LatencySummary) -> JSONValue { .object(figures(of: summary)) }

    private static func figures(of summary: LatencySummary) -> [JSONValue.Member] {
        [
            .init("count", .integer(summary.count)),
            .init("p50", number(summary.percentile(50))),
            .init("p95", number(summary.percentile(95))),
            .init("p99", number(summary.percentile(99))),
            .init("max", number(summary.worst)),
            .init("jitter", number(summary.jitter)),
            .init("unit", "ms"),
            .init("budget", .number(summary.budget.milliseconds)),
            .init("within_budget", .integer(summary.withinBudget)),
        ]
    }

    private static func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
}

extension Receipt.Outcome {
    /// The word for it in reports.
    var name: String {
        switch self {
        case .played: "played"
        case .late: "late"
        case .unheard: "unheard"
        case .refused: "refused"
        case .cancelled: "cancelled"
        }
    }
}
