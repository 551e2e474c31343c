/// The vibrations of a pattern in layers. Each is one wave, with amplitude and frequency on a 0.5 ms grid.
///
/// Successive vibrations share a layer, whose wave continues from one to the next. A vibration that starts while
/// another of the same sharpness acts joins its layer, and their amplitudes add up. A vibration of another sharpness
/// gets a layer of its own, so that both frequencies are present and none between them. Beyond ``most`` layers a
/// vibration joins the layer that is nearest in sharpness, so that the cost does not grow with the number of events.
///
/// Beyond full scale a third vibration joins the strongest layer, which covers it: it adds its amplitude, and its own
/// frequency counts only once the others of the layer have ended. The peaks of n different sines of one strength add up
/// to n, so within full scale their root mean square is at most 0.9 / sqrt(2 n): the more, the weaker. Two sines of
/// which one is stronger are at least as strong together as two equal ones of the same frequencies.
struct VibrationLayers {
    /// The time between two ticks, in seconds.
    static let step = 0.0005

    /// The most layers: more sines at once are felt as noise.
    private static let most = 8
    private(set) var layers: [VibrationLayer]
    /// The number of ticks until the end of the last layer.
    let ticks: Int

    init<Law: RenderingLaw>(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, law: Law) {
        let vibrations = pattern.events.filter { $0.kind == .continuous }.map {
            EnvelopedEvent(event: $0, envelope: evaluation.continuousEnvelope(of: $0))
        }
        let end = vibrations.map(\.ticks.upperBound).max() ?? 0
        let controls = ControlTicks(evaluation, ticks: end)
        layers = Self.groups(vibrations, law).map { VibrationLayer($0, evaluation, controls, law: law) }
        ticks = layers.map(\.end).max() ?? 0
        setPhases()
    }

    private static func groups<Law: RenderingLaw>(_ vibrations: [EnvelopedEvent], _ law: Law) -> [[EnvelopedEvent]] {
        var groups: [LayerGroup] = []
        for var vibration in vibrations.sorted(by: { $0.ticks.lowerBound < $1.ticks.lowerBound }) {
            let (start, sharpness) = (vibration.ticks.lowerBound, vibration.event.sharpness)
            let amplitude = law.continuousAmplitude(intensity: vibration.event.intensity)
            let alike = groups.indices.first { groups[$0].holds(sharpness, at: start) }
            let free = groups.indices.filter { groups[$0].end <= start }.max { groups[$0].end < groups[$1].end }
            let busy = groups.indices.filter { groups[$0].end > start }
            let strengths = groups.map { $0.strength(at: start) }
            let isTooMuch = busy.count > 1 && strengths.reduce(amplitude, +) > Double(PeakGain.ceiling)
            let nearest = busy.min { groups[$0].distance(to: sharpness) < groups[$1].distance(to: sharpness) }
            vibration.isCovered = alike == nil && isTooMuch
            var layer = alike ?? free ?? groups.count
            if vibration.isCovered {
                layer = busy.max { strengths[$0] < strengths[$1] } ?? layer
            } else if layer == most {
                layer = nearest ?? 0
            }
            if layer == groups.count { groups.append(LayerGroup()) }
            groups[layer].add(vibration, amplitude: amplitude)
        }
        return groups.map(\.vibrations)
    }

    /// Sets the phase of each layer. A layer that starts takes the phase of the running layer nearest in frequency,
    /// because two waves of almost one frequency would otherwise cancel for as long as a beat lasts. If several are
    /// equally near, to a hundredth of a hertz, the strongest counts. If none is running, the phase starts at 0.
    private mutating func setPhases() {
        var phases = [Double](repeating: 0, count: layers.count)
        for tick in (layers.map(\.start).min() ?? ticks)..<ticks {
            for index in layers.indices where layers[index].contains(tick) {
                guard let span = layers[index].span(of: tick) else { continue }
                if span.amplitudes.before == 0 {
                    let running = layers.indices.filter { $0 != index && layers[$0].isRunning(at: tick) }
                    let nearest = running.min {
                        layers[$0].distance(to: span.frequencies.after, before: tick)
                            < layers[$1].distance(to: span.frequencies.after, before: tick)
                    }
                    phases[index] = nearest.map { phases[$0] } ?? 0
                }
                layers[index].setPhase(phases[index], at: tick)
            }
            for index in layers.indices where layers[index].contains(tick) {
                guard let span = layers[index].span(of: tick) else { continue }
                phases[index] += 0.5 * (span.frequencies.before + span.frequencies.after) * Self.step
                phases[index] -= phases[index].rounded(.down)
            }
        }
    }
}

