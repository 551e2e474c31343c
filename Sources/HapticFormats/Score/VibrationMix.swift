import Haptics

/// How vibrations at one time become one, for an actuator swings one way.
enum MixLaw {
    /// The strongest, with its sharpness, as ``HapticEvaluation/intensity(at:)`` has it.
    case strongest
    /// Amplitudes, which are intensities squared, add up to the full one, and sharpness meets in the middle weighted
    /// by amplitude: as the renderer joins them, so that the rendered signal stays.
    case sum

    /// The mix of some intensities with their sharpness; silence of the first one's sharpness where none is felt.
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

    /// Whether plain vibrations may overlap, as they may in AHAP, which has an event for each.
    let leavesPlain: Bool

    /// The joined vibrations, and the spans in which some were joined.
    func join(_ vibrations: [Vibration]) -> (vibrations: [Vibration], spans: [ClosedRange<Double>]) {
        let sorted = vibrations.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var joined: [Vibration] = []
        var spans: [ClosedRange<Double>] = []
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
            if group.count == 1 || (leavesPlain && group.allSatisfy(\.isPlain)) {
                joined += group
            } else {
                joined.append(mix(group, from: first.start, to: end))
                spans.append(first.start...end)
            }
        }
        return (joined, spans)
    }

    private struct Layer {
        let start: Double
        let end: Double
        let intensity: BrokenLine
        let sharpness: BrokenLine
    }

    /// At most so many values are computed for one group, and so many points made: a hostile file costs no more.
    private static let mostWork = 2_000_000
    private static let mostPoints = 8_000

    private func mix(_ group: [Vibration], from start: Double, to end: Double) -> Vibration {
        let layers = group.map {
            Layer(start: $0.start, end: $0.end, intensity: $0.intensityLine, sharpness: $0.sharpnessLine)
        }
        let times = Self.times(layers)
        var strength: [BrokenLine.Point] = []
        var shift: [BrokenLine.Point] = []
        func add(_ time: Double, _ value: (intensity: Double, sharpness: Double)) {
            strength.append(.init(time: time, value: rounded(value.intensity, 6)))
            shift.append(.init(time: time, value: rounded(value.sharpness, 6)))
        }
        // Layers end at different times, so those of the present are found again at each time, from a list that only
        // loses what has ended.
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
            guard index + 1 < times.count, times.count < Self.mostPoints / 4 else { continue }
            // Squares and sums of straight lines are not straight; three points between keep within a percent.
            let length = times[index + 1] - time
            let isStraight = present.count < 2
            for part in isStraight || length < 0.004 ? [] : [0.25, 0.5, 0.75] {
                add(time + length * part, mixed(present, at: time + length * part))
            }
        }
        return Vibration(
            start: start, end: end, intensity: 1, sharpness: 0, strength: BrokenLine(strength),
            shift: BrokenLine(shift))
    }

    private func mixed(_ layers: [Layer], at time: Double) -> (intensity: Double, sharpness: Double) {
        law(layers.filter { $0.end > time }.map { ($0.intensity.value(at: time), $0.sharpness.value(at: time)) })
    }

    private func mixed(_ layers: [Layer], before time: Double) -> (intensity: Double, sharpness: Double) {
        law(
            layers.filter { $0.start < time && $0.end >= time }
                .map { ($0.intensity.value(before: time), $0.sharpness.value(before: time)) })
    }

    private static func times(_ layers: [Layer]) -> [Double] {
        var times = Set<Double>()
        for layer in layers {
            times.formUnion([layer.start, layer.end])
            times.formUnion(layer.intensity.points.map(\.time))
            times.formUnion(layer.sharpness.points.map(\.time))
        }
        let sorted = times.sorted()
        let most = max(64, min(mostPoints / 2, mostWork / layers.count))
        guard sorted.count > most else { return sorted }
        return (0..<most).map { sorted[$0 * (sorted.count - 1) / (most - 1)] }
    }
}
