import ThudCore
import ThudPatterns

/// A pattern reduced to what a format can hold, with the losses.
struct PatternReduction {
    let flattened: FlattenedPattern
    /// One sentence for each thing that the format cannot hold.
    private(set) var losses: [String]

    init(_ pattern: HapticPattern, format: String) {
        let evaluation = HapticEvaluation(pattern)
        var losses = SoundLosses.sentences(pattern, format)
        let times = pattern.events.filter { $0.kind == .transient }.map(\.time).sorted()
        let strength = ParameterCurveTrack(.hapticIntensity, in: pattern, taps: times)
        let shift = ParameterCurveTrack(.hapticSharpness, in: pattern, taps: times)
        let step = Self.thinning(of: [strength.curve, shift.curve], under: pattern.events)
        if step > 1 {
            losses.append(
                "the curves have too many points for so many vibrations; \(format) keeps one point of \(step)")
        }
        let curves = (strength.curve?.thinned(by: step), shift.curve?.thinned(by: step))
        let shifts = pattern.curves.filter { $0.id == .hapticSharpness }
        let shiftEnds = Set(shifts.compactMap { $0.placedPoints.last?.time })
        var vibrations: [Vibration] = []
        for (index, event) in pattern.events.enumerated() where event.kind == .continuous {
            if (event.duration ?? 0) <= 0 {
                let longest = shown(HapticLimits.longestContinuous)
                losses.append(
                    "\(place(index, event)): \(format) cannot hold a vibration without an end; it is written with its "
                        + "longest duration, \(longest) s")
            }
            vibrations.append(Self.vibration(event, evaluation, curves.0, curves.1, shiftEnds))
        }
        vibrations = Self.rejoined(vibrations, curves.0, curves.1)
        let mix = VibrationMix(law: .layers).join(vibrations.filter { $0.end > $0.start })
        for span in mix.spans {
            let times = "\(shown(span.times.lowerBound)) to \(shown(span.times.upperBound)) s"
            let error = "\(shown(span.sharpness.error)) (\(span.sharpness.words))"
            let sharpness =
                span.sharpness.isThere ? " and do not beat, and sharpness differs by up to \(error)" : ""
            losses.append(
                "vibrations overlap from \(times); \(format) holds one at a time, so they are joined" + sharpness)
        }
        if mix.isThinned {
            losses.append("overlapping vibrations have too many points to be joined exactly; some were left out")
        }
        let taps = Self.taps(pattern, evaluation, (strength.notched, shift.notched), format, &losses)
        let whole = FlattenedPattern(taps: taps, vibrations: mix.vibrations)
        flattened = whole.ending(by: ReadingLimits.latest)
        if whole.end > ReadingLimits.latest {
            losses.append("\(format) cannot hold what comes after \(shown(ReadingLimits.latest)) s; it is left out")
        }
        self.losses = losses
    }

    // MARK: - Vibrations

    private static func vibration(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, _ strength: PiecewiseLinear?, _ shift: PiecewiseLinear?,
        _ shiftEnds: Set<Double>
    ) -> Vibration {
        let level = evaluation.envelope(of: event).mapTimes { ParameterCurveTrack.time($0, after: event.time) }
        let end = level.end
        var curve = strength?.restricted(from: event.time, to: end)
        if !level.isConstantly(1) {
            curve = curve.map { level.multiplied(by: $0).map { $0.rounded(decimals: 6) } } ?? level
        }
        // A curve without effect is left out, unless the curves hold everything: then it is the whole envelope.
        let isBare = event.intensity == 1 && event.sharpness == 0
        var moved = shift?.restricted(from: event.time, to: end)
        // If a step for the next event begins at the end, the point before the step belongs to no curve.
        if let points = moved?.points.suffix(2), points.count == 2,
            points[points.startIndex].value == points.last?.value, points.last?.time == end, !shiftEnds.contains(end)
        {
            moved = moved.flatMap { PiecewiseLinear($0.points.dropLast()) }
        }
        return Vibration(
            start: event.time, end: end, intensity: event.intensity, sharpness: event.sharpness,
            strength: curve.flatMap { $0.isConstantly(1) && !isBare ? nil : $0 },
            shift: moved.flatMap { $0.isConstantly(0) && !isBare ? nil : $0 })
    }

    /// The most points that are kept under all vibrations together.
    private static let mostPoints = 1_000_000

    /// Returns the number of points of which one is kept. The curves apply under each vibration, so many simultaneous
    /// vibrations and many points would multiply. This bounds their product.
    private static func thinning(of curves: [PiecewiseLinear?], under events: [HapticEvent]) -> Int {
        var points = 0
        for event in events where event.kind == .continuous {
            let end = event.time + event.lasting + EnvelopeTime.longest
            for curve in curves { points += curve?.count(from: event.time, to: end) ?? 0 }
        }
        return points / mostPoints + 1
    }

    /// Joins the parts of long vibrations again. AHAP splits a vibration of more than 30 s into events of the full 30
    /// s without gaps; other formats have no such limit.
    private static func rejoined(
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
            // A vibration with its own envelope ends here, and the next one is not a continuation.
            let control = strength?.restricted(from: vibration.start, to: vibration.end)
            let isFlat = vibration.strength.map { $0 == control } ?? true
            partEnd = isFull && isFlat ? vibration.end : 0
        }
        return joined
    }

    // MARK: - Taps

    private static func taps(
        _ pattern: HapticPattern, _ evaluation: HapticEvaluation,
        _ notched: (strength: Set<Double>, shift: Set<Double>), _ format: String, _ losses: inout [String]
    ) -> [Tap] {
        var taps: [Tap] = []
        let transients = pattern.events.enumerated().filter { $0.element.kind == .transient }
        for (index, event) in transients.sorted(by: { $0.element.time < $1.element.time }) {
            let tap = Tap(
                time: event.time,
                intensity: notched.strength.contains(event.time)
                    ? event.intensity : evaluation.intensity(of: event, at: event.time),
                sharpness: notched.shift.contains(event.time)
                    ? event.sharpness : evaluation.sharpness(of: event, at: event.time))
            if tap.intensity == 0 {
                losses.append("\(place(index, event)): a tap of intensity 0 is not felt and is left out")
            } else if let last = taps.last, last.time == tap.time {
                losses.append(
                    "\(place(index, event)): \(format) cannot hold two taps at one time; the stronger one is kept")
                if tap.intensity > last.intensity { taps[taps.count - 1] = tap }
            } else {
                taps.append(tap)
            }
        }
        return taps
    }
}

func place(_ index: Int, _ event: HapticEvent) -> String { "events[\(index)] at \(shown(event.time)) s" }
