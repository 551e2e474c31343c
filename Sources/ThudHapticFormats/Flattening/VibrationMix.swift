import ThudCore
import ThudPatterns

/// Joins vibrations that overlap.
struct VibrationMix {
    let law: MixLaw

    /// Vibrations one after the other.
    struct Joined {
        fileprivate(set) var vibrations: [Vibration] = []
        /// Where some were joined, and how far the sharpness of one is from that of the mix.
        fileprivate(set) var spans: [(times: ClosedRange<Double>, sharpness: LargestDifference)] = []
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
                var sharpness = LargestDifference()
                result.vibrations.append(mix(group, from: first.start, to: end, &sharpness, &result.isThinned))
                result.spans.append((first.start...end, sharpness))
            }
        }
        return result
    }

    /// One of the vibrations that overlap.
    private struct Layer {
        let start: Double
        let end: Double
        /// The sharpness with which it starts, by which it shares a wave with others.
        let wave: Double
        let intensity: PiecewiseLinear
        let sharpness: PiecewiseLinear
        /// Where its wave stands, in cycles, at the instant to which the mix has come.
        var phase = 0.0

        func frequency(at time: Double) -> Double { DriveLaw.frequency(sharpness: sharpness.value(at: time)) }

        func frequency(before time: Double) -> Double { DriveLaw.frequency(sharpness: sharpness.value(before: time)) }

        /// Where its wave stands at `time`, if it stands at ``phase`` at `start` and its frequency goes in a straight line to
        /// `end`.
        func phase(at time: Double, from start: Double, to end: Double) -> Double {
            let (first, last) = (frequency(at: start), frequency(before: end))
            let elapsed = time - start
            return phase + elapsed * (first + (last - first) * elapsed / (end - start) / 2)
        }
    }

    /// The most values that are computed for one group, and the most points that it becomes. They bound the cost of a
    /// hostile file.
    private static let mostWork = 2_000_000
    private static let mostPoints = 16_000

    /// How far a mix may be from the line between two points before one more is put between them.
    private static let tolerance = 0.005

    /// How far apart a mix that beats is looked at, in seconds: five times within the shortest beat that counts.
    private static let beatStep = 0.012

    private typealias Value = (intensity: Double, sharpness: Double)

    private func mix(
        _ group: [Vibration], from start: Double, to end: Double, _ sharpness: inout LargestDifference,
        _ isThinned: inout Bool
    ) -> Vibration {
        let layers = group.map {
            Layer(
                start: $0.start, end: $0.end, wave: $0.sharpness, intensity: $0.intensityCurve,
                sharpness: $0.sharpnessCurve)
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
        var looks = Self.mostPoints
        var hasBeaten = false
        for (index, time) in times.enumerated() {
            if index > 0 { add(time, mixed(present, before: time, beats: hasBeaten)) }
            present.removeAll { $0.end <= time }
            while let next = waiting.first, next.start <= time {
                present.append(Self.started(next, among: present, at: time))
                waiting.removeFirst()
            }
            guard index + 1 < times.count else { break }
            let next = times[index + 1]
            let steps = Self.beatSteps(present, from: time, to: next)
            let beats = steps > 0 && steps <= looks
            if beats { looks -= steps }
            let after = mixed(present, at: time, beats: beats)
            for layer in present where layer.intensity.value(at: time) > 0 {
                sharpness.note(sharpness: layer.sharpness.value(at: time), against: after.sharpness)
            }
            if index == 0 || strength.last?.value != after.intensity.rounded(decimals: 6)
                || shift.last?.value != after.sharpness.rounded(decimals: 6)
            {
                add(time, after)
            }
            if present.count > 1, times.count < Self.mostPoints / 8 {
                fill((time, after), to: next, present, steps: beats ? steps : 1, beats: beats, add)
            }
            for layer in present.indices {
                present[layer].phase = present[layer].phase(at: next, from: time, to: next)
            }
            hasBeaten = beats
        }
        let whole = PiecewiseLinear(constant: 0, from: start, to: end)
        return Vibration(PiecewiseLinear(strength) ?? whole, PiecewiseLinear(shift) ?? whole, from: start, to: end)
    }

    /// A layer as it starts: it takes the phase of the one that runs already and is nearest in frequency, and of several that
    /// of the strongest, as the renderer has it.
    private static func started(_ layer: Layer, among present: [Layer], at time: Double) -> Layer {
        guard present.count < mostBeating else { return layer }
        let own = layer.frequency(at: time)
        func distance(_ other: Layer) -> (Double, Double) {
            ((abs(other.frequency(at: time) - own) * 100).rounded(), -other.intensity.value(at: time))
        }
        let nearest = present.filter { $0.intensity.value(at: time) > 0 }.min { distance($0) < distance($1) }
        var started = layer
        started.phase = nearest?.phase ?? 0
        return started
    }

    /// The most waves whose beats count; the renderer has no more layers.
    private static let mostBeating = 8

    /// At how many instants between two a mix is to be looked at because layers beat; 0 where none do.
    private static func beatSteps(_ layers: [Layer], from start: Double, to end: Double) -> Int {
        guard layers.count > 1, layers.count <= mostBeating else { return 0 }
        let beats = layers.indices.contains { index in
            layers[..<index].contains { other in
                other.wave != layers[index].wave
                    && max(
                        MixLaw.coherence(other.sharpness.value(at: start), layers[index].sharpness.value(at: start)),
                        MixLaw.coherence(
                            other.sharpness.value(before: end), layers[index].sharpness.value(before: end))) > 0
            }
        }
        return beats ? Int((end - start) / beatStep) + 1 : 0
    }

    /// Adds points between two instants, at which the mix is looked at in so many steps.
    private func fill(
        _ from: (time: Double, value: Value), to end: Double, _ layers: [Layer], steps: Int, beats: Bool,
        _ add: (Double, Value) -> Void
    ) {
        func value(at time: Double) -> Value { mixed(layers, at: time, from: from.time, to: end, beats: beats) }
        var last = from
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            let time = step == steps ? end : (from.time + (end - from.time) * part).wholeMicroseconds
            let reached = value(at: time)
            if step < steps, Self.isNear(last.value, reached) { continue }
            refine(last, (time, reached), depth: 3, value, add)
            if step < steps { add(time, reached) }
            last = (time, reached)
        }
    }

    private static func isNear(_ one: Value, _ other: Value) -> Bool {
        max(abs(one.intensity - other.intensity), abs(one.sharpness - other.sharpness)) < tolerance
    }

    /// Adds points between two, because sums of squares of straight lines are not straight: until the mix in the middle is
    /// within ``tolerance`` of the line, or there are seven.
    private func refine(
        _ from: (time: Double, value: Value), _ to: (time: Double, value: Value), depth: Int,
        _ look: (Double) -> Value, _ add: (Double, Value) -> Void
    ) {
        guard depth > 0, to.time - from.time > 0.002 else { return }
        let time = ((from.time + to.time) / 2).wholeMicroseconds
        let value = look(time)
        let straight = (
            (from.value.intensity + to.value.intensity) / 2, (from.value.sharpness + to.value.sharpness) / 2
        )
        if Self.isNear(straight, value) { return }
        refine(from, (time, value), depth: depth - 1, look, add)
        add(time, value)
        refine((time, value), to, depth: depth - 1, look, add)
    }

    // MARK: - At one instant

    /// The mix at an instant to which the phases have come.
    private func mixed(_ layers: [Layer], at time: Double, beats: Bool) -> Value {
        law(
            layers.map {
                MixedWave(
                    intensity: $0.intensity.value(at: time), sharpness: $0.sharpness.value(at: time), wave: $0.wave,
                    phase: $0.phase)
            }, beats: beats)
    }

    /// The mix just before an instant to which the phases have come.
    private func mixed(_ layers: [Layer], before time: Double, beats: Bool) -> Value {
        law(
            layers.map {
                MixedWave(
                    intensity: $0.intensity.value(before: time), sharpness: $0.sharpness.value(before: time),
                    wave: $0.wave, phase: $0.phase)
            }, beats: beats)
    }

    /// The mix at an instant between two, or just before the second one; the phases have come to the first one.
    private func mixed(_ layers: [Layer], at time: Double, from start: Double, to end: Double, beats: Bool) -> Value {
        law(
            layers.map {
                MixedWave(
                    intensity: time < end ? $0.intensity.value(at: time) : $0.intensity.value(before: time),
                    sharpness: time < end ? $0.sharpness.value(at: time) : $0.sharpness.value(before: time),
                    wave: $0.wave, phase: $0.phase(at: time, from: start, to: end))
            }, beats: beats)
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
