import Glibc
import ThudPatterns

/// How two drive signals differ: in envelope, felt level, onset and two published measures.
package struct SignalComparison: Hashable, Sendable {
    /// The sample rate of the signals, in hertz.
    package static let sampleRate = VibrotactileSimilarity.sampleRate

    /// The largest difference of the envelopes, in dB, and when it occurs, in seconds; nil if both are silent. What is
    /// matched within a just-noticeable time is no difference.
    package let envelope: Envelope?
    /// The felt levels, in dB; see ``PatternMetrics/feltLevel``.
    package let feltLevels: Pair
    /// The onsets, in seconds; see ``PatternMetrics/onset``.
    package let onsets: Pair
    package let similarity: VibrotactileSimilarity?

    /// The place of the largest difference of two envelopes.
    package struct Envelope: Hashable, Sendable {
        package let time: Double
        package let decibels: Double
        package var noticeable: Double { decibels / NoticeableDifference.decibels }
    }

    /// A figure of both signals; nil for a silent one.
    package struct Pair: Hashable, Sendable {
        package let first: Double?
        package let second: Double?
        /// The step that is just noticeable.
        fileprivate let step: Double

        /// The difference in just-noticeable ones; without end if only one signal is silent.
        package var noticeable: Double {
            guard let first, let second else { return first == nil && second == nil ? 0 : .infinity }
            return abs(second - first) / step
        }
    }

    /// The largest difference, in just-noticeable ones.
    package var largest: Double { max(envelope?.noticeable ?? 0, feltLevels.noticeable, onsets.noticeable) }

    /// Compares two signals at ``sampleRate``. The shorter one is followed by silence, and so are both if they are
    /// shorter than a block of the published measures.
    package init(_ first: [Float], _ second: [Float]) {
        let count = max(first.count, second.count, VibrotactileSimilarity.blockLength)
        let (one, other) = (Self.padded(first, to: count), Self.padded(second, to: count))
        let rate = Double(Self.sampleRate)
        let figures = [one, other].map { PatternMetrics(HapticPattern(), samples: $0, sampleRate: rate) }
        feltLevels = Pair(
            first: figures[0].feltLevel, second: figures[1].feltLevel, step: NoticeableDifference.decibels)
        onsets = Pair(first: figures[0].onset, second: figures[1].onset, step: NoticeableDifference.time)
        envelope = Self.envelope(one, other)
        similarity = VibrotactileSimilarity(other, to: one)
    }

    private static func padded(_ samples: [Float], to count: Int) -> [Float] {
        samples + [Float](repeating: 0, count: count - samples.count)
    }

    /// The hop between two levels, in samples (4 ms), and how many hops of difference in time nobody feels.
    private static let hop = 32
    private static let slack = Int(NoticeableDifference.time * Double(sampleRate) / Double(hop))
    /// How far below the loudest moment a level counts as silence, in dB.
    private static let floor = 40.0
    /// How much a level falls from one hop to the next at most, in dB. What is felt fades; without this, half a
    /// millisecond more between two taps would turn a weak moment into silence.
    private static let fall = 1.0

    private static func envelope(_ one: [Float], _ other: [Float]) -> Envelope? {
        let powers = [one, other].map(powers)
        guard let peak = powers.joined().max(), peak > 0 else { return nil }
        let least = 10 * log10(peak) - floor
        let levels = powers.map { powers in
            powers.reduce(into: [Double]()) { levels, power in
                levels.append(max(power > 0 ? 10 * log10(power) : least, (levels.last ?? least) - fall, least))
            }
        }
        var worst = Envelope(time: 0, decibels: 0)
        for (own, others) in [(levels[0], levels[1]), (levels[1], levels[0])] {
            for (index, level) in own.enumerated() {
                let (first, last) = (index - slack, index + slack)
                let near = others[max(0, first)...min(others.count - 1, last)]
                // There is silence before the start and after the end.
                let lowest = first < 0 || last >= others.count ? least : near.min() ?? level
                let beyond = max(level - (near.max() ?? level), lowest - level)
                if beyond > worst.decibels {
                    worst = Envelope(time: Double(index * hop) / Double(sampleRate), decibels: beyond)
                }
            }
        }
        return worst
    }

    /// Returns the mean power of 16 ms around each hop.
    private static func powers(_ samples: [Float]) -> [Double] {
        stride(from: 0, to: samples.count, by: hop).map { middle in
            let window = samples[max(0, middle - 2 * hop)..<min(samples.count, middle + 2 * hop)]
            return window.reduce(0) { $0 + Double($1) * Double($1) } / Double(4 * hop)
        }
    }
}
