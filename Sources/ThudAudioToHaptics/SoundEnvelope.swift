import Glibc
import ThudCore
import ThudPatterns

/// Follows level and centroid of a sound between its onsets.
///
/// The power is averaged over more than a period of the lowest tones and of their beats, so that a held chord is
/// steady. An average alone would blur a blow and whatever begins or ends without an onset. The level is therefore at
/// least a share of the peaks, which rise at once and fall slowly, as designers let them: see
/// bench/sound-to-haptic/pairs. The average is at most the level of the 20 ms around, and the peaks are bounded by it
/// too, so that silence stays silent.
struct SoundEnvelope {
    struct Moment {
        /// Seconds from the start of the sound; may lie outside it.
        let time: Double
        let level: Double
        /// The mean frequency weighted by power, in hertz; nil for silence.
        let centroid: Double?
    }

    let moments: [Moment]
    /// The peaks of each moment: they rise at once and fall slowly.
    private let peaks: [Double]

    /// The least level as a share of the peaks: the crest of a chord is higher.
    private static let peak = 0.35
    /// The most that the peaks exceed the levels around, and the longest dip in these that is filled, as a share of
    /// the average's length.
    private static let (most, dip) = (6.0, 0.6)
    /// The time in which the peaks fall by a factor of e, as a share of the average's length.
    private static let fall = 0.25

    /// Follows a sound.
    /// - Parameter smoothing: the length of the average in seconds.
    init(of features: SoundFeatures, onsets: [Double], smoothing: Double) {
        let windows = features.windows
        let reach = features.length / features.hop / 2
        let length = smoothing * 200
        let peaks = Self.falling(windows.map(\.peak), over: Self.fall * length)
        var moments: [Moment] = []
        for onset in onsets.map(Optional.some) + [nil] {
            let first = moments.count
            let next = onset.map { time in windows.partitionPoint { $0.time >= time } } ?? windows.count
            // A window before an onset may reach into it, and then repeats the last one that does not.
            let last = onset == nil ? next : min(next, max(first + 1, next - reach))
            let part = windows[first..<last].map(\.spectrum)
            let averages = Self.averaged(part, half: Int((0.6 * length).rounded()))
            let held = Self.closed(part.map(\.level), by: Int((0.5 * Self.dip * length).rounded()))
            for place in first..<next {
                let index = min(place - first, part.count - 1)
                let level = max(
                    min(averages[index].level, held[index]),
                    Self.peak * min(peaks[place], Self.most * held[index]))
                moments.append(Moment(time: windows[place].time, level: level, centroid: averages[index].centroid))
            }
        }
        self.moments = moments
        self.peaks = peaks
    }

    /// Returns the level of a tap at an onset: that of the attack, but at least the share of the peaks while it acts.
    func level(of onset: Onset) -> Double {
        let first = moments.partitionPoint { $0.time >= onset.time }
        let end = moments.partitionPoint { $0.time >= onset.time + HapticLimits.transientLength }
        return max(onset.level, Self.peak * (peaks[first..<end].max() ?? 0))
    }

    /// Returns the values with a fall by a factor of e within so many values after each peak.
    private static func falling(_ values: [Double], over count: Double) -> [Double] {
        let share = 1 - exp(-1 / count)
        var held = 0.0
        return values.map { value in
            held = max(value, held + share * (value - held))
            return held
        }
    }

    /// Returns the average of each window of a part and of `half` windows on each side within it.
    private static func averaged(
        _ part: [SpectrumAnalyser.Spectrum], half: Int
    ) -> [(level: Double, centroid: Double?)] {
        let weights = (0...half).map { 0.5 + 0.5 * cos(.pi * Double($0) / Double(half + 1)) }
        return part.indices.map { index in
            var (sum, weighted, weight) = (0.0, 0.0, 0.0)
            for place in max(0, index - half)...min(part.count - 1, index + half) {
                let share = weights[abs(place - index)]
                sum += share * part[place].power
                weighted += share * part[place].weightedPower
                weight += share
            }
            return ((sum / weight).squareRoot(), sum > 0 ? weighted / sum : nil)
        }
    }

    /// Returns the values with dips of up to `2 * half` filled: the least of the greatest around each.
    private static func closed(_ values: [Double], by half: Int) -> [Double] {
        // Outside there is silence, so that the ends are no dips.
        let silence = [Double](repeating: 0, count: 2 * half)
        let closed = extremes(extremes(silence + values + silence, half, max), half, min)
        return Array(closed[silence.count..<silence.count + values.count])
    }

    private static func extremes(_ values: [Double], _ half: Int, _ choose: (Double, Double) -> Double) -> [Double] {
        values.indices.map { index in
            values[max(0, index - half)...min(values.count - 1, index + half)].reduce(values[index], choose)
        }
    }
}
