import Testing
import ThudCore

@testable import ThudGameKit

/// The gestures of a phone in the hand, found in its sensor readings.
struct PhoneDetectorTests {
    private static let motions: GestureSet = [.shake, .tilt, .raise, .lower]
    private static let meant: [PhoneMovement] = [.shake, .tiltLeft, .tiltRight, .raise, .lower]
    private static let seeds = 0..<500 as Range<UInt64>

    private static func at(_ milliseconds: Double) -> Instant { Instant(nanoseconds: Int64(milliseconds * 1_000_000)) }

    /// Returns the findings for a movement that begins after 200 ms.
    private static func findings(_ movement: PhoneMovement, seed: UInt64, awaiting: GestureSet) -> [TimedFinding] {
        var phone = SyntheticPhone(seed: seed, start: at(0))
        phone.perform(movement, at: at(200))
        var detector = PhoneDetector()
        detector.awaited = awaiting
        var findings: [TimedFinding] = []
        var now = at(0)
        while now < at(3_000) {
            findings += detector.take(phone.sample(at: now))
            now = now + detector.sampleInterval
        }
        return findings
    }

    private static func gestures(_ findings: [TimedFinding]) -> [Gesture] {
        findings.compactMap { if case .recognized(let gesture) = $0.finding { gesture } else { nil } }
    }

    @Test func `shakes are read at 50 Hz, and all else at 60 Hz`() {
        var detector = PhoneDetector()
        for (awaited, rate) in [(GestureSet.shake, 50.0), (.tilt, 60), (.raise, 60), (Self.motions, 60)] {
            detector.awaited = awaited
            #expect(abs(detector.sampleInterval.seconds - 1 / rate) < 1e-8)
        }
    }

