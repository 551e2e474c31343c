import Glibc
import Testing
import ThudCore
import ThudPatterns

/// Returns a sine that fades in and out over `fade` seconds, because a hard edge has frequencies of its own.
private func sine(
    _ frequency: Double, seconds: Double, amplitude: Double = 1, fade: Double = 0, rate: Double = 8_000
) -> [Float] {
    (0..<Int(seconds * rate)).map { index in
        let time = Double(index) / rate
        let ramp = fade > 0 ? min(1, time / fade, (seconds - time) / fade) : 1
        let gain = amplitude * (0.5 - 0.5 * cos(.pi * ramp))
        return Float(gain * sin(2 * .pi * frequency * time))
    }
}

private func figures(_ samples: [Float], rate: Double = 8_000) -> PatternMetrics {
    PatternMetrics(HapticPattern(), samples: samples, sampleRate: rate)
}

@Suite("The figures of a pattern") struct PatternMetricsTests {
    @Test func `the skin's curve is MPEG's`() {
        #expect(abs(SkinSensitivity.threshold(at: 250) + 45) < 1e-9)
        #expect(abs(SkinSensitivity.threshold(at: 0) - 5) < 1e-9)
        #expect(SkinSensitivity.gain(at: 250) > 0.999_999 && SkinSensitivity.gain(at: 1e308) == 0)
    }

    @Test func `two channels give the louder peak, the mean power and the earlier onset`() {
        let left: [Float] = [0, 0, 0, 0.5]
        let told = PatternMetrics(
            HapticPattern(), lasting: 2, samples: left, right: [0, 0, -0.8, 0], sampleRate: 8_000)
        #expect(told.duration == 2)
        #expect(abs(told.peak - 0.8) < 1e-6)
        #expect(abs(told.rms - ((0.25 + 0.64) / 8).squareRoot()) < 1e-6)
        #expect(told.onset == 2.0 / 8_000)
    }

    @Test func `the duration includes the release of a sound`() {
        var tone = HapticEvent(.audioContinuous, at: 0.5, duration: 1)
        let length = HapticPattern([tone]).duration
        tone[.releaseTime] = EnvelopeTime.adjuster(seconds: 0.5)
        #expect(abs(HapticPattern([tone]).duration - length - 0.5) < 1e-9)
    }

    @Test(arguments: [
        (30.0, 8_000.0), (65, 8_000), (100, 8_000), (150, 8_000), (250, 8_000), (300, 8_000), (400, 8_000),
        (500, 8_000),
        (65, 44_100),
    ])
    func `a steady sine has the level of the curve`(frequency: Double, rate: Double) {
        let expected = -(SkinSensitivity.threshold(at: frequency) + 45)
        let level = figures(sine(frequency, seconds: 0.5, fade: 0.1, rate: rate), rate: rate).feltLevel ?? 0
        #expect(abs(level - expected) < 0.5, "\(level), not \(expected)")
    }

    @Test func `the level ignores silence, and falls by 10 dB for a tenth of the time`() {
        let short = sine(250, seconds: 0.02)
        let level = figures(short).feltLevel ?? 0
        let silence = [Float](repeating: 0, count: 4000)
        #expect(abs((figures(silence + short + silence).feltLevel ?? 0) - level) < 0.05)
        #expect(abs(level + 10) < 0.7, "\(level)")
    }

    @Test func `frequencies that would alias onto the felt band are removed first`() {
        // The level is computed at 4 kHz, at which 7750 Hz would alias onto 250 Hz.
        #expect((figures(sine(7_750, seconds: 0.4, rate: 48_000), rate: 48_000).feltLevel ?? 0) < -50)
    }

    @Test(arguments: [65.0, 182.5, 1000]) func `the centroid of a sine is its frequency`(frequency: Double) {
        let centroid = figures(sine(frequency, seconds: 0.5)).centroid ?? 0
        #expect(abs(centroid - frequency) < 4, "\(centroid)")
    }

    @Test func `the centroid of two sines is weighted by their power`() {
        let both = zip(sine(200, seconds: 0.5, amplitude: 0.5), sine(800, seconds: 0.5, amplitude: 0.25)).map {
            $0 + $1
        }
        #expect(abs((figures(both).centroid ?? 0) - 320) < 5)
    }

    @Test func `every moment counts equally in the centroid`() {
        // The first burst is at the very start, and the second one fills the half of a frame that no other one begins.
        func burst(_ frequency: Double) -> [Float] { sine(frequency, seconds: 0.125, fade: 0.02) }
        let both = burst(200) + [Float](repeating: 0, count: 4_120) + burst(800) + [Float](repeating: 0, count: 4_000)
        #expect(abs((figures(both).centroid ?? 0) - 500) < 10, "\(figures(both).centroid ?? 0)")
    }

