import Glibc

/// One cycle of a periodic wave, read with straight lines between its entries.
///
/// With 4096 entries a sine is met within 3e-7, far below 16 bits, in a fraction of the time that `sin` takes.
struct WaveTable: Sendable {
    private static let size = 4096

    /// A cycle, and its first entry again, so that the last line needs no case of its own.
    private let entries: [Float]

    /// A table of a sum of sines: the first at the wave's own frequency, the second at its octave, and so on.
    init(harmonics: [Double]) {
        entries = (0...Self.size).map { entry in
            let turn = 2 * .pi * Double(entry % Self.size) / Double(Self.size)
            return Float(harmonics.enumerated().reduce(0) { $0 + $1.element * sin(Double($1.offset + 1) * turn) })
        }
    }

    /// A sine.
    static let sine = WaveTable(harmonics: [1])

    /// The wave at a phase in cycles, which is at least 0 and below 1e12.
    @inline(__always)
    func value(at cycles: Double) -> Double {
        let position = cycles * Double(Self.size)
        let whole = Int(position)
        let entry = whole & (Self.size - 1)
        let from = Double(entries[entry])
        return from + (Double(entries[entry + 1]) - from) * (position - Double(whole))
    }
}
