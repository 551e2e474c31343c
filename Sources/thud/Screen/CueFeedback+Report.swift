import ThudCore
import ThudCues
import ThudFeedback
import ThudGameUI
import ThudPlayback
import ThudReports

extension CueFeedback {
    /// Creates a description of a cue for the screen. `envelope` is the cue's strength as designed, and `haptics` is
    /// the route of its haptics when it was triggered.
    init(_ report: CueReport, _ envelope: CueEnvelope?, haptics: FeedbackSettings.Haptics) {
        let plan = report.plan
        let isHeard = report.receipt.outcome.isHeard
        let hapticGain = haptics == .drive ? plan.driveGain : plan.heardGain
        let light = plan.light
        func strength(_ peaks: [Float]?, _ gain: Double) -> Strength {
            Strength(peaks ?? [], each: CueEnvelope.step, gain: isHeard ? gain : 0)
        }
        self.init(
            name: report.name.split(separator: "/", maxSplits: 1).last.map(String.init) ?? report.name,
            cause: report.isScheduled ? report.triggered : report.cause, isScheduled: report.isScheduled,
            output: report.receipt.predicted,
            delay: isHeard ? Self.delay(of: report.receipt) : nil,
            outcome: Self.word(for: report.receipt.outcome), fate: Self.fate(of: report),
            plan: [
                Self.part("sound", envelope?.sound, plan.soundGain),
                Self.part(haptics == .drive ? "drive" : "heard", envelope?.haptics, hapticGain),
                light.map { "flash \(Decimals.fixed($0.brightness, 1))" } ?? "flash –",
            ].joined(separator: "  "),
            reasons: Self.reasons(report), soundWords: plan.soundGain > 0 ? Self.fate(report.receipt, "heard") : "off",
            hapticWords: Self.hapticWords(report, haptics), sound: strength(envelope?.sound, plan.soundGain),
            haptics: strength(envelope?.haptics, hapticGain),
            flash: light.map { Flash($0.flash.colour, length: .seconds($0.flash.seconds)) })
    }

    /// Formats a part: `sound 1.00`, or a dash if the cue has no such part.
    private static func part(_ name: String, _ peaks: [Float]?, _ gain: Double) -> String {
        let isThere = peaks?.contains { $0 > 0 } == true
        return "\(name) \(isThere ? Decimals.fixed(gain, 2) : "–   ")"
    }

    private static func word(for outcome: CueOutcome) -> String {
        switch outcome {
        case .unheard: "no device"
        case .refused: "no voice"
        case .thinned: "left out"
        case .locked: "ignored"
        case .played, .late, .cancelled, .unknown: outcome.rawValue
        }
    }

    private static func fate(of report: CueReport) -> Fate {
        switch report.receipt.outcome {
        case .thinned: .leftOut
        case .locked: .ignored
        case .played: report.isScheduled || report.sinceCause <= LatencyBudget.output ? .good : .bad
        case .late, .unheard, .refused, .cancelled, .unknown: .bad
        }
    }

    /// Returns the rules that changed the cue, each once: `haptics are off (+3 dB), no sound is heard`.
    private static func reasons(_ report: CueReport) -> String {
        if let reason = report.thinned { return reason.sentence }
        guard !report.plan.changes.isEmpty else { return "as designed" }
        var reasons: [String] = []
        for change in report.plan.changes {
            var words = change.rule.description
            if case .gain(let decibels) = change.effect {
                words += " (\(decibels < 0 ? "−" : "+")\(Decimals.short(abs(decibels), atMost: 1)) dB)"
            }
            if !reasons.contains(words) { reasons.append(words) }
        }
        return reasons.joined(separator: ", ")
    }

    private static func delay(of receipt: Receipt) -> String {
        "\(Decimals.fixed((receipt.predicted - receipt.triggered).milliseconds, 1)) ms"
    }

    private static func hapticWords(_ report: CueReport, _ haptics: FeedbackSettings.Haptics) -> String {
        if report.thinned != nil { return "left out: thinned" }
        switch haptics {
        case .off: return "off"
        case .heard: return report.plan.heardGain > 0 ? fate(report.receipt, "as sound") : "not felt: no sound"
        case .drive: return fate(report.hapticReceipt ?? report.receipt, "felt")
        }
    }

    /// Returns `felt after 11.2 ms`, or why it was not felt.
    private static func fate(_ receipt: Receipt, _ word: String) -> String {
        switch receipt.outcome {
        case .played, .late: return "\(word) after \(delay(of: receipt))"
        case .unheard: return "not \(word): no device"
        case .refused: return "not \(word): no free voice"
        case .cancelled, .thinned, .locked, .unknown: return "not \(word): \(receipt.outcome.rawValue)"
        }
    }
}
