import ThudCore
import ThudGameKit

/// How well the detector's events match the real head movements.
package struct DetectionTally: Sendable {
    /// The number of judged minutes.
    package private(set) var minutes = 0
    /// Deliberate tilts that crossed 35 degrees, without the excused ones.
    package private(set) var deliberate = 0
    /// How many of them the detector recognised.
    package private(set) var recognised = 0
    /// Tilts within the half-second pause that the rules prescribe after a disturbance.
    package private(set) var excused = 0
    /// Tilts that the detector reported.
    package private(set) var detections = 0
    /// How many of them no head had made.
    package private(set) var falsePositives = 0
    /// Milliseconds from the true crossing to the triggering sample; negative if early.
    package private(set) var delays: [Double] = []
    /// The error of the detector's own estimate of the crossing, in milliseconds.
    package private(set) var estimates: [Double] = []

    /// Returns the tally of so many minutes, made from the seeds from 0 on.
    package static func party(minutes count: Int) async -> DetectionTally {
        let lanes = 4
        let minutes = await withTaskGroup(of: [PartyMinute].self) { group in
            for lane in 0..<lanes {
                group.addTask { stride(from: lane, to: count, by: lanes).map { PartyMinute(seed: UInt64($0)) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        var tally = DetectionTally()
        for minute in minutes { tally.add(minute) }
        return tally
    }

    /// All deliberate tilts that crossed 35 degrees.
    package var tilts: Int { deliberate + excused }
    /// The share of them that is excused.
    package var excusedShare: Double { Double(excused) / Double(max(tilts, 1)) }
    /// The largest error of the detector's own estimate of the crossing, in milliseconds.
    package var worstEstimate: Double { estimates.map(abs).max() ?? .nan }

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

    /// Returns the delay in milliseconds that a share of the recognised tilts, 0 to 1, does not exceed.
    package func percentile(_ share: Double) -> Double {
        let sorted = delays.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    /// The share of the deliberate tilts that were recognised.
    package var recall: Double { Double(recognised) / Double(max(deliberate, 1)) }
    /// The share of the detections that were false.
    package var falseShare: Double { Double(falsePositives) / Double(max(detections, 1)) }
}
