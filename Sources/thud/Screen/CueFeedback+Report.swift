import ThudCore
import ThudCues
import ThudFeedback
import ThudGameUI
import ThudPlayback

extension CueFeedback {
    /// What became of a cue, as its report tells.
    ///
    /// - Parameter haptics: where haptics went when it was given.
    init(_ report: CueReport, haptics: FeedbackSettings.Haptics) {
        let name = report.name.split(separator: "/", maxSplits: 1).last.map(String.init) ?? report.name
        let light = report.plan.light
        self.init(
            name: name, haptics: Self.haptics(report, haptics),
            sound: report.plan.soundGain > 0 ? Self.fate(report.receipt, "heard") : "off",
            flash: light.map { "\($0.flash.colour) \(Decimals.fixed($0.flash.seconds, 1)) s" } ?? "none",
            cause: report.isScheduled ? report.triggered : report.cause,
            delay: report.receipt.outcome.isHeard ? Self.delay(of: report.receipt) : nil)
    }

    private static func delay(of receipt: Receipt) -> String {
        "\(Decimals.fixed((receipt.predicted - receipt.triggered).milliseconds, 1)) ms"
    }

    private static func haptics(_ report: CueReport, _ haptics: FeedbackSettings.Haptics) -> String {
        if report.thinned != nil { return "left out among others" }
        switch haptics {
        case .off: return "off"
        case .heard: return report.plan.heardGain > 0 ? fate(report.receipt, "as sound") : "not felt: no sound"
        case .drive: return fate(report.hapticReceipt ?? report.receipt, "felt")
        }
    }

    /// `felt after 11.2 ms`, or why not.
    private static func fate(_ receipt: Receipt, _ word: String) -> String {
        switch receipt.outcome {
        case .played, .late: return "\(word) after \(delay(of: receipt))"
        case .unheard: return "not \(word): no device"
        case .refused: return "not \(word): no voice free"
        case .cancelled, .thinned, .locked, .unknown: return "not \(word): \(receipt.outcome.rawValue)"
        }
    }
}
