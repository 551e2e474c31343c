import ThudCore

/// Reads a channel of a `.hmpg` file, starting at its gain.
enum HMPGChannel {
    static func read(_ bits: inout BitReader, _ place: BitReader.BytePlace) throws(ThudError) -> MPEGChannel {
        let gain = HMPGAmplitude.gain(code: try bits.bits(32))
        let weight = Double(try bits.bits(32)) / Double(UInt32.max) * 10_000
        let members = try bits.bits(8)
        var mask = 0
        if members & 1 == 1 {
            mask = try bits.bits(32)
        } else if members & 2 == 2 {
            // The number of actuators in each direction, and the selected body parts and actuators.
            try bits.skip(24)
            try bits.skip(try bits.bits(8) * 8)
            try bits.skip(try bits.bits(8) * 24)
        }
        // The sample rate, followed by the number of samples if it is not 0.
        if try bits.bits(32) != 0 { try bits.skip(32) }
        if members & 4 == 4 { try bits.skip(24) }
        // Vertices of the avatar.
        try bits.skip(try bits.bits(16) * 32)
        return MPEGChannel(place: place, gain: gain, weight: weight, bodyPartMask: mask)
    }
}
