import ThudCore
import ThudHaptics

/// What was measured of a pattern, for people.
extension PatternMetrics {
    /// Each figure with its name and its unit; what is not known is left out.
    var named: [(name: String, value: String)] {
        let figures: [(String, String?)] = [
            ("length", "\(Decimals.fixed(duration, 3)) s"),
            ("onset", onset.map { "\(Decimals.fixed($0 * 1000, 1)) ms" }),
            ("t90 (\(actuator.name))", mechanicalT90.map { "\(Decimals.fixed($0 * 1000, 1)) ms" }),
            ("peak", Decimals.fixed(peak, 2)),
            ("RMS", Decimals.fixed(rms, 3)),
            ("felt", feltLevel.map { "\(Decimals.fixed($0, 1)) dB" }),
            ("centroid", centroid.map { "\(Decimals.fixed($0, 0)) Hz" }),
        ]
        return figures.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The same, each as one word group.
    var words: [String] { named.map { "\($0.name) \($0.value)" } }
}
