import Glibc
import Testing
import ThudCore
import ThudPatterns

private let rate = 48_000.0

private func profile(
    _ frequency: Double, _ quality: Double, overdrive: Double = 1, braking: Double = 0, band: ClosedRange<Double>? = nil
) -> ActuatorProfile {
    ActuatorProfile(
        name: "test",
        resonance: ActuatorResonance(
            frequency: frequency, quality: quality, overdrive: overdrive, braking: braking, band: band))
}

private func hum(_ seconds: Double, sharpness: Double = 0.5) -> HapticPattern {
    HapticPattern([HapticEvent(.continuous, duration: seconds, intensity: 1, sharpness: sharpness)])
}

private func felt(_ pattern: HapticPattern, _ actuator: ActuatorProfile, rate: Double = rate) -> [Float] {
    HapticRenderer(sampleRate: rate).render(pattern, as: .felt(actuator))
}

/// Returns the largest absolute sample within half a period of the resonance around a time in seconds.
private func swing(_ samples: [Float], at time: Double, frequency: Double) -> Double {
    let half = rate / frequency / 4
    let range = Int(time * rate - half)...Int(time * rate + half)
    return Double(samples[range.clamped(to: 0...samples.count - 1)].map(abs).max() ?? 0)
}

/// Returns the time to 90 % in seconds, measured from the peaks of the samples alone.
private func riseTime(_ actuator: ActuatorProfile, frequency: Double) -> Double {
    let samples = felt(hum(0.6), actuator)
    let steady = swing(samples, at: 0.5, frequency: frequency)
    let times = stride(from: 0.0, to: 0.4, by: 0.0005)
    return times.first { swing(samples, at: $0, frequency: frequency) >= 0.9 * steady } ?? .infinity
}

/// Returns the time in which the ring after a vibration falls to 1/e, in seconds, from the power of an early and a
/// late period.
private func ringTime(_ actuator: ActuatorProfile, frequency: Double, over time: Double) -> Double {
    let samples = felt(hum(0.6), actuator)
    let period = Int(rate / frequency)
    let levels = [0.601, 0.601 + time].map { rms(Array(samples[Int($0 * rate)...].prefix(period))) }
    return time / log(levels[0] / levels[1])
}

@Suite("An actuator moves as its resonance determines") struct ActuatorTests {
    @Test func `an ideal actuator follows the drive signal`() {
        let pattern = HapticPattern(HapticPreset.error.pattern.events + hum(0.2).events)
        #expect(felt(pattern, .ideal) == HapticRenderer().drive(pattern))
    }

    // The figures are t90 = 2.3 Q / (pi f0). Peaks locate it to a quarter of a period, which is within 2 ms.
    @Test(arguments: [(145.0, 10.0, 0.051), (175, 10, 0.042), (150, 4, 0.020)])
    func `a plain actuator needs 2.3 time constants to 90 %`(frequency: Double, quality: Double, expected: Double) {
        let actuator = profile(frequency, quality)
        let told = PatternMetrics(hum(0.6), samples: [], actuator: actuator).actuatorRise ?? 0
        #expect(abs(told / expected - 1) < 0.07, "told \(told)")
        #expect(abs(riseTime(actuator, frequency: frequency) - expected) < 0.003)
    }

    @Test(arguments: [(145.0, 10.0, 14.5), (175, 10, 17.5), (150, 4, 37.5)])
    func `half the power is left at the edges of a band of f0 over Q`(frequency: Double, quality: Double, width: Double)
    {
        // The carriers are on a straight line through the band, so that sharpness places them to a hundredth of it.
        let actuator = profile(frequency, quality, band: (frequency - width)...(frequency + width))
        let levels = (0...40).map { step -> Double in
            let samples = felt(hum(0.5, sharpness: Double(step) / 40), actuator)
            return rms(Array(samples[14_400..<21_600]))
        }
        let best = levels.max() ?? 0
        let above = levels.filter { $0 * $0 >= best * best / 2 }.count
        let measured = Double(above) / 40 * 2 * width
        #expect(abs(measured / width - 1) < 0.12, "\(measured) Hz")
    }

    @Test(arguments: [(175.0, 10.0), (150, 4)])
    func `steady full drive at resonance keeps its amplitude`(frequency: Double, quality: Double) {
        let samples = felt(hum(0.5), profile(frequency, quality))
        #expect(abs(swing(samples, at: 0.45, frequency: frequency) / DriveLaw.continuousGain - 1) < 0.02)
    }

