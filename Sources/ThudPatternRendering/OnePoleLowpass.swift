import Glibc

/// What brightness does to a sound: a low-pass of 6 dB an octave that is open at 1.
struct OnePoleLowpass {
    private var last: Float = 0

    /// The corner at brightness 0, in hertz, and the highest below which the filter acts. Between them it rises evenly in
    /// octaves, as brightness is heard.
    private static let lowest = 200.0
    private static let highest = 20_000.0

    /// The next sample.
    mutating func take(_ sample: Float, _ brightness: Double, _ sampleRate: Int) -> Float {
        guard brightness < 1 else {
            last = sample
            return sample
        }
        let corner = Self.lowest * pow(Self.highest / Self.lowest, brightness)
        let share = Float(1 - exp(-2 * .pi * corner / Double(sampleRate)))
        last += share * (sample - last)
        return last
    }
}
