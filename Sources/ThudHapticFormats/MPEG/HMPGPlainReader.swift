import ThudCore

/// Reads the binary form of MPEG's reference software from before time units (`IOBinary.cpp`): all metadata, then the
/// effects band by band, at 1000 ticks per second.
struct HMPGPlainReader {
    private static let timescale = 1_000
    private var effects = HMPGEffects()

    /// Whether a file has this form. It begins with the length of the standard's version such as "2023", whereas the
    /// other form begins with a zero byte.
    static func isPlain(_ bytes: [UInt8]) -> Bool { bytes.first.map { (2...31).contains($0) } ?? false }

    static func experience(_ bytes: [UInt8], file: String) throws(ThudError) -> MPEGExperience {
        var bits = BitReader(bytes, file: file)
        let start = bits.place
        // The version, profile and level.
        _ = try (bits.text(), bits.text(), bits.bits(8))
        let date = try bits.text()
        let description = try bits.text()
        for _ in 0..<(try bits.bits(8)) {
            // The number and detail of an avatar; one of type 0 has a mesh.
            try bits.skip(8 + 8)
            if try bits.bits(8) == 0 { _ = try bits.text() }
        }
        var reader = HMPGPlainReader()
        var headers: [(perception: MPEGPerception, bands: [Int])] = []
        for _ in 0..<(try bits.bits(8)) { headers.append(try reader.perception(&bits)) }
        var experience = MPEGExperience(
            place: start, timescale: Double(timescale), date: date, description: description, perceptions: [])
        for header in headers {
            var perception = header.perception
            for (index, count) in header.bands.enumerated() {
                for _ in 0..<count { perception.channels[index].bands.append(try reader.band(&bits)) }
            }
            experience.perceptions.append(perception)
        }
        return experience
    }

    /// Reads a perception without bands, and the number of bands in each of its channels.
    private mutating func perception(
        _ bits: inout BitReader
    ) throws(ThudError) -> (perception: MPEGPerception, bands: [Int]) {
        let place = bits.place
        try bits.skip(8)
        let modality = MPEGModality.name(try bits.bits(8))
        // The description, avatar and unit.
        _ = try (bits.text(), bits.bits(8), bits.bits(8))
        var perception = MPEGPerception(place: place, modality: modality, exponent: try bits.signed(8))
        for _ in 0..<(try bits.bits(16)) {
            let (number, effect) = try effects.libraryEffect(&bits, isPlain: true)
            perception.library[number] = effect
        }
        for _ in 0..<(try bits.bits(8)) { try skipReferenceDevice(&bits) }
        var bands: [Int] = []
        for _ in 0..<(try bits.bits(16)) {
            let place = bits.place
            // The number, description and reference device.
            _ = try (bits.bits(16), bits.text(), bits.bits(8))
            perception.channels.append(try HMPGChannel.read(&bits, place))
            bands.append(try bits.bits(8))
        }
        return (perception, bands)
    }

    private func skipReferenceDevice(_ bits: inout BitReader) throws(ThudError) {
        // The number, name and body parts.
        _ = try (bits.bits(8), bits.text(), bits.bits(32))
        let members = try bits.bits(12)
        for member in 0..<12 where members >> member & 1 == 1 { try bits.skip(member == 11 ? 4 : 32) }
    }

    private mutating func band(_ bits: inout BitReader) throws(ThudError) -> MPEGBand {
        let place = bits.place
        let (type, code, upper) = try HMPGReader.form(&bits)
        // The block length is 2 to the power of the code plus 4.
        var kind = HMPGReader.kind(type, code, upper, timescale: Self.timescale)
        if case .wavelet(_, let rate) = kind { kind = .wavelet(block: code < 16 ? 16 << code : 0, rate: rate) }
        var band = MPEGBand(place: place, kind: kind)
        for _ in 0..<(try bits.bits(16)) { band.effects.append(try effects.spatialEffect(&bits, kind)) }
        return band
    }
}
