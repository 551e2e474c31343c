/// How intensity and sharpness become a wave: tables, which the audio thread reads and nobody writes again.
///
/// The values between two entries of a table lie on a straight line.
public final class VibrationTone: Sendable {
    /// Entries of a table over intensity or sharpness, both ends included.
    public static let entries = 4097

    /// Entries of a cycle.
    public static let cycle = 2048

    /// A moment of a vibration lasts so many seconds. Within one, amplitude and frequency move in straight lines.
    public static let tick = 0.0005

    /// The most ticks over whose amplitudes the mean may be taken.
    public static let longestMean = 8

    let view: ToneView

    /// A tone.
    ///
    /// - Parameters:
    ///   - amplitude: by intensity from 0 to 1, linear.
    ///   - level: a factor of the amplitude by sharpness from 0 to 1.
    ///   - frequency: in hertz, by sharpness from 0 to 1.
    ///   - wave: one cycle of ``cycle`` entries: the wave, and by how much it moves from entry to entry there.
    ///   - mean: the amplitude of a tick is the mean of those of so many ticks, 1 to ``longestMean``.
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
        // Read where a value stands exactly at the end, and counts for nothing there.
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

/// A tone as the audio thread sees it.
struct ToneView: BitwiseCopyable, @unchecked Sendable {  // Points at tables that are never written again.
    let amplitude: UnsafePointer<Double>
    let level: UnsafePointer<Double>
    let frequency: UnsafePointer<Double>
    let wave: UnsafePointer<SIMD2<Float>>
    let mean: Int

    /// The value of a table at a place from 0 to 1.
    @_noLocks @_noAllocation
    static func value(_ table: UnsafePointer<Double>, at place: Double) -> Double {
        let position = place * 4096
        let entry = Int(position)
        return table[entry] + (table[entry + 1] - table[entry]) * (position - Double(entry))
    }

    /// The wave at a phase in cycles, of a size below 1e12: read at the nearest entry, and from there along the wave's slope.
    @inline(__always) @_noLocks @_noAllocation
    func wave(at cycles: Double) -> Double {
        let position = cycles * 2048
        // Added to a double, this makes the lowest bits of the sum the nearest whole number.
        let shifted = position + 0x1.8p52
        let entry = wave[Int(truncatingIfNeeded: shifted.bitPattern) & 2047]
        return Double(entry.x) + Double(entry.y) * (position - (shifted - 0x1.8p52))
    }
}
