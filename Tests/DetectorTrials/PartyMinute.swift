import ThudCore
import ThudGameKit

/// A simulated minute of a party: what one head does and what the detector makes of it.
///
/// The plan knows nothing of the detector. Gestures follow each other as a game allows, with laughter, jumps and faults
/// at any time.
struct PartyMinute: Sendable {
    let truth: GroundTruth
    let events: [TiltEvent]

    init(seed: UInt64) {
        var plan = SeededGenerator(seed: seed ^ 0x5EED_0F_9A97)
        let start = Instant(nanoseconds: 0)
        var head = SyntheticMotion(seed: seed, start: start)
        head.perform(.raise, at: start + .seconds(plan.between(0.1, 0.5)))
        var next = plan.between(2.2, 3)

        var detector = TiltDetector()
        var events: [TiltEvent] = []
        for step in 0..<6_000 {
            let now = start + SyntheticMotion.sampleInterval * Int64(step)
            while next <= now.seconds, next < 58 { next += Self.act(&head, &plan, at: start + .seconds(next)) }
            if let sample = head.sample(at: now), let event = detector.take(sample) { events.append(event) }
        }
        self.truth = head.truth
        self.events = events
    }

    /// Performs one action and returns how many seconds later the next one begins.
    private static func act(_ head: inout SyntheticMotion, _ plan: inout SeededGenerator, at now: Instant) -> Double {
        let tilt: HeadGesture = plan.chance(0.7) ? .nod : .tiltBack
        switch plan.unit() {
        case ..<0.42:
            head.perform(tilt, at: now)
            return plan.between(1.5, 3.5)
        case ..<0.56:  // Laughing while nodding.
            head.perform(.laugh, at: now)
            head.perform(tilt, at: now + .seconds(plan.between(0.1, 1)))
            return plan.between(2.5, 4)
        case ..<0.72:
            head.perform(.laugh, at: now)
            return plan.between(0.5, 3)
        case ..<0.82:
            head.perform(.glance, at: now)
            return plan.between(1, 2.5)
        case ..<0.92:
            head.perform(.jump, at: now)
            return plan.between(1.2, 3)
        default:
            head.perform(.glitch, at: now)
            return plan.between(0.2, 2)
        }
    }
}

extension Instant {
    fileprivate var seconds: Double { (self - Instant(nanoseconds: 0)).seconds }
}
