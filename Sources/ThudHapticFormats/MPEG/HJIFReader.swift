import ThudCore

/// Reads the interchange format of ISO/IEC 23090-31, `.hjif`: a haptic experience as JSON.
struct HJIFReader {
    private let latest: Double

    static func experience(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> MPEGExperience {
        try notes.ignoreAll(
            in: root,
            but: ["version", "profile", "level", "date", "description", "timescale", "avatars", "perceptions", "syncs"])
        let timescale = try root.optional("timescale")?.number(in: 1...192_000) ?? 1_000
        let reader = HJIFReader(latest: ReadingLimits.latest * timescale)
        var experience = MPEGExperience(
            place: root, timescale: timescale, date: try root.optional("date")?.string() ?? "",
            description: try root.optional("description")?.string() ?? "", perceptions: [])
        for perception in try root.member("perceptions").elements() {
            experience.perceptions.append(try reader.perception(perception, timescale))
        }
        return experience
    }

    private func perception(_ reader: JSONReader, _ timescale: Double) throws(ThudError) -> MPEGPerception {
        let exponent = try reader.optional("perception_unit_exponent")?.integer(in: -128...127) ?? 0
        var perception = MPEGPerception(
            place: reader, modality: try reader.optional("perception_modality")?.string(), exponent: exponent)
        // A perception of another modality is not read, so it need not follow the rules of vibration.
        if let modality = perception.modality, !MPEGModality.vibrating.contains(modality) { return perception }
        for effect in try reader.optional("effect_library")?.elements() ?? [] {
            perception.library[try effect.member("id").integer(in: 0...1 << 30)] = try self.effect(effect)
        }
        // Drafts of the standard called channels tracks.
        let channels = if let tracks = try reader.optional("tracks") { tracks } else { try reader.member("channels") }
        for channel in try channels.elements() { perception.channels.append(try self.channel(channel, timescale)) }
        return perception
    }

    private func channel(_ reader: JSONReader, _ timescale: Double) throws(ThudError) -> MPEGChannel {
        var weight = 1.0
        for name in ["mixing_weight", "mixing_coefficient"] {
            weight = try reader.optional(name)?.number(in: -1e6...1e6) ?? weight
        }
        var channel = MPEGChannel(
            place: reader, gain: try reader.optional("gain")?.number(in: -1e6...1e6) ?? 1, weight: weight,
            bodyPartMask: try reader.optional("body_part_mask")?.integer(in: 0...1 << 32) ?? 0)
        for band in try reader.member("bands").elements() { channel.bands.append(try self.band(band, timescale)) }
        return channel
    }

    private func band(_ reader: JSONReader, _ timescale: Double) throws(ThudError) -> MPEGBand {
        var band = MPEGBand(place: reader, kind: try kind(reader, timescale))
        if band.kind == .unknown { return band }
        for effect in try reader.member("effects").elements() { band.effects.append(try self.effect(effect)) }
        return band
    }

    private func kind(_ band: JSONReader, _ timescale: Double) throws(ThudError) -> MPEGBand.Kind {
        switch try band.member("band_type").string() {
        case "Transient": return .transient
        case "VectorialWave": return .wave
        case "Wave" where try band.optional("encoding_modality")?.string() == "Vectorial": return .wave
        case "Curve": return .curve(try band.optional("curve_type")?.choice() ?? .unknown)
        case "WaveletWave":
            // The upper limit of a wavelet band is its sample rate.
            let rate = try band.optional("upper_frequency_limit")?.integer(in: 1...192_000) ?? 1
            let ticks = try band.stated("block_length")?.number(in: 0...latest) ?? 0
            return .wavelet(block: Int((ticks / timescale * Double(rate)).rounded()), rate: rate)
        default: return .unknown
        }
    }

    private func effect(_ reader: JSONReader) throws(ThudError) -> MPEGEffect {
        let kind: MPEGEffect.Kind
        switch try reader.optional("effect_type")?.string() ?? "Basis" {
        case "Basis": kind = .basis
        case "Reference": kind = .reference(try reader.member("id").integer(in: 0...1 << 30))
        case "Composite": kind = .composite(try composition(reader))
        default: kind = .unknown
        }
        var effect = MPEGEffect(
            place: reader, kind: kind, position: try reader.stated("position")?.number(in: 0...latest) ?? 0)
        effect.phase = try reader.optional("phase")?.number() ?? 0
        effect.signal = try reader.optional("base_signal")?.choice() ?? .sine
        for frame in try reader.optional("keyframes")?.elements() ?? [] { effect.keyframes.append(try keyframe(frame)) }
        if let stream = try reader.optional("wavelet_stream") { effect.stream = try bytes(stream) }
        return effect
    }

    /// Reads the parts of a composite. A nested composite is not supported, so its content is not read.
    private func composition(_ reader: JSONReader) throws(ThudError) -> [MPEGEffect] {
        try (reader.optional("composition")?.elements() ?? []).map { part throws(ThudError) in
            let isComposite = try part.optional("effect_type")?.string() == "Composite"
            return isComposite ? MPEGEffect(place: part, kind: .unknown, position: 0) : try effect(part)
        }
    }

    private func keyframe(_ reader: JSONReader) throws(ThudError) -> MPEGKeyframe {
        MPEGKeyframe(
            place: reader, position: try reader.stated("relative_position")?.number(in: 0...latest) ?? 0,
            amplitude: try reader.optional("amplitude_modulation")?.number(),
            frequency: try reader.optional("frequency_modulation")?.number())
    }

    /// Returns the bytes of a wavelet stream. The letters are those of Base64 without padding, but each byte has its
    /// lowest bit first (`IOJson.cpp`).
    private func bytes(_ reader: JSONReader) throws(ThudError) -> [UInt8] {
        let letters = Array(try reader.string().utf8)
        var bytes = [UInt8](repeating: 0, count: letters.count * 6 / 8 + 1)
        for (index, letter) in letters.enumerated() where letter != UInt8(ascii: "=") {
            guard let value = Self.base64[letter] else {
                throw reader.error("expected Base64, found a different character at \(index)")
            }
            for offset in 0..<6 where value >> (5 - offset) & 1 == 1 {
                let bit = index * 6 + offset
                bytes[bit / 8] |= 1 << (bit % 8)
            }
        }
        return bytes
    }

    private static let base64 = Dictionary(
        uniqueKeysWithValues: zip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8, 0...))
}
