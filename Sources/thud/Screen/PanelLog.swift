import ThudCore
import ThudCues
import ThudFeedback
import ThudGameUI
import ThudPlayback
import ThudReports

/// What was given of the last cues, for the developer's panel.
struct PanelLog {
    private var given: [(id: UInt64, cue: GivenCue)] = []
    /// The cues that last, by their handles' ids.
    private var lasting: [UInt64: LiveCue] = [:]
    /// How strong the cues are, by their names: each is rendered once.
    private var envelopes: [String: CueEnvelope] = [:]
    /// Goes up whenever the cues are others.
    var revision = 0 {
        didSet { if revision != oldValue { envelopes = [:] } }
    }

    /// More cues than come within the time of a panel.
    private static let most = 64

    /// Takes in what became of a cue; nil of one that was taken back, which has not happened.
    @discardableResult
    mutating func take(_ report: CueReport, _ scheduler: FeedbackScheduler) -> GivenCue? {
        guard report.receipt.outcome != .cancelled else { return nil }
        let envelope = envelopes[report.name] ?? scheduler.envelope(of: report.name)
        envelopes[report.name] = envelope
        let cue = GivenCue(report, envelope, haptics: scheduler.settings.haptics)
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

    /// Follows the cues that have been begun, before they can end.
    mutating func follow(_ scheduler: FeedbackScheduler) {
        for cue in scheduler.lasting { lasting[cue.id] = cue }
    }

    /// The cues as they stand now.
    var cues: [GivenCue] {
        given.map { id, cue in
            guard let live = lasting[id] else { return cue }
            var cue = cue
            cue.sound.lane = live.lane(of: .gain)
            cue.haptics.lane = live.lane(of: .intensity)
            return cue
        }
    }
}

extension GivenCue {
    /// What a report tells of a cue.
    ///
    /// - Parameters:
    ///   - envelope: how strong the cue is as it was designed.
    ///   - haptics: where haptics went when it was given.
    init(_ report: CueReport, _ envelope: CueEnvelope?, haptics: FeedbackSettings.Haptics) {
        let plan = report.plan
        let isHeard = report.receipt.outcome.isHeard
        let hapticGain = haptics == .drive ? plan.driveGain : plan.heardGain
        func strength(_ peaks: [Float]?, _ gain: Double) -> Strength {
            Strength(peaks ?? [], each: CueEnvelope.step, gain: isHeard ? gain : 0)
        }
        self.init(
            name: report.name.split(separator: "/", maxSplits: 1).last.map(String.init) ?? report.name,
            cause: report.isScheduled ? report.triggered : report.cause, isScheduled: report.isScheduled,
            output: report.receipt.predicted,
            delay: isHeard ? "\(Decimals.fixed(report.latency.milliseconds, 1)) ms" : nil,
            outcome: Self.word(for: report.receipt.outcome), fate: Self.fate(of: report),
            plan: [
                Self.part("sound", envelope?.sound, plan.soundGain),
                Self.part(haptics == .drive ? "drive" : "heard", envelope?.haptics, hapticGain),
                plan.light.map { "flash \(Decimals.fixed($0.brightness, 1))" } ?? "flash –",
            ].joined(separator: "  "),
            reasons: Self.reasons(report), sound: strength(envelope?.sound, plan.soundGain),
            haptics: strength(envelope?.haptics, hapticGain),
            flash: plan.light.map { Flash($0.flash.colour, length: .seconds($0.flash.seconds)) })
    }

    /// `sound 1.00`; a dash where the cue has none.
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
        case .thinned, .locked: .leftOut
        case .played: report.isScheduled || report.sinceCause <= LatencyBudget.output ? .good : .bad
        case .late, .unheard, .refused, .cancelled, .unknown: .bad
        }
    }

    /// `haptics are off (+3 dB), no sound is heard`: each rule once.
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
}
