import Glibc

/// One sound at any place, between frames too: the same samples at sixteen fractions of a frame, each with its slope.
struct ShiftedSound: Sendable {
    /// A sound put somewhere.
    struct Placed {
        /// The frame of the first sample.
        let start: Int
        /// By what fraction of a frame it stands late: an index into the shapes.
        let phase: Int
        /// The place that the two stand for; at most a 32nd of a frame from what was asked for.
        let place: Double
    }

    /// Frames that the sound lasts, with the few that a fraction of a frame spreads it by.
    let count: Int
    /// The samples at each phase, and how they change with a frame.
    let phases: [[Float]]
    let slopes: [[Float]]

    private static let steps = 16
    /// Frames before and behind, and half the length of the interpolating sinc.
    private static let margin = 12

    /// The shapes of `template`.
    init(_ template: [Float]) {
        let margin = ShiftedSound.margin
        count = template.isEmpty ? 0 : template.count + 2 * margin
        guard !template.isEmpty else { (phases, slopes) = ([], []); return }
        let padded = [Float](repeating: 0, count: margin) + template + [Float](repeating: 0, count: margin)
        phases = (0..<ShiftedSound.steps).map {
            ShiftedSound.delayed(padded, by: Double($0) / Double(ShiftedSound.steps))
        }
        slopes = phases.map(ShiftedSound.slope)
    }

    /// The sound with its first frame at `place`.
    func placed(at place: Double) -> Placed {
        let ticks = Int((place * Double(Self.steps)).rounded())
        let phase = ((ticks % Self.steps) + Self.steps) % Self.steps
        let whole = (ticks - phase) / Self.steps
        return Placed(start: whole - Self.margin, phase: phase, place: Double(ticks) / Double(Self.steps))
    }

    private static func delayed(_ samples: [Float], by fraction: Double) -> [Float] {
        guard fraction > 0 else { return samples }
        // A sinc under a Hann window: what stood a fraction of a frame earlier, from the frames around it.
        let taps = (-margin..<margin).map { tap -> Float in
            let distance = Double(tap) + fraction
            let window = 0.5 + 0.5 * cos(.pi * distance / Double(margin))
            return Float(window * sin(.pi * distance) / (.pi * distance))
        }
        var result = [Float](repeating: 0, count: samples.count)
        for index in samples.indices {
            for (tap, weight) in zip(-margin..<margin, taps) {
                let from = index + tap
                if samples.indices.contains(from) { result[index] += weight * samples[from] }
            }
        }
        return result
    }

    private static func slope(of samples: [Float]) -> [Float] {
        samples.indices.map { index in
            let before = index > 0 ? samples[index - 1] : 0
            let after = index + 1 < samples.count ? samples[index + 1] : 0
            return (after - before) / 2
        }
    }
}
