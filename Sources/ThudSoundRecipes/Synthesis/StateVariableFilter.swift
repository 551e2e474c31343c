import Glibc

/// A two-pole filter whose frequency may move with every sample without clicking (A. Simper, Cytomic, 2013).
struct StateVariableFilter {
    /// What comes out of the filter for one sample.
    struct Outputs {
        /// What lies below the frequency.
        var low: Double
        /// What lies about it, at unity gain there.
        var band: Double
        /// What lies above it.
        var high: Double
    }

    private let sampleRate: Double
    private var first = 0.0
    private var second = 0.0

    /// A filter at rest.
    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Filters one sample.
    ///
    /// - Parameters:
    ///   - hertz: the frequency, held below 0.45 of the sample rate.
    ///   - q: resonance; 0.7071 is flat.
    mutating func process(_ input: Double, hertz: Double, q: Double) -> Outputs {
        let g = tan(.pi * min(hertz, 0.45 * sampleRate) / sampleRate)
        let k = 1 / q
        let a1 = 1 / (1 + g * (g + k))
        let v3 = input - second
        let v1 = a1 * first + a1 * g * v3
        let v2 = second + a1 * g * first + a1 * g * g * v3
        first = 2 * v1 - first
        second = 2 * v2 - second
        return Outputs(low: v2, band: k * v1, high: input - k * v1 - v2)
    }
}
