import ThudCore
import ThudPatterns

/// Reads and writes a waveform: amplitudes, each for a number of milliseconds.
enum AndroidWaveform {
    static func read(
        _ timings: JSONReader, _ amplitudes: JSONReader?, _ notes: inout ReadingNotes
    ) throws(ThudError) -> FlattenedPattern {
        let times = try timings.elements()
        try ReadingLimits.check(times.count, HapticLimits.events, "timings", timings)
        let levels = try amplitudes?.elements()
        if let amplitudes, let levels, levels.count != times.count {
            throw amplitudes.error("expected as many amplitudes as timings (\(times.count)), found \(levels.count)")
        }
        var vibrations: [Vibration] = []
        var start = 0.0
        for (index, timing) in times.enumerated() {
            let end = start + (try timing.number(in: 0...ReadingLimits.latest * 1e3))
            guard end <= ReadingLimits.latestEnd * 1e3 else {
                throw timing.error("the waveform is longer than \(shown(ReadingLimits.latest)) s")
            }
            var amplitude = index.isMultiple(of: 2) ? 0 : AndroidFile.fullAmplitude
            if let levels { amplitude = try Self.amplitude(levels[index], &notes) }
            if amplitude > 0, end > start {
                vibrations.append(Vibration(amplitude: amplitude / AndroidFile.fullAmplitude, from: start, to: end))
            }
            start = end
        }
        guard start > 0 else { throw timings.error("has no duration; Android rejects it") }
        return FlattenedPattern(taps: [], vibrations: vibrations)
    }

    private static func amplitude(_ reader: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> Double {
        if try reader.number() == -1 {
            notes.diagnostic(reader, .changed, "the device's default strength; read as full")
            return AndroidFile.fullAmplitude
        }
        return try reader.number(in: 0...AndroidFile.fullAmplitude)
    }

    static func write(_ flattened: FlattenedPattern) -> (text: String, losses: [String]) {
        let waveform = runs(flattened, AndroidFile.name)
        let root: JSONValue = [
            "timings": .array(waveform.runs.map { .integer($0.length) }),
            "amplitudes": .array(waveform.runs.map { .integer(Int($0.value)) }), "repeat": -1,
        ]
        return (root.text(), waveform.losses)
    }

    /// Returns the amplitudes of a pattern, 0 to 255, each with its duration in milliseconds, and their losses in the
    /// named format.
    static func runs(
        _ flattened: FlattenedPattern, _ format: String
    ) -> (runs: [(value: UInt8, length: Int)], losses: [String]) {
        var rounding = GridRounding(format: format)
        let end = milliseconds(flattened.end) + milliseconds(HapticLimits.transientLength)
        var levels = [UInt8](repeating: 0, count: end + 1)
        // A long pattern is sampled more coarsely, so that the file stays small enough to be read again.
        let step = max(AndroidFile.step, end / 10_000)
        var isSampled = false
        var strength = LargestDifference()
        for vibration in flattened.vibrations {
            isSampled = fill(&levels, vibration, step, &rounding, &strength) || isSampled
        }
        for tap in flattened.taps {
            let start = rounding.milliseconds(tap.time)
            for index in start..<min(start + milliseconds(HapticLimits.transientLength), levels.count) {
                let vibration = (Double(levels[index]) / AndroidFile.fullAmplitude).squareRoot()
                levels[index] = level(tap.accent(on: vibration), &strength)
            }
        }
        var losses = FlatLosses.sampling(isSampled ? step : nil, format) + FlatLosses.taps(flattened, format)
        if strength.isThere {
            losses.append(
                "a waveform has \(Int(AndroidFile.fullAmplitude)) amplitudes; intensity differs by up to "
                    + "\(shown(max(strength.error, 1e-4))) (\(strength.words))")
        }
        losses += FlatLosses.sharpness(flattened, "a waveform")
        var runs = levels.runs
        if runs.count > 1, runs.last?.value == 0 { runs.removeLast() }
        return (runs, losses + rounding.losses)
    }

    /// Fills in a vibration and returns whether it had to be sampled.
    private static func fill(
        _ levels: inout [UInt8], _ vibration: Vibration, _ step: Int, _ rounding: inout GridRounding,
        _ strength: inout LargestDifference
    ) -> Bool {
        let points = vibration.intensityCurve.points
        var isSampled = false
        for (from, to) in zip(points, points.dropFirst()) {
            let (first, last) = (rounding.milliseconds(from.time), rounding.milliseconds(to.time))
            guard last > first else { continue }
            if from.value != to.value { isSampled = true }
            for start in stride(from: first, to: last, by: from.value == to.value ? last - first : step) {
                let end = min(start + step, last)
                let middle = (Double(start + end) / 2 - Double(first)) / Double(last - first)
                let value = from.value + (to.value - from.value) * (from.value == to.value ? 0 : middle)
                let stop = from.value == to.value ? last : end
                let level = level(value, &strength)
                for index in start..<min(stop, levels.count) { levels[index] = level }
            }
        }
        return isSampled
    }

    /// Returns the amplitude of an intensity. Only intensity 0 gets amplitude 0, which stops the motor.
    private static func level(_ intensity: Double, _ strength: inout LargestDifference) -> UInt8 {
        guard intensity > 0 else { return 0 }
        let full = AndroidFile.fullAmplitude
        let level = min(max((full * intensity * intensity).rounded(), 1), full)
        strength.note(intensity: (level / full).squareRoot(), against: intensity)
        return UInt8(level)
    }
}
