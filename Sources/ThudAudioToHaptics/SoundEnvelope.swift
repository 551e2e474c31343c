import Glibc
import ThudCore

/// Follows level and centroid of a sound between its onsets.
///
/// The power is averaged over more than a period of the lowest tones and of their beats, so that a held chord is
/// steady. An average alone would blur what begins or ends without an onset, and prolong a short ring. The level
/// therefore stays near that of a peak-hold that keeps edges: a closing, which only fills the dips of a beat.
struct SoundEnvelope {
    struct Moment {
        /// Seconds from the start of the sound; may lie outside it.
        let time: Double
        let level: Double
        /// The mean frequency weighted by power, in hertz; nil for silence.
        let centroid: Double?
    }

    let moments: [Moment]

    /// The range of the averaged power, as a share of the held power: -6 to 0.5 dB.
    private static let bounds = 0.25...1.12
    /// The longest dip that a closing fills, as a share of the average's length.
    private static let dip = 0.6

    /// Follows a sound. After each of its onsets the level is 0 for `tap` seconds, in which a tap acts.
    /// - Parameter smoothing: the length of the average in seconds.
    init(of features: SoundFeatures, onsets: [Double], tap: Double, smoothing: Double) {
        let windows = features.windows
        let reach = features.length / features.hop / 2
        let spectra = windows.map(\.spectrum)
        let half = Int((smoothing * 200 / 2).rounded())
        var power = [Double](repeating: 0, count: windows.count)
        var centroids = [Double?](repeating: nil, count: windows.count)
        var first = 0
        for (index, onset) in (onsets.map(Optional.some) + [nil]).enumerated() {
            // A window before an onset may reach into it, and then repeats the last one that does not.
            let next = onset.map { time in windows.partitionPoint { $0.time >= time } } ?? windows.count
            let end = onset == nil ? next : max(first, next - reach)
            let start = index == 0 ? first : min(end, first + reach)
            let part = Self.followed(spectra[start..<end], half: half)
            let felt = index == 0 ? first : windows.partitionPoint { $0.time >= onsets[index - 1] + tap }
            for place in first..<next where !part.isEmpty {
                let moment = part[min(max(place - start, 0), part.count - 1)]
                power[place] = place < felt ? 0 : moment.power
                centroids[place] = moment.centroid
            }
            first = next
        }
        moments = windows.indices.map {
            Moment(time: windows[$0].time, level: power[$0].squareRoot(), centroid: centroids[$0])
        }
    }

    /// Returns the averaged power and centroid of each window of a part between two onsets.
    private static func followed(
        _ part: ArraySlice<SpectrumAnalyser.Spectrum>, half: Int
    ) -> [(power: Double, centroid: Double?)] {
        let held = closed(part.map(\.power), by: Int((dip * Double(half)).rounded()))
        let spectra = Array(part)
        let weights = (0...half).map { 0.5 + 0.5 * cos(.pi * Double($0) / Double(half + 1)) }
        return spectra.indices.map { index in
            var (sum, weighted, weight) = (0.0, 0.0, 0.0)
            for place in max(0, index - half)...min(spectra.count - 1, index + half) {
                let share = weights[abs(place - index)]
                sum += share * spectra[place].power
                weighted += share * spectra[place].weightedPower
                weight += share
            }
            let power = min(max(sum / weight, bounds.lowerBound * held[index]), bounds.upperBound * held[index])
            return (half > 0 ? power : spectra[index].power, sum > 0 ? weighted / sum : nil)
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
