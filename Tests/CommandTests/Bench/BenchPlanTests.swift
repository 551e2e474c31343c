import Foundation
import Testing
import ThudCore

@testable import thud

/// When a bench triggers.
@Suite struct BenchPlanTests {
    private func instants(_ interval: ClosedRange<Double>, count: Int = 20, seed: UInt64 = 0) -> [Double] {
        BenchPlan(BenchTiming(count: count, interval: interval, seed: seed)).triggers.map(\.due.milliseconds)
    }

    /// At random points, the medians of 20 waiting times deviate by 0.107 of the cycle.
    @Test(arguments: [512, 1024, 2048])
    func `twenty triggers meet a server's cycle so evenly that medians deviate less than half as much`(frames: Int) {
        let cycle = Double(frames) / 48
        let squares = (0..<100 as Range<UInt64>).map { seed in
            let waits = instants(800...1300, seed: seed).map {
                1 - ($0 / cycle + Double(seed) / 100).truncatingRemainder(dividingBy: 1)
            }.sorted()
            return pow((waits[9] + waits[10]) / 2 - 0.5, 2)
        }
        #expect((squares.reduce(0, +) / 100).squareRoot() < 0.05)
    }

    @Test(arguments: [800...1300, 150...400, 300...300, 20...40, 90...120])
    func `pauses stay in their range, and differ unless it is a point`(range: ClosedRange<Double>) {
        let instants = instants(range, count: 200)
        let pauses = zip(instants, instants.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { $0 > range.lowerBound - 1e-5 && $0 < range.upperBound + 1e-5 })
        #expect(Set(pauses).count > (range.lowerBound == range.upperBound ? 0 : 150))
    }
}
