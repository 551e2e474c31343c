import Histogram
import ThudCore

extension BenchSummary {
    /// The distribution of the judged latency as HdrHistogram's tools write and its plotter reads it: values in
    /// milliseconds, a line a percentile, five lines each time the rest halves.
    public var percentileText: String {
        // Microseconds to four digits, as in `LatencySummary`; a latency below zero counts as none and one above a
        // minute as that.
        let longest: UInt64 = 60_000_000
        var histogram = Histogram<UInt64>(highestTrackableValue: longest, numberOfSignificantValueDigits: .four)
        for case let latency? in judgements.map(\.latency) {
            histogram.record(min((UInt64(max(0, latency.nanoseconds)) + 500) / 1000, longest))
        }
        var text = ""
        histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1000)
        return text
    }
}
