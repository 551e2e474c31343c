import ThudCore

/// How a ring fills while it is held and runs back after its release. The drawn ring and the cue's strength,
/// sharpness and gain all follow from it.
///
///     let press = HoldCourse(.filling, from: 0, strength: HoldCourse.strength(at: 0), at: now)
///     press.due                                   // two seconds later, to the nanosecond
///     let release = press.releasing(at: later)
///     release.progress(at: later + .milliseconds(75))     // (3/4)³ of what it was
package struct HoldCourse: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable, Codable { case filling, reversing }

    /// The time in which an empty ring fills.
    package static let fillTime = Interval.milliseconds(2_000)
    /// The time in which a ring runs back, however full it is.
    private static let reverseTime = Interval.milliseconds(300)
    /// A ring released at most this long before it is full counts as full. Its completion cue is already on its way.
    static let forgiveness = Interval.milliseconds(20)
    /// The cue's strength when the ring is empty, at a quarter, at a half, at three quarters, and when it is full.
    static let strengths = [0.15, 0.32, 0.5, 0.72, 0.95]
    /// The increase of the cue's sharpness from an empty to a full ring: from 0.1 to 0.6.
    static let sharpening = 0.5

    /// A point of the course at which the slope changes.
    struct Knot: Hashable {
        let instant: Instant
        let progress: Double
        let strength: Double
    }

    package let direction: Direction
    package let start: Instant
    /// How full the ring was at `start`, 0 to 1.
    let origin: Double
    /// How strong the cue was at `start`, 0 to 1.
    let originStrength: Double

    init(_ direction: Direction, from origin: Double, strength: Double, at start: Instant) {
        self.direction = direction
        self.start = start
        self.origin = origin
        originStrength = strength
    }

    /// Returns the strength of a filling ring's cue at a progress from 0 to 1.
    static func strength(at progress: Double) -> Double {
        let place = min(max(progress, 0), 1) * Double(strengths.count - 1)
        let index = min(Int(place), strengths.count - 2)
        return strengths[index] + (strengths[index + 1] - strengths[index]) * (place - Double(index))
    }

    /// When a filling ring is full.
    var due: Instant { start + .seconds(Self.fillTime.seconds * (1 - origin)) }
    /// When a ring that runs back is empty.
    var empty: Instant { start + Self.reverseTime }

    /// Returns how full the ring is, 0 to 1: linear while it fills, a cubic ease-out while it runs back.
    package func progress(at instant: Instant) -> Double {
        let passed = max(0, (instant - start).seconds)
        switch direction {
        case .filling: return instant >= due ? 1 : min(1, origin + passed / Self.fillTime.seconds)
        case .reversing:
            let left = 1 - min(1, passed / Self.reverseTime.seconds)
            return origin * left * left * left
        }
    }

    /// Returns how strong the cue is, 0 to 1, by linear interpolation between the knots.
    func strength(at instant: Instant) -> Double {
        var before = Knot(instant: start, progress: origin, strength: originStrength)
        for knot in knots {
            if instant < knot.instant {
                let share = max(0, (instant - before.instant).seconds) / (knot.instant - before.instant).seconds
                return before.strength + (knot.strength - before.strength) * share
            }
            before = knot
        }
        return before.strength
    }

    func releasing(at instant: Instant) -> HoldCourse {
        HoldCourse(.reversing, from: progress(at: instant), strength: strength(at: instant), at: instant)
    }

    func pressing(at instant: Instant) -> HoldCourse {
        HoldCourse(.filling, from: progress(at: instant), strength: strength(at: instant), at: instant)
    }

    /// Returns the first knot after `instant`. The last knot is the end of the course.
    func nextKnot(after instant: Instant) -> Knot? { knots.first { $0.instant > instant } }

    var end: Instant { direction == .filling ? due : empty }

    /// The knots: at each quarter of the ring while it fills, and at each quarter of the time while it runs back.
    private var knots: [Knot] {
        switch direction {
        case .filling:
            return Self.strengths.indices.compactMap { index in
                let progress = Double(index) / Double(Self.strengths.count - 1)
                guard progress > origin || progress == 1 else { return nil }
                let instant = progress == 1 ? due : start + .seconds(Self.fillTime.seconds * (progress - origin))
                return Knot(instant: instant, progress: progress, strength: Self.strengths[index])
            }
        case .reversing:
            return (1...4).map { quarter in
                let left = 1 - Double(quarter) / 4
                let share = left * left * left
                return Knot(
                    instant: start + .seconds(Self.reverseTime.seconds * Double(quarter) / 4),
                    progress: origin * share, strength: originStrength * share)
            }
        }
    }
}

extension HoldCourse: Codable {
    private enum CodingKeys: String, CodingKey {
        case direction, start, origin
        case originStrength = "strength"
    }
}
