/// Sounds that are easy to find in a recording.
package enum TestSignal {
    /// Returns a burst of seeded white noise. Its autocorrelation is a single sharp peak, so a matched filter finds its
    /// exact frame.
    package static func burst(frames: Int = 480, amplitude: Float = 0.5, seed: UInt32 = 1) -> [Float] {
        var state = seed
        return (0..<frames).map { _ in amplitude * nextSample(&state) }
    }

    /// Returns noise of about 100 Hz to 2.5 kHz, at most `amplitude` loud: a stand-in for music, the same each time.
    package static func music(frames: Int, amplitude: Float = 0.25, seed: UInt32 = 7) -> [Float] {
        var state = seed
        var low: Float = 0
        var lower: Float = 0
        var samples = (0..<frames).map { _ -> Float in
            low += 0.28 * (nextSample(&state) - low)
            lower += 0.013 * (low - lower)
            return low - lower
        }
        let peak = samples.reduce(Float(1e-9)) { max($0, abs($1)) }
        for index in samples.indices { samples[index] *= amplitude / peak }
        return samples
    }

    /// Returns the next value of a linear congruential sequence, in -1..<1.
    private static func nextSample(_ state: inout UInt32) -> Float {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state)) / 2_147_483_648
    }
}