/// One wave whose amplitude and frequency move in straight lines from tick to tick.
struct VibrationLayer {
    struct Span {
        let amplitudes: (before: Double, after: Double)
        let frequencies: (before: Double, after: Double)
    }

    let start: Int
    private var amplitudes: [Float]
    private var frequencies: [Float]
    private var phases: [Float]

    var end: Int { start + amplitudes.count }

    fileprivate init<Law: RenderingLaw>(
        _ vibrations: [EnvelopedEvent], _ evaluation: HapticEvaluation, _ controls: ControlTicks, law: Law
    ) {
        start = vibrations.map(\.ticks.lowerBound).min() ?? 0
        let end = (vibrations.map(\.ticks.upperBound).max() ?? start) + law.smoothingTicks
        var sum = Sum(evaluation, controls, from: start, count: end - start)
        for vibration in vibrations { sum.add(vibration, law) }
        amplitudes = Self.smoothed(sum.amplitudes, over: law.smoothingTicks)
        frequencies = sum.frequencies
        phases = [Float](repeating: 0, count: amplitudes.count)
    }

    /// Averages the last amplitudes. Each sum is computed from scratch, so that silence is exactly 0.
    private static func smoothed(_ amplitudes: [Float], over ticks: Int) -> [Float] {
        guard ticks > 1 else { return amplitudes }
        return amplitudes.indices.map { tick in
            var sum: Float = 0
            for past in max(0, tick - ticks + 1)...tick { sum += amplitudes[past] }
            return sum / Float(ticks)
        }
    }

    @inline(__always) func contains(_ tick: Int) -> Bool { tick >= start && tick < end }

    /// Returns the values within a tick that the layer contains; nil if it is silent throughout.
    @inline(__always)
    func span(of tick: Int) -> Span? {
        let index = tick - start
        let after = amplitudes[index]
        let before = index > 0 ? amplitudes[index - 1] : 0
        if before == 0, after == 0 { return nil }
        let target = frequencies[index]
        let from = before != 0 ? frequencies[index - 1] : target
        return Span(amplitudes: (Double(before), Double(after)), frequencies: (Double(from), Double(target)))
    }

    /// Returns the phase at the start of a tick that the layer contains, in cycles from 0 to 1.
    @inline(__always) func phase(at tick: Int) -> Double { Double(phases[tick - start]) }

    fileprivate mutating func setPhase(_ phase: Double, at tick: Int) { phases[tick - start] = Float(phase) }

    fileprivate func isRunning(at tick: Int) -> Bool { tick > start && tick <= end && amplitudes[tick - 1 - start] > 0 }

    /// Returns how far a running layer's frequency before a tick is from another, in 0.01 Hz, and then its weakness.
    fileprivate func distance(to frequency: Double, before tick: Int) -> (Double, Float) {
        let index = tick - 1 - start
        return ((abs(Double(frequencies[index]) - frequency) * 100).rounded(), -amplitudes[index])
    }
}

/// The vibrations of a layer while it is planned.
private struct LayerGroup {
    private(set) var vibrations: [EnvelopedEvent] = []
    /// The tick at which the layer falls silent.
    private(set) var end = 0
    /// The tick at which the last vibration of each sharpness ends.
    private var ends: [Double: Int] = [:]
    private var running: [(end: Int, amplitude: Double)] = []

    mutating func add(_ vibration: EnvelopedEvent, amplitude: Double) {
        let ticks = vibration.ticks
        running.removeAll { $0.end <= ticks.lowerBound }
        running.append((ticks.upperBound, amplitude))
        vibrations.append(vibration)
        end = max(end, ticks.upperBound)
        guard !vibration.isCovered else { return }
        ends[vibration.event.sharpness] = max(ends[vibration.event.sharpness] ?? 0, ticks.upperBound)
    }

