import ThudCore

/// Makes sounds stand out of what is heard without them: subtracts from each sample what a linear predictor of the
/// background expects (Levinson 1947). Hum and the bass of music are predicted, and a sound's beginning is not.
///
/// The filter is causal, so no sound begins earlier than it did.
struct Whitening: Sendable {
    /// The shares of the previous samples that are expected, the last one first; none to change nothing.
    private let taps: [Float]

    private static let order = 4
    /// The frames of a part of a signal, and the share of the parts, the quietest ones, that are background.
    private static let (part, quiet) = (2_048, 0.2)
    /// What every background is taken to hold as well: noise with more bass than treble, 70 dB below the peak. Beside
    /// silence this much is subtracted of the previous sample.
    private static let (least, usual) = (1e-7, 0.95)

    init(of signal: [Float]) {
        let signal = Self.centred(signal)
        let peak = Double(signal.map(abs).max() ?? 0)
        let energies = DotProduct.energies(of: signal, inBlocksOf: Self.part)
        let parts = energies.indices.sorted { energies[$0] < energies[$1] }
        let background = parts.prefix(1 + Int(Self.quiet * Double(parts.count)))
        var usual = Self.least * peak * peak
        let correlation = (0...Self.order).map { lag in
            defer { usual *= Self.usual }
            return background.reduce(usual) { sum, part in
                let samples = signal.span.extracting(part * Self.part..<(part + 1) * Self.part)
                let product = DotProduct.of(samples, samples.extracting(lag..<Self.part))
                return sum + product / Double(background.count * Self.part)
            }
        }
        let (taps, error) = Self.predictor(correlation)
        let clarity = Self.loudness(Self.applied(taps, to: signal)) / error
        let plain = Self.loudness(signal) / correlation[0]
        let isBass = clarity < Self.clear && plain > max(Self.muchClearer * clarity, Self.leastClear)
        self.taps = isBass ? [] : taps
    }

    /// The energy of loud sounds relative to the background's. Signals stay as they are if a whitened one is not clear
    /// (40 dB), and the sounds are then much clearer (3 dB) and stand out (12 dB), such as those of a bass drum.
    private static let (clear, muchClearer, leastClear) = (10_000.0, 2.0, 16.0)

    func applied(to signal: [Float]) -> [Float] { Self.applied(taps, to: Self.centred(signal)) }

    private static func applied(_ taps: [Float], to signal: [Float]) -> [Float] {
        signal.indices.map { frame in
            taps.indices.prefix(frame).reduce(signal[frame]) { $0 - taps[$1] * signal[frame - 1 - $1] }
        }
    }

    /// Follows a constant offset within 10 ms. It would be louder than a soft sound, and alike everywhere.
    static func centred(_ signal: [Float]) -> [Float] {
        var offset: Float = 0
        return signal.map { sample in
            offset += (sample - offset) / 512
            return sample - offset
        }
    }

    /// Solves the equations of a linear predictor by Levinson's recursion; also returns the energy that is left.
    private static func predictor(_ correlation: [Double]) -> (taps: [Float], error: Double) {
        var taps: [Double] = []
        var error = correlation[0]
        for lag in correlation.indices.dropFirst() where error > 0 {
            let expected = zip(taps, correlation[1..<lag].reversed()).reduce(0) { $0 + $1.0 * $1.1 }
            let reflection = (correlation[lag] - expected) / error
            taps = zip(taps, taps.reversed()).map { $0 - reflection * $1 } + [reflection]
            error *= 1 - reflection * reflection
        }
        return (taps.map(Float.init), error)
    }

    /// Returns how loud a signal is in its loudest milliseconds: the mean energy of a sample in the sixteenth one.
    private static func loudness(_ signal: [Float]) -> Double {
        let block = 48
        let loudest = DotProduct.energies(of: signal, inBlocksOf: block).sorted().suffix(16)
        return (loudest.first ?? 0) / Double(block)
    }
}

extension DotProduct {
    static func energies(of signal: [Float], inBlocksOf block: Int) -> [Double] {
        (0..<signal.count / block).map { place in
            let samples = signal.span.extracting(place * block..<(place + 1) * block)
            return of(samples, samples)
        }
    }
}
