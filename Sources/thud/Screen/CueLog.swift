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
