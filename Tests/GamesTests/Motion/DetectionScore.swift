import ThudCore
import ThudGames

/// How well the detector's events match what heads really did.
struct DetectionScore {
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
