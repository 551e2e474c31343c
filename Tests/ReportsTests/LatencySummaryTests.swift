import Testing
import ThudCore
import ThudReports

@Suite struct LatencySummaryTests {
    @Test func `percentiles, worst and jitter of a known distribution`() throws {
        var summary = LatencySummary()
        for milliseconds in 1...100 { summary.record(.milliseconds(Int64(milliseconds))) }
        #expect(summary.count == 100)
        #expect(abs(try #require(summary.percentile(50)) - 50) < 0.01)
        #expect(abs(try #require(summary.percentile(99)) - 99) < 0.01)
        #expect(abs(try #require(summary.worst) - 100) < 0.02)
        // The standard deviation of 1...100.
        #expect(abs(try #require(summary.jitter) - 28.866) < 0.05)
        #expect(summary.withinBudget == 50)
    }

    @Test func `nothing recorded is nothing told`() {
        let summary = LatencySummary()
        #expect(summary.percentile(50) == nil && summary.worst == nil && summary.jitter == nil)
    }

    @Test func `what is absurd is held to a minute and does not trap`() throws {
        var summary = LatencySummary()
        summary.record(Interval(nanoseconds: .max))
        summary.record(Interval(nanoseconds: .min))
        #expect(summary.count == 2)
        #expect(summary.withinBudget == 1)
        #expect(try #require(summary.worst) < 60_100)
    }
}
