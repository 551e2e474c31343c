/// The mapping from intensity and sharpness to a wave, as immutable tables that the audio thread can read.
///
/// Values between two entries of a table are interpolated linearly.
public final class VibrationTone: Sendable {
    /// The number of entries in a table over intensity or sharpness, including both ends.
    public static let entries = 4097
    /// The number of entries in one cycle of the wave.
    public static let cycle = 2048
    /// The length of a tick of a vibration, in seconds. Within a tick, amplitude and frequency change linearly.
    public static let tick = 0.0005
    /// The most ticks over which the amplitude may be averaged.
    public static let longestMean = 8
    let view: ToneView

    /// Creates a tone and fills its tables from the given functions.
    ///
    /// - Parameters:
    ///   - amplitude: The linear amplitude for an intensity from 0 to 1.
    ///   - level: A factor of the amplitude for a sharpness from 0 to 1.
    ///   - frequency: The frequency in hertz for a sharpness from 0 to 1.
    ///   - wave: One cycle of ``cycle`` entries. Each holds the wave's value and its change per entry at that point.
    ///   - mean: The number of ticks over which the amplitude is averaged, 1 to ``longestMean``.
    /// - Precondition: `wave` has ``cycle`` entries, and `mean` is in its range.
    public init(
        amplitude: (Double) -> Double, level: (Double) -> Double, frequency: (Double) -> Double, wave: [SIMD2<Float>],
        mean: Int
    ) {
        precondition(wave.count == VibrationTone.cycle, "a cycle has \(VibrationTone.cycle) entries")
        precondition(
            (1...VibrationTone.longestMean).contains(mean), "a mean of 1 to \(VibrationTone.longestMean) ticks")
        let cycle = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: wave.count)
        cycle.initialize(from: wave, count: wave.count)
        view = ToneView(
            amplitude: VibrationTone.table(amplitude), level: VibrationTone.table(level),
            frequency: VibrationTone.table(frequency), wave: UnsafePointer(cycle), mean: mean)
    }

    private static func table(_ law: (Double) -> Double) -> UnsafePointer<Double> {
        let table = UnsafeMutablePointer<Double>.allocate(capacity: entries + 1)
        for entry in 0..<entries { (table + entry).initialize(to: law(Double(entry) / Double(entries - 1))) }
        // Read for a value exactly at the end, with the weight zero.
        (table + entries).initialize(to: table[entries - 1])
        return UnsafePointer(table)
    }

    deinit {
        view.amplitude.deallocate()
        view.level.deallocate()
        view.frequency.deallocate()
        view.wave.deallocate()
    }
}

struct ToneView: BitwiseCopyable, @unchecked Sendable {  // Points at tables that are never written again.
    let amplitude: UnsafePointer<Double>
    let level: UnsafePointer<Double>
    let frequency: UnsafePointer<Double>
    let wave: UnsafePointer<SIMD2<Float>>
    let mean: Int

    /// Returns the interpolated value of a table at `place`, 0 to 1.
    @_noLocks @_noAllocation
    static func value(_ table: UnsafePointer<Double>, at place: Double) -> Double {
        let position = place * 4096
        let entry = Int(position)
        return table[entry] + (table[entry + 1] - table[entry]) * (position - Double(entry))
    }

    /// Returns the wave at a phase of less than 1e12 cycles: the nearest entry, corrected by the wave's slope there.
    @inline(__always) @_noLocks @_noAllocation
    func wave(at cycles: Double) -> Double {
        let position = cycles * 2048
        // Adding this constant to a double puts the nearest whole number in the lowest bits of the sum.
        let shifted = position + 0x1.8p52
        let entry = wave[Int(truncatingIfNeeded: shifted.bitPattern) & 2047]
        return Double(entry.x) + Double(entry.y) * (position - (shifted - 0x1.8p52))
    }
}
