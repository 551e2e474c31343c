import Glibc
import ThudSoundFiles

extension Sound {
    /// Returns the heard channels within a band, in hertz: through Butterworth filters of second order at each end,
    /// which fall by 12 dB an octave (Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients"). An
    /// end beyond what the sample rate can hold has no effect. A constant offset is removed first, because its
    /// beginning would pass as a blow.
    func limited(to band: ClosedRange<Double>) -> Sound {
        let rate = Double(sampleRate)
        let filters = [
            Biquad(above: band.lowerBound, sampleRate: rate), Biquad(below: band.upperBound, sampleRate: rate),
        ].compactMap { $0 }
        let level = zip(heardChannels, AnalysedSound(self).offsets).map { samples, offset in
            // A sound that begins nearer to 0 would only get such a beginning.
            let first = samples.first ?? 0
            let rest = abs(first) < abs(first - offset) ? 0 : offset
            return samples.map { $0 - rest }
        }
        return Sound(
            sampleRate: sampleRate, channels: level.map { samples in filters.reduce(samples) { $1.filtered($0) } })
    }
}

private struct Biquad {
    private let input: (Double, Double, Double)
    private let feedback: (Double, Double)

    init?(above hertz: Double, sampleRate: Double) {
        self.init(at: hertz, sampleRate) { ((1 + $0) / 2, -(1 + $0), (1 + $0) / 2) }
    }

    init?(below hertz: Double, sampleRate: Double) {
        self.init(at: hertz, sampleRate) { ((1 - $0) / 2, 1 - $0, (1 - $0) / 2) }
    }

    private init?(at hertz: Double, _ rate: Double, _ input: (_ cosine: Double) -> (Double, Double, Double)) {
        guard hertz < 0.49 * rate else { return nil }
        let angle = 2 * Double.pi * hertz / rate
        let cosine = cos(angle)
        let alpha = sin(angle) / 2.squareRoot()
        let (first, second, third) = input(cosine)
        self.input = (first / (1 + alpha), second / (1 + alpha), third / (1 + alpha))
        feedback = (-2 * cosine / (1 + alpha), (1 - alpha) / (1 + alpha))
    }

    func filtered(_ samples: [Float]) -> [Float] {
        let limit = SoundLimits.maximumMagnitude
        var (one, two) = (0.0, 0.0)
        return samples.map { sample in
            // A bad sample must not stay in the filter's memory for ever.
            let value = abs(sample) <= limit ? Double(sample) : 0
            let result = input.0 * value + one
            one = input.1 * value - feedback.0 * result + two
            two = input.2 * value - feedback.1 * result
            return Float(result)
        }
    }
}
