import ThudCore
import ThudPatterns

/// MPEG's interchange format for haptics (ISO/IEC 23090-31, `.hjif`): bands of transients and of vectorial waves with
/// keyframes, and bands of curves and of wavelets, which hold the movement itself (``MPEGWaveform``). Modalities
/// other than vibration are skipped with a diagnostic.
/// Amplitude is linear between two keyframes, as MPEG's synthesizer plays it. Intensity is its root (``DriveLaw``),
/// so the drive signal of a pattern equals the signal that MPEG's software makes of the file. An amplitude of 0.6138
/// is a vibration of full intensity, and 0.792 a tap of full intensity: the levels at which that software encodes
/// AHAP. (It encodes intensities below 1 linearly, without the square of the drive signal; see ``IntensityLaw``.)
/// 65 to 300 Hz are sharpness 0 to 1. Simultaneous vibrations are added.
/// Files are written in the profile "Simple Parametric", level 1: whole milliseconds, whole hertz.
enum HJIFFile {
    static let name = "a .hjif file"
    /// The year of the standard.
    static let version = "2023"
    /// The written profile: effects with keyframes, in whole milliseconds, of at most seven bands per channel.
    static let profile = "Simple Parametric"
    /// The power of ten in metres that is the unit of positions.
    static let unitExponent = -3
    /// The date of a pattern that has none. MPEG's reference software refuses a file without a date, and the same
    /// pattern must always give the same text.
    static let noDate = "1970-01-01"

    /// Whether MPEG's reference software accepts a text as a date, which takes only a year in it.
    static func isDate(_ text: String) -> Bool {
        text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.contains { $0.count >= 4 }
    }

    static let waveAmplitude = DriveLaw.continuousGain
    static let tapAmplitude = DriveLaw.transientGain

    static func sharpness(hertz: Double) -> Double {
        let band = DriveLaw.band
        return min(max((hertz - band.lowerBound) / (band.upperBound - band.lowerBound), 0), 1)
    }

    static func write(_ pattern: HapticPattern, _ law: IntensityLaw) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        var rounding = GridRounding(format: name)
        let metadata = MetadataText(pattern)
        let created = metadata["Created"]
        let dated = isDate(created)
        let flattened = rounding.onMilliseconds(condensed(law.written(reduction.flattened)))
        let bands = MPEGBands(flattened, &rounding) { amplitude, _ in amplitude.rounded(decimals: 6) }
        let root: JSONValue = [
            "version": .string(version), "profile": .string(profile), "level": 1,
            "date": .string(dated ? created : noDate), "description": .string(metadata["Description"]),
            "timescale": 1_000,
            "avatars": [],
            "perceptions": [
                [
                    "id": 0, "avatar_id": 0, "description": "",
                    "perception_modality": .string(MPEGModality.vibrotactile.rawValue),
                    "unit_exponent": .integer(unitExponent), "perception_unit_exponent": 0, "reference_devices": [],
                    "effect_library": [],
                    "channels": [
                        [
                            "id": 0, "description": "", "gain": 1, "mixing_coefficient": 1, "body_part_mask": 0,
                            "bands": .array(band("Transient", bands.transients) + band("VectorialWave", bands.waves)),
                        ]
                    ],
                ]
            ],
            "syncs": [["timestamp": 0]],
        ]
        return PatternExport(
            text: root.text(),
            losses: reduction.losses + rounding.losses + law.losses(reduction.flattened, name)
                + metadata.losses(but: dated ? ["Created", "Description"] : ["Description"], name))
    }

    /// Reduces vibrations to the few points that draw their amplitudes linearly.
    static func condensed(_ flattened: FlattenedPattern) -> FlattenedPattern {
        let vibrations = flattened.vibrations.map { vibration in
            Vibration(
                AmplitudeLine.condensed(vibration.intensityCurve), vibration.sharpnessCurve, from: vibration.start,
                to: vibration.end)
        }
        return FlattenedPattern(taps: flattened.taps, vibrations: vibrations)
    }

    private static func band(_ type: String, _ effects: [MPEGBands.Effect]) -> [JSONValue] {
        if effects.isEmpty { return [] }
        return [
            [
                "band_type": .string(type), "lower_frequency_limit": .number(DriveLaw.band.lowerBound),
                "upper_frequency_limit": .number(DriveLaw.band.upperBound), "effects": .array(effects.map(effect)),
            ]
        ]
    }

    private static func effect(_ effect: MPEGBands.Effect) -> JSONValue {
        [
            "effect_type": "Basis", "position": .integer(effect.position), "phase": 0, "base_signal": "Sine",
            "keyframes": .array(effect.keyframes.map(keyframe)),
        ]
    }

    private static func keyframe(_ frame: MPEGBands.Keyframe) -> JSONValue {
        var members: [JSONValue.Member] = [.init("relative_position", .integer(frame.position))]
        if let amplitude = frame.amplitude { members.append(.init("amplitude_modulation", .number(amplitude))) }
        if let hertz = frame.hertz { members.append(.init("frequency_modulation", .integer(hertz))) }
        return .object(members)
    }
}
