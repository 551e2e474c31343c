import Testing
import ThudHaptics

private let renderings = [Rendering.drive, .heard]

private func event(_ kind: HapticEvent.Kind, _ intensity: Double, _ sharpness: Double) -> HapticPattern {
    HapticPattern([HapticEvent(kind, duration: 0.2, intensity: intensity, sharpness: sharpness)])
}

@Suite("A pattern is rendered") struct HapticRenderingTests {
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
    func `within -1 to 1, from zero to zero`(rendering: Rendering, pattern: HapticPattern) {
        let samples = renderer.render(pattern, as: rendering)
        #expect(samples.first == 0 && samples.last == 0)
        #expect(samples.allSatisfy { abs($0) <= 1 })
    }

    @Test(arguments: renderings, [HapticEvent.Kind.transient, .continuous])
    func `with content within the first millisecond`(rendering: Rendering, kind: HapticEvent.Kind) {
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

    @Test func `the drive stays in the band of its law`() {
        let low = centroid(renderer.drive(event(.continuous, 1, 0)))
        let high = centroid(renderer.drive(event(.continuous, 1, 1)))
        #expect(abs(low - 65) < 15 && abs(high - 300) < 20, "\(low) \(high)")
    }

    @Test func `a drive burst is 20 to 30 ms long`() {
        #expect(abs(Double(renderer.drive(event(.transient, 1, 0)).count) / 48_000 - 0.030) < 0.001)
        #expect(abs(Double(renderer.drive(event(.transient, 1, 1)).count) / 48_000 - 0.020) < 0.001)
    }

    @Test func `a vibration neither clicks nor buzzes, whatever steps its intensity takes`() {
        var pattern = event(.continuous, 1, 0)
        pattern.parameters = [
            DynamicParameter(.hapticIntensity, at: 0.05, value: 0),
            DynamicParameter(.hapticIntensity, at: 0.1, value: 1),
        ]
        for rendering in renderings {
            // A full sine at the highest pitch in play moves by less than this from sample to sample.
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
            #expect(samples[(101 * 48)..<(120 * 48)].contains { abs($0) > 0.3 })
        }
    }

    @Test func `events stand on their own frame`() {
        let pattern = HapticPattern([HapticEvent(.transient, at: 0.25, intensity: 1, sharpness: 0.5)])
        for rendering in renderings {
            let samples = renderer.render(pattern, as: rendering)
            #expect(samples.firstIndex { $0 != 0 } == 12_001)
        }
    }

    @Test(arguments: [8_000.0, 44_100, 96_000])
    func `the same at every sample rate`(rate: Double) {
        for rendering in renderings {
            for pattern in [HapticPreset.impactHeavy.pattern, event(.continuous, 0.8, 0.4)] {
                let here = HapticRenderer(sampleRate: rate).render(pattern, as: rendering)
                let usual = renderer.render(pattern, as: rendering)
                #expect(abs(rms(here) / rms(usual) - 1) < 0.03)
                #expect(here.first == 0 && here.last == 0)
            }
        }
    }

    @Test func `rates that are none are replaced`() {
        #expect(HapticRenderer(sampleRate: .nan).sampleRate == 48_000)
        #expect(HapticRenderer(sampleRate: -1).sampleRate == 8_000)
        #expect(HapticRenderer(sampleRate: .infinity).sampleRate == 384_000)
    }

    @Test func `nothing haptic renders to nothing`() {
        for rendering in renderings {
            #expect(renderer.render(HapticPattern(), as: rendering).isEmpty)
            #expect(renderer.render(HapticPattern([HapticEvent(.audioCustom)]), as: rendering).isEmpty)
        }
    }
}
