import BenchSamples
import Testing
import ThudReports

@Suite struct PercentileTextTests {
    @Test func `the distribution of one to a hundred is written as HdrHistogram's plotter reads it`() throws {
        let lines = BenchSummary(.measured((1...100).map(Double.init))).percentileText.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
        #expect(lines[1].isEmpty)
        #expect(lines[2] == "      1.0000 0.000000000000          1           1.00")
        // Four digits: beyond 32.768 ms the values are two microseconds apart, and the upper one stands for both.
        #expect(lines.contains("     30.0000 0.300000000000         30           1.43"))
        #expect(lines.contains("     50.0010 0.500000000000         50           2.00"))
        #expect(lines.contains("     90.0030 0.900000000000         90          10.00"))
        let footer = lines.suffix(4)
        #expect(footer.first?.hasPrefix("#[Mean    =      50.5") == true)
        #expect(footer.first?.contains(", StdDeviation   =      28.86") == true)
        #expect(footer.dropFirst().first?.hasPrefix("#[Max     =     100.0") == true)
        #expect(footer.dropFirst().first?.hasSuffix(", Total count    =          100]") == true)
        #expect(footer.dropFirst(2).first == "#[Buckets =           12, SubBuckets     =        32768]")
        // Four numbers a line, as the plotter expects, but for the last, whose 1/(1-Percentile) would be infinite.
        let rows = lines.dropFirst(2).prefix { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        #expect(rows.dropLast().allSatisfy { $0.count == 4 } && rows.last?.count == 3)
        #expect(rows.last?[1] == 1)
        for (row, next) in zip(rows, rows.dropFirst()) { #expect(row[0] <= next[0] && row[2] <= next[2]) }
    }
}
