import ThudCore

/// One figure of the latency in two runs, with the confidence of its ratio.
public struct FigureChange: Hashable, Sendable {
    /// A change of less than this counts for nothing, whatever its ratio: nobody feels it, and another phase of the
    /// quantum brings it about.
    public static let leastChange = Interval(nanoseconds: 100_000)

    /// From so many cues on the 99th percentile is decided upon: of fewer it is the worst cue alone.
    public static let leastCountForP99 = 100

    /// `median` or `p99`.
    public let name: String
    /// The old run's figure.
    public let old: Interval
    /// The new run's figure.
    public let new: Interval
    /// New divided by old; both are taken as a microsecond at the least.
    public let ratio: Double
    /// The 95 % confidence interval of the ratio.
    public let confidence: ClosedRange<Double>
    /// Whether there are cues enough to decide upon this figure.
    public let isDecisive: Bool
    /// The new run is slower by more than the tolerance, and that is no accident.
    public let isRegression: Bool

    /// Compares the `percent` percentile.
    init(
        _ name: String, percent: Double, old: Distribution, new: Distribution, tolerance: Double, resamples: Int,
        isDecisive: Bool, resampling: inout Resampling
    ) {
        self.name = name
        self.old = old.percentile(percent)
        self.new = new.percentile(percent)
        self.isDecisive = isDecisive
        ratio = Self.ratio(self.new, self.old)
        var ratios: [Double] = []
        ratios.reserveCapacity(resamples)
        for _ in 0..<resamples {
            let drawnOld = resampling.percentile(percent, of: old)
            let drawnNew = resampling.percentile(percent, of: new)
            ratios.append(Self.ratio(drawnNew, drawnOld))
        }
        ratios.sort()
        let tail = ratios.count / 40
        confidence = ratios[tail]...ratios[ratios.count - 1 - tail]
        isRegression =
            isDecisive && confidence.lowerBound > 1 + tolerance && self.new - self.old >= Self.leastChange
    }

    private static func ratio(_ new: Interval, _ old: Interval) -> Double {
        Double(max(1000, new.nanoseconds)) / Double(max(1000, old.nanoseconds))
    }
}
