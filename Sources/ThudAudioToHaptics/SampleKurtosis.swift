/// How peaked the samples of a sound are, in steps of 1 ms: their kurtosis, the mean fourth power as a share of the
/// square of the mean power. It is 3 for steady noise of any spectrum, because its samples are normally distributed,
/// and more if something strikes (Antoni 2006, "The spectral kurtosis: a useful tool for characterising non-stationary
/// signals"). The power is that of the 100 ms around a step, so that gusts and a fading ring do not count. Each channel
/// has its own power, because noise in one beside silence in another would look like strikes.
struct SampleKurtosis {
    private let values: RunningSums

    /// The steps on each side whose power is averaged.
    private static let around = 50
    /// The most that one step counts, so that one hard strike is no texture.
    private static let largest = 70.0

    init(of sound: AnalysedSound) {
        let weights = [Float](repeating: 1, count: sound.step)
        var samples = weights
        let channels = (0..<sound.channelCount).map { channel in
            let moments = sound.steps { range in
                sound.read(channel: channel, from: range.lowerBound, weights: weights, into: &samples)
                let powers = samples.map { Double($0) * Double($0) }
                let count = Double(powers.count)
                return (power: powers.reduce(0, +) / count, fourth: powers.reduce(0) { $0 + $1 * $1 } / count)
            }
            let means = RunningSums(moments.map(\.power))
            return moments.indices.map { place in
                let power = means.mean(place - Self.around..<place + Self.around + 1)
                return (fourth: moments[place].fourth, normal: power * power)
            }
        }
        values = RunningSums(
            (channels.first ?? []).indices.map { place in
                let normal = channels.reduce(0) { $0 + $1[place].normal }
                return normal > 0 ? min(channels.reduce(0) { $0 + $1[place].fourth } / normal, Self.largest) : 0
            })
    }

    /// Returns the kurtosis of the half second before or after a step, whichever is less. A texture goes on, while a
    /// strike at the beginning of steady noise is on one side alone.
    func value(at step: Int) -> Double {
        values.sides(of: step).map(values.mean).min() ?? 0
    }
}
