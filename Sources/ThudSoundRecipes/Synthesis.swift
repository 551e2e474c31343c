import Glibc

/// The curves by which sounds swell, ring and end: pure functions of seconds, with values from 0 to 1.
enum Envelope {
    /// From 0 to 1 over `duration` along half a cosine: no corner, so no click.
    static func rise(_ time: Double, over duration: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= duration { return 1 }
        return 0.5 - 0.5 * cos(.pi * time / duration)
    }

    /// From 1 to 0, so that 0 is reached at `end`, along half a cosine over the `duration` before it.
    static func fall(_ time: Double, to end: Double, over duration: Double) -> Double {
        rise(end - time, over: duration)
    }

    /// Ringing out: 1 at time 0, down by a factor of e with each `timeConstant`.
    static func ring(_ time: Double, timeConstant: Double) -> Double {
        exp(-max(0, time) / timeConstant)
    }

    /// A position between `from` and `to` in equal musical steps: for frequencies.
    static func glide(_ from: Double, _ to: Double, _ position: Double) -> Double {
        from * pow(to / from, min(1, max(0, position)))
    }
}

/// A band-pass of two poles whose frequency may move with every sample without clicking: the band output of a state-variable
/// filter (A. Simper, Cytomic, 2013), with unity gain at its frequency.
struct BandpassFilter {
    private let sampleRate: Double
    private var first = 0.0
    private var second = 0.0

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Filters one sample.
    ///
    /// - Parameters:
    ///   - hertz: the frequency, held below 0.45 of the sample rate.
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
