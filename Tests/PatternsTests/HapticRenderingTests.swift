import Glibc
import Testing
import ThudPatterns

private let renderings = [Rendering.drive, .heard]

private func event(_ kind: HapticEvent.Kind, _ intensity: Double, _ sharpness: Double) -> HapticPattern {
    HapticPattern([HapticEvent(kind, duration: 0.2, intensity: intensity, sharpness: sharpness)])
}

@Suite("Patterns are rendered") struct HapticRenderingTests {
    let renderer = HapticRenderer()

    /// Taps and vibrations, alone and together, at awkward times.
    static let patterns: [HapticPattern] =
        HapticPreset.allCases.map(\.pattern) + [
            event(.continuous, 1, 0), event(.continuous, 0.3, 1),
            HapticPattern([
                HapticEvent(.continuous, duration: 0.1, intensity: 1, sharpness: 0.2),
                HapticEvent(.transient, at: 0.05, intensity: 1, sharpness: 1),
                HapticEvent(.continuous, at: 0.0503, duration: 0.1, intensity: 1, sharpness: 0.9),
            ]),
            HapticPattern(Array(repeating: HapticEvent(.transient, intensity: 1, sharpness: 0.3), count: 40)),
        ]

    @Test(arguments: renderings, patterns)
    func `samples are within -1 to 1 and start and end at zero`(rendering: Rendering, pattern: HapticPattern) {
        let samples = renderer.render(pattern, as: rendering)
        #expect(samples.first == 0 && samples.last == 0)
        #expect(samples.allSatisfy { abs($0) <= 1 })
    }

    @Test(arguments: renderings, [HapticEvent.Kind.transient, .continuous])
    func `a rendering has content within the first millisecond`(rendering: Rendering, kind: HapticEvent.Kind) {
        for sharpness in [0, 0.2, 0.5, 1] {
            let samples = renderer.render(event(kind, 1, sharpness), as: rendering)
            let peak = samples.map(abs).max() ?? 0
            let onset = samples.firstIndex { abs($0) > peak / 10 } ?? .max
            #expect(onset < 48, "sharpness \(sharpness): \(onset) frames")
        }
    }

    @Test func `intensity does not change the colour of a tap`() {
        let soft = centroid(renderer.heard(event(.transient, 0.3, 0.5)))
        let hard = centroid(renderer.heard(event(.transient, 0.9, 0.5)))
        #expect(abs(soft / hard - 1) < 0.01)
    }

    @Test func `a thud and a click are both heard above 150 Hz`() {
        let renderer = HapticRenderer(sampleRate: 24_000)
        for preset in HapticPreset.allCases {
            #expect(centroid(renderer.heard(preset.pattern), sampleRate: 24_000) > 180, "\(preset)")
        }
        let heavy = centroid(renderer.heard(HapticPreset.impactHeavy.pattern), sampleRate: 24_000)
        let rigid = centroid(renderer.heard(HapticPreset.impactRigid.pattern), sampleRate: 24_000)
        #expect(heavy < 500 && rigid > 1500, "\(heavy) \(rigid)")
    }

    @Test func `the drive signal stays in the band of its law`() {
        let low = centroid(renderer.drive(event(.continuous, 1, 0)))
        let high = centroid(renderer.drive(event(.continuous, 1, 1)))
        #expect(abs(low - 65) < 15 && abs(high - 300) < 20, "\(low) \(high)")
    }

    @Test func `a drive burst is 20 to 30 ms long`() {
        func frames(_ sharpness: Double) -> Int { renderer.drive(event(.transient, 1, sharpness)).count }
        #expect((1_393...1_487).contains(frames(0)) && (913...1_007).contains(frames(1)))
    }

    @Test func `a vibration neither clicks nor buzzes, whatever steps its intensity takes`() {
        var pattern = event(.continuous, 1, 0)
        pattern.parameters = [
            DynamicParameter(.hapticIntensity, at: 0.05, value: 0),
            DynamicParameter(.hapticIntensity, at: 0.1, value: 1),
        ]
        for rendering in renderings {
            // A full sine at the highest pitch used here moves by less than this from sample to sample.
            #expect(largestStep(renderer.render(pattern, as: rendering)) < 0.04)
        }
        let samples = renderer.heard(event(.continuous, 1, 0.5))
        let high = [2000.0, 3000, 4000].map { power(samples, at: $0, sampleRate: 48_000) }.max() ?? 1
        #expect(high < 1e-4 * power(samples, at: 160 * 1.741, sampleRate: 48_000))
    }

