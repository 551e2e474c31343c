import ThudCore
import ThudCues
import ThudFeedback
import ThudGameUI
import ThudPlayback
import ThudReports

/// What became of the last cues.
struct CueLog {
    /// Whether their strengths are known too, for the developer's panel: to measure them takes time.
    private let hasStrengths: Bool
    private var given: [(id: UInt64, cue: CueFeedback)] = []
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

    init(hasStrengths: Bool) { self.hasStrengths = hasStrengths }

    /// Takes in what became of a cue; nil for one that was taken back, which has not happened.
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

    /// Follows the cues that have been begun, before they can end.
    mutating func follow(_ scheduler: FeedbackScheduler) {
        if hasStrengths { for cue in scheduler.lasting { lasting[cue.id] = cue } }
    }

    /// The cues as they stand now.
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
