import Glibc
import ThudAudioToHaptics
import ThudSoundFiles

/// Returns a sound of one channel from a function of time in seconds.
func sound(seconds: Double, rate: Int = 16_000, _ sample: (Double) -> Double) -> Sound {
    let count = Int((seconds * Double(rate)).rounded())
    return Sound(sampleRate: rate, channels: [(0..<count).map { Float(sample(Double($0) / Double(rate))) }])
}

func sine(_ hertz: Double, at time: Double) -> Double { sin(2 * .pi * hertz * time) }

/// Returns a drum tap: a sine that starts at once and falls by a factor of e in 4 ms, with silence before its start.
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

/// Returns a sawtooth that begins at its lowest value; `cycles` is the frequency times the time.
func saw(_ cycles: Double) -> Double { 2 * (cycles - cycles.rounded(.down)) - 1 }

/// Returns a plucked string, whose higher harmonics fall off faster, with silence before its start.
func note(_ hertz: Double, at start: Double, _ time: Double, fall: Double = 0.7, harmonics: Int = 8) -> Double {
    guard time >= start else { return 0 }
    let since = time - start
    return min(1, since / 0.002)
        * (1...harmonics).reduce(0) { sum, harmonic in
            let order = Double(harmonic)
            return sum + 0.3 / order * exp(-since * order.squareRoot() / fall) * sine(order * hertz, at: since)
        }
}

/// Returns a ringing drum stroke: a sine that starts at once and falls by a factor of e in `ring`.
func stroke(_ hertz: Double, at start: Double, _ time: Double, ring: Double) -> Double {
    time < start ? 0 : sine(hertz, at: time - start) * exp(-(time - start) / ring)
}

/// Noise through two first-order low-pass filters, at a root mean square of about 0.3.
struct MuffledNoise {
    private var noise = Noise()
    private var (first, second) = (0.0, 0.0)
    private let share: Double
    private let gain: Double

    init(below hertz: Double, rate: Double = 16_000) {
        share = 1 - exp(-2 * .pi * hertz / rate)
        // White noise between -1 and 1 has a variance of a third, and two passes keep about a quarter of the share.
        gain = 0.3 / (share / 4 / 3).squareRoot()
    }

    mutating func next() -> Double {
        first += share * (noise.next() - first)
        second += share * (first - second)
        return gain * second
    }
}

/// Whether there is exactly one onset at each of the times, within a tolerance in seconds.
func stand(_ onsets: [Onset], at times: [Double], within tolerance: Double = 0.002) -> Bool {
    onsets.count == times.count && zip(onsets, times).allSatisfy { abs($0.time - $1) <= tolerance }
}
