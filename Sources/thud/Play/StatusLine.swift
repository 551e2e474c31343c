import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudReports

/// Formats the lines that report a round without a screen, one for each event.
struct StatusLine {
    let hasColour: Bool

    /// Returns the line of a cue: game time, name, latency, flash. The latency counts from the trigger unless given.
    func cue(_ report: CueReport, at time: Interval, latency: Interval? = nil) -> String {
        let latency = (latency ?? report.latency).milliseconds
        let fate =
            switch report.receipt.outcome {
            case .played where report.isScheduled: "on frame \(report.receipt.frame.index)"
            case .played: "\(Decimals.fixed(latency, 1)) ms"
            case .late: "\(Decimals.fixed(latency, 1)) ms, too late"
            case .unheard: "not heard: no device"
            case .refused: "not heard: no free voice"
            case .thinned: "left out"
            case .locked: "left out: a lock ignores the press"
            case .cancelled, .unknown: report.receipt.outcome.rawValue
            }
        let thinned = report.thinned.map { reason in
            report.receipt.outcome == .thinned ? ": \(reason.sentence)" : ", without haptics: \(reason.sentence)"
        }
        let line = "\(clock(time))  \(Padding.left(report.name, 14))  "
        return line + (report.plan.light.map { Padding.left(fate, 24) + flash($0) } ?? fate) + (thinned ?? "")
    }

    /// Returns how a cue was played, and by which rules.
    static func account(of cue: CueFeedback) -> String { "          \(cue.plan): \(cue.reasons)" }

    /// Returns the line of a moment; a prompt follows the game's word for it.
    func moment(_ moment: Moment, of game: GameDescription, at time: Interval) -> String {
        let text = moment.kind == .prompt ? "\(game.prompt): \(moment.text)" : moment.text
        return "\(clock(time))  \(text)"
    }

    /// Returns the state of a paused or resumed round: `paused: 12 seconds left, score 3`, or `paused: 3 done`.
    static func standing(_ word: String, _ figures: RoundFigures, isScored: Bool) -> String {
        let known = [
            figures.remaining.map { "\(Seconds.left($0.seconds)) \(ShellWords()[Seconds.word($0.seconds)].text)" },
            figures.score.map { isScored ? "score \($0)" : "\($0) done" },
        ]
        let words = known.compactMap(\.self).joined(separator: ", ")
        return "          \(word)" + (words.isEmpty ? "" : ": \(words)")
    }

    /// Returns the remark and the lists of a result, a line each.
    static func answers(_ result: ResultContent, _ text: (Phrase) -> String) -> [String] {
        [text(result.remark)].filter { !$0.isEmpty }.map { "          \($0)" } + result.lists.map { list($0, text) }
    }

    /// Formats a list of a result: `✓ 2 got: Besa, Dritan`.
    static func list(_ list: ResultContent.List, _ text: (Phrase) -> String) -> String {
        let heading = "          \(list.figure) \(text(list.phrase))"
        guard !list.entries.isEmpty else { return heading }
        return heading + (heading.hasSuffix(":") ? " " : ": ") + list.entries.joined(separator: ", ")
    }

    /// Returns the places of a tournament; before its end, only how many have played.
    func places(_ tournament: Tournament, of game: any GameView.Type, inEnglish: Bool) -> [String] {
        guard tournament.isComplete else {
            let played = tournament.results.count
            return ["\(played) of \(tournament.players.count) players \(played == 1 ? "has" : "have") played"]
        }
        return tournament.standings.map {
            "\($0.place). \($0.name): \($0.score) (\(game.title(of: $0, inEnglish: inEnglish)))"
        }
    }

    static func closing(_ verdict: RoundVerdict) -> String {
        budget(verdict) + separator(verdict)
            + (latencies(verdict) + verdict.losses + verdict.thinned).joined(separator: ", ")
    }

    /// Returns the same for a screen, on which the end may be cut off: losses come before latencies.
    static func round(_ verdict: RoundVerdict) -> String {
        ([budget(verdict)] + verdict.losses).joined(separator: ", ") + separator(verdict)
            + (latencies(verdict) + verdict.thinned).joined(separator: ", ")
    }

    /// Returns what a player must know; nil if nothing was lost and no cue came late.
    static func complaint(_ verdict: RoundVerdict) -> String? {
        let isSilent = !verdict.isHeard && verdict.tally.unheard > 0
        guard isSilent || verdict.failure != nil || !verdict.losses.isEmpty else { return nil }
        let head = verdict.isHeard ? budget(verdict) : "No sound device"
        return ([head] + verdict.losses).joined(separator: ", ")
    }

    /// Latencies follow a colon; a lone xrun count follows a comma.
    private static func separator(_ verdict: RoundVerdict) -> String { latencies(verdict).count > 1 ? ": " : ", " }

    /// Returns how many triggered cues were heard within the budget. Without a device none counts as late or in time.
    private static func budget(_ verdict: RoundVerdict) -> String {
        let tally = verdict.tally
        guard tally.triggered > 0 else {
            return tally.untimed == 0
                ? "No cue was triggered"
                : "\(Count.of(tally.untimed, "cue")) triggered before the stream began; no latencies"
        }
        guard verdict.isHeard else {
            return "\(Count.of(tally.triggered, "cue")) triggered; no real latencies without a device"
        }
        let budget = Int(LatencyBudget.output.milliseconds)
        return "\(tally.withinBudget) of \(tally.triggered) triggered cues within \(budget) ms"
    }

    private static func latencies(_ verdict: RoundVerdict) -> [String] {
        let latency = verdict.tally.inputToOutput
        let xruns = xruns(verdict.health)
        guard verdict.isHeard, !latency.isEmpty else { return [xruns] }
        func text(_ duration: Interval) -> String { Decimals.fixed(duration.milliseconds, 1) }
        return [
            "p50 \(text(latency.percentile(50)))", "p99 \(text(latency.percentile(99)))",
            "worst \(text(latency.longest)) ms", "jitter \(Decimals.fixed(latency.jitter, 1)) ms", xruns,
        ]
    }

    private static func xruns(_ health: EngineHealth) -> String {
        guard health.standstills > 0 else { return "xruns \(health.xruns)" }
        let share = health.standstills == health.xruns ? "all" : String(health.standstills)
        return "xruns \(health.xruns) (\(share) because the server or machine stalled)"
    }

    private func clock(_ time: Interval) -> String { Padding.right(Decimals.fixed(time.seconds, 3), 8) + " s" }

    private func flash(_ light: FeedbackPlan.Light) -> String {
        let colour = light.flash.colour
        let words =
            "flash \(colour) \(Decimals.short(light.flash.seconds, atMost: 2)) s"
            + (light.brightness > 1 ? ", brighter" : "")
        return hasColour ? "\u{1B}[38;2;\(colour.red);\(colour.green);\(colour.blue)m\(words)\u{1B}[0m" : words
    }
}