    @Test func `silence between vibrations is exactly zero`() {
        var pattern = event(.continuous, 1, 0.5)
        pattern.parameters = [
            DynamicParameter(.hapticIntensity, at: 0.05, value: 0),
            DynamicParameter(.hapticIntensity, at: 0.1, value: 1),
        ]
        for rendering in renderings {
            let samples = renderer.render(pattern, as: rendering)
            #expect(samples[(55 * 48)..<(100 * 48)].allSatisfy { $0 == 0 })
            #expect(samples[(101 * 48)..<(120 * 48)].contains { abs($0) > 0.2 })
        }
    }

    @Test func `events start on their own frame`() {
        let pattern = HapticPattern([HapticEvent(.transient, at: 0.25, intensity: 1, sharpness: 0.5)])
        for rendering in renderings {
            let samples = renderer.render(pattern, as: rendering)
            #expect(samples.firstIndex { $0 != 0 } == 12_001)
        }
    }

    @Test(arguments: [8_000.0, 44_100, 96_000])
    func `the level is the same at every sample rate`(rate: Double) {
        for rendering in renderings {
            for pattern in [HapticPreset.impactHeavy.pattern, event(.continuous, 0.8, 0.4)] {
                let here = HapticRenderer(sampleRate: rate).render(pattern, as: rendering)
                let usual = renderer.render(pattern, as: rendering)
                #expect(abs(rms(here) / rms(usual) - 1) < 0.03)
                #expect(here.first == 0 && here.last == 0)
            }
        }
    }

    @Test func `invalid sample rates are replaced`() {
        #expect(HapticRenderer(sampleRate: .nan).sampleRate == 48_000)
        #expect(HapticRenderer(sampleRate: -1).sampleRate == 8_000)
        #expect(HapticRenderer(sampleRate: .infinity).sampleRate == 384_000)
    }

    @Test func `a pattern without haptic events renders to no samples`() {
        for rendering in renderings {
            #expect(renderer.render(HapticPattern(), as: rendering).isEmpty)
            #expect(renderer.render(HapticPattern([HapticEvent(.audioCustom)]), as: rendering).isEmpty)
        }
    }
}

/// Every rendering, each at the lowest rate that holds all of it, so that the sweeps are quick.
private let sweptRenderings: [(rendering: Rendering, sampleRate: Double)] =
    [(.heard, 24_000)] + ActuatorProfile.all.flatMap { [(.driven($0), 8_000), (.felt($0), 8_000)] }

private let kinds = [HapticEvent.Kind.transient, .continuous]
private let steps = (0...20).map { Double($0) / 20 }

private func samples(
    _ rendering: (rendering: Rendering, sampleRate: Double), _ kind: HapticEvent.Kind, _ intensity: Double,
    _ sharpness: Double
) -> [Float] {
    let event = HapticEvent(kind, duration: 0.1, intensity: intensity, sharpness: sharpness)
    return HapticRenderer(sampleRate: rendering.sampleRate).render(HapticPattern([event]), as: rendering.rendering)
}

@Suite("Every rendering follows intensity and sharpness in twenty steps") struct RenderingSweepTests {
    @Test(arguments: sweptRenderings.indices, kinds)
    func `each step of intensity is stronger, from silence on`(index: Int, kind: HapticEvent.Kind) {
        for sharpness in [0, 0.5, 1] {
            let levels = steps.map { rms(samples(sweptRenderings[index], kind, $0, sharpness)) }
            #expect(levels[0] == 0 && rises(levels), "sharpness \(sharpness): \(levels)")
        }
    }

    /// The rise is strict even if an actuator's resonance is narrow, because its driver keeps to the band that it can
    /// play.
    @Test(arguments: sweptRenderings.indices, kinds)
    func `each step of sharpness is brighter`(index: Int, kind: HapticEvent.Kind) {
        let rendering = sweptRenderings[index]
        let centroids = steps.map { centroid(samples(rendering, kind, 1, $0), sampleRate: rendering.sampleRate) }
        #expect(rises(centroids), "\(centroids)")
    }

