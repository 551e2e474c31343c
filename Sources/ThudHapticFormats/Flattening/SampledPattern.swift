import Glibc
import ThudCore

/// What is felt in each millisecond of a pattern, for formats that hold steps of constant strength. Taps are vibrations
/// of their length there.
struct SampledPattern {
    struct Sample {
        var intensity = 0.0
        var sharpness = AndroidFile.sharpness
    }

    private(set) var samples: [Sample]
    /// What sampling and taps lose.
    private(set) var losses: [String] = []

    /// Divides changing vibrations at their points, and each part into steps of `step` milliseconds, whose middle
    /// counts. A long pattern gets longer steps, and one with very many points is not divided there, so that a file has
    /// at most one and a half times `most` steps, and can be read again.
    init(_ flattened: FlattenedPattern, every step: Int, most: Int, _ rounding: inout GridRounding) {
        samples = Array(repeating: Sample(), count: milliseconds(flattened.end) + Tap.length + 1)
        let step = max(step, samples.count / most)
        let points = flattened.vibrations.reduce(0) { $0 + Self.points($1).count }
        var isSampled = false
        for vibration in flattened.vibrations {
            let times = points > most / 2 ? [vibration.start, vibration.end] : Set(Self.points(vibration)).sorted()
            isSampled = fill(vibration, times, step, &rounding) || isSampled
        }
        losses =
            FlatLosses.sampling(isSampled ? step : nil, rounding.format) + FlatLosses.taps(flattened, rounding.format)
        for tap in flattened.taps { add(tap, &rounding) }
    }

    private static func points(_ vibration: Vibration) -> [Double] {
        (vibration.intensityCurve.points + vibration.sharpnessCurve.points).map(\.time)
    }

    /// Fills in a vibration, whose parts begin at some times, and returns whether it had to be sampled.
    private mutating func fill(
        _ vibration: Vibration, _ times: [Double], _ step: Int, _ rounding: inout GridRounding
    ) -> Bool {
        let (intensity, sharpness) = (vibration.intensityCurve, vibration.sharpnessCurve)
        var isSampled = false
        for (from, to) in zip(times, times.dropFirst()) {
            let (first, last) = (rounding.milliseconds(from), rounding.milliseconds(to))
            guard last > first else { continue }
            let isSteady = [intensity, sharpness].allSatisfy { $0.clipped(from: from, to: to).isConstant }
            isSampled = isSampled || !isSteady
            for place in stride(from: first, to: last, by: isSteady ? last - first : step) {
                let end = isSteady ? last : min(place + step, last)
                let part = (Double(place + end) / 2 - Double(first)) / Double(last - first)
                let time = from + (to - from) * part
                let sample = Sample(intensity: intensity.value(at: time), sharpness: sharpness.value(at: time))
                for index in place..<min(end, samples.count) { samples[index] = sample }
            }
        }
        return isSampled
    }

    /// Adds a tap. On a vibration it is an accent: their energies add up, as in ``TapMixer``, up to full strength.
    private mutating func add(_ tap: Tap, _ rounding: inout GridRounding) {
        let start = rounding.milliseconds(tap.time)
        for index in start..<min(start + Tap.length, samples.count) {
            let under = samples[index]
            let sum = pow(pow(tap.intensity, 4) + pow(under.intensity, 4), 0.25)
            // If nothing vibrates there, it is exactly the tap's. The powers of tiny intensities are 0.
            let accent = under.intensity > 0 ? max(sum, tap.intensity, under.intensity) : tap.intensity
            let share = pow(tap.intensity / accent, 4)
            samples[index] = Sample(
                intensity: min(1, accent), sharpness: under.sharpness + (tap.sharpness - under.sharpness) * share)
            rounding.include(intensity: min(1, accent), against: accent)
        }
    }
}
