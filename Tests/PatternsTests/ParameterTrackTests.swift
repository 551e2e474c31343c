import Testing
import ThudCore
import ThudPatterns

/// The rules of dynamic parameters as documented, without joining the entries of a pattern. This is slow, and the
/// reference for the evaluation.
private func direct(_ id: DynamicParameterID, in pattern: HapticPattern, at time: Double) -> Double {
    let steps = pattern.parameters.filter { $0.id == id }.map {
        (start: $0.time, points: [ParameterCurve.Point(time: 0, value: $0.value)])
    }
    let curves = pattern.curves.filter { $0.id == id && !$0.points.isEmpty }.map { (start: $0.time, points: $0.points) }
    let started = (steps + curves).enumerated().filter { $0.element.start <= time }
    guard let ruler = started.max(by: { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) })?.element else {
        return id.defaultValue
    }
    let elapsed = time - ruler.start
    guard let next = ruler.points.firstIndex(where: { $0.time > elapsed }) else {
        return ruler.points[ruler.points.count - 1].value
    }
    if next == 0 { return ruler.points[0].value }
    let (from, to) = (ruler.points[next - 1], ruler.points[next])
    return from.value + (to.value - from.value) * (elapsed - from.time) / (to.time - from.time)
}

@Suite("Steps and curves form one track of a parameter") struct ParameterTrackTests {
    /// The renderer reads values on ticks; everything else reads single ones.
    @Test func `values on ticks and single values follow the rules`() {
        var patterns = RandomPatterns(seed: 1_000)
        var random = SeededGenerator(seed: 10)
        for count in 0..<1_000 {
            let pattern = count.isMultiple(of: 2) ? patterns.crowded() : patterns.next()
            let evaluation = HapticEvaluation(pattern)
            let step = random.between(0.001, 0.1)
            for id in Set(pattern.parameters.map(\.id) + pattern.curves.map(\.id)) {
                let ticks = evaluation.values(of: id, every: step, count: 150)
                for (tick, value) in ticks.enumerated() {
                    let time = (Double(tick) + 0.5) * step
                    #expect(value == evaluation.value(of: id, at: time))
                    #expect(abs(value - direct(id, in: pattern, at: time)) < 1e-9, "\(count): \(id) at \(time)")
                }
            }
        }
    }

    @Test(arguments: [(0.1, 0.2, 0.3), (0.8, 0.622, 1.422), (1.29401, 0.10599, 1.4)])
    func `a tap at a jump of a curve gets the value after it, although the sum of the times is larger`(
        start: Double, elapsed: Double, time: Double
    ) {
        #expect(start + elapsed > time)
        let curve = ParameterCurve(
            .hapticIntensity, at: start,
            points: [.init(time: 0, value: 0), .init(time: elapsed, value: 0), .init(time: elapsed, value: 1)])
        let evaluation = HapticEvaluation(HapticPattern(curves: [curve]))
        #expect(evaluation.value(of: .hapticIntensity, at: time) == 1)
    }

    @Test func `a release falls from the current level`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1_000 {
            var hum = HapticEvent(.continuous, duration: random.between(0.01, 1), intensity: 1, sharpness: 0)
            (hum.attackTime, hum.decayTime, hum.releaseTime) = (random.unit(), random.unit(), random.unit())
            hum.isSustained = random.chance(0.5)
            let evaluation = HapticEvaluation(HapticPattern([hum]))
            let times = [hum.attackTime, hum.decayTime, hum.releaseTime].map(EnvelopeTime.seconds)
            let (attack, decay, release) = (times[0], max(times[1], EnvelopeTime.shortestDecay), times[2])
            let duration = hum.duration ?? 0
            func held(_ elapsed: Double) -> Double {
                if elapsed < attack { return elapsed / attack }
                return hum.isSustained ? 1 : max(0, 1 - (elapsed - attack) / decay)
            }
            func level(_ elapsed: Double) -> Double {
                if elapsed < duration { return held(elapsed) }
                return max(0, held(duration) * (1 - (elapsed - duration) / release))
            }
            for _ in 0..<20 {
                let elapsed = random.between(0, 2.1)
                #expect(abs(evaluation.intensity(of: hum, at: elapsed) - level(elapsed)) < 1e-9, "\(hum) at \(elapsed)")
            }
            // No fade is cut off before it has reached 0.
            #expect(level(evaluation.span(of: hum).upperBound) < 1e-9)
        }
    }

    @Test func `a drive signal is as strong as the evaluation`() {
        var patterns = RandomPatterns(seed: 77)
        for _ in 0..<50 {
            var pattern = patterns.crowded()
            let ids = [DynamicParameterID.hapticIntensity]
            pattern.parameters = pattern.parameters.map { DynamicParameter(ids[0], at: $0.time, value: abs($0.value)) }
            pattern.curves = pattern.curves.map { curve in
                ParameterCurve(
                    ids[0], at: curve.time, points: curve.points.map { .init(time: $0.time, value: abs($0.value)) })
            }
            var hum = HapticEvent(.continuous, duration: 3, intensity: 1, sharpness: 1)
            (hum.attackTime, hum.releaseTime) = (0.9, 0.9)
            pattern.events = [hum]
            let evaluation = HapticEvaluation(pattern)
            let samples = HapticRenderer(sampleRate: 8_000).drive(pattern)
            // No sample may exceed the strongest intensity within two ticks of half a millisecond on each side.
            let quarters = (-4...samples.count / 2 + 4).map { evaluation.intensity(of: hum, at: Double($0) / 4_000) }
            let tooLoud = stride(from: 0, to: samples.count, by: 2).filter { index in
                let loudest = quarters[index / 2...index / 2 + 8].max() ?? 0
                return Double(abs(samples[index])) > DriveLaw.continuousGain * loudest * loudest + 0.003
            }
            #expect(tooLoud.isEmpty, "samples, at 8 kHz: \(tooLoud.prefix(5))")
        }
    }
}
