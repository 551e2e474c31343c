/// White noise that is the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014), one step a sample.
struct SeededNoise {
    private var state: UInt64

    /// Noise number `seed`.
    init(seed: UInt64) { state = seed }

    /// The next sample, evenly spread over -1..<1.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) * 0x1p-52 - 1
    }
}
