import ThudCore
import ThudHaptics

/// A pattern as a score, and what is lost on the way.
struct PatternReduction {
    let score: FlattenedPattern
    private(set) var losses: [String]

    /// Reduces a pattern for a format of this name.
    init(_ pattern: HapticPattern, format: String) {
        let evaluation = HapticEvaluation(pattern)
        var losses = SoundLosses.sentences(pattern, format)
        let times = pattern.events.filter { $0.kind == .transient }.map(\.time).sorted()
        let strength = ParameterCurveTrack(.hapticIntensity, in: pattern, taps: times)
        let shift = ParameterCurveTrack(.hapticSharpness, in: pattern, taps: times)
        let step = CurveBudget.step([strength.line, shift.line], under: pattern.events)
        if step > 1 {
            losses.append(
                "the curves have too many points under too many vibrations; of \(step) points one is kept in \(format)")
        }
        let lines = (strength.line?.thinned(by: step), shift.line?.thinned(by: step))
        var vibrations: [Vibration] = []
        for (index, event) in pattern.events.enumerated() where event.kind == .continuous {
            if (event.duration ?? 0) <= 0 {
                let longest = shown(HapticLimits.longestContinuous)
                losses.append(
                    "\(place(index, event)): a vibration without an end has no place in \(format); "
                        + "it is written with the \(longest) s that it lasts at most")
            }
            vibrations.append(Self.vibration(event, evaluation, lines.0, lines.1))
        }
        vibrations = LongVibration.rejoined(vibrations, lines.0, lines.1)
        let mix = VibrationMix(law: .sum).join(vibrations.filter { $0.end > $0.start })
        for span in mix.spans {
            losses.append(
                "vibrations overlap from \(shown(span.lowerBound)) to \(shown(span.upperBound)) s; "
                    + "\(format) holds one at a time, and they are joined into one")
        }
        if mix.isThinned {
            losses.append("overlapping vibrations have too many points to be joined exactly; some were left out")
        }
        let taps = Self.taps(pattern, evaluation, (strength.opened, shift.opened), format, &losses)
        score = FlattenedPattern(taps: taps, vibrations: mix.vibrations)
        self.losses = losses
    }

    private static func vibration(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, _ strength: PiecewiseLinear?, _ shift: PiecewiseLinear?
    ) -> Vibration {
        let level = AmplitudeCurve.line(event, evaluation)
        let end = level.points[level.points.count - 1].time
        var line = strength?.restricted(from: event.time, to: end)
        if !level.isConstantly(1) { line = line.map { AmplitudeCurve.product(level, $0) } ?? level }
        // A curve that changes nothing says nothing, but where all lies in the curves it is the whole envelope.
        let isBare = event.intensity == 1 && event.sharpness == 0
        let moved = shift?.restricted(from: event.time, to: end)
        return Vibration(
            start: event.time, end: end, intensity: event.intensity, sharpness: event.sharpness,
            strength: line.flatMap { $0.isConstantly(1) && !isBare ? nil : $0 },
            shift: moved.flatMap { $0.isConstantly(0) && !isBare ? nil : $0 })
    }

    private static func taps(
        _ pattern: HapticPattern, _ evaluation: HapticEvaluation,
        _ opened: (strength: Set<Double>, shift: Set<Double>), _ format: String, _ losses: inout [String]
    ) -> [Tap] {
        var taps: [Tap] = []
        let transients = pattern.events.enumerated().filter { $0.element.kind == .transient }
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        for (index, event) in transients {
            let tap = Tap(
                time: event.time,
                intensity: opened.strength.contains(event.time)
                    ? event.intensity : evaluation.intensity(of: event, at: event.time),
                sharpness: opened.shift.contains(event.time)
                    ? event.sharpness : evaluation.sharpness(of: event, at: event.time))
            if tap.intensity == 0 {
                losses.append("\(place(index, event)): a tap of intensity 0 is not felt and is left out")
            } else if let last = taps.last, last.time == tap.time {
                losses.append(
                    "\(place(index, event)): two taps at one time have no place in \(format); the stronger one is kept")
                if tap.intensity > last.intensity { taps[taps.count - 1] = tap }
            } else {
                taps.append(tap)
            }
        }
        return taps
    }
}

/// An event as sentences name it.
func place(_ index: Int, _ event: HapticEvent) -> String { "events[\(index)] at \(shown(event.time)) s" }

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

/// A pattern's curves stand under all of its vibrations, so that a file of many events at one time and many points would
/// need the product of both. This bounds it.
enum CurveBudget {
    /// Points under all vibrations together.
    private static let most = 1_000_000

    /// Of how many points of the lines one is kept.
    static func step(_ lines: [PiecewiseLinear?], under events: [HapticEvent]) -> Int {
        var points = 0
        for event in events where event.kind == .continuous {
            let duration = event.duration ?? 0
            let end = event.time + (duration > 0 ? duration : HapticLimits.longestContinuous) + EnvelopeTime.longest
            for line in lines { points += line?.count(from: event.time, to: end) ?? 0 }
        }
        return points / most + 1
    }
}

/// A vibration of more than 30 s is several events in AHAP, one right after the other; other formats know no such limit.
enum LongVibration {
    /// Vibrations with the parts of long ones joined again: those of the full 30 s, with what follows them seamlessly.
    static func rejoined(
        _ vibrations: [Vibration], _ strength: PiecewiseLinear?, _ shift: PiecewiseLinear?
    ) -> [Vibration] {
        var joined: [Vibration] = []
        var partEnd = 0.0
        for vibration in vibrations {
            if let last = joined.last, abs(vibration.start - last.end) < 1e-6, partEnd == last.end,
                last.intensity == vibration.intensity, last.sharpness == vibration.sharpness
            {
                joined[joined.count - 1] = Vibration(
                    start: last.start, end: vibration.end, intensity: last.intensity, sharpness: last.sharpness,
                    strength: last.strength == nil && vibration.strength == nil
                        ? nil : strength?.restricted(from: last.start, to: vibration.end),
                    shift: last.shift == nil && vibration.shift == nil
                        ? nil : shift?.restricted(from: last.start, to: vibration.end))
            } else {
                joined.append(vibration)
            }
            let isFull = abs(vibration.end - vibration.start - HapticLimits.longestContinuous) < 1e-6
            // An envelope of the event's own ends here, and is no part of a control line.
            let control = strength?.restricted(from: vibration.start, to: vibration.end)
            let isFlat = vibration.strength.map { $0 == control } ?? true
            partEnd = isFull && isFlat ? vibration.end : 0
        }
        return joined
    }
}
