import Glibc
import SoundFiles

/// A sound of one channel made of a function of time in seconds.
func sound(seconds: Double, rate: Int = 16_000, _ sample: (Double) -> Double) -> Sound {
    let count = Int((seconds * Double(rate)).rounded())
    return Sound(sampleRate: rate, channels: [(0..<count).map { Float(sample(Double($0) / Double(rate))) }])
}

/// A sine.
func sine(_ hertz: Double, at time: Double) -> Double { sin(2 * .pi * hertz * time) }

/// A tap of a drum: a sine that starts at once and falls by a factor of e in 4 ms; nothing before its start.
func tap(_ hertz: Double, at start: Double, _ time: Double) -> Double {
    time < start ? 0 : cos(2 * .pi * hertz * (time - start)) * exp(-(time - start) / 0.004)
}

/// Noise that is the same every time, -1 to 1.
struct Noise {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 52) - 1
    }
}
