import Glibc
import ThudCore
import ThudPatterns

/// Converts a haptic experience to a pattern: the effects of all perceptions, channels and bands.
/// Simultaneous effects in one channel are added, as MPEG's synthesizer adds bands and effects. Channels are separate
/// actuators, of which the strongest is kept at each time.
struct MPEGPatternReader {
    /// The mask of all body parts.
    private static let everywhere = 0xFFFF_FFFF
    private let experience: MPEGExperience
    private var counts = MPEGCounts()
    private var channels: [FlattenedPattern] = []

    static func read(_ experience: MPEGExperience, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        var reader = MPEGPatternReader(experience: experience)
        for perception in experience.perceptions { try reader.add(perception, &notes) }
        let flattened = reader.flattened(&notes)
        guard !flattened.isEmpty || reader.counts.passedOver == 0 else {
            throw experience.place.error("holds nothing that can be read as a vibration")
        }
        let texts = [
            (name: "Description", text: experience.description),
            (name: "Created", text: experience.date == HJIFFile.noDate ? "" : experience.date),
        ]
        return PatternAssembly.pattern(flattened, metadata: MetadataText.members(texts))
    }

    private func flattened(_ notes: inout ReadingNotes) -> FlattenedPattern {
        if channels.count == 1 { return channels[0] }
        let mix = VibrationMix(law: .strongest).join(channels.flatMap(\.vibrations))
        notes.diagnostic(mix, of: "effects", at: experience.place, "the strongest is kept at each time")
        return FlattenedPattern(taps: Tap.strongest(channels.flatMap(\.taps)), vibrations: mix.vibrations)
    }

    private mutating func add(_ perception: MPEGPerception, _ notes: inout ReadingNotes) throws(ThudError) {
        if let modality = perception.modality, !MPEGModality.vibrating.contains(modality) {
            counts.passedOver += 1
            return notes.diagnostic(
                perception.place.part("perception_modality"), .ignored,
                "only vibrations are read; this perception is ignored")
        }
        let unit = pow(10, Double(perception.exponent))
        for channel in perception.channels { try add(channel, perception.library, unit, &notes) }
    }

    private mutating func add(
        _ channel: MPEGChannel, _ library: [Int: MPEGEffect], _ unit: Double, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        if channels.count == 1 {
            notes.diagnostic(
                channel.place, .changed, "further channels are merged with the first, the strongest at each time"
            )
        }
        if ![0, Self.everywhere].contains(channel.bodyPartMask) {
            notes.diagnostic(
                channel.place.part("body_part_mask"), .changed,
                "for one part of the body; read as if it were the only one")
        }
        // MPEG's synthesizer ignores the mixing weight of a channel. The reference software writes 0.99999833 for 1.
        if abs(channel.weight - 1) > 1e-4 {
            notes.diagnostic(
                channel.place.part("mixing_coefficient"), .ignored, "the weight of a channel is not supported; ignored")
        }
        var effects = MPEGEffects(timescale: experience.timescale, level: channel.gain * unit, counts: counts)
        for band in channel.bands {
            guard isRead(band, &notes) else {
                effects.counts.passedOver += 1
                continue
            }
            for (index, effect) in band.effects.enumerated() {
                try add(effect, number: index, of: band, library, at: 0, depth: 0, to: &effects, &notes)
            }
        }
        channels.append(try effects.flattened(channel, &notes))
        counts = effects.counts
    }

    /// Whether a band can be read; also adds its diagnostics.
    private func isRead(_ band: MPEGBand, _ notes: inout ReadingNotes) -> Bool {
        let place = band.place.part("band_type")
        switch band.kind {
        case .transient, .wave: return true
        case .curve:
            notes.diagnostic(place, .changed, "a curve describes the movement itself; \(Self.movement)")
            return true
        case .wavelet(let block, _) where !WaveletBlock.isLength(block):
            notes.diagnostic(
                band.place.part("block_length"), .ignored,
                "a block of \(block) samples is not a power of two from 16 to 8192; this band is ignored")
        case .wavelet:
            notes.diagnostic(place, .changed, "wavelets describe the movement itself; \(Self.movement)")
            return true
        case .unknown:
            notes.diagnostic(place, .ignored, "an unknown kind of band; this band is ignored")
        }
        return false
    }

    private static let movement = "read as a vibration with its strength and frequency every 16 ms"

    /// Adds an effect, which may be in the library or composed of others.
    private func add(
        _ effect: MPEGEffect, number: Int, of band: MPEGBand, _ library: [Int: MPEGEffect], at origin: Double,
        depth: Int, to effects: inout MPEGEffects, _ notes: inout ReadingNotes
    ) throws(ThudError) {
        let start = origin + effect.position
        switch effect.kind {
        case .basis:
            // Wavelet blocks follow each other, and their positions are ignored.
            if case .wavelet(let block, let rate) = band.kind {
                let position = Double(number * block) / Double(rate) * experience.timescale
                return try effects.add(effect, band.kind, at: position, &notes)
            }
            try effects.add(effect, band.kind, at: start, &notes)
        case .reference(let id):
            guard let found = library[id] else {
                throw effect.place.part("id").error("no effect in the effect_library has this id")
            }
            try effects.add(found, band.kind, at: start, &notes)
        case .composite(let parts) where depth == 0:
            for (index, part) in parts.enumerated() {
                try add(part, number: index, of: band, library, at: start, depth: 1, to: &effects, &notes)
            }
        case .composite, .unknown:
            effects.counts.passedOver += 1
            notes.diagnostic(effect.place, .ignored, "only Basis, Reference and Composite effects are read; ignored")
        }
    }
}
