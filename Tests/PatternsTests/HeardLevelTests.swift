import Glibc
import Testing
import ThudCore
import ThudPatterns

/// A sound level meter with A-weighting, from the table of IEC 61672-1, which the tested law does not use.
private enum Meter {
    private static let table: [(hertz: Double, decibels: Double)] = [
        (10, -70.4), (20, -50.5), (31.5, -39.4), (50, -30.2), (63, -26.2), (80, -22.5), (100, -19.1), (125, -16.1),
        (160, -13.4), (200, -10.9), (250, -8.6), (315, -6.6), (400, -4.8), (500, -3.2), (630, -1.9), (800, -0.8),
        (1_000, 0), (1_250, 0.6), (1_600, 1.0), (2_000, 1.2), (2_500, 1.3), (3_150, 1.2), (4_000, 1.0), (5_000, 0.5),
        (6_300, -0.1), (8_000, -1.1), (10_000, -2.5), (12_500, -4.3), (16_000, -6.6), (20_000, -9.3),
    ]

    private static func weight(_ hertz: Double) -> Double {
        guard let above = table.firstIndex(where: { $0.hertz >= hertz }), above > 0 else { return 0 }
        let (low, high) = (table[above - 1], table[above])
        let share = log(hertz / low.hertz) / log(high.hertz / low.hertz)
        return pow(10, (low.decibels + (high.decibels - low.decibels) * share) / 10)
    }

    private static let rate = 48_000.0
    private static let transform = FourierTransform(atLeast: 16_384)
    private static let weights = (0..<transform.size / 2).map { weight(Double($0) * rate / Double(transform.size)) }

    /// Returns the A-weighted energy of at most 0.34 s at 48 kHz, in decibels.
    static func level(_ samples: [Float]) -> Double {
        var real = samples + [Float](repeating: 0, count: transform.size - samples.count)
        var imaginary = [Float](repeating: 0, count: transform.size)
        transform.transform(&real, &imaginary)
        var (energy, band) = (0.0, 0)
        // Unoptimised, a loop over a range takes several times as long.
        while band < weights.count {
            energy += weights[band] * Double(real[band] * real[band] + imaginary[band] * imaginary[band])
            band += 1
        }
        return 10 * log10(energy)
    }
}

@Suite("Intensity and sharpness are independent to the ear") struct HeardLevelTests {
    @Test(arguments: [HapticEvent.Kind.transient, .continuous])
    func `all sharpnesses are equally loud at one intensity`(kind: HapticEvent.Kind) {
        var random = SeededGenerator(seed: 31)
        var (least, most) = (Double.infinity, -Double.infinity)
        for _ in 0..<1_000 {
            let (intensity, sharpness) = (0.1 + 0.9 * random.unit(), random.unit())
            let event = HapticEvent(kind, duration: 0.2, intensity: intensity, sharpness: sharpness)
            let level = Meter.level(HapticRenderer().heard(HapticPattern([event])))
            let loudness = FeltMagnitude.magnitude(intensity: intensity)
            let apart = level - 20 * log10(loudness) / FeltMagnitude.loudnessExponent
            (least, most) = (min(least, apart), max(most, apart))
        }
        #expect(most - least < 1.5, "\(most - least) dB")
    }

    /// A soft clipper would add partials. A gain keeps their ratios.
    @Test func `many taps at once keep their timbre`() {
        for sharpness in [0, 0.3, 0.7, 1] {
            let tap = HapticEvent(.transient, intensity: 1, sharpness: sharpness)
            let one = centroid(HapticRenderer().heard(HapticPattern([tap])))
            let eight = centroid(HapticRenderer().heard(HapticPattern(Array(repeating: tap, count: 8))))
            #expect(abs(eight / one - 1) < 0.1, "\(sharpness): \(one) Hz became \(eight) Hz")
        }
    }

    @Test(arguments: [Rendering.heard, .drive]) func `many vibrations at once do not distort`(rendering: Rendering) {
        let hum = HapticEvent(.continuous, duration: 0.3, intensity: 1, sharpness: 0.5)
        let samples = HapticRenderer().render(HapticPattern(Array(repeating: hum, count: 8)), as: rendering)
        let steady = Array(samples[2_400..<12_000])
        let pitch = rendering == .drive ? DriveLaw.frequency(sharpness: 0.5) : 160 * exp2(0.8)
        let loudest = power(steady, at: pitch, sampleRate: 48_000)
        #expect((steady.map(abs).max() ?? 0) > 0.88)
        for harmonic in [5.0, 7] {
            #expect(power(steady, at: harmonic * pitch, sampleRate: 48_000) < 1e-5 * loudest)
        }
    }
}
