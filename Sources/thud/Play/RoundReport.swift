import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudReports

/// The final report of a session, as JSON and in words. Keys of the JSON are stable; more may be added.
struct RoundReport {
    let game: any GameView.Type
    /// Whether a game with two languages speaks English.
    let isEnglish: Bool
    /// The last round, or the one to come.
    let plan: RoundPlan
    let player: Performer
    /// Decided the order of the cards and every movement; nil if no seed was given.
    let seed: UInt64?
    let tournament: Tournament?
    /// Whose each result is; nil outside a tournament.
    let players: [String?]
    let feedback: FeedbackOutput
    let isInterrupted: Bool
    let frames: FrameTimes?
    /// Whether a person has read the results already, on the terminal on which the report is printed.
    var isTold = false

    private var log: SessionLog { feedback.log }

    /// The result of every round, and the latencies and losses.
    var lines: [String] {
        let status = StatusLine(hasColour: false)
        // After leaving the screen without a round there is nothing to report.
        let closing = frames == nil || log.tally.triggered > 0 ? [StatusLine.closing(feedback.verdict)] : []
        let areTold = isTold && player.isPerson && tournament?.isComplete == true
        let places = areTold ? [] : tournament.map { status.places($0, of: game, inEnglish: isEnglish) } ?? []
        let results = zip(log.results, players).map { result, player in
            [player, result.summary].compactMap(\.self).joined(separator: ": ")
        }
        return (isTold ? [] : results) + places + closing
    }

    var json: JSONValue {
        let verdict = feedback.verdict
        let (health, hapticHealth) = (verdict.health, verdict.hapticHealth)
        return [
            "game": .string(game.description.name),
            "mode": .string(plan.mode),
            "deck": (plan.deck?.id ?? plan.deckID).map { .string($0) } ?? .null,
            "player": .string(player.name),
            "seed": seed.map { .string(String($0)) } ?? .null,
            "seconds": game.description.isTimed ? .number(plan.seconds) : .null,
            "interrupted": .bool(isInterrupted),
            "rounds": .array(log.results.map(RoundReport.result)),
            "score": log.results.last.map { .integer($0.score) } ?? .null,
            "rank": log.results.last?.rank.map { .string($0) } ?? .null,
            "cards": game.description.usualDeck == nil ? .null : .array(log.prompts.map { .string($0) }),
            "moments": .array(log.moments.map(RoundReport.moment)),
            "output": output(health),
            "haptic_device": hapticHealth.map(hapticDevice) ?? .null,
            "cues": .array(log.reports.map { .object($0.members(at: log.gameTime(of: $0))) }),
            "latency": latency,
            "input_to_output": RoundReport.summary(log.tally.inputToOutput),
            "scheduled_lateness": RoundReport.summary(log.lateness),
            "xruns": .integer(health.xruns),
            "standstills": .integer(health.standstills),
            "frames_lost": .integer(health.framesLost),
            "frames_stopped": .integer(health.framesSuspended),
            "device_losses": .integer(health.deviceLosses),
            "cues_unheard": .integer(log.tally.unheard),
            "cues_thinned": .integer(log.tally.thinned),
            "haptics_thinned": .integer(log.tally.hapticsThinned),
            "triggers_lost": .integer(verdict.lostTriggers + verdict.lostReceipts),
            "events": .array(log.events.map { .string($0) }),
            "standings": tournament.map { .array($0.standings.map(standing)) } ?? .null,
            "screen": frames.map(RoundReport.screen) ?? .null,
        ]
    }

    private func output(_ health: EngineHealth) -> JSONValue {
        [
            "device": .string(health.device),
            "sample_rate": .integer(feedback.output.engine.sampleRate),
            "realtime_priority": .bool(health.isRealtime),
            "recording": feedback.output.recording.map { .string($0) } ?? .null,
        ]
    }

    private func hapticDevice(_ health: EngineHealth) -> JSONValue {
        [
            "device": .string(health.device),
            "xruns": .integer(health.xruns),
            "standstills": .integer(health.standstills),
            "frames_lost": .integer(health.framesLost),
            "device_losses": .integer(health.deviceLosses),
            "cues_unheard": .integer(log.tally.hapticsUnheard),
        ]
    }

