/// The spectra of the last moments, against which the next one is new or not.
///
/// This is the half-wave rectified spectral flux (Bello et al. 2005, "A tutorial on onset detection in music signals";
/// Dixon 2006, "Onset detection revisited") with the maximum filter of Böck and Widmer 2013, "Maximum filter vibrato
/// suppression for onset detection", along both axes. Along frequency it keeps a gliding tone from being new. Along time
/// it keeps what merely comes back from being new: the pulses of a tone lower than the window is long, and the beats of
/// the tones of a chord.
struct SpectrumMemory {
    /// What counts as before begins this many moments ago: 10 ms, half a window.
    private static let lag = 2

    /// And reaches back as many moments as this: 55 ms, and with the length of the window as far as the pulses of a 20 Hz
    /// tone lie apart.
    private static let reach = 11

    /// The frequencies on each side into which a tone spreads under the window.
    private let spread: Int

    /// The spectra of the last ``reach`` moments, each frequency with the largest of its neighbours.
    private var spectra: [[Float]]

    /// Where the spectrum of the next moment goes.
    private var next = 0

    /// A memory of silence, for spectra of `bins` frequencies under a Hann window that is `length` of `2 * bins` samples.
    init(bins: Int, length: Int) {
        spread = max(1, 4 * bins / length)
        spectra = [[Float]](repeating: [Float](repeating: 0, count: bins), count: Self.reach)
    }

    /// How much amplitude the magnitudes of the next moment have beyond what was before; remembers them.
    mutating func novelty(of magnitudes: [Float]) -> Double {
        let before = largest()
        var sum: Float = 0
        for bin in 1..<magnitudes.count {
            let rise = max(0, magnitudes[bin] - before[bin])
            sum += rise * rise
        }
        spectra[next] = spreading(magnitudes)
        next = (next + 1) % Self.reach
        return Double(sum.squareRoot())
    }

    /// The largest magnitude of each frequency in the spectra that count as before.
    private func largest() -> [Float] {
        var largest = spectra[next]
        for age in Self.lag..<Self.reach {
            Self.raise(&largest, to: spectra[(next + Self.reach - age) % Self.reach], from: 0)
        }
        return largest
    }

    /// Each magnitude as the largest among its neighbours.
    private func spreading(_ magnitudes: [Float]) -> [Float] {
        let edge = [Float](repeating: 0, count: spread)
        let padded = edge + magnitudes + edge
        var largest = magnitudes
        for offset in 0...2 * spread { Self.raise(&largest, to: padded, from: offset) }
        return largest
    }

    /// Raises each value to the one at its place, from `offset` on, in `others`, if that is larger. The loop is of the
    /// form that the compiler turns into vector instructions: it runs some fifteen times a moment.
    private static func raise(_ values: inout [Float], to others: [Float], from offset: Int) {
        var values = values.mutableSpan
        let others = others.span.extracting(offset..<offset + values.count)
        for index in 0..<min(values.count, others.count) {
            let (value, other) = (values[index], others[index])
            values[index] = value < other ? other : value
        }
    }
}
