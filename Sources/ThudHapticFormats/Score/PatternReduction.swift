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