    func holds(_ sharpness: Double, at tick: Int) -> Bool { ends[sharpness, default: -1] > tick }

    func strength(at tick: Int) -> Double { running.reduce(0) { $0 + ($1.end > tick ? $1.amplitude : 0) } }

    func distance(to sharpness: Double) -> Double { abs((vibrations.last?.event.sharpness ?? 0) - sharpness) }
}

private struct EnvelopedEvent {
    let event: HapticEvent
    let envelope: Envelope
    /// Whether other frequencies of its layer cover its own.
    var isCovered = false

    var ticks: Range<Int> {
        let first = Int((event.time / VibrationLayers.step).rounded())
        return first..<max(first, Int(((event.time + envelope.length) / VibrationLayers.step).rounded(.up)))
    }
}

/// The values of the dynamic parameters in each tick; empty if the pattern does not control the parameter.
private struct ControlTicks {
    let intensities: [Double]
    let sharpnesses: [Double]

    init(_ evaluation: HapticEvaluation, ticks: Int) {
        intensities = evaluation.values(of: .hapticIntensity, every: VibrationLayers.step, count: ticks)
        sharpnesses = evaluation.values(of: .hapticSharpness, every: VibrationLayers.step, count: ticks)
    }
}

private struct Sum {
    var amplitudes: [Float]

    /// The mean of the frequencies weighted by amplitude. In silence the last one stays for the fade that follows.
    var frequencies: [Float] {
        var last: Float = 0
        return zip(weighted, weights).map { sum, weight in
            if weight > 0 { last = sum / weight }
            return last
        }
    }

    /// The weight of a covered frequency, which is not noticed unless it is alone.
    private static let covered: Float = 1e-4
    private var weighted: [Float]
    private var weights: [Float]
    private let evaluation: HapticEvaluation
    private let controls: ControlTicks
    private let start: Int

    init(_ evaluation: HapticEvaluation, _ controls: ControlTicks, from start: Int, count: Int) {
        self.evaluation = evaluation
        self.controls = controls
        self.start = start
        amplitudes = [Float](repeating: 0, count: count)
        (weighted, weights) = (amplitudes, amplitudes)
    }

    /// Adds one vibration. The middle of a tick represents the whole tick. Unchanged values are not computed again,
    /// because powers are the most expensive part of a rendering.
    mutating func add<Law: RenderingLaw>(_ vibration: EnvelopedEvent, _ law: Law) {
        let (time, step) = (vibration.event.time, VibrationLayers.step)
        let (ownIntensity, ownSharpness) = (vibration.event.intensity, vibration.event.sharpness)
        let share = vibration.isCovered ? Self.covered : 1
        var (intensity, sharpness) = (-1.0, -1.0)
        var (amplitude, level, frequency): (Double, Double, Float) = (0, 0, 0)
        for tick in vibration.ticks {
            let envelope = vibration.envelope.level(at: (Double(tick) + 0.5) * step - time)
            guard envelope > 0 else { continue }
            let intensityControl = controls.intensities.isEmpty ? 1 : controls.intensities[tick]
            let sharpnessControl = controls.sharpnesses.isEmpty ? 0 : controls.sharpnesses[tick]
            let newIntensity =
                envelope * evaluation.combined(.hapticIntensity, own: ownIntensity, control: intensityControl)
            let newSharpness = evaluation.combined(.hapticSharpness, own: ownSharpness, control: sharpnessControl)
            if newIntensity != intensity {
                intensity = newIntensity
                amplitude = law.continuousAmplitude(intensity: intensity)
            }
            if newSharpness != sharpness {
                sharpness = newSharpness
                level = law.continuousLevel(sharpness: sharpness)
                frequency = Float(law.continuousFrequency(sharpness: sharpness))
            }
            let sample = Float(amplitude * level)
            amplitudes[tick - start] += sample
            weights[tick - start] += share * sample
            weighted[tick - start] += share * sample * frequency
        }
    }
}
