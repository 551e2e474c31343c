import ThudCore
import ThudPatterns
import ThudPlayback

enum AuditionRow {
    static func line(_ subject: AuditionSubject, _ take: AuditionTake) -> String {
        ([Padding.left(subject.name, 28)] + take.figures.words).joined(separator: "  ")
    }

    /// Returns the row as JSON. A receipt adds when and at which frame the pattern was played.
    static func json(_ subject: AuditionSubject, _ take: AuditionTake, _ receipt: Receipt? = nil) -> JSONValue {
        .members([
            ("name", .string(subject.name)),
            ("summary", .string(subject.summary(of: take.pattern))),
            ("rendering", .string(take.rendering.name)),
            ("seconds", .number(take.seconds)),
            ("figures", take.figures.json),
            ("trigger_ns", receipt.map { .integer(Int($0.triggered.nanoseconds)) }),
            ("predicted_ns", receipt.map { .integer(Int($0.predicted.nanoseconds)) }),
            ("frame", receipt.map { .integer(Int($0.frame.index)) }),
        ])
    }
}

extension PatternMetrics {
    /// The known figures, each with its name, value and unit.
    var named: [(name: String, value: String)] {
        let figures: [(String, String?)] = [
            ("length", "\(Decimals.fixed(duration, 3)) s"),
            ("onset", onset.map { "\(Decimals.fixed($0 * 1000, 1)) ms" }),
            ("rise (\(actuator.name))", actuatorRise.map { "\(Decimals.fixed($0 * 1000, 1)) ms" }),
            ("felt peak", feltPeak.map { "at \(Decimals.fixed($0, 3)) s" }),
            ("peak", Decimals.fixed(peak, 2)),
            ("RMS", Decimals.fixed(rms, 3)),
            ("felt", feltLevel.map { "\(Decimals.fixed($0, 1)) dB" }),
            ("centroid", centroid.map { "\(Decimals.fixed($0, 0)) Hz" }),
        ]
        return figures.compactMap { name, value in value.map { (name, $0) } }
    }

    var words: [String] { named.map { "\($0.name) \($0.value)" } }
}
