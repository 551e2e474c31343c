import ThudCore
import ThudPatterns

/// The binary form of ISO/IEC 23090-31, `.hmpg`, with the same bands that ``HJIFFile`` writes, in units of 128 ms as
/// MPEG's encoder cuts them.
/// A keyframe has 8 bits for an amplitude of -1 to 1. The channel's gain is the smallest power of two that can hold
/// the strongest keyframe, so that a weak pattern has as many steps as a strong one.
enum HMPGFile {
    static let name = "a .hmpg file"

    static func read(_ bytes: [UInt8], file: String, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        let experience =
            if HMPGPlainReader.isPlain(bytes) { try HMPGPlainReader.experience(bytes, file: file) } else {
                try HMPGReader.experience(bytes, file: file, &notes)
            }
        let pattern = try MPEGPatternReader.read(experience, &notes)
        try ReadingLimits.check(pattern, BitReader(bytes, file: file).place)
        return pattern
    }

    static func write(_ pattern: HapticPattern, _ law: IntensityLaw) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        let metadata = MetadataText(pattern)
        let flattened = cut(rounding.onMilliseconds(HJIFFile.condensed(law.written(reduction.flattened))))
        let scale = HMPGAmplitude(flattened)
        var worst = LargestDifference()
        let bands = MPEGBands(flattened, &rounding) { amplitude, full in
            let step = scale.value(scale.code(amplitude))
            // A step above full amplitude is read as full, and the tolerance of a line is no rounding error.
            if abs(min(step, full) - amplitude) > AmplitudeLine.tolerance * full {
                worst.include(
                    intensity: (min(step, full) / full).squareRoot(), against: (amplitude / full).squareRoot())
            }
            return step
        }
        rounding.include(intensity: worst)
        let created = metadata["Created"]
        var held: Set<String> = []
        for text in ["Description", "Created"] where metadata[text].utf8.count <= 255 { held.insert(text) }
        if !HJIFFile.isDate(created) { held.remove("Created") }
        let writer = HMPGWriter(
            date: held.contains("Created") ? created : HJIFFile.noDate,
            description: held.contains("Description") ? metadata["Description"] : "", scale: scale)
        return PatternExport(
            bytes: writer.bytes(bands),
            losses: reduction.losses + rounding.losses + law.losses(reduction.flattened, name)
                + metadata.losses(but: held, name))
    }

    /// The longest effect, in seconds, because a keyframe's position has 16 bits.
    private static let longest = 60.0

    private static func cut(_ flattened: FlattenedPattern) -> FlattenedPattern {
        let vibrations = flattened.vibrations.flatMap { vibration in
            // The sum of two times may lie a rounding error before the end, and a part of no length is none.
            stride(from: vibration.start, to: vibration.end - 1e-6, by: longest).map { start in
                let end = min(start + longest, vibration.end)
                return Vibration(
                    vibration.intensityCurve.clipped(from: start, to: end),
                    vibration.sharpnessCurve.clipped(from: start, to: end), from: start, to: end)
            }
        }
        return FlattenedPattern(taps: flattened.taps, vibrations: vibrations)
    }
}

/// The amplitudes of keyframes in a `.hmpg` file, and the gain of their channel.
struct HMPGAmplitude {
    /// The code of a silent keyframe. 0 lies midway between two codes, and MPEG's encoder rounds it down.
    private static let silent = 127

    /// The code of the gain, which has 32 bits for -10,000 to 10,000.
    let gainCode: Int
    let gain: Double

    /// Chooses the least gain, a power of two, at which the strongest keyframe of a pattern has a code.
    init(_ flattened: FlattenedPattern) {
        let taps = flattened.taps.map { $0.intensity * $0.intensity * HJIFFile.tapAmplitude }
        let waves = flattened.vibrations.map { $0.intensity * $0.intensity * HJIFFile.waveAmplitude }
        let peak = (taps + waves).max() ?? 0
        var chosen = Self.gain(1)
        for power in 1...6 {
            let next = Self.gain(1 / Double(1 << power))
            // A peak of half a step above the highest code is rounded down to it.
            if peak > 0, peak <= next.gain * (1 + 1 / 255.0) { chosen = next }
        }
        (gainCode, gain) = chosen
    }

    private static func gain(_ wanted: Double) -> (code: Int, gain: Double) {
        let code = Int(((wanted / 10_000 + 1) / 2 * Double(UInt32.max)).rounded())
        return (code, gain(code: code))
    }

    /// Returns the gain of a code, in the precision of MPEG's reference software.
    static func gain(code: Int) -> Double { Double(Float(code) / Float(UInt32.max) * 20_000 - 10_000) }

    /// Returns the amplitude of a code from 0 to 255, without the gain.
    static func amplitude(code: Int) -> Double { code == silent ? 0 : Double(2 * code - 255) / 255 }

    /// Returns the code of a non-negative amplitude.
    func code(_ amplitude: Double) -> Int {
        let part = amplitude / gain
        return part < 0.5 / 255 ? Self.silent : min(max(Int(((part + 1) / 2 * 255).rounded()), 128), 255)
    }

    /// Returns the amplitude of a code, including the gain.
    func value(_ code: Int) -> Double { Self.amplitude(code: code) * gain }
}
