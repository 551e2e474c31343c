import Glibc

/// The envelopes of sounds: pure functions of seconds, with values from 0 to 1.
enum Envelope {
    /// Rises from 0 to 1 over `duration` along half a cosine, which has no corner and so makes no click.
    static func rise(_ time: Double, over duration: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= duration { return 1 }
        return 0.5 - 0.5 * cos(.pi * time / duration)
    }

    /// Falls from 1 to 0 along half a cosine, over the `duration` that ends at `end`.
    static func fall(_ time: Double, to end: Double, over duration: Double) -> Double {
        rise(end - time, over: duration)
    }

    /// Decays from 1 at time 0 by a factor of e per `timeConstant`.
    static func ring(_ time: Double, timeConstant: Double) -> Double { exp(-max(0, time) / timeConstant) }

    /// Returns the frequency at `position` between `from` and `to`, in equal musical steps.
    static func glide(_ from: Double, _ to: Double, _ position: Double) -> Double {
        from * pow(to / from, min(1, max(0, position)))
    }
}

/// A two-pole band-pass filter whose frequency may change with every sample without clicks. It is the band output of
/// a state-variable filter (A. Simper, Cytomic, 2013), with unity gain at its frequency.
struct BandpassFilter {
    private let sampleRate: Double
    private var first = 0.0
    private var second = 0.0

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Filters one sample.
    /// - Parameters:
    ///   - hertz: the frequency, limited to 0.45 of the sample rate.
    ///   - q: the frequency divided by the width of the band.
    mutating func process(_ input: Double, hertz: Double, q: Double) -> Double {
        let g = tan(.pi * min(hertz, 0.45 * sampleRate) / sampleRate)
        let k = 1 / q
        let a1 = 1 / (1 + g * (g + k))
        let v3 = input - second
        let v1 = a1 * first + a1 * g * v3
        let v2 = second + a1 * g * first + a1 * g * g * v3
        first = 2 * v1 - first
        second = 2 * v2 - second
        return k * v1
    }
}
