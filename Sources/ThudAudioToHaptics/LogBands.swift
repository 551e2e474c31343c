import Glibc

/// The level in narrow bands, evenly spaced in octaves, in decibels above a floor.
struct LogBands {
    /// The bins of each band. If bins are wider than bands, each bin is one band.
    private let bins: [Range<Int>]
    private let floor: Float

    var count: Int { bins.count }

    /// Creates bands over the lower half of a transform of `size`. Levels below `floor`, linear, count as 0 dB.
    init(perOctave: Double, in range: ClosedRange<Double>, sampleRate: Double, size: Int, floor: Double) {
        let bin = sampleRate / Double(size)
        let top = min(range.upperBound, sampleRate / 2)
        let steps = max(0, Int((log2(top / range.lowerBound) * perOctave).rounded(.down)))
        let edges = (0...steps).map { step in
            min(size / 2, Int((range.lowerBound * exp2(Double(step) / perOctave) / bin).rounded()))
        }
        bins = zip(edges, edges.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
        self.floor = Float(floor * floor)
    }

    /// The rises that do not count and that count most, in decibels: a sound after silence is not all that counts.
    static let (deadZone, largestRise): (Float, Float) = (6, 20)

    /// Returns by how much a level rises beyond the dead zone.
    static func rise(of level: Float, over earlier: Float) -> Float {
        min(max(level - earlier - deadZone, 0), largestRise)
    }

    func levels(of magnitudes: [Float]) -> [Float] {
        bins.map { band in
            let power = magnitudes[band].reduce(0) { $0 + $1 * $1 }
            return power > floor ? 10 * log10(power / floor) : 0
        }
    }
}
