import ThudCore
import ThudPatterns

/// The moment at which the sharpness of two patterns' vibrations differs most. Their events and envelopes can be equal
/// while a curve of one moves its sharpness.
package struct SharpnessComparison: Hashable, Sendable {
    /// The moment, in seconds.
    package let time: Double
    package let first: Double
    package let second: Double
    /// In just-noticeable differences.
    package var noticeable: Double { NoticeableDifference.between(sharpness: first, second) }

    /// Compares two patterns; nil if the sharpness never differs. What is matched within a just-noticeable time is no
    /// difference, and what vibrates in one pattern alone shows in the envelopes.
    init?(_ first: HapticPattern, _ second: HapticPattern) {
        let courses = [first, second].map { SharpnessCourse($0).values }
        var worst: SharpnessComparison?
        for (own, other) in [(0, 1), (1, 0)] {
            for (index, value) in courses[own].enumerated() {
                let last = min(courses[other].count, index + SharpnessCourse.slack + 1)
                let near = courses[other][min(max(0, index - SharpnessCourse.slack), last)..<last].compactMap(\.self)
                guard let value, let low = near.min(), let high = near.max() else { continue }
                let nearest = min(max(value, low), high)
                let found = SharpnessComparison(
                    time: Double(index) * SharpnessCourse.hop, first: own == 0 ? value : nearest,
                    second: own == 0 ? nearest : value)
                if found.noticeable > worst?.noticeable ?? 0 { worst = found }
            }
        }
        guard let worst else { return nil }
        self = worst
    }

    private init(time: Double, first: Double, second: Double) {
        (self.time, self.first, self.second) = (time, first, second)
    }
}

/// The sharpness of a pattern's vibrations over time: the mean over a just-noticeable time, and of several at once,
/// weighted by their drive. Nobody feels the frequency of a shorter moment, as of a spike between two curve points.
private struct SharpnessCourse {
    /// The time between two values, in seconds. Each is that of the middle, because a point at the very start that the
    /// next one replaces at once is not felt.
    static let hop = 0.002
    /// How many values of difference in time nobody feels.
    static let slack = Int((NoticeableDifference.time / hop).rounded())
    /// The drive below which a vibration counts as silent, as a fraction of the strongest (40 dB).
    private static let floor = 0.01

    /// The values, in time order; nil if nothing vibrates.
    let values: [Double?]

    init(_ pattern: HapticPattern) {
        let evaluation = HapticEvaluation(pattern)
        let vibrations = pattern.events.filter { $0.kind == .continuous }
        let end = vibrations.map { evaluation.span(of: $0).upperBound }.max() ?? 0
        var drive = [Double](repeating: 0, count: Int(end / Self.hop) + 1)
        var sum = drive
        for vibration in vibrations {
            let span = evaluation.span(of: vibration)
            for index in Int(span.lowerBound / Self.hop)...Int(span.upperBound / Self.hop) {
                let time = (Double(index) + 0.5) * Self.hop
                // The sum of start and length may lie a rounding error behind a step at the end.
                guard time >= span.lowerBound, time < span.upperBound - 1e-9 else { continue }
                let intensity = evaluation.intensity(of: vibration, at: time)
                drive[index] += intensity * intensity
                sum[index] += intensity * intensity * evaluation.sharpness(of: vibration, at: time)
            }
        }
        let least = Self.floor * (drive.max() ?? 0)
        values = drive.indices.map { index in
            guard drive[index] > least else { return nil }
            let near = max(0, index - Self.slack / 2)..<min(drive.count, index + Self.slack / 2 + 1)
            return (sum[near].reduce(0, +) / drive[near].reduce(0, +)).rounded(decimals: 6)
        }
    }
}
