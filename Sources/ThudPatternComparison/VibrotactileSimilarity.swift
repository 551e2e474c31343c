import Glibc

/// Two published measures of how alike two vibrations feel, each 1 for equal signals.
///
/// ST-SIM weighs the likeness of spectra and of waves, and SPQI the difference of spectra, each in blocks of 512
/// samples at 8 kHz and above the threshold of the skin (Noll et al., "VibroMAF: towards a standardized vibrotactile
/// quality assessment framework", 2022; Hassen and Steinbach 2018 for ST-SIM). The details, such as the grid of the
/// threshold, are those of the package vibromaf 0.0.8, so that figures can be compared.
package struct VibrotactileSimilarity: Hashable, Sendable {
    /// The sample rate of the signals, in hertz.
    package static let sampleRate = 8_000
    /// The number of samples in a block. What follows the last whole block does not count.
    static let blockLength = 512

    /// The spectral and temporal similarity; 0 if the waves are opposed.
    package let stSim: Double
    /// The spectral perceptual quality index, 0 to 1.
    package let spqi: Double

    /// Compares two signals at ``sampleRate``; nil if they differ in length or have less than one block.
    package init?(_ distorted: [Float], to reference: [Float]) {
        guard distorted.count == reference.count, reference.count >= Self.blockLength else { return nil }
        guard distorted != reference else {
            (stSim, spqi) = (1, 1)
            return
        }
        let starts = stride(from: 0, through: reference.count - Self.blockLength, by: Self.blockLength)
        let blocks = starts.map { start in
            (Block(reference[start..<start + Self.blockLength]), Block(distorted[start..<start + Self.blockLength]))
        }
        let spectral = Self.mean(blocks.map { Self.likeness($0.support, $1.support) })
        let temporal = Self.mean(blocks.map { Self.likeness($0.wave, $1.wave) })
        stSim = pow(max(temporal, 0), Self.temporalShare) * pow(max(spectral, 0), 1 - Self.temporalShare)
        spqi = Self.mean(
            blocks.map { reference, distorted in
                (1 - tanh(Self.slope * reference.difference(to: distorted) - Self.offset)) / 2
            })
    }

    private static let temporalShare = 2.0 / 3
    private static let slope = 0.3
    private static let offset = -2.0
    private static let epsilon = Double.ulpOfOne

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private static func likeness(_ reference: [Double], _ distorted: [Double]) -> Double {
        let product = zip(reference, distorted).reduce(0) { $0 + $1.0 * $1.1 }
        return product / (reference.reduce(0) { $0 + $1 * $1 } + epsilon)
    }

    /// A block as a normalized wave, and as its spectrum above the threshold of the skin, in dB.
    private struct Block {
        let wave: [Double]
        private let spectrum: [Double]

        init(_ samples: ArraySlice<Float>) {
            let values = samples.map(Double.init)
            let mean = VibrotactileSimilarity.mean(values)
            let deviation = VibrotactileSimilarity.mean(values.map { ($0 - mean) * ($0 - mean) }).squareRoot()
            wave = values.map { ($0 - mean) / (deviation + epsilon) }
            spectrum = zip(CosineTransform.transformed(values), SkinThreshold.levels).map { 20 * log10(abs($0)) - $1 }
        }

        /// How far each band is above the threshold, 0 to 1: a normal distribution 12 dB wide.
        var support: [Double] { spectrum.map { 0.5 * erfc(-$0 / (12 * 2.0.squareRoot())) } }

        /// Returns the difference of two spectra relative to this one, in dB.
        func difference(to other: Block) -> Double {
            let (own, others) = (spectrum.map { pow(10, $0 / 10) }, other.spectrum.map { pow(10, $0 / 10) })
            let difference = zip(own, others).reduce(0) { $0 + abs($1.0 - $1.1) }
            return 10 * log10(difference / (own.reduce(0, +) + epsilon))
        }
    }
}

/// The orthonormal discrete cosine transform of the second kind of one block.
private enum CosineTransform {
    private static let length = VibrotactileSimilarity.blockLength
    /// Cosines of a quarter of a turn in steps of half a band of the whole block.
    private static let cosines = (0..<length).map { cos(.pi * Double($0) / Double(2 * length)) }

    static func transformed(_ values: [Double]) -> [Double] {
        var bands = sums(values).map { $0 * (2 / Double(length)).squareRoot() }
        bands[0] /= 2.0.squareRoot()
        return bands
    }

    /// Returns the sum of the values times the cosine of each band. The even bands are those of the first half plus the
    /// mirrored second, and the odd ones follow from those of their difference (Lee 1984, "A new algorithm to compute
    /// the discrete cosine transform").
    private static func sums(_ values: [Double]) -> [Double] {
        let half = values.count / 2
        guard half > 0 else { return values }
        let (last, step) = (values.count - 1, length / values.count)
        let even = sums((0..<half).map { values[$0] + values[last - $0] })
        let odd = sums((0..<half).map { (values[$0] - values[last - $0]) / (2 * cosines[(2 * $0 + 1) * step]) }) + [0]
        var bands = values
        for index in 0..<half { (bands[2 * index], bands[2 * index + 1]) = (even[index], odd[index] + odd[index + 1]) }
        return bands
    }
}

/// The threshold of the skin in each band of a block, in dB.
private enum SkinThreshold {
    static let levels: [Double] = {
        let count = VibrotactileSimilarity.blockLength
        let scale = 62 / pow(log10(6.0 / 11), 2)
        let curve = (0..<count).map { band in
            let frequency = Double(band) * Double(VibrotactileSimilarity.sampleRate) / Double(2 * count - 1)
            return abs(scale * pow(log10(frequency / 550 + 6.0 / 11), 2)) - 77
        }
        // Beyond the first band whose threshold is above 0 it stays as it is there.
        let limit = curve.firstIndex { $0 > 0 } ?? 0
        return curve.indices.map { curve[min($0, limit)] }
    }()
}
