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
        let flattened = reader.flattened(root, &notes)
        guard !flattened.taps.isEmpty || !flattened.vibrations.isEmpty || !reader.hasPassedOver else {
            throw root.error("holds nothing that can be read as vibration")
        }
        let date = try root.optional("date")?.string() ?? ""
        let texts = [
            (name: "Description", text: try root.optional("description")?.string() ?? ""),
            (name: "Created", text: date == noDate ? "" : date),
        ]
        return PatternAssembly.pattern(flattened, metadata: MetadataText.members(texts))
    }
}

/// Gathers the effects of all perceptions, channels and bands.
///
/// What vibrates at one time in one channel is added, as MPEG's synthesizer adds bands and effects. Channels are actuators
/// beside each other, of which the stronger one is kept at each time.
struct HJIFReader {
    let timescale: Double
    private var counts = HJIFCounts()
    private var channels: [FlattenedPattern] = []
    /// Whether the file has something that is not read.
    private(set) var hasPassedOver = false

    /// The senses that a vibration serves, by all names that MPEG's reference software takes.
    private static let vibrating: Set<String> = [
        "Vibrotactile", "Vibration", "Vibrotactile Texture", "VibrotactileTexture", "Texture", "Other",
    ]

    init(timescale: Double) { self.timescale = timescale }

    func flattened(_ root: JSONReader, _ notes: inout ReadingNotes) -> FlattenedPattern {
        if channels.count == 1 { return channels[0] }
        let mix = VibrationMix(law: .strongest).join(channels.flatMap(\.vibrations))
        notes.diagnostic(mix, of: "effects", at: root, "the strongest is kept at each time")
        return FlattenedPattern(taps: Tap.strongest(channels.flatMap(\.taps)), vibrations: mix.vibrations)
    }

    mutating func perception(_ reader: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) {
        if let modality = try reader.optional("perception_modality"),
            !Self.vibrating.contains(try modality.string())
        {
            hasPassedOver = true
            return notes.diagnostic(modality, .ignored, "only vibration is read; this perception is ignored")
        }
        var library: [Int: JSONReader] = [:]
        for effect in try reader.optional("effect_library")?.elements() ?? [] {
            library[try effect.member("id").integer(in: 0...1 << 30)] = effect
        }
        // Amplitudes are multiples of a power of ten (`Helper.cpp` of the reference software).
        let exponent = try reader.optional("perception_unit_exponent")?.number(in: -128...127) ?? 0
        let unit = powerOfTen(exponent)
        // Drafts of the standard called channels tracks.
        let channels =
            if let tracks = try reader.optional("tracks") { tracks } else { try reader.member("channels") }
        for channel in try channels.elements() { try self.channel(channel, library, unit, &notes) }
    }

    private mutating func channel(
        _ reader: JSONReader, _ library: [Int: JSONReader], _ unit: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        if channels.count == 1 {
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
        let level = gain * (abs(weight - 1) < 1e-4 ? 1 : weight) * unit
        var effects = HJIFEffects(timescale: timescale, level: level, counts: counts)
        for band in try reader.member("bands").elements() {
            let type = try band.member("band_type")
            guard let kind = try kind(of: band, type, &notes) else { continue }
            for effect in try band.member("effects").elements() {
                try add(effect, kind, library, at: 0, depth: 0, to: &effects, &notes)
            }
        }
        counts = effects.counts
        channels.append(effects.flattened(reader, &notes))
    }

    /// What a band is made of; nil where it cannot be read, with a diagnostic.
    private mutating func kind(
        of band: JSONReader, _ type: JSONReader, _ notes: inout ReadingNotes
    ) throws(ThudError) -> HJIFEffects.Kind? {
        switch try type.string() {
        case "Transient": return .transient
        case "VectorialWave": return .wave
        case "Wave" where try band.optional("encoding_modality")?.string() == "Vectorial": return .wave
        case "Curve":
            notes.diagnostic(
                type, .changed, "a curve moves the actuator itself; felt as a vibration of the lowest sharpness")
            return .curve
        default:
            hasPassedOver = true
            notes.diagnostic(type, .ignored, "not the parametric part of vibration; this band is ignored")
            return nil
        }
    }

    /// Adds an effect, which may stand in the library or be composed of others.
    private func add(
        _ effect: JSONReader, _ kind: HJIFEffects.Kind, _ library: [Int: JSONReader], at origin: Double, depth: Int,
        to effects: inout HJIFEffects, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        let start = origin + (try effect.member("position").number(in: 0...ReadingLimits.latest * timescale))
        switch try effect.optional("effect_type")?.string() ?? "Basis" {
        case "Basis": try effects.add(effect, kind, at: start, &notes)
        case "Reference":
            let id = try effect.member("id")
            guard let found = library[try id.integer(in: 0...1 << 30)] else {
                throw id.error("no effect of the effect_library has this id")
            }
            try effects.add(found, kind, at: start, &notes)
        case "Composite" where depth == 0:
            for part in try effect.optional("composition")?.elements() ?? [] {
                try add(part, kind, library, at: start, depth: 1, to: &effects, &notes)
            }
        default:
            notes.diagnostic(effect, .ignored, "only Basis, Reference and Composite effects are read; ignored")
        }
    }

    private func powerOfTen(_ exponent: Double) -> Double {
        var power = 1.0
        for _ in 0..<Int(abs(exponent.rounded())) { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }
}

/// How much was read of one file.
struct HJIFCounts {
    var keyframes = 0
    var taps = 0
    var vibrations = 0
}