    private func standing(_ standing: Standing) -> JSONValue {
        [
            "place": .integer(standing.place),
            "name": .string(standing.name),
            "score": .integer(standing.score),
            "accuracy": .number(standing.accuracy),
            "title": .string(game.description.title(of: standing)),
        ]
    }

    /// `delay` runs from the time a frame was due until the terminal had taken all of it.
    private static func screen(_ frames: FrameTimes) -> JSONValue {
        [
            "frames": .integer(frames.delay.count),
            "frames_skipped": .integer(frames.skipped),
            "delay": summary(frames.delay, budget: FrameTimes.interval),
            "bytes": .integer(frames.bytes),
            "most_bytes_a_frame": .integer(frames.mostBytes),
        ]
    }

    private static func moment(_ moment: Moment) -> JSONValue {
        ["kind": .string(moment.kind.rawValue), "text": .string(moment.text)]
    }

    private static func result(_ outcome: Outcome) -> JSONValue {
        .object(
            [
                .init("score", .integer(outcome.score)),
                .init("accuracy", .number(outcome.accuracy)),
                .init("rank", outcome.rank.map { .string($0) } ?? .null),
            ] + outcome.facts.map { .init($0.key, json($0.value)) })
    }

    private static func json(_ value: Outcome.Fact.Value) -> JSONValue {
        switch value {
        case .count(let count): .integer(count)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let texts): .array(texts.map { .string($0) })
        }
    }

    /// `count` covers the cues that were heard; together with `unheard` it covers all that were triggered.
    private var latency: JSONValue {
        let unheard = JSONValue.Member("unheard", .integer(log.tally.unheardTriggers))
        return .object(RoundReport.metrics(of: log.tally.latency) + [unheard])
    }

    private static func summary(
        _ histogram: DurationHistogram, budget: Interval = LatencyBudget.output
    ) -> JSONValue { .object(metrics(of: histogram, budget: budget)) }

    private static func metrics(
        of histogram: DurationHistogram, budget: Interval = LatencyBudget.output
    ) -> [JSONValue.Member] {
        /// Returns a metric, rounded to the microsecond; null if there are no values.
        func member(_ metric: MetricColumn) -> JSONValue.Member {
            let value = histogram.isEmpty ? .nan : metric.value(of: histogram)
            return .init(metric.rawValue, .number(value.rounded(decimals: 3)))
        }
        return [.init("count", .integer(histogram.count))] + [.p50, .p95, .p99, .max, .jitter].map(member) + [
            .init("unit", "ms"),
            .init("budget", .number(budget.milliseconds)),
            .init("within_budget", .integer(histogram.count(upTo: budget))),
        ]
    }
}

extension CueReport {
    /// Returns the report as JSON; keys are stable. All instants are CLOCK_MONOTONIC in nanoseconds. `frame` counts
    /// from the first frame of the stream and the recording. `thinned` is the reason why the cue was left out, if
    /// that is its outcome, or else why its haptics were.
    ///
    /// - Parameters:
    ///   - time: since the start of the round or of the command that requested the cue.
    ///   - latency: of a cue that was heard; from the trigger unless given.
    func members(at time: Interval, latency: Interval? = nil) -> [JSONValue.Member] {
        [
            .init("id", .integer(Int(id))),
            .init("cue", .string(name)),
            .init("at_s", .number(time.seconds)),
            .init("scheduled", .bool(isScheduled)),
            .init("cause_ns", .integer(Int(cause.nanoseconds))),
            .init("trigger_ns", .integer(Int(triggered.nanoseconds))),
            .init("taken_ns", .integer(Int(receipt.taken.nanoseconds))),
            .init("frame", .integer(Int(receipt.frame.index))),
            .init("predicted_ns", .integer(Int(receipt.predicted.nanoseconds))),
            .init("latency_ms", receipt.outcome.isHeard ? .number((latency ?? self.latency).milliseconds) : .null),
            .init("outcome", .string(receipt.outcome.rawValue)),
            .init("thinned", thinned.map { .string($0.rawValue) } ?? .null),
            .init("haptic_outcome", hapticReceipt.map { .string($0.outcome.rawValue) } ?? .null),
            .init("haptic_predicted_ns", hapticReceipt.map { .integer(Int($0.predicted.nanoseconds)) } ?? .null),
            .init("flash", plan.light?.json ?? .null),
            .init("changes", .array(plan.changes.map(\.json))),
        ]
    }
}
