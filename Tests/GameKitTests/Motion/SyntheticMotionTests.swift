import Testing
import ThudCore
import ThudGameKit

@Suite struct SyntheticMotionTests {
    private static let start = Instant(nanoseconds: 0)

    private static func samples(seed: UInt64, seconds: Double, _ gestures: [(HeadGesture, Double)]) -> [MotionSample] {
        var head = SyntheticMotion(seed: seed, start: start, lowered: false)
        for (gesture, at) in gestures { head.perform(gesture, at: start + .seconds(at)) }
        return (0..<Int(seconds * 100)).compactMap {
            head.sample(at: start + SyntheticMotion.sampleInterval * Int64($0))
        }
    }

    @Test func `the same seed gives the same samples, and another seed gives others`() {
        let gestures: [(HeadGesture, Double)] = [(.nod, 0.5), (.laugh, 1), (.jump, 2), (.tiltBack, 3)]
        #expect(Self.samples(seed: 7, seconds: 5, gestures) == Self.samples(seed: 7, seconds: 5, gestures))
        #expect(Self.samples(seed: 7, seconds: 5, gestures) != Self.samples(seed: 8, seconds: 5, gestures))
    }

    @Test func `a head at rest reads 1 g upwards and almost no rotation`() {
        for sample in Self.samples(seed: 9, seconds: 2, []) {
            let pull = (sample.acceleration * sample.acceleration).sum().squareRoot()
            #expect(abs(pull - 1) < 0.1)
            #expect(sample.acceleration.y > 0.9)
        }
    }

    @Test func `a nod turns forwards about x by 45 to 70 degrees and back`() {
        let rates = Self.samples(seed: 10, seconds: 3, [(.nod, 0.5)]).map(\.rotationRate.x)
        var angle = 0.0
        var furthest = 0.0
        for rate in rates {
            angle += rate / 100 * 180 / Double.pi
            furthest = max(furthest, angle)
        }
        #expect((42...78).contains(furthest))
        #expect(abs(angle) < 8)
    }

    @Test func `a jump is weightless in the air and heavy on landing`() {
        let pulls = Self.samples(seed: 11, seconds: 2, [(.jump, 0.5)]).map {
            ($0.acceleration * $0.acceleration).sum().squareRoot()
        }
        #expect(pulls.count { $0 < 0.15 } >= 20)
        #expect(pulls.contains { $0 > 2.5 })
    }

    @Test func `glitches of every kind begin and end`() {
        var isAbsurd = 0
        var lost = 0
        for seed in 0..<40 as Range<UInt64> {
            let samples = Self.samples(seed: seed, seconds: 1, [(.glitch, 0.2)])
            lost += 100 - samples.count
            isAbsurd += samples.count { $0.rotationRate.x.isNaN || abs($0.acceleration.z) > 16 }
            #expect(samples.suffix(20).allSatisfy { abs($0.acceleration.y - 1) < 0.2 })
        }
        #expect(lost > 0)
        #expect(isAbsurd > 0)
    }

    @Test func `the phone is raised from the hand and lowered again`() {
        var head = SyntheticMotion(seed: 12, start: Self.start)
        head.perform(.raise, at: Self.start + .seconds(1))
        head.perform(.lower, at: Self.start + .seconds(3))
        let up = (0..<500).compactMap { head.sample(at: Self.start + .milliseconds(Int64($0) * 10))?.acceleration.y }
        #expect(up[50] < 0.3)
        #expect(up[250] > 0.9)
        #expect(up[450] < 0.3)
    }

    /// Returns the tilts of a head for key presses at these instants, in milliseconds.
    private func tilts(keysAt presses: [Int64]) -> [GroundTruth.Tilt] {
        var head = SyntheticMotion(seed: 13, start: Self.start, lowered: false)
        for step in 0..<500 as Range<Int64> {
            let now = Self.start + .milliseconds(step * 10)
            if presses.contains(step * 10) { head.perform(.nod, at: now, pace: .brisk) }
            _ = head.sample(at: now)
        }
        return head.truth.tilts
    }

    @Test func `a key pressed while the head is busy is ignored, unless the head is nearly free`() throws {
        let first = try #require(tilts(keysAt: [100]).first)
        let end = (first.end - Self.start).nanoseconds / 10_000_000 * 10
        let free = try #require(tilts(keysAt: [100, end]).last).start
        #expect(free > first.end)
        #expect(tilts(keysAt: [100, 110, 200, 300]).count == 1)
        let last = (free - Self.start).nanoseconds / 10_000_000 * 10
        #expect(tilts(keysAt: [100, last - 160]).count == 1)
        // One key waits until the head is free. Further keys in the meantime are ignored.
        #expect(tilts(keysAt: [100, last - 130, last - 110, last - 90]).map(\.start) == [first.start, free])
    }

    @Test func `a brisk nod crosses the threshold within 120 ms`() throws {
        for seed in 0..<20 as Range<UInt64> {
            var head = SyntheticMotion(seed: seed, start: Self.start, lowered: false)
            head.perform(.nod, at: Self.start + .milliseconds(103), pace: .brisk)
            for step in 0..<50 { _ = head.sample(at: Self.start + .milliseconds(Int64(step) * 10)) }
            let tilt = try #require(head.truth.tilts.first)
            #expect(tilt.start == Self.start + .milliseconds(103))
            #expect((try #require(tilt.crossing) - tilt.start).milliseconds < 120)
        }
    }

    @Test func `requests that have not begun can be forgotten`() {
        var head = SyntheticMotion(seed: 14, start: Self.start, lowered: false)
        head.perform(.nod, at: Self.start + .seconds(1))
        head.forgetRequests()
        for step in 0..<200 { _ = head.sample(at: Self.start + .milliseconds(Int64(step) * 10)) }
        #expect(head.truth.tilts.isEmpty)
    }
}
