import Histogram
import ThudCore

/// A distribution of latencies in the figures that the field uses: percentiles, worst, jitter.
public struct LatencySummary: Sendable {
    /// "The sound and haptic feedback must play within 50 ms" of the trigger (Kape PRD, NFR Latency).
    public static let budget = Interval.milliseconds(50)

    private var histogram: Histogram<UInt32>
    /// How many were within the budget.
    public private(set) var withinBudget = 0
    /// The budget they are held to.
    public let budget: Interval

    /// The longest latency that is told apart, in the histogram's microseconds: a minute. What takes longer counts as that.
    private static let longest: UInt64 = 60_000_000

    /// An empty distribution.
    public init(budget: Interval = LatencySummary.budget) {
        self.budget = budget
        // Four significant digits: 1 us apart at 10 ms. Counted in microseconds, since each doubling of the range costs 64 KiB.
        histogram = Histogram(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .four)
    }

    /// Takes one latency in; one below zero counts as none.
    public mutating func record(_ latency: Interval) {
        histogram.record(min((UInt64(max(0, latency.nanoseconds)) + 500) / 1000, Self.longest))
        if latency <= budget { withinBudget += 1 }
    }

    /// How many there are.
    public var count: Int { Int(histogram.totalCount) }

    /// The latency in milliseconds that `percent` per cent of all do not exceed; nil where there is none.
    public func percentile(_ percent: Double) -> Double? {
        count == 0 ? nil : Double(histogram.valueAtPercentile(percent)) / 1e3
    }

    /// The longest, in milliseconds; nil where there is none.
    public var worst: Double? { count == 0 ? nil : Double(histogram.maxRecorded) / 1e3 }

    /// The standard deviation, in milliseconds; nil where there is none.
    public var jitter: Double? { count == 0 ? nil : histogram.stdDeviation / 1e3 }
}
