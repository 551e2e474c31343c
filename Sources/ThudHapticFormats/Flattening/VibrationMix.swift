import ThudCore
import ThudHaptics

/// How vibrations at one time become one. An actuator can only swing one way.
enum MixLaw {
    /// The strongest one and its sharpness, as in ``HapticEvaluation/intensity(at:)``.
    case strongest
    /// Amplitudes, which are intensities squared, add up, to the full one at most. The sharpness is the mean, weighted by
    /// amplitude. The renderer joins vibrations in the same way, so the rendered signal stays as it is.
    case sum

    /// The mix of some intensities and their sharpness.
    func callAsFunction(_ parts: [(intensity: Double, sharpness: Double)]) -> (intensity: Double, sharpness: Double) {
        guard let strongest = parts.max(by: { $0.intensity < $1.intensity }) else { return (0, 0) }
        let power = parts.reduce(0) { $0 + $1.intensity * $1.intensity }
        guard self == .sum, power > 0, parts.count > 1 else { return strongest }
        let weighted = parts.reduce(0) { $0 + $1.intensity * $1.intensity * $1.sharpness }
        return (min(1, power).squareRoot(), weighted / power)
    }
}

/// Joins vibrations that overlap.
struct VibrationMix {
    let law: MixLaw

    /// Vibrations one after the other.
    struct Joined {
        fileprivate(set) var vibrations: [Vibration] = []
        /// Where some were joined.
        fileprivate(set) var spans: [ClosedRange<Double>] = []
        /// Whether there were too many points, and some were left out.
        fileprivate(set) var isThinned = false
    }

    /// Joins what overlaps.
    func join(_ vibrations: [Vibration]) -> Joined {
        let sorted = vibrations.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var result = Joined()
        var rest = sorted[...]
        while let first = rest.first {
            var end = first.end
            var group = [first]
            rest.removeFirst()
            while let next = rest.first, next.start < end - 1e-9 {
                group.append(next)
                end = max(end, next.end)
                rest.removeFirst()
            }
            if group.count == 1 {
                result.vibrations += group
            } else {
                result.vibrations.append(mix(group, from: first.start, to: end, &result.isThinned))
                result.spans.append(first.start...end)
            }
        }
        return result
    }

    private struct Layer {
        let start: Double
        let end: Double
        let intensity: PiecewiseLinear
        let sharpness: PiecewiseLinear
    }

    /// The most values that are computed for one group, and the most points that it becomes. They bound the cost of a
    /// hostile file.
    private static let mostWork = 2_000_000
    private static let mostPoints = 16_000

    /// How far a mix may be from the line between two points before one more is put between them.
    private static let tolerance = 0.005

    private typealias Value = (intensity: Double, sharpness: Double)

    private func mix(
        _ group: [Vibration], from start: Double, to end: Double, _ isThinned: inout Bool
    ) -> Vibration {
        let layers = group.map {
            Layer(start: $0.start, end: $0.end, intensity: $0.intensityCurve, sharpness: $0.sharpnessCurve)
        }
        let times = Self.times(layers, &isThinned)
        var strength: [PiecewiseLinear.Point] = []
        var shift: [PiecewiseLinear.Point] = []
        func add(_ time: Double, _ value: Value) {
            strength.append(.init(time: time, value: value.intensity.rounded(decimals: 6)))
            shift.append(.init(time: time, value: value.sharpness.rounded(decimals: 6)))
        }
        // Layers end at different times. The list of those that are present only grows by what starts and loses what has
        // ended.
        var waiting = layers[...]
        var present: [Layer] = []
        for (index, time) in times.enumerated() {
            while let next = waiting.first, next.start <= time {
                present.append(next)
                waiting.removeFirst()
            }
            let before = mixed(present, before: time)
            present.removeAll { $0.end <= time }
            let after = mixed(present, at: time)
            if index > 0 { add(time, before) }
            if index < times.count - 1, index == 0 || before != after { add(time, after) }
            guard index + 1 < times.count, present.count > 1, times.count < Self.mostPoints / 8 else { continue }
            let next = times[index + 1]
            refine((time, after), (next, mixed(present, before: next)), present, depth: 3, add)
        }
        let whole = PiecewiseLinear(constant: 0, from: start, to: end)
        return Vibration(PiecewiseLinear(strength) ?? whole, PiecewiseLinear(shift) ?? whole, from: start, to: end)
    }

    /// Adds points between two, because sums of squares of straight lines are not straight: until the mix in the middle is
    /// within ``tolerance`` of the line, or there are seven.
    private func refine(
        _ from: (time: Double, value: Value), _ to: (time: Double, value: Value), _ layers: [Layer], depth: Int,
        _ add: (Double, Value) -> Void
    ) {
        guard depth > 0, to.time - from.time > 0.002 else { return }
        let time = ((from.time + to.time) / 2).wholeMicroseconds
        let value = mixed(layers, at: time)
        let intensity = (from.value.intensity + to.value.intensity) / 2 - value.intensity
        let sharpness = (from.value.sharpness + to.value.sharpness) / 2 - value.sharpness
        if max(abs(intensity), abs(sharpness)) < Self.tolerance { return }
        refine(from, (time, value), layers, depth: depth - 1, add)
        add(time, value)
        refine((time, value), to, layers, depth: depth - 1, add)
    }

    private func mixed(_ layers: [Layer], at time: Double) -> Value {
        law(layers.filter { $0.end > time }.map { ($0.intensity.value(at: time), $0.sharpness.value(at: time)) })
    }

    private func mixed(_ layers: [Layer], before time: Double) -> Value {
        law(
            layers.filter { $0.start < time && $0.end >= time }
                .map { ($0.intensity.value(before: time), $0.sharpness.value(before: time)) })
    }

    private static func times(_ layers: [Layer], _ isThinned: inout Bool) -> [Double] {
        var times = Set<Double>()
        for layer in layers {
            times.formUnion([layer.start, layer.end])
            times.formUnion(layer.intensity.points.map(\.time))
            times.formUnion(layer.sharpness.points.map(\.time))
        }
        let sorted = times.sorted()
        let whole = (sorted.last ?? 0) - (sorted.first ?? 0)
        let present = layers.reduce(0) { $0 + $1.end - $1.start } / max(whole, 1e-6)
        let most = max(64, min(Double(mostPoints / 2), Double(mostWork) / max(present, 1)))
        guard Double(sorted.count) > most else { return sorted }
        isThinned = true
        let count = Int(most)
        return (0..<count).map { sorted[$0 * (sorted.count - 1) / (count - 1)] }
    }
}
