import ThudCore
import ThudCues
import ThudFeedback
import ThudGameUI
import ThudPlayback
import ThudReports

/// The outcomes of the latest cues.
struct CueLog {
    /// Whether to measure strengths, too, for the developer's panel; measuring takes time.
    private let hasStrengths: Bool
    private var given: [(id: UInt64, cue: CueFeedback)] = []
    private var lasting: [UInt64: LiveCue] = [:]
    /// The envelopes of the cues, by name: each cue is rendered once.
    private var envelopes: [String: CueEnvelope] = [:]
    /// Increases when the cues change, which makes the envelopes invalid.
    var revision = 0 {
        didSet { if revision != oldValue { envelopes = [:] } }
    }

    /// More cues than the time shown on a panel can contain.
    private static let most = 64

    init(hasStrengths: Bool) { self.hasStrengths = hasStrengths }

    /// Adds the outcome of a cue; returns nil for a cancelled cue, which has not happened.
    @discardableResult
    mutating func take(_ report: CueReport, _ scheduler: FeedbackScheduler) -> CueFeedback? {
        guard report.receipt.outcome != .cancelled else { return nil }
        let envelope = hasStrengths ? envelopes[report.name] ?? scheduler.envelope(of: report.name) : nil
        envelopes[report.name] = envelope
        let cue = CueFeedback(report, envelope, haptics: scheduler.settings.haptics)
        given.append((report.id, cue))
        forgetOld()
        return cue
    }

    private mutating func forgetOld() {
        guard given.count > Self.most else { return }
        let ended = given.dropLast(Self.most).filter { lasting[$0.id]?.isEnded != false }.map(\.id)
        given.removeAll { ended.contains($0.id) }
        for id in ended { lasting[id] = nil }
    }

    /// Follows the lasting cues that have begun. Call it before they can end.
    mutating func follow(_ scheduler: FeedbackScheduler) {
        if hasStrengths { for cue in scheduler.lasting { lasting[cue.id] = cue } }
    }

    var cues: [CueFeedback] {
        given.map { id, cue in
            guard let live = lasting[id] else { return cue }
            var cue = cue
            cue.sound.lane = live.lane(of: .gain)
            cue.haptics.lane = live.lane(of: .intensity)
            return cue
        }
    }
}

extension CueFeedback {
    /// Creates a description of a cue for the screen. `envelope` is the cue's strength as designed, and `haptics` is
    /// the route of its haptics when it was triggered.
    init(_ report: CueReport, _ envelope: CueEnvelope?, haptics: FeedbackSettings.Haptics) {
        let plan = report.plan
        let isHeard = report.receipt.outcome.isHeard
        let isOnTime = report.isScheduled && report.receipt.outcome == .played
        let hapticGain = haptics == .drive ? plan.driveGain : plan.heardGain
        let light = plan.light
        func strength(_ peaks: [Float]?, _ gain: Double) -> Strength {
            Strength(peaks ?? [], each: CueEnvelope.step, gain: isHeard ? gain : 0)
        }
        self.init(
            name: report.name.split(separator: "/", maxSplits: 1).last.map(String.init) ?? report.name,
            cause: report.isScheduled ? report.triggered : report.cause, isScheduled: report.isScheduled,
            output: report.receipt.predicted,
            delay: isHeard ? isOnTime ? "on time" : Self.delay(of: report.receipt) : nil,
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