    @Test func `a late click has the right onset, peak and mean`() {
        var samples = [Float](repeating: 0, count: 8_000)
        samples[4_000] = 0.004
        samples[4_080] = -0.5
        let figures = figures(samples)
        #expect(figures.onset == 0.51 && figures.peak == 0.5)
        #expect(abs(figures.rms - 0.5 / 8_000.0.squareRoot()) < 1e-4)
    }

    @Test func `the drive signal starts at once, and an actuator follows`() {
        let pattern = HapticPattern([HapticEvent(.continuous, at: 0.1, duration: 0.2, intensity: 1, sharpness: 0.5)])
        let samples = HapticRenderer(sampleRate: 8_000).drive(pattern)
        let slow = PatternMetrics(pattern, samples: samples, sampleRate: 8_000, actuator: .lra)
        #expect(abs((slow.onset ?? 0) - 0.1) < 0.001)
        #expect(abs((slow.actuatorRise ?? 0) - 0.0300) < 0.002)
        let quick = PatternMetrics(pattern, samples: samples, sampleRate: 8_000, actuator: .phone)
        #expect((quick.actuatorRise ?? 1) < 0.015)
    }

    @Test func `an actuator's rise time is nil if there is none`() {
        let sluggish = ActuatorProfile(name: "x", resonance: ActuatorResonance(frequency: 150, quality: 20))
        func rise(_ event: HapticEvent) -> Double? {
            PatternMetrics(HapticPattern([event]), samples: [], actuator: sluggish).actuatorRise
        }
        #expect(rise(HapticEvent(.audioCustom)) == nil)
        #expect(rise(HapticEvent(.transient, intensity: 0, sharpness: 0.5)) == nil)
        #expect(rise(HapticEvent(.continuous, duration: 0.02, intensity: 1, sharpness: 0.5)) == nil)
        #expect(rise(HapticEvent(.continuous, at: 1, duration: 0.02, intensity: 1, sharpness: 0.5)) == nil)
        #expect(rise(HapticEvent(.continuous, duration: 0.2, intensity: 1, sharpness: 0.5)) != nil)
        #expect(rise(HapticEvent(.transient, intensity: 1, sharpness: 0.5)) != nil)
    }

    @Test func `an actuator's rise time is that of what is felt first`() {
        let sluggish = ActuatorProfile(name: "x", resonance: ActuatorResonance(frequency: 150, quality: 20))
        func rise(_ events: [HapticEvent], _ steps: [(Double, Double)] = []) -> Double? {
            let parameters = steps.map { DynamicParameter(.hapticIntensity, at: $0, value: $1) }
            let pattern = HapticPattern(events, parameters: parameters)
            return PatternMetrics(pattern, samples: [], actuator: sluggish).actuatorRise
        }
        let (hum, tap) = (HapticEvent(.continuous, duration: 0.3), HapticEvent(.transient))
        #expect(rise([hum]) != rise([tap]))
        #expect(rise([hum, tap]) == rise([tap]) && rise([tap, hum]) == rise([tap]))
        // A vibration that is held at 0 for long has too little time left, and one that is always held is not felt.
        #expect(rise([hum], [(0, 0), (0.1, 1)]) == rise([hum]) && rise([hum], [(0, 0), (0.29, 1)]) == nil)
        #expect(rise([hum.moved(to: 0.5, lasting: 0.3)], [(0.5, 0)]) == nil)
    }

    @Test(arguments: [HapticEvent.Kind.transient, .continuous])
    func `an actuator's rise time follows the live controls`(kind: HapticEvent.Kind) {
        func rise(sharpness: Double, _ controls: LiveControls) -> Double? {
            let event = HapticEvent(kind, duration: 0.2, intensity: 1, sharpness: sharpness)
            return PatternMetrics(HapticPattern([event]), samples: [], actuator: .lra, controls: controls).actuatorRise
        }
        #expect(rise(sharpness: 0.5, LiveControls(intensity: 0)) == nil)
        #expect(rise(sharpness: 0.5, LiveControls(intensity: 0.1)) == rise(sharpness: 0.5, LiveControls()))
        #expect(rise(sharpness: 0.2, LiveControls(sharpness: 0.5)) == rise(sharpness: 0.7, LiveControls()))
    }

