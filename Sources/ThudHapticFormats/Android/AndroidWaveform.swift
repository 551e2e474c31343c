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
            let end = start + (try timing.milliseconds())
            try ReadingLimits.check(end: end, timing)
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

    static func write(_ flattened: FlattenedPattern, _ losses: inout [String]) -> String {
        let runs = runs(flattened, AndroidFile.name, &losses)
        let root: JSONValue = [
            "timings": .array(runs.map { .integer($0.length) }),
            "amplitudes": .array(runs.map { .integer(Int($0.value)) }), "repeat": -1,
        ]
        return root.text()
    }

    /// Returns the amplitudes of a pattern, 0 to 255, each with its duration in milliseconds, and adds their losses in
    /// the named format.
    static func runs(
        _ flattened: FlattenedPattern, _ format: String, _ losses: inout [String]
    ) -> [(value: UInt8, length: Int)] {
        var rounding = GridRounding(format: format)
        let sampled = SampledPattern(
            flattened.withoutSharpness, every: AndroidFile.step, most: 10_000, &rounding)
        var strength = LargestDifference()
        let levels = sampled.samples.map { level($0.intensity, &strength) }
        losses += sampled.losses
        if strength.isThere {
            losses.append(
                "a waveform has \(Int(AndroidFile.fullAmplitude)) amplitudes; intensity differs by up to "
                    + "\(shown(max(strength.error, 1e-4))) (\(strength.words))")
        }
        losses += FlatLosses.sharpness(flattened, "a waveform") + rounding.losses
        var runs = levels.runs
        if runs.count > 1, runs.last?.value == 0 { runs.removeLast() }
        return runs
    }

    /// Returns the amplitude of an intensity. Only intensity 0 gets amplitude 0, which stops the motor.
    private static func level(_ intensity: Double, _ strength: inout LargestDifference) -> UInt8 {
        guard intensity > 0 else { return 0 }
        let full = AndroidFile.fullAmplitude
        let level = min(max((full * intensity * intensity).rounded(), 1), full)
        strength.include(intensity: (level / full).squareRoot(), against: intensity)
        return UInt8(level)
    }
}