    @Test func `overdrive shortens the start as the law of growth predicts`() {
        // The law predicts ln(k / (k - 0.9)) time constants for an overdrive of k.
        let constant = 10 / (Double.pi * 175)
        for (overdrive, constants) in [(1.0, 2.303), (1.5, 0.916), (2, 0.598), (3, 0.357)] {
            let measured = riseTime(profile(175, 10, overdrive: overdrive), frequency: 175)
            #expect(abs(measured - constants * constant) < 0.003, "\(overdrive): \(measured)")
        }
    }

    /// Sharpnesses, intensities and ends are random, so that an end meets any phase of the carrier.
    @Test(arguments: [
        ActuatorProfile.phone, .lra, .voiceCoil, profile(175, 10, overdrive: 3, braking: 2, band: 100...300),
    ])
    func `an actuator neither overshoots nor kicks after the end`(actuator: ActuatorProfile) {
        var random = SeededGenerator(seed: 21)
        var (overshoot, kick) = (0.0, 0.0)
        for _ in 0..<1_000 {
            let event = HapticEvent(
                .continuous, duration: 0.3 + 0.02 * random.unit(), intensity: 0.2 + 0.8 * random.unit(),
                sharpness: random.unit())
            let samples = felt(HapticPattern([event]), actuator, rate: 16_000).map { Double(abs($0)) }
            let end = Int((event.duration ?? 0) * 16_000) + 8
            let steady = samples[3_200..<4_800].max() ?? 0
            overshoot = max(overshoot, (samples[..<end].max() ?? 0) / steady)
            kick = max(kick, (samples[end...].max() ?? 0) / steady)
        }
        #expect(overshoot < 1.05 && kick <= 1.01, "\(overshoot), \(kick)")
    }

    @Test(arguments: [0, 0.5, 1.0]) func `an actuator swings at its resonance after the end`(sharpness: Double) {
        let actuator = profile(150, 10, overdrive: 1.5, band: 110...230)
        let samples = felt(hum(0.3, sharpness: sharpness), actuator)[(303 * 48)...]
        let crossings = zip(samples.indices, samples.indices.dropFirst()).filter {
            samples[$0] < 0 && samples[$1] >= 0
        }.map(\.1).prefix(6)
        let periods = Double((crossings.last ?? 0) - (crossings.first ?? 0)) / Double(crossings.count - 1)
        #expect(abs(rate / periods / 150 - 1) < 0.02, "\(rate / periods) Hz")
    }

    /// Compares with the movement itself: it has 90 % in the half period after the reported time, and less in the one
    /// before.
    @Test func `the reported rise time is the measured one`() {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<300 {
            let sharpness = random.unit()
            for actuator in [ActuatorProfile.phone, .lra, .voiceCoil] {
                let pattern = hum(0.5, sharpness: sharpness)
                let samples = felt(pattern, actuator).map(Double.init)
                let told = Int((PatternMetrics(pattern, samples: [], actuator: actuator).actuatorRise ?? 0) * rate)
                guard let band = actuator.resonance?.band else { continue }
                let carrier = band.lowerBound + (band.upperBound - band.lowerBound) * sharpness
                let half = Int((rate / carrier / 2).rounded())
                // Measures with sine and cosine of the carrier over half a period.
                func amplitude(from first: Int) -> Double {
                    let (sine, cosine) = (max(0, first)..<first + half).reduce((0.0, 0.0)) { sum, index in
                        let turn = 2 * .pi * carrier * Double(index) / rate
                        return (sum.0 + samples[index] * sin(turn), sum.1 + samples[index] * cos(turn))
                    }
                    return hypot(sine, cosine) * 2 / Double(half)
                }
                let steady = amplitude(from: 20_000)
                #expect(amplitude(from: told) > 0.9 * steady, "\(actuator.name), \(sharpness)")
                #expect(amplitude(from: told - half) < 0.9 * steady, "\(actuator.name), \(sharpness)")
            }
        }
    }

    @Test func `braking divides the time constant of the ring`() {
        let constant = 10 / (Double.pi * 175)
        for braking in [0.0, 1, 2] {
            let expected = constant / (1 + braking)
            let measured = ringTime(profile(175, 10, braking: braking), frequency: 175, over: expected)
            #expect(abs(measured / expected - 1) < 0.2, "\(braking): \(measured)")
        }
    }