    @Test func `an actuator's rise time is that of the first event that is felt`() {
        let tap = HapticEvent(.transient, at: 0.2, intensity: 0.8, sharpness: 0.9)
        let silent = HapticEvent(.continuous, at: 0, duration: 1, intensity: 1, sharpness: 0)
        func curve(_ points: [(time: Double, value: Double)]) -> ParameterCurve {
            ParameterCurve(
                .hapticIntensity, at: 0, points: points.map { .init(time: $0.time, value: $0.value) })
        }
        let opening = curve([(0, 0), (0.199_99, 0), (0.2, 1), (0.200_01, 0)])
        func rise(_ events: [HapticEvent], _ curves: [ParameterCurve] = []) -> Double? {
            let pattern = HapticPattern(events, curves: curves)
            return PatternMetrics(pattern, samples: [], actuator: .lra).actuatorRise
        }
        #expect(rise([silent, tap], [opening]) == rise([tap]))
        #expect(rise([silent, tap]) == rise([silent]) && rise([silent]) != rise([tap]))
        #expect(rise([silent], [opening]) == nil)
        // A vibration that a curve lets through later counts, and a curve at 0 excludes a tap.
        #expect(rise([silent], [curve([(0, 0), (0.5, 0), (0.6, 1)])]) == rise([silent]))
        #expect(rise([silent, tap], [curve([(0.3, 0), (0.6, 1)])]) == rise([silent]))
        #expect(rise([tap], [curve([(0.3, 0), (0.6, 1)])]) == nil)
    }

    @Test func `a pattern that builds up has a late peak and an unchanged rise time`() {
        func told(_ event: HapticEvent, _ curves: [ParameterCurve] = []) -> PatternMetrics {
            let pattern = HapticPattern([event], curves: curves)
            let felt = HapticRenderer().render(pattern, as: .felt(.phone))
            return PatternMetrics(pattern, samples: felt, actuator: .phone)
        }
        // Near the resonance nothing overshoots.
        let hum = HapticEvent(.continuous, duration: 2, intensity: 1, sharpness: 0.4)
        let growing = ParameterCurve(
            .hapticIntensity, at: 0, points: [.init(time: 0, value: 0.1), .init(time: 1.7, value: 1)])
        let (plain, curved) = (told(hum), told(hum, [growing]))
        #expect(curved.actuatorRise == plain.actuatorRise)
        #expect((plain.feltPeak ?? 1) < 0.04 && abs((curved.feltPeak ?? 0) - 1.7) < 0.03)
        var slow = hum
        slow.attackTime = EnvelopeTime.adjuster(seconds: 0.8)
        #expect(told(slow).actuatorRise == plain.actuatorRise)
        #expect(abs((told(slow).feltPeak ?? 0) - 0.8) < 0.03)
    }

    @Test(arguments: [8_000.0, 44_100, 96_000])
    func `what is felt does not depend on the rate of the rendering`(rate: Double) {
        let felt = HapticRenderer().render(HapticPreset.androidSpin.pattern, as: .felt(.phone))
        func figures(_ rate: Double) -> PatternMetrics {
            let pattern = HapticPreset.androidSpin.pattern
            let samples = HapticRenderer(sampleRate: rate).heard(pattern)
            return PatternMetrics(pattern, samples: samples, felt: felt, feltRate: 48_000, sampleRate: rate)
        }
        #expect(figures(rate).feltPeak == figures(48_000).feltPeak)
        #expect(figures(rate).feltLevel == figures(48_000).feltLevel)
    }

    @Test func `the JSON has units in its names and null for unknown figures`() {
        let tap = HapticPreset.impactHeavy.pattern
        let samples = HapticRenderer(sampleRate: 8_000).drive(tap)
        let json = PatternMetrics(tap, samples: samples, sampleRate: 8_000, actuator: .lra).json
        guard case .object(let members) = json else { return }
        #expect(
            members.map(\.name) == [
                "duration_s", "onset_ms", "actuator_rise_ms", "felt_peak_ms", "actuator", "peak", "rms",
                "felt_level_db",
                "centroid_hz",
            ])
        #expect(members[0].value == .number(0.022) && members[4].value == "lra")
        let silent = PatternMetrics(HapticPattern(), samples: [], actuator: .ideal).json.text(.compact)
        #expect(
            silent
                == #"{"duration_s":0,"onset_ms":null,"actuator_rise_ms":null,"felt_peak_ms":null,"actuator":"ideal","peak":0,"rms":0,"felt_level_db":null,"centroid_hz":null}"#
        )
    }

    @Test func `a stronger pattern has a higher level in any rendering`() {
        for rendering in [Rendering.heard, .drive, .felt(.lra), .felt(.phone)] {
            let levels = [0.2, 0.5, 1].map { intensity -> Double in
                let pattern = HapticPattern([HapticEvent(.transient, intensity: intensity, sharpness: 0.3)])
                let samples = HapticRenderer(sampleRate: 8_000).render(pattern, as: rendering)
                return figures(samples).feltLevel ?? -.infinity
            }
            #expect(rises(levels), "\(rendering.name): \(levels)")
        }
    }

    @Test(arguments: [(1, 0.5, 5.47), (0.5, 1, 5.47), (0.2, 0, 5.47), (0.09, 0, 0), (0.4, 0.4, 0)])
    func `what is too weak to be felt is no difference`(one: Double, other: Double, noticeable: Double) {
        #expect(abs(NoticeableDifference.between(intensity: one, other) - noticeable) < 0.01)
    }
}
