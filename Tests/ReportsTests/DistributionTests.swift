import Testing
import ThudCore
import ThudReports

@Suite struct DistributionTests {
    @Test func `percentiles of one to a hundred are the numbers themselves`() throws {
        let distribution = try #require(Distribution((1...100).reversed().map { Interval.milliseconds($0) }))
        #expect(distribution.percentile(50) == .milliseconds(50))
        #expect(distribution.percentile(99) == .milliseconds(99))
        #expect(distribution.percentile(99.9) == .milliseconds(100))
        #expect(distribution.percentile(0) == .milliseconds(1) && distribution.least == .milliseconds(1))
        #expect(distribution.greatest == .milliseconds(100) && distribution.count == 100)
        #expect(abs(distribution.mean - 50.5) < 1e-9)
        // The standard deviation of 1...n is the root of (n² − 1) / 12.
        #expect(abs(distribution.jitter - 28.866_070_048) < 1e-6)
    }

    @Test func `values below zero keep their sign and their order`() throws {
        let distribution = try #require(Distribution([-3, 1, -1, 0].map { Interval.milliseconds($0) }))
        #expect(distribution.least == .milliseconds(-3))
        #expect(distribution.percentile(50) == .milliseconds(-1))
        #expect(distribution.mean == -0.75)
        #expect(distribution.count(upTo: .zero) == 3 && distribution.count(upTo: .milliseconds(-4)) == 0)
    }

    @Test func `a tally gives what its lengths give, to the microsecond`() throws {
        let lengths = (0..<500).map { Interval(nanoseconds: ($0 * 7919) % 400 * 1000) }
        let tally = Tally(lengths)
        #expect(tally.total == 500)
        #expect(Distribution(tally) == Distribution(lengths))
        #expect(
            Tally([Interval(nanoseconds: 1499), Interval(nanoseconds: -1500)]).entries.map(\.length.nanoseconds) == [
                -2000, 1000,
            ])
    }

    @Test func `of nothing there is no distribution`() {
        #expect(Distribution([Interval]()) == nil)
        #expect(Distribution(Tally()) == nil)
    }
}