    @Test("Each movement gives its own gesture and no other, whether or not others are awaited", arguments: meant)
    func recall(movement: PhoneMovement) throws {
        let gesture = try #require(movement.gesture)
        for seed in Self.seeds {
            #expect(
                Self.gestures(Self.findings(movement, seed: seed, awaiting: gesture.kind)) == [gesture], "seed \(seed)")
            #expect(
                Self.gestures(Self.findings(movement, seed: seed, awaiting: Self.motions)) == [gesture], "seed \(seed)")
        }
    }

    @Test("A near miss gives no gesture", arguments: PhoneMovement.allCases.filter { $0.gesture == nil })
    func nearMisses(movement: PhoneMovement) {
        for seed in Self.seeds {
            let found = Self.findings(movement, seed: seed, awaiting: Self.motions)
            #expect(Self.gestures(found) == [], "seed \(seed)")
            #expect(found.count { $0.finding == .began } == found.count { $0.finding == .dropped }, "seed \(seed)")
        }
    }

    @Test("Gestures that are not awaited are not found", arguments: meant)
    func unasked(movement: PhoneMovement) {
        let others: GestureSet =
            switch movement {
            case .shake: .tilt
            case .raise, .lower: [.shake, .tilt]
            default: [.shake, .raise, .lower]
            }
        for seed in 0..<100 as Range<UInt64> {
            for awaited in [others, .tap, []] {
                #expect(
                    Self.gestures(Self.findings(movement, seed: seed, awaiting: awaited)) == [], "seed \(seed)")
            }
        }
    }

    @Test("A tilt or lift in the other direction is also found, as a wrong answer")
    func otherDirection() {
        #expect(Self.gestures(Self.findings(.lower, seed: 3, awaiting: .raise)) == [.lower])
        #expect(Self.gestures(Self.findings(.raise, seed: 3, awaiting: .lower)) == [.raise])
    }

    @Test("The cause is when the phone crossed the threshold; a tilt is decided 300 ms later, a lift 100")
    func causes() throws {
        for (movement, hold) in [(.tiltLeft, 300.0), (.raise, 100)] as [(PhoneMovement, Double)] {
            for seed in 0..<100 as Range<UInt64> {
                let found = Self.findings(movement, seed: seed, awaiting: Self.motions)
                let began = try #require(found.first { $0.finding == .began })
                let last = try #require(found.last)
                #expect(last.cause == began.decided)
                // The samples come every 16.7 ms.
                #expect((hold..<hold + 17).contains((last.decided - last.cause).milliseconds))
                #expect((0..<250).contains((last.cause - Self.at(200)).milliseconds))
            }
        }
    }

    // MARK: Exact figures, on a phone without errors

    /// Returns the findings for a phone with this lean to the right and upward acceleration, sampled every 10 ms. From
    /// 500 ms on, `later` is awaited.
    private func exact(
        _ awaited: GestureSet, until end: Double = 1_500, lean: (Double) -> Double = { _ in 0 },
        lift: (Double) -> Double = { _ in 0 }, push: (Double) -> Double = { _ in 0 }, later: GestureSet? = nil
    ) -> [TimedFinding] {
        var detector = PhoneDetector()
        var findings: [TimedFinding] = []
        var last = lean(0)
        for time in stride(from: 0, through: end, by: 10) {
            detector.awaited = time < 500 ? awaited : later ?? awaited
            let angle = lean(time)
            let (s, c) = (Self.sine(angle), Self.cosine(angle))
            let up = 1 + lift(time)
            let sample = MotionSample(
                instant: Self.at(time), acceleration: SIMD3(-s * up + push(time), c * up, 0),
                rotationRate: SIMD3(0, 0, -(angle - last) / 0.01))
            last = angle
            findings += detector.take(sample)
        }
        return findings
    }

    // Series that are accurate enough below one radian.
    private static func sine(_ x: Double) -> Double { x - x * x * x / 6 + x * x * x * x * x / 120 }
    private static func cosine(_ x: Double) -> Double {
        1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720
    }

    /// Returns a curve that rises from 0 at `start` to `size` within 100 ms, holds, and returns.
    private func trapezium(_ size: Double, from start: Double = 300, hold: Double) -> (Double) -> Double {
        { time in size * min(max(min((time - start) / 100, (start + 200 + hold - time) / 100), 0), 1) }
    }

    @Test("A lean of 0.45 rad is a tilt; 0.43 rad, or 290 ms, is too little", arguments: [1.0, -1])
    func tilts(side: Double) {
        let direction = side > 0 ? Direction.right : .left
        #expect(Self.gestures(exact(.tilt, lean: trapezium(0.45 * side, hold: 400))) == [.tilt(direction)])
        #expect(Self.gestures(exact(.tilt, lean: trapezium(0.43 * side, hold: 400))) == [])
        #expect(Self.gestures(exact(.tilt, lean: trapezium(0.45 * side, hold: 290))) == [])
    }

    @Test("A tilt that is no longer awaited is dropped")
    func outdated() {
        let found = exact(.tilt, lean: trapezium(0.45, hold: 400), later: .tap)
        #expect(found.map(\.finding) == [.began, .dropped])
    }

    @Test("A phone that leans at first must rest before it tilts, even to the other side")
    func leaningAtFirst() {
        func swing(_ start: Double) -> (Double) -> Double {
            { start + (0.6 - start) * min(max(($0 - 300) / 100, 0), 1) }
        }
        #expect(Self.gestures(exact(.tilt, lean: swing(-0.6))) == [])
        #expect(Self.gestures(exact(.tilt, lean: swing(0))) == [.tilt(.right)])
    }

    @Test("A simulated hand that is busy for long ignores further movements")
    func busyHand() {
        var phone = SyntheticPhone(seed: 1, start: Self.at(0))
        for _ in 0..<20 { phone.perform(.tiltLeft, at: Self.at(0)) }
        #expect(phone.restsFrom < Self.at(2_500))
    }

    @Test("A lift takes 0.31 g for 100 ms; 0.29 g, or 90 ms, is too little", arguments: [1.0, -1])
    func lifts(side: Double) {
        let gesture = side > 0 ? Gesture.raise : .lower
        func pulse(_ size: Double, _ length: Double) -> (Double) -> Double {
            { (300...300 + length).contains($0) ? size * side : 0 }
        }
        #expect(Self.gestures(exact([.raise, .lower], lift: pulse(0.31, 100))) == [gesture])
        #expect(Self.gestures(exact([.raise, .lower], lift: pulse(0.29, 100))) == [])
        #expect(Self.gestures(exact([.raise, .lower], lift: pulse(0.31, 90))) == [])
    }

    @Test("A reading above 2.0 g is a shake at its own instant, and 1.99 g is none")
    func shakes() {
        func jerk(_ total: Double) -> (Double) -> Double { { $0 == 300 ? (total * total - 1).squareRoot() : 0 } }
        #expect(
            exact(.shake, push: jerk(2.01)) == [.init(.recognized(.shake), cause: Self.at(300), decided: Self.at(300))])
        #expect(exact(.shake, push: jerk(1.99)) == [])
    }

    @Test("A phone that already leans when a tilt is awaited must come back first")
    func leaningBefore() {
        #expect(Self.gestures(exact(.tilt, lean: { _ in 0.6 })) == [])
        let again = trapezium(0.6, from: 900, hold: 400)
        #expect(
            Self.gestures(exact(.tilt, lean: { max($0 < 500 ? 0.6 : 0.6 - ($0 - 500) / 200, again($0)) })) == [
                .tilt(.right)
            ])
    }

    @Test("The way back is no second gesture, and after a rest the next one counts")
    func wayBack() {
        func lift(_ start: Double) -> (Double) -> Double {
            { time in (start..<start + 150).contains(time) ? 0.6 : (start + 150..<start + 300).contains(time) ? -0.6 : 0
            }
        }
        #expect(Self.gestures(exact([.raise, .lower], lift: lift(300))) == [.raise])
        #expect(Self.gestures(exact([.raise, .lower], lift: { lift(300)($0) + lift(740)($0) })) == [.raise, .raise])
    }

    @Test(arguments: [(0.3, 1), (0.2, 2)])
    func `between two tilts the phone must come back to less than half of the threshold`(
        lowest: Double, count: Int
    ) {
        let tilts = [(0.6, 300.0, 400.0), (0.6, 1_500, 400), (lowest, 300, 1_500)].map {
            trapezium($0, from: $1, hold: $2)
        }
        let found = exact(.tilt, until: 2_500, lean: { time in tilts.map { $0(time) }.max() ?? 0 })
        #expect(Self.gestures(found) == Array(repeating: .tilt(.right), count: count))
    }

    @Test("Absurd readings drop what had begun, and find nothing", arguments: [Double.nan, 60])
    func absurd(value: Double) {
        let found = exact(.tilt, lean: trapezium(0.6, hold: 500), push: { $0 == 500 ? value : 0 })
        #expect(Self.gestures(found) == [])
        #expect(found.map(\.finding) == [.began, .dropped])
        #expect(Self.gestures(exact(.shake, push: { $0 == 500 ? value : 0 })) == [])
    }
}
