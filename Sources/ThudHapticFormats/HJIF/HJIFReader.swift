import ThudCore
import ThudHaptics

extension HJIFFile {
    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        try notes.ignoreAll(
            in: root,
            but: ["version", "profile", "level", "date", "description", "timescale", "avatars", "perceptions", "syncs"])
        let timescale = try root.optional("timescale")?.number(in: 1...192_000) ?? 1_000
        var reader = HJIFReader(timescale: timescale)
        for perception in try root.member("perceptions").elements() { try reader.perception(perception, &notes) }
        let date = try root.optional("date")?.string() ?? ""
        let texts = [
            (name: "Description", text: try root.optional("description")?.string() ?? ""),
            (name: "Created", text: date == noDate ? "" : date),
        ]
        return PatternAssembly.pattern(reader.flattened(root, &notes), metadata: MetadataText.members(texts))
    }
}

/// Gathers the effects of all perceptions, channels and bands.
struct HJIFReader {
    let timescale: Double
    private var taps: [Tap] = []
    private var vibrations: [Vibration] = []
    private var keyframes = 0
    private var channels = 0

    /// The senses that a vibration serves.
    private static let vibrating: Set<String> = ["Vibrotactile", "VibrotactileTexture", "Other"]

    init(timescale: Double) { self.timescale = timescale }

    func flattened(_ root: JSONReader, _ notes: inout ReadingNotes) -> FlattenedPattern {
        let mix = VibrationMix(law: .strongest).join(vibrations)
        notes.diagnostic(mix, of: "effects", at: root)
        return FlattenedPattern(taps: Tap.strongest(taps), vibrations: mix.vibrations)
    }

    mutating func perception(_ reader: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) {
        if let modality = try reader.optional("perception_modality"),
            !Self.vibrating.contains(try modality.string())
        {
            return notes.diagnostic(modality, .ignored, "only vibration is read; this perception is ignored")
        }
        var library: [Int: JSONReader] = [:]
        for effect in try reader.optional("effect_library")?.elements() ?? [] {
            library[try effect.member("id").integer(in: 0...1 << 30)] = effect
        }
        // Drafts of the standard called channels tracks.
        let channels =
            if let tracks = try reader.optional("tracks") { tracks } else { try reader.member("channels") }
        for channel in try channels.elements() { try self.channel(channel, library, &notes) }
    }

    private mutating func channel(
        _ reader: JSONReader, _ library: [Int: JSONReader], _ notes: inout ReadingNotes
    ) throws(ThudError) {
        channels += 1
        if channels == 2 {
            notes.diagnostic(
                reader, .changed, "channels beside the first are felt as one with it, the strongest at each time")
        }
        if let place = try reader.optional("body_part_mask"), try place.number() != 0 {
            notes.diagnostic(place, .changed, "one place on the body; felt here as if it were the only one")
        }
        let gain = try reader.optional("gain")?.number(in: 0...1e6) ?? 1
        var weight = 1.0
        for name in ["mixing_weight", "mixing_coefficient"] {
            weight = try reader.optional(name)?.number(in: 0...1e6) ?? weight
        }
        // The reference software writes 0.99999833 for 1.
        let level = gain * (abs(weight - 1) < 1e-4 ? 1 : weight)
        for band in try reader.member("bands").elements() {
            let type = try band.member("band_type")
            let effects = try band.member("effects").elements()
            let isTap: Bool
            switch try type.string() {
            case "Transient": isTap = true
            case "VectorialWave": isTap = false
            case "Wave" where try band.optional("encoding_modality")?.string() == "Vectorial": isTap = false
            default:
                notes.diagnostic(type, .ignored, "not the parametric part of vibration; this band is ignored")
                continue
            }
            for effect in effects {
                guard let source = try self.source(of: effect, library, &notes) else { continue }
                let start = try effect.member("position").number(in: 0...ReadingLimits.latest * timescale)
                if isTap {
                    try addTaps(source, at: start, level, &notes)
                } else {
                    try addVibration(source, at: start, level, &notes)
                }
            }
        }
    }

    /// The object that holds an effect's keyframes: the effect itself, or one of the library.
    private func source(
        of effect: JSONReader, _ library: [Int: JSONReader], _ notes: inout ReadingNotes
    ) throws(ThudError) -> JSONReader? {
        switch try effect.optional("effect_type")?.string() ?? "Basis" {
        case "Basis": return effect
        case "Reference":
            let id = try effect.member("id")
            guard let found = library[try id.integer(in: 0...1 << 30)] else {
                throw id.error("no effect of the effect_library has this id")
            }
            return found
        default:
            notes.diagnostic(effect, .ignored, "only Basis and Reference effects are read; ignored")
            return nil
        }
    }

