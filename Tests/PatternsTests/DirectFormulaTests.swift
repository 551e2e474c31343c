import Glibc
import Testing
import ThudCore
import ThudPatterns

/// The laws as their documentation writes them, sample by sample. This is slow, and the reference for the tables.
private enum Direct {
    static func burst(intensity: Double, sharpness: Double, at time: Double) -> Double {
        let length = 0.030 - 0.010 * sharpness
        let fade = cos(.pi / 2 * time / length)
        let wave = sin(2 * .pi * DriveLaw.frequency(sharpness: sharpness) * time)
        return time < length ? DriveLaw.transientGain * intensity * intensity * wave * fade * fade : 0
    }

    /// A tap for loudspeakers, with a body of amplitude 1.
    static func knock(sharpness: Double, at time: Double) -> Double {
        let pitch = HeardLaw.lowestPitch * exp2(HeardLaw.transientOctaves * sharpness)
        let ring = 0.022 * pow(5.0 / 22, sharpness)
        guard time < 4.5 * ring else { return 0 }
        let octave = 0.25 * (1 - sharpness)
        let click = 0.08 + 0.32 * sharpness
        let turn = 2 * .pi * pitch * (time + 0.6 * 0.006 * (1 - exp(-time / 0.006)))
        let body = sin(turn) * exp(-time / ring)
        let second = octave * sin(2 * turn) * exp(-2 * time / ring)
        let bright = click * sin(3.2 * turn) * exp(-4 * time / ring)
        let fade = cos(.pi / 2 * time / (4.5 * ring))
        return (body + second + bright) * fade * fade * min(1, time / 0.0005)
    }

    /// The audible gain for an intensity. Loudness is pressure to the power 0.6. The skin's magnitude is amplitude to
    /// a power of its own, and amplitude is the square of intensity.
    static func pressure(_ intensity: Double) -> Double {
        pow(pow(intensity * intensity, FeltMagnitude.exponent), 1 / FeltMagnitude.loudnessExponent)
    }

    /// A vibration after its start: a wave whose frequency moves in a straight line.
    static func tone(from low: Double, by slope: Double, harmonics: [Double], at time: Double) -> Double {
        let turn = 2 * .pi * (low * time + slope * time * time / 2)
        let sum = harmonics.indices.reduce(0.0) { $0 + harmonics[$1] * sin(Double($1 + 1) * turn) }
        return sum / harmonics.reduce(0, +)
    }
}

/// Returns the largest distance between samples and a function of time.
private func distance(_ samples: ArraySlice<Float>, rate: Double, _ value: (Double) -> Double) -> Double {
    samples.indices.map { abs(Double(samples[$0]) - value(Double($0) / rate)) }.max() ?? .infinity
}

@Suite("Tables and recurrences fit their formulas") struct DirectFormulaTests {
    @Test(arguments: [4, 8, 32, 256]) func `the Fourier transform fits`(size: Int) {
        var dice = SeededGenerator(seed: 1)
        let first = (0..<size).map { _ in Double.random(in: -1...1, using: &dice) }
        let second = (0..<size).map { _ in Double.random(in: -1...1, using: &dice) }
        var (real, imaginary) = (first.map(Float.init), second.map(Float.init))
        FourierTransform(atLeast: size - 1).transform(&real, &imaginary)
        for band in 0..<size {
            let turns = (0..<size).map { -2 * .pi * Double(band * $0 % size) / Double(size) }
            let x = turns.indices.reduce(0) { $0 + first[$1] * cos(turns[$1]) - second[$1] * sin(turns[$1]) }
            let y = turns.indices.reduce(0) { $0 + first[$1] * sin(turns[$1]) + second[$1] * cos(turns[$1]) }
            #expect(abs(Double(real[band]) - x) < 1e-4 && abs(Double(imaginary[band]) - y) < 1e-4, "\(band)")
        }
    }

    @Test(arguments: [8_000.0, 48_000, 384_000], [0, 0.37, 1]) func `drive taps fit`(rate: Double, sharpness: Double) {
        let tap = HapticEvent(.transient, intensity: 0.9, sharpness: sharpness)
        let samples = HapticRenderer(sampleRate: rate).drive(HapticPattern([tap]))
        #expect(
            distance(samples[...], rate: rate) { Direct.burst(intensity: 0.9, sharpness: sharpness, at: $0) } < 1e-5)
    }

    /// Only the shape is checked. ``HeardLevelTests`` checks the loudness of each sharpness with A-weighting.
    @Test(arguments: [24_000.0, 48_000, 96_000], [0, 0.37, 1]) func `heard taps fit`(rate: Double, sharpness: Double) {
        let tap = HapticEvent(.transient, intensity: 0.9, sharpness: sharpness)
        let samples = HapticRenderer(sampleRate: rate).heard(HapticPattern([tap]))
        let shape = samples.indices.map { Direct.knock(sharpness: sharpness, at: Double($0) / rate) }
        let level =
            zip(samples, shape).reduce(0) { $0 + Double($1.0) * $1.1 } / shape.reduce(0) { $0 + $1 * $1 }
        #expect(zip(samples, shape).allSatisfy { abs(Double($0) - level * $1) < 1e-5 })
        let dullest = HeardLaw.transientGain / 1.33 * Direct.pressure(0.9)
        #expect(sharpness == 0 ? abs(level / dullest - 1) < 1e-4 : level < dullest)
    }

    @Test func `drive and heard vibrations fit`() {
        let hum = HapticPattern([HapticEvent(.continuous, duration: 0.5, intensity: 0.9, sharpness: 0.5)])
        let renderer = HapticRenderer()
        let drive = renderer.drive(hum)[480..<23_000]
        #expect(
            distance(drive, rate: 48_000) {
                DriveLaw.continuousGain * 0.81 * Direct.tone(from: 182.5, by: 0, harmonics: [1], at: $0)
            } < 1e-4)
        let heard = renderer.heard(hum)[480..<23_000]
        let pitch = 160 * exp2(0.8)
        let level = rms(Array(heard)) / (0.5 * (1 + 0.09 + 0.01)).squareRoot() * 1.4
        #expect(
            distance(heard, rate: 48_000) {
                level * Direct.tone(from: pitch, by: 0, harmonics: [1, 0.3, 0.1], at: $0)
            } < 1e-3)
        let dull = HapticPattern([HapticEvent(.continuous, duration: 0.5, intensity: 0.9, sharpness: 0)])
        #expect(
            distance(renderer.heard(dull)[480..<23_000], rate: 48_000) {
                HeardLaw.continuousGain * Direct.pressure(0.9)
                    * Direct.tone(from: 160, by: 0, harmonics: [1, 0.3, 0.1], at: $0)
            } < 1e-4)
    }

    @Test func `a vibration with a sharpness curve fits`() {
        var glide = HapticPattern([HapticEvent(.continuous, duration: 0.5, intensity: 1, sharpness: 0)])
        glide.curves = [
            ParameterCurve(.hapticSharpness, at: 0, points: [.init(time: 0, value: 0), .init(time: 0.5, value: 1)])
        ]
        // The frequency of a tick is that of its middle, and is reached at its end, a quarter of a millisecond later.
        let drive = HapticRenderer().drive(glide)[480..<23_000]
        let slope = 470.0
        let lag = 0.00025
        #expect(
            distance(drive, rate: 48_000) {
                DriveLaw.continuousGain * Direct.tone(from: 65 - slope * lag, by: slope, harmonics: [1], at: $0)
            } < 1e-3)
    }
}
