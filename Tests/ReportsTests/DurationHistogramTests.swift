import BenchSamples
import Testing
import ThudCore
import ThudReports

@Suite struct DurationHistogramTests {
    @Test func `the percentiles of one to a hundred are the numbers themselves`() {
        let histogram = DurationHistogram((1...100).reversed().map { Interval.milliseconds($0) })
        #expect(histogram.percentile(50) == .milliseconds(50))
        #expect(histogram.percentile(99) == .milliseconds(99))
        #expect(histogram.percentile(99.9) == .milliseconds(100))
        #expect(histogram.percentile(0) == .milliseconds(1) && histogram.shortest == .milliseconds(1))
        #expect(histogram.longest == .milliseconds(100) && histogram.count == 100)
        #expect(histogram.count(upTo: .milliseconds(50)) == 50)
        #expect(abs(histogram.mean - 50.5) < 1e-9)
        // The standard deviation of 1...n is the root of (n² − 1) / 12.
        #expect(abs(histogram.jitter - 28.866_070_048) < 1e-6)
    }

    @Test func `a whole rank is exact although its share is not a binary fraction`() {
        let histogram = DurationHistogram((1...1000).map { Interval.milliseconds($0) })
        #expect(histogram.percentile(99.9) == .milliseconds(999))
        #expect(histogram.percentile(99.95) == .milliseconds(1000))
    }

    @Test func `negative values keep their sign and their order`() {
        let histogram = DurationHistogram([-3, 1, -1, 0].map { Interval.milliseconds($0) })
        #expect(histogram.shortest == .milliseconds(-3))
        #expect(histogram.percentile(50) == .milliseconds(-1))
        #expect(histogram.mean == -0.75)
        #expect(histogram.count(upTo: .zero) == 3 && histogram.count(upTo: .milliseconds(-4)) == 0)
    }

    @Test(arguments: [Interval.nanosecond, .microsecond])
    func `recording singly, counted or all at once gives the same`(resolution: Interval) {
        let durations = (0..<500).map { Interval(nanoseconds: ($0 * 7919) % 400 * 1500) }
        let whole = DurationHistogram(durations, resolution: resolution)
        var single = DurationHistogram(resolution: resolution)
        for duration in durations { single.record(duration) }
        var counted = DurationHistogram(resolution: resolution)
        for (duration, count) in whole.entries.reversed() { counted.record(duration, times: count) }
        counted.record(.zero, times: 0)
        #expect(whole.count == 500 && single == whole && counted == whole)
        for percent in stride(from: 0.0, through: 100, by: 0.7) {
            let sorted = durations.sorted()
            let exact = sorted[max(1, Int((percent / 100 * 500 - 1e-6).rounded(.up))) - 1]
            #expect(abs((whole.percentile(percent) - exact).nanoseconds) <= resolution.nanoseconds / 2)
        }
    }

    @Test func `durations are rounded to the resolution, halves away from zero`() {
        let durations = [1499, -1500, 500, 499].map { Interval(nanoseconds: $0) }
        let histogram = DurationHistogram(durations, resolution: .microsecond)
        #expect(histogram.entries.map(\.duration.nanoseconds) == [-2000, 0, 1000])
        #expect(histogram.entries.map(\.count) == [1, 1, 2])
        #expect(histogram.count(upTo: Interval(nanoseconds: 999)) == 4)
    }

    @Test func `absurd durations do not trap`() {
        var histogram = DurationHistogram(resolution: .microsecond)
        for nanoseconds in [Int64.max, .min] { histogram.record(Interval(nanoseconds: nanoseconds)) }
        #expect(histogram.count == 2 && histogram.count(upTo: .zero) == 1)
        #expect(histogram.jitter.isFinite && histogram.mean == 0)
        let text = BenchSummary(.measured([-1, 120_000])).percentileText
        #expect(text.contains(", Total count    =            2]"))
    }

    @Test func `each column of a table has its own figure`() {
        let histogram = DurationHistogram((1...1000).map { Interval.milliseconds($0) })
        let values = MetricColumn.allCases.map { ($0.value(of: histogram) * 10).rounded() / 10 }
        #expect(values == [1000, 500, 900, 950, 990, 999, 1000, 500.5, 288.7])
    }

    @Test func `an empty histogram returns zero`() {
        let histogram = DurationHistogram()
        #expect(histogram.isEmpty && histogram.count == 0 && histogram.entries.isEmpty)
        #expect(histogram.percentile(50) == .zero && histogram.longest == .zero && histogram.jitter == 0)
        #expect(histogram.count(upTo: .seconds(1)) == 0)
    }

    @Test func `the distribution is written in the format of HdrHistogram's plotter`() throws {
        let lines = BenchSummary(.measured((1...100).map(Double.init))).percentileText.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
        #expect(lines[1].isEmpty)
        #expect(lines[2] == "      1.0000 0.000000000000          1           1.00")
        // Four digits: beyond 32.768 ms the values are two microseconds apart, and the upper one represents both.
        #expect(lines.contains("     30.0000 0.300000000000         30           1.43"))
        #expect(lines.contains("     50.0010 0.500000000000         50           2.00"))
        #expect(lines.contains("     90.0030 0.900000000000         90          10.00"))
        #expect(BenchSummary(.measured([1.9996])).percentileText.contains("\n      2.0000 0.000000000000          1"))
        let footer = lines.suffix(4)
        #expect(footer.first?.hasPrefix("#[Mean    =      50.5") == true)
        #expect(footer.first?.contains(", StdDeviation   =      28.86") == true)
        #expect(footer.dropFirst().first?.hasPrefix("#[Max     =     100.0") == true)
        #expect(footer.dropFirst().first?.hasSuffix(", Total count    =          100]") == true)
        #expect(footer.dropFirst(2).first == "#[Buckets =           12, SubBuckets     =        32768]")
        // Four numbers per line, as the plotter expects. The last line has three, because its 1/(1-Percentile) would be
        // infinite.
        let rows = lines.dropFirst(2).prefix { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        #expect(rows.dropLast().allSatisfy { $0.count == 4 } && rows.last?.count == 3)
        #expect(rows.last?[1] == 1)
        for (row, next) in zip(rows, rows.dropFirst()) { #expect(row[0] <= next[0] && row[2] <= next[2]) }
    }
}