    /// Tells of a phase, which no pattern here has.
    private func diagnosePhase(of effect: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) {
        if let phase = try effect.optional("phase"), try phase.number() != 0 {
            notes.diagnostic(phase, .changed, "a wave's phase is not read; taken as 0")
        }
    }

    private mutating func addTaps(
        _ effect: JSONReader, at start: Double, _ level: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        try diagnosePhase(of: effect, &notes)
        for frame in try frames(effect) {
            let time = (start + (try position(frame))) / timescale
            try checkLatest(time, frame)
            let amplitude = try frame.optional("amplitude_modulation")?.number() ?? 1
            let sharpness = try sharpness(frame, &notes) ?? 0.5
            taps.append(
                Tap(
                    time: time,
                    intensity: abs(intensity(amplitude * level / HJIFFile.tapAmplitude, frame, &notes)),
                    sharpness: sharpness))
            try ReadingLimits.check(taps.count, ReadingLimits.taps, "taps", frame)
        }
    }

    private mutating func addVibration(
        _ effect: JSONReader, at start: Double, _ level: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        if let signal = try effect.optional("base_signal"), try signal.string() != "Sine" {
            notes.diagnostic(signal, .changed, "only sines are read; taken as one")
        }
        try diagnosePhase(of: effect, &notes)
        var amplitudes: [PiecewiseLinear.Point] = []
        var sharpnesses: [PiecewiseLinear.Point] = []
        var end = start
        for frame in try frames(effect) {
            let ticks = start + (try position(frame))
            let time = ticks / timescale
            try checkLatest(time, frame)
            end = max(end, ticks)
            if let amplitude = try frame.optional("amplitude_modulation")?.number() {
                let intensity = intensity(amplitude * level / HJIFFile.waveAmplitude, frame, &notes)
                amplitudes.append(.init(time: time, value: intensity))
            }
            if let sharpness = try sharpness(frame, &notes) {
                sharpnesses.append(.init(time: time, value: sharpness))
            }
        }
        guard end > start else { return notes.diagnostic(effect, .ignored, "lasts no time; ignored") }
        let (from, to) = (start / timescale, end / timescale)
        if amplitudes.isEmpty {
            let full = intensity(level / HJIFFile.waveAmplitude, effect, &notes)
            amplitudes = PiecewiseLinear(constant: full, from: from, to: to).points
        }
        let amplitude = PiecewiseLinear(amplitudes)?.magnitude ?? PiecewiseLinear(constant: 0, from: from, to: to)
        let sharpness = PiecewiseLinear(sharpnesses) ?? PiecewiseLinear(constant: 0.5, from: from, to: to)
        vibrations.append(Vibration(amplitude, sharpness, from: from, to: to))
        try ReadingLimits.check(vibrations.count, ReadingLimits.vibrations, "effects", effect)
    }

    private mutating func frames(_ effect: JSONReader) throws(ThudError) -> [JSONReader] {
        let frames = try effect.member("keyframes").elements()
        keyframes += frames.count
        try ReadingLimits.check(keyframes, ReadingLimits.points, "keyframes", effect)
        return frames
    }

    private func checkLatest(_ time: Double, _ frame: JSONReader) throws(ThudError) {
        guard time <= ReadingLimits.latest else {
            throw frame.error("is later than \(shown(ReadingLimits.latest)) s")
        }
    }

    private func position(_ frame: JSONReader) throws(ThudError) -> Double {
        try frame.optional("relative_position")?.number(in: 0...ReadingLimits.latest * timescale) ?? 0
    }

    private func sharpness(_ frame: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> Double? {
        guard let reader = try frame.optional("frequency_modulation") else { return nil }
        return HJIFFile.sharpness(hertz: try notes.clamped(reader, to: DriveLaw.band))
    }

    /// The intensity of an amplitude, with its sign.
    private func intensity(_ value: Double, _ reader: JSONReader, _ notes: inout ReadingNotes) -> Double {
        if value < 0 {
            notes.diagnostic(
                reader, .changed, "an amplitude below 0 swings the other way round; felt as if it were above")
        }
        if abs(value) > 1 + 1e-9 {
            notes.diagnostic(
                reader, .clamped, "an amplitude \(shown(abs(value))) times that of full intensity; taken as full")
        }
        return min(max(value, -1), 1)
    }
}
