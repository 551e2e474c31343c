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

    /// The first program has the first and the last turn.
    @Test(arguments: 20...23) func `each of two programs gets all presses in its two turns`(count: Int) {
        let turns = (0..<4).map { ProgramSession.presses(count, inTurn: $0, of: 2) }
        #expect(turns[0] + turns[3] == count && turns[1] + turns[2] == count)
        #expect(ProgramSession.presses(count, inTurn: 0, of: 1) == count)
    }
}

/// What a program shows after presses.
@Suite struct ReplyWatchTests {
    /// Presses ten times, a second apart. Something is shown 20 ms later, and 10 ms before some presses.
    private func replies(unasked: Int) -> [Double?] {
        let start = Instant.now() + .seconds(1)
        var watch = ReplyWatch()
        let presses = (0..<10).map { start + .seconds(Double($0)) }
        for (index, press) in presses.enumerated() {
            if index > 0, index <= unasked { watch.show(at: press - .milliseconds(10)) }
            watch.press(at: press)
            watch.show(at: press + .milliseconds(20))
            watch.show(at: press + .milliseconds(40))
        }
        return zip(watch.proven, presses).map { reply, press in reply.map { ($0 - press).milliseconds } }
    }

    @Test func `the first thing shown after a press is its reply, unless the program shows things all the time`() {
        for unasked in 0...2 { #expect(replies(unasked: unasked) == [Double?](repeating: 20, count: 10)) }
        #expect(replies(unasked: 3) == [Double?](repeating: nil, count: 10))
    }
}
