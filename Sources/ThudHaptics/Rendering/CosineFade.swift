import Glibc

/// A squared cosine that falls from 1 to 0 over a number of seconds, sample by sample.
///
/// `cos^2(x) = (1 + cos 2x) / 2`, and the cosine by Chebyshev's recurrence: one multiplication a sample.
struct CosineFade {
    private let twice: Double
    private var current: Double
    private var before: Double

    init(length: Double, sampleRate: Double) {
        let step = Double.pi / (length * sampleRate)
        twice = 2 * cos(step)
        current = 1
        before = cos(step)
    }

    /// The value at the next sample; the first is 1.
    @inline(__always)
    mutating func next() -> Double {
        let value = 0.5 + 0.5 * current
        (current, before) = (twice * current - before, current)
        return value
    }
}
