import Glibc
import ThudCore
import ThudPatterns

struct VibrationMix {
    let law: MixLaw

    /// The joined vibrations, none of which overlap.
    struct Joined {
        fileprivate(set) var vibrations: [Vibration] = []
        /// The times at which some were joined, and the largest distance of their sharpness from that of the mix.
        fileprivate(set) var spans: [(times: ClosedRange<Double>, sharpness: LargestDifference)] = []
        /// Whether there were too many points and some were left out.
        fileprivate(set) var isThinned = false
    }

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

    private struct Layer {
        let start: Double
        let end: Double
        /// The starting sharpness, which identifies the wave that it shares with others.
        let wave: Double
        let intensity: PiecewiseLinear
        let sharpness: PiecewiseLinear
        /// The phase of its wave, in cycles, at the instant that the mix has reached.
        var phase = 0.0

        func frequency(at time: Double) -> Double { DriveLaw.frequency(sharpness: sharpness.value(at: time)) }

        func frequency(before time: Double) -> Double { DriveLaw.frequency(sharpness: sharpness.value(before: time)) }

        /// Returns the phase at `time`, if it is ``phase`` at `start` and the frequency changes linearly until `end`.
        func phase(at time: Double, from start: Double, to end: Double) -> Double {
            let (first, last) = (frequency(at: start), frequency(before: end))
            let elapsed = time - start
            return phase + elapsed * (first + (last - first) * elapsed / (end - start) / 2)
        }
    }

    /// The most values computed for one group, and the most points in its result, to bound the cost of a hostile file.
    private static let mostWork = 2_000_000
    private static let mostPoints = 16_000
    /// The error of linear interpolation above which another point is inserted.
    private static let tolerance = 0.005
    /// The sampling step of a mix with beats, in seconds: five samples within the shortest beat that counts.
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
        // Layers end at different times. The list of present layers gains those that start and loses those that ended.
        var waiting = layers[...]
        var present: [Layer] = []
        var looks = Self.mostPoints
        var hasBeaten = false
        for (index, time) in times.enumerated() {
            if index > 0 { add(time, mixed(present, at: time, isBefore: true, beats: hasBeaten)) }
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
                sharpness.include(sharpness: layer.sharpness.value(at: time), against: after.sharpness)
            }
            if index == 0 || strength.last?.value != after.intensity.rounded(decimals: 6)
                || shift.last?.value != after.sharpness.rounded(decimals: 6)
            {
                add(time, after)
            }
            if present.count > 1, times.count < Self.mostPoints / 8 {
                fill((time, after), to: next, present, steps: beats ? steps : 1, beats: beats, add)
            }
            for layer in present.indices { present[layer].phase = present[layer].phase(at: next, from: time, to: next) }
            hasBeaten = beats
        }
        let whole = PiecewiseLinear(constant: 0, from: start, to: end)
        return Vibration(PiecewiseLinear(strength) ?? whole, PiecewiseLinear(shift) ?? whole, from: start, to: end)
    }

    /// Returns a layer with its starting phase, which it takes from the running layer nearest in frequency, and the
    /// strongest of equals, as the renderer does.
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

    /// Returns the number of steps for sampling the beats between two instants; 0 if there are no beats.
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

    /// Adds points between two instants by sampling the mix in a number of steps.
    private func fill(
        _ from: (time: Double, value: Value), to end: Double, _ layers: [Layer], steps: Int, beats: Bool,
        _ add: (Double, Value) -> Void
    ) {
        // The phases belong to the first instant.
        func value(at time: Double) -> Value {
            mixed(layers, at: time, isBefore: time >= end, beats: beats) {
                $0.phase(at: time, from: from.time, to: end)
            }
        }
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

    /// Adds points between two, because sums of squares of lines are not linear. Stops if the mix in the middle is
    /// within ``tolerance`` of the line, or at seven points.
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

    /// Returns the mix at an instant, or just before it. The phases belong to that instant unless `phase` says others.
    private func mixed(
        _ layers: [Layer], at time: Double, isBefore: Bool = false, beats: Bool,
        phase: (Layer) -> Double = { $0.phase }
    ) -> Value {
        law(
            layers.map {
                MixedWave(
                    intensity: isBefore ? $0.intensity.value(before: time) : $0.intensity.value(at: time),
                    sharpness: isBefore ? $0.sharpness.value(before: time) : $0.sharpness.value(at: time),
                    wave: $0.wave, phase: phase($0))
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

/// A vibration at one instant; intensity and sharpness are 0 to 1.
struct MixedWave {
    let intensity: Double
    let sharpness: Double
    /// The wave to which the vibration belongs, identified by its starting sharpness.
    var wave = 0.0
    /// The phase of the wave, in cycles.
    var phase = 0.0
}

/// The law by which simultaneous vibrations become one, because an actuator can follow only one signal.
enum MixLaw {
    /// The strongest vibration and its sharpness, as in ``HapticEvaluation/intensity(at:)``.
    case strongest
    /// Vibrations that start with the same sharpness form one wave, in which amplitudes add up. The energies of
    /// different waves add up to at most 1, and two waves of similar frequency also beat. The sharpness is the mean,
    /// weighted by energy. The renderer gives each wave its own layer, so the rendered signal keeps its energy.
    case layers

    /// Mixes the vibrations of one instant.
    /// - Parameter beats: whether waves of similar frequency beat.
    func callAsFunction(_ parts: [MixedWave], beats: Bool = false) -> (intensity: Double, sharpness: Double) {
        guard let strongest = parts.max(by: { $0.intensity < $1.intensity }) else { return (0, 0) }
        guard self != .strongest, strongest.intensity > 0, parts.count > 1 else {
            return (strongest.intensity, strongest.sharpness)
        }
        let waves = Self.waves(parts)
        let energies = waves.map { $0.amplitude * $0.amplitude }
        let whole = energies.reduce(0, +)
        let weighted = zip(energies, waves).reduce(0) { $0 + $1.0 * $1.1.sharpness }
        let beat = beats ? Self.beat(waves) : 0
        return (min(1, max(whole + beat, 0).squareRoot()).squareRoot(), weighted / whole)
    }

    /// Returns the waves, each with its parts added up.
    private static func waves(_ parts: [MixedWave]) -> [MixedWave] {
        var waves: [MixedWave] = []
        var places: [Double: Int] = [:]
        for part in parts {
            if let index = places[part.wave] {
                let amplitude = waves[index].amplitude + part.amplitude
                waves[index] = MixedWave(
                    intensity: amplitude.squareRoot(), sharpness: part.sharpness, wave: part.wave, phase: part.phase)
            } else {
                places[part.wave] = waves.count
                waves.append(part)
            }
        }
        return waves
    }

    private static func beat(_ waves: [MixedWave]) -> Double {
        var energy = 0.0
        for (index, one) in waves.enumerated() {
            for other in waves[..<index] {
                let part = coherence(one.sharpness, other.sharpness)
                guard part > 0 else { continue }
                energy += 2 * part * one.amplitude * other.amplitude * cos(2 * .pi * (one.phase - other.phase))
            }
        }
        return energy
    }

    /// Returns the share of a beat that is felt as a change of strength: all of it up to 8 Hz, none from 16 Hz on.
    /// Faster beats are felt as roughness, and an actuator cannot follow them.
    static func coherence(_ sharpness: Double, _ other: Double) -> Double {
        let beat = abs(DriveLaw.frequency(sharpness: sharpness) - DriveLaw.frequency(sharpness: other))
        return min(max(2 - beat / 8, 0), 1)
    }
}

extension MixedWave {
    fileprivate var amplitude: Double { intensity * intensity }
}