    /// One law applies to both: the skin's magnitude over the amplitude of the drive, and the ear's loudness over
    /// sound pressure.
    @Test(arguments: kinds) func `loudness grows like the felt magnitude`(kind: HapticEvent.Kind) {
        func level(_ rendering: Rendering, _ intensity: Double) -> Double {
            rms(samples((rendering, 24_000), kind, intensity, 0.5)) / rms(samples((rendering, 24_000), kind, 1, 0.5))
        }
        for intensity in steps {
            let loudness = pow(level(.heard, intensity), FeltMagnitude.loudnessExponent)
            let magnitude = pow(level(.drive, intensity), FeltMagnitude.exponent)
            #expect(abs(loudness - magnitude) < 0.01, "\(intensity): \(loudness), \(magnitude)")
            #expect(abs(magnitude - FeltMagnitude.magnitude(intensity: intensity)) < 0.01)
        }
        #expect(FeltMagnitude.exponent > 0.6 && FeltMagnitude.exponent < 0.95)
    }

    @Test func `an audible vibration is above 150 Hz at any sharpness`() {
        for sharpness in steps {
            let heard = samples((.heard, 24_000), .continuous, 1, sharpness)
            let pitch = HeardLaw.lowestPitch * pow(2, HeardLaw.continuousOctaves * sharpness)
            let below = [60.0, 80, 100, 120].map { power(heard, at: $0, sampleRate: 24_000) }.max() ?? 0
            #expect(below < 0.03 * power(heard, at: pitch, sampleRate: 24_000), "sharpness \(sharpness)")
        }
    }
}

/// Returns the root mean square of samples.
func rms(_ samples: [Float]) -> Double {
    samples.isEmpty ? 0 : (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

/// Returns the mean frequency weighted by power, in hertz, from a Fourier transform of all samples.
func centroid(_ samples: [Float], sampleRate: Double = 48_000) -> Double {
    var size = 1
    while size < samples.count { size *= 2 }
    let padded = samples.map { Complex(real: Double($0)) } + Array(repeating: Complex(), count: size - samples.count)
    let bins = transform(padded)
    var sum = 0.0
    var weighted = 0.0
    for bin in 1..<size / 2 {
        let power = bins[bin].real * bins[bin].real + bins[bin].imaginary * bins[bin].imaginary
        sum += power
        weighted += power * Double(bin) * sampleRate / Double(size)
    }
    return weighted / sum
}

private struct Complex {
    var real = 0.0
    var imaginary = 0.0
}

/// The fast Fourier transform of a power of two of values, by Cooley and Tukey's halving.
private func transform(_ values: [Complex]) -> [Complex] {
    let size = values.count
    guard size > 1 else { return values }
    let even = transform(stride(from: 0, to: size, by: 2).map { values[$0] })
    let odd = transform(stride(from: 1, to: size, by: 2).map { values[$0] })
    var result = values
    for index in 0..<size / 2 {
        let angle = -2 * .pi * Double(index) / Double(size)
        let (a, b) = (even[index], odd[index])
        let x = b.real * cos(angle) - b.imaginary * sin(angle)
        let y = b.real * sin(angle) + b.imaginary * cos(angle)
        result[index] = Complex(real: a.real + x, imaginary: a.imaginary + y)
        result[index + size / 2] = Complex(real: a.real - x, imaginary: a.imaginary - y)
    }
    return result
}

/// Returns the power at one frequency, by Goertzel's recurrence.
func power(_ samples: [Float], at frequency: Double, sampleRate: Double) -> Double {
    let coefficient = 2 * cos(2 * .pi * frequency / sampleRate)
    var one = 0.0
    var two = 0.0
    for sample in samples {
        let next = Double(sample) + coefficient * one - two
        two = one
        one = next
    }
    return one * one + two * two - coefficient * one * two
}

/// Returns the largest step between neighbouring samples.
func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
}

/// Whether each value exceeds the one before.
func rises(_ values: [Double]) -> Bool { zip(values, values.dropFirst()).allSatisfy { $0 < $1 } }
