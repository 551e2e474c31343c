import Testing
import ThudCore
import ThudGameKit

@Suite struct DetectionTests {
    @Test func `over 200 party minutes nearly every tilt counts, in time, and nearly nothing else`() async {
        let minutes = await withTaskGroup(of: [PartyMinute].self) { group in
            for lane in 0..<4 {
                group.addTask { (0..<50).map { PartyMinute(seed: UInt64(lane * 50 + $0)) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        var tally = DetectionTally()
        for minute in minutes { tally.add(minute) }
        print(tally.report)
        #expect(tally.minutes == 200)
        #expect(tally.deliberate > 2_000)
        #expect(Double(tally.excused) < 0.1 * Double(tally.deliberate))
        #expect(tally.recall >= 0.99)
        #expect(tally.falseShare < 0.01)
        #expect((tally.delays.max() ?? .infinity) <= 60)
    }
}

/// How well the detector's events match what heads really did.
struct DetectionTally {
    var minutes = 0
    var deliberate = 0
    var recognised = 0
    /// Tilts that fell into the half second of pause that the rules prescribe after a disturbance.
    var excused = 0
    var detections = 0
    var falsePositives = 0
    /// From the true crossing to the sample that triggered, in milliseconds; below zero when early.
    var delays: [Double] = []
    /// How far the detector's own estimate of the crossing was off, in milliseconds.
    var estimates: [Double] = []

    mutating func add(_ minute: PartyMinute) {
        minutes += 1
        let triggers = minute.events.filter { $0.kind == .tiltDown || $0.kind == .tiltUp }
        detections += triggers.count
        var used = Set<Int>()
        for tilt in minute.truth.tilts {
            guard let crossing = tilt.crossing else { continue }
            let match = triggers.indices.first { index in
                !used.contains(index) && triggers[index].kind == tilt.kind && triggers[index].instant > tilt.start
                    && triggers[index].instant <= tilt.end
            }
            if let match { used.insert(match) }
            if minute.truth.disturbances.contains(where: {
                $0.start <= crossing + .milliseconds(20) && crossing <= $0.end + TiltDetector.pause
            }) {
                excused += 1
                continue
            }
            deliberate += 1
            guard let match else { continue }
            recognised += 1
            let trigger = triggers[match]
            delays.append((trigger.instant - crossing).milliseconds)
            estimates.append((trigger.instant - trigger.sinceCrossing - crossing).milliseconds)
        }
        falsePositives += triggers.count - used.count
    }

    func percentile(_ share: Double) -> Double {
        let sorted = delays.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var recall: Double { Double(recognised) / Double(max(deliberate, 1)) }
    var falseShare: Double { Double(falsePositives) / Double(max(detections, 1)) }

    var report: String {
        let worstEstimate = estimates.map(abs).max() ?? .nan
        return """
            \(minutes) minutes: \(recognised) of \(deliberate) deliberate tilts recognised, \(excused) more in a pause;
            \(falsePositives) of \(detections) detections false, \(Double(falsePositives) / Double(max(minutes, 1))) a minute;
            trigger after the true crossing: p50 \(percentile(0.5)) ms, p99 \(percentile(0.99)) ms, \
            min \(delays.min() ?? .nan) ms, max \(delays.max() ?? .nan) ms; worst estimate off by \(worstEstimate) ms
            """
    }
}

/// A minute of a party, made of a seed: what one head does and what the detector makes of it.
///
/// The plan knows nothing of the detector: gestures follow each other as a game lets them, with laughter, jumps and
/// faults whenever they come.
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

    /// Does one thing and tells how many seconds later the next one begins.
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
    var seconds: Double { (self - Instant(nanoseconds: 0)).seconds }
}