    @Test func `the ring is rendered down to 80 dB and ends at zero`() {
        let tap = HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0.5)])
        let samples = felt(tap, profile(175, 10))
        #expect(samples.first == 0 && samples.last == 0)
        #expect(samples.suffix(2000).allSatisfy { abs($0) < 0.001 } && samples.count > 6000)
    }

    @Test(arguments: [20.0, 1000], [0.5, 0.7, 100]) func `an actuator is stable at the ends of all ranges`(
        frequency: Double, quality: Double
    ) {
        for rate in [8_000.0, 192_000] {
            let actuator = profile(frequency, quality, overdrive: 5, braking: 5, band: 20...1000)
            let pattern = HapticPattern(hum(0.01, sharpness: 1).events + HapticPreset.impactRigid.pattern.events)
            let samples = felt(pattern, actuator, rate: rate)
            #expect(samples.allSatisfy { abs($0) <= 1 } && samples.contains { $0 != 0 } && samples.last == 0)
        }
    }

    @Test func `an actuator rings equally at every sample rate`() {
        let tap = HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0.5)])
        let usual = rms(felt(tap, .lra))
        for rate in [8_000.0, 44_100, 192_000] {
            let samples = felt(tap, .lra, rate: rate)
            #expect(abs(rms(samples) / usual - 1) < 0.03, "\(rate)")
        }
    }

    @Test func `profiles have their names`() {
        #expect(ActuatorProfile.all.map(\.name) == ["ideal", "lra", "phone", "voice-coil"])
        let coil = PatternMetrics(hum(1, sharpness: 0), samples: [], actuator: .voiceCoil).actuatorRise ?? 0
        #expect(abs(coil - 0.020) < 0.002, "\(coil)")
    }
}

private func read(_ text: String) -> Result<ActuatorProfile, ThudError> {
    Result { () throws(ThudError) in try ActuatorProfile.read(Array(text.utf8), file: "a.json") }
}

@Suite("An actuator's profile is read strictly") struct ActuatorProfileReadingTests {
    @Test func `a profile with every member is read`() throws {
        let text = """
            {"name": "x-axis", "resonance_hz": 170, "quality": 9, "overdrive": 2, "braking": 1, "band_hz": [150, 190]}
            """
        let profile = try read(text).get()
        #expect(profile.name == "x-axis")
        #expect(
            profile.resonance
                == ActuatorResonance(frequency: 170, quality: 9, overdrive: 2, braking: 1, band: 150...190))
    }

    @Test func `a profile with the required members gets the half-power band`() throws {
        let resonance = try #require(try read(#"{"name": "x", "resonance_hz": 100, "quality": 5}"#).get().resonance)
        #expect(resonance.overdrive == 1 && resonance.braking == 0)
        #expect(abs(resonance.band.upperBound - resonance.band.lowerBound - 20) < 1e-9)
        #expect(abs(resonance.band.upperBound * resonance.band.lowerBound - 10_000) < 1e-6)
    }

    @Test(arguments: [
        (#"[]"#, "a.json:1:1: expected an object, found an array"),
        (#"{"resonance_hz": 100, "quality": 5}"#, "a.json:1:1: expected a member `name`, found none"),
        (
            #"{"name": "x", "resonance_hz": 1e308, "quality": 5}"#,
            "a.json:1:31: resonance_hz: expected a number from 20 to 1000, found 1e+308"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 0.1}"#,
            "a.json:1:47: quality: expected a number from 0.5 to 100, found 0.1"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": "5"}"#,
            "a.json:1:47: quality: expected a number, found a string"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "overdrive": 0}"#,
            "a.json:1:63: overdrive: expected a number from 1 to 5, found 0"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "braking": -1}"#,
            "a.json:1:61: braking: expected a number from 0 to 5, found -1"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "band_hz": [100]}"#,
            "a.json:1:61: band_hz: expected two frequencies, found 1"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "band_hz": [100, 90]}"#,
            "a.json:1:67: band_hz[1]: expected a frequency above the first"
        ),
        (
            #"{"name": "", "resonance_hz": 100, "quality": 5}"#,
            "a.json:1:10: name: expected a name of 1 to 40 characters on one line"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "q": 1}"#,
            "a.json:1:55: q: unknown member; choose one of name, resonance_hz, quality, overdrive, braking, band_hz"
        ),
    ])
    func `an invalid profile is refused with a sentence that names the place`(text: String, message: String) {
        guard case .failure(let error) = read(text) else {
            Issue.record("read \(text)")
            return
        }
        #expect(error.description == message)
    }

    @Test func `a profile created in code is clamped`() {
        let wild = ActuatorResonance(
            frequency: .nan, quality: .infinity, overdrive: -1, braking: 1e308, band: 1...1e308)
        #expect(wild.frequency == 20 && wild.quality == 100 && wild.overdrive == 1 && wild.braking == 5)
        #expect(wild.band == 20...1000)
    }
}
