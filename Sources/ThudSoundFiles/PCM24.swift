/// The step from float samples to 24 bits: what every file that Thud writes holds.
enum PCM24 {
    /// `sample` rounded to the nearest of 2^24 steps and left-aligned in 32 bits.
    ///
    /// Beyond full scale it is clipped, never wrapped; what is not a number becomes silence.
    static func quantise(_ sample: Float) -> Int32 {
        guard !sample.isNaN else { return 0 }
        let steps = max(-8_388_608, min(8_388_607, (sample * 8_388_608).rounded()))
        return Int32(steps) << 8
    }
}
