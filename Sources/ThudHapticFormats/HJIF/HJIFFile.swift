import ThudCore
import ThudHaptics

/// The parametric part of MPEG's interchange format for haptics (ISO/IEC 23090-31, `.hjif`): bands of transients, of
/// vectorial waves and of curves with keyframes. Wavelets and other senses than vibration are passed over with a diagnostic.
///
/// Amplitude is amplitude, straight between two keyframes, as MPEG's synthesizer plays it. Intensity is its root
/// (``DriveLaw``), so that the drive signal of a pattern is the signal that MPEG's software makes of the file: an amplitude
/// of 0.6138 is a vibration of full intensity, and 0.792 a tap of full intensity, which are the levels at which that software
/// encodes AHAP. (It encodes intensities below 1 straight, without the square of the drive signal.) 65 to 300 Hz are
/// sharpness 0 to 1. What vibrates at one time is added.
///
/// Files are written in the profile "Simple Parametric", level 1: whole milliseconds, whole hertz.
enum HJIFFile {
    static let name = "a .hjif file"

    /// Stands for the date of a pattern that has none. MPEG's reference software refuses a file without a date, and the
    /// same pattern must always give the same text.
    static let noDate = "1970-01-01"

    /// Whether MPEG's reference software takes a text for a date, which is whether there is a year in it.
    static func isDate(_ text: String) -> Bool {
        var digits = 0
        for character in text.utf8 {
            digits = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) ? digits + 1 : 0
            if digits == 4 { return true }
        }
        return false
    }

    /// The amplitude of a vibration of full intensity.
    static let waveAmplitude = DriveLaw.continuousGain

    /// The amplitude of a tap of full intensity.
    static let tapAmplitude = DriveLaw.transientGain

    /// The sharpness of a frequency in hertz.
    static func sharpness(hertz: Double) -> Double {
        let band = DriveLaw.band
        return min(max((hertz - band.lowerBound) / (band.upperBound - band.lowerBound), 0), 1)
    }
}

extension HJIFFile {
    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        let metadata = MetadataText(pattern)
        let created = metadata["Created"]
        let dated = isDate(created)
        var bands: [JSONValue] = []
        let flattened = rounding.onMilliseconds(condensed(reduction.flattened))
        if !flattened.taps.isEmpty {
            let frames = flattened.taps.map { tap in
                keyframe(
                    rounding.milliseconds(tap.time),
                    (tap.intensity * tap.intensity * tapAmplitude).rounded(decimals: 6),
                    rounding.hertz(tap.sharpness))
            }
            bands.append(band("Transient", [effect(at: 0, frames)]))
        }
        if !flattened.vibrations.isEmpty {
            bands.append(band("VectorialWave", flattened.vibrations.map { effect($0, &rounding) }))
        }
        let root: JSONValue = [
            "version": "2023", "profile": "Simple Parametric", "level": 1,
            "date": .string(dated ? created : noDate), "description": .string(metadata["Description"]),
            "timescale": 1_000,
            "avatars": [],
            "perceptions": [
                [
                    "id": 0, "avatar_id": 0, "description": "", "perception_modality": "Vibrotactile",
                    "unit_exponent": -3, "perception_unit_exponent": 0, "reference_devices": [], "effect_library": [],
                    "channels": [
                        [
                            "id": 0, "description": "", "gain": 1, "mixing_coefficient": 1, "body_part_mask": 0,
                            "bands": .array(bands),
                        ]
                    ],
                ]
            ],
            "syncs": [["timestamp": 0]],
        ]
        return PatternExport(
            text: root.text(),
            losses: reduction.losses + rounding.losses
                + metadata.losses(but: dated ? ["Created", "Description"] : ["Description"], name))
    }

    /// The vibrations with the few points that draw their amplitudes in straight lines.
    static func condensed(_ flattened: FlattenedPattern) -> FlattenedPattern {
        let vibrations = flattened.vibrations.map { vibration in
            Vibration(
                AmplitudeLine.condensed(vibration.intensityCurve), vibration.sharpnessCurve, from: vibration.start,
                to: vibration.end)
        }
        return FlattenedPattern(taps: flattened.taps, vibrations: vibrations)
    }

    private static func band(_ type: String, _ effects: [JSONValue]) -> JSONValue {
        [
            "band_type": .string(type), "lower_frequency_limit": .number(DriveLaw.band.lowerBound),
            "upper_frequency_limit": .number(DriveLaw.band.upperBound), "effects": .array(effects),
        ]
    }

    private static func effect(at position: Int, _ keyframes: [JSONValue]) -> JSONValue {
        [
            "effect_type": "Basis", "position": .integer(position), "phase": 0, "base_signal": "Sine",
            "keyframes": .array(keyframes),
        ]
    }

    private static func effect(_ vibration: Vibration, _ rounding: inout GridRounding) -> JSONValue {
        let start = rounding.milliseconds(vibration.start)
        let intensity = vibration.intensityCurve
        var amplitudes = intensity.map { ($0 * $0 * waveAmplitude).rounded(decimals: 6) }.condensed.points[...]
        var frequencies = vibration.sharpnessCurve.map { Double(rounding.hertz($0)) }.condensed.points[...]
        var frames: [JSONValue] = []
        // Both curves have a point at each end, so that the first and the last keyframe have both values.
        while let time = [amplitudes.first?.time, frequencies.first?.time].compactMap({ $0 }).min() {
            let amplitude = amplitudes.first?.time == time ? amplitudes.removeFirst().value : nil
            let frequency = frequencies.first?.time == time ? frequencies.removeFirst().value : nil
            frames.append(keyframe(rounding.milliseconds(time) - start, amplitude, frequency.map { Int($0) }))
        }
        return effect(at: start, frames)
    }

    private static func keyframe(_ position: Int, _ amplitude: Double?, _ hertz: Int?) -> JSONValue {
        var members: [JSONValue.Member] = [.init("relative_position", .integer(position))]
        if let amplitude { members.append(.init("amplitude_modulation", .number(amplitude))) }
        if let hertz { members.append(.init("frequency_modulation", .integer(hertz))) }
        return .object(members)
    }
}
