import ThudHaptics

/// The level of a `HapticContinuous` of itself, as a line: up over the attack; held, or down over the decay; down over
/// the release. The rules are those of Thud's evaluation of AHAP.
enum AmplitudeCurve {
    /// The line over the event's time.
    static func line(_ event: HapticEvent, _ evaluation: HapticEvaluation) -> PiecewiseLinear {
        let asked = event.duration ?? 0
        let duration = asked > 0 ? asked : HapticLimits.longestContinuous
        let start = event.time
        let attack = EnvelopeTime.seconds(evaluation.value(of: .hapticAttackTime, on: event, at: start))
        let decay = max(
            EnvelopeTime.shortestDecay,
            EnvelopeTime.seconds(evaluation.value(of: .hapticDecayTime, on: event, at: start)))
        let release = EnvelopeTime.seconds(evaluation.value(of: .hapticReleaseTime, on: event, at: start + duration))
        var points: [PiecewiseLinear.Point] = []
        func add(_ elapsed: Double, _ value: Double) {
            points.append(.init(time: ParameterCurveTrack.time(elapsed, after: start), value: value))
        }
        add(0, attack > 0 ? 0 : 1)
        var held = attack > 0 ? min(1, duration / attack) : 1
        if attack > 0, attack < duration { add(attack, 1) }
        if !event.isSustained, attack < duration {
            held = max(0, 1 - (duration - attack) / decay)
            if held == 0 {
                add(attack + decay, 0)
                return line(points, start)
            }
        }
        add(duration, held)
        if release > 0 { add(duration + release, 0) }
        return line(points, start)
    }

    private static func line(_ points: [PiecewiseLinear.Point], _ start: Double) -> PiecewiseLinear {
        PiecewiseLinear(points) ?? PiecewiseLinear(constant: 1, from: start, to: start)
    }

    /// The product of two lines over the span of the first; three points between where both move, for there it is a
    /// parabola.
    static func product(_ first: PiecewiseLinear, _ second: PiecewiseLinear) -> PiecewiseLinear {
        let (start, end) = (first.points[0].time, first.points[first.points.count - 1].time)
        let inner = (first.points + second.points).map(\.time).filter { $0 > start && $0 < end }
        let times = Set(inner + [start, end]).sorted()
        var points: [PiecewiseLinear.Point] = []
        for (index, time) in times.enumerated() {
            let before = first.value(before: time) * second.value(before: time)
            let after = first.value(at: time) * second.value(at: time)
            if index > 0 { points.append(.init(time: time, value: rounded(before, 6))) }
            guard index + 1 < times.count else { continue }
            if index == 0 || before != after { points.append(.init(time: time, value: rounded(after, 6))) }
            let next = times[index + 1]
            if first.value(at: time) == first.value(before: next) { continue }
            if second.value(at: time) == second.value(before: next) { continue }
            for part in [0.25, 0.5, 0.75] {
                let between = time + (next - time) * part
                let value = first.value(at: between) * second.value(at: between)
                points.append(.init(time: between, value: rounded(value, 6)))
            }
        }
        return PiecewiseLinear(points) ?? first
    }
}
