import ThudCore

/// Reads the effects of a `.hmpg` file, within the limits on keyframes and effects per file.
struct HMPGEffects {
    private static let most = ReadingLimits.points
    private static let deepest = 4
    private var effects = 0
    private var keyframes = 0

    /// Reads an effect of a time unit that begins at `time` in ticks, and its number.
    mutating func effect(
        _ bits: inout BitReader, _ kind: MPEGBand.Kind, at time: Int
    ) throws(ThudError) -> (number: Int, effect: MPEGEffect) {
        let place = bits.place
        let number = try bits.bits(16)
        let type = try bits.bits(2)
        if case .wavelet = kind {
            try skipSemantics(&bits)
            return (number, try wavelets(&bits, place))
        }
        let position = Double(time + (try bits.signed(25)))
        guard type == 0 else { return (number, try begun(type == 1 ? .reference(number) : .unknown, place, position)) }
        try skipSemantics(&bits)
        let count = try bits.bits(16)
        var effect = try begun(.basis, place, position)
        if kind == .wave { try readSignal(&bits, &effect) }
        try readKeyframes(&bits, count, kind, &effect)
        return (number, effect)
    }

    /// Reads an effect outside time units, because its positions are spatial or the file has no units.
    mutating func spatialEffect(_ bits: inout BitReader, _ kind: MPEGBand.Kind) throws(ThudError) -> MPEGEffect {
        let place = bits.place
        let type = try bits.bits(2)
        if type == 0, case .wavelet = kind { return try wavelets(&bits, place) }
        let position = Double(try bits.bits(25))
        switch type {
        case 0: break
        case 1: return try begun(.reference(try bits.bits(16)), place, position)
        default: throw place.error("expected a basis effect or a reference, found an effect of type \(type)")
        }
        var effect = try begun(.basis, place, position)
        if kind == .wave { try readSignal(&bits, &effect) }
        try readKeyframes(&bits, try bits.bits(16), kind, &effect, maskBits: 3)
        return effect
    }

    /// Reads a library effect and its number. Without units its position precedes its type, and it has no semantics.
    mutating func libraryEffect(
        _ bits: inout BitReader, isPlain: Bool = false, depth: Int = 0
    ) throws(ThudError) -> (number: Int, effect: MPEGEffect) {
        let place = bits.place
        let number = try bits.bits(16)
        if isPlain { try bits.skip(25) }
        let type = try bits.bits(2)
        if !isPlain {
            try skipSemantics(&bits)
            try bits.skip(25)
        }
        // An effect that refers to this one has its own position.
        var effect = try begun(.basis, place, 0)
        if type == 0 { try readSignal(&bits, &effect) }
        for _ in 0..<(try bits.bits(16)) {
            let place = bits.place
            let mask = try bits.bits(3)
            let position = mask & 1 != 0 ? Double(try bits.bits(16)) : 0
            let amplitude = mask & 2 != 0 ? try Self.amplitude(&bits) : nil
            let frequency = mask & 4 != 0 ? Double(try bits.bits(16)) : nil
            try add(
                MPEGKeyframe(place: place, position: position, amplitude: amplitude, frequency: frequency), to: &effect)
        }
        let parts = try bits.bits(16)
        guard parts == 0 || depth < Self.deepest else { throw place.error("composites are nested too deeply") }
        // Only a basis effect can be referred to, so the parts of others are skipped.
        for _ in 0..<parts { _ = try libraryEffect(&bits, isPlain: isPlain, depth: depth + 1) }
        return (number, effect)
    }

    // MARK: - Parts of an effect

    /// Begins an effect, and counts it.
    private mutating func begun(
        _ kind: MPEGEffect.Kind, _ place: BitReader.BytePlace, _ position: Double
    ) throws(ThudError) -> MPEGEffect {
        effects += 1
        try ReadingLimits.check(effects, Self.most, "effects", place)
        return MPEGEffect(place: place, kind: kind, position: position)
    }

    private mutating func wavelets(
        _ bits: inout BitReader, _ place: BitReader.BytePlace
    ) throws(ThudError) -> MPEGEffect {
        var effect = try begun(.basis, place, 0)
        effect.stream = try bits.data(try bits.bits(16))
        return effect
    }

    private func skipSemantics(_ bits: inout BitReader) throws(ThudError) { if try bits.flag() { try bits.skip(12) } }

    private func readSignal(_ bits: inout BitReader, _ effect: inout MPEGEffect) throws(ThudError) {
        // The phase has 16 bits for a whole turn.
        effect.phase = Double(try bits.bits(16)) / 65_535 * 2 * .pi
        let place = bits.place
        let code = try bits.bits(4)
        let signals = MPEGSignal.allCases
        guard signals.indices.contains(code) else {
            throw place.error("expected a base signal of 0 to \(signals.count - 1), found \(code)")
        }
        effect.signal = signals[code]
    }

    private mutating func readKeyframes(
        _ bits: inout BitReader, _ count: Int, _ kind: MPEGBand.Kind, _ effect: inout MPEGEffect, maskBits: Int = 2
    ) throws(ThudError) {
        for _ in 0..<count {
            let place = bits.place
            let mask =
                switch kind {
                case .wave: try bits.bits(maskBits)
                case .transient: 3
                default: 1
                }
            let amplitude = mask & 1 != 0 ? try Self.amplitude(&bits) : nil
            let position = Double(try bits.bits(16))
            let frequency = mask & 2 != 0 ? Double(try bits.bits(16)) : nil
            try add(
                MPEGKeyframe(place: place, position: position, amplitude: amplitude, frequency: frequency), to: &effect)
        }
    }

    private mutating func add(_ frame: MPEGKeyframe, to effect: inout MPEGEffect) throws(ThudError) {
        keyframes += 1
        try ReadingLimits.check(keyframes, ReadingLimits.points, "keyframes", frame.place)
        effect.keyframes.append(frame)
    }

    private static func amplitude(_ bits: inout BitReader) throws(ThudError) -> Double {
        HMPGAmplitude.amplitude(code: try bits.bits(8))
    }
}
