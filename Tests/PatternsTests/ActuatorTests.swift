import Glibc
import Testing
import ThudCore
import ThudPatterns

private let rate = 48_000.0
/// Half of the time in which a driver lets a vibration start and end, in seconds.
private let halfStart = 0.002

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
/// late period. It begins when the vibration has ended and the driver has turned to braking.
private func ringTime(_ actuator: ActuatorProfile, frequency: Double, over time: Double) -> Double {
    let samples = felt(hum(0.6), actuator)
    let period = Int(rate / frequency)
    let levels = [0.609, 0.609 + time].map { rms(Array(samples[Int($0 * rate)...].prefix(period))) }
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
        #expect(abs((told - halfStart) / expected - 1) < 0.07, "told \(told)")
        #expect(abs(riseTime(actuator, frequency: frequency) - halfStart - expected) < 0.003)
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

    /// A driver that measures the velocity makes the friction as much greater as its overdrive, so it divides the time
    /// to 90 % by it. (One that gives all it has until the target is reached would be faster. Its drive would have a
    /// step there, with content above 1 kHz.)
    @Test func `overdrive divides the time of the start`() {
        let constant = 10 / (Double.pi * 175)
        for overdrive in [1.0, 1.5, 2, 3] {
            let measured = riseTime(profile(175, 10, overdrive: overdrive), frequency: 175)
            #expect(abs(measured - halfStart - 2.303 * constant / overdrive) < 0.003, "\(overdrive): \(measured)")
        }
    }

    /// Sharpnesses, intensities and ends are random, so that an end meets any phase of the carrier. The movement is the
    /// true one under the drive. A mass that is switched on and off at 80 Hz from its resonance overshoots by 43 % and
    /// kicks by 46 % after the end. With the gentle start and end a part remains: 1.4 dB at the end, of which 2.2 dB
    /// would be felt.
    @Test(arguments: [
        (ActuatorProfile.phone, 1.3, 1.2), (.lra, 1.05, 1.02), (.voiceCoil, 1.2, 1.02),
        (profile(175, 10, overdrive: 3, braking: 2), 1.05, 1.02),
    ])
    func `an actuator hardly overshoots, and hardly kicks after the end`(
        actuator: ActuatorProfile, most: Double, after: Double
    ) {
        var random = SeededGenerator(seed: 21)
        var (overshoot, kick) = (0.0, 0.0)
        for _ in 0..<400 {
            let event = HapticEvent(
                .continuous, duration: 0.3 + 0.02 * random.unit(), intensity: 0.2 + 0.8 * random.unit(),
                sharpness: random.unit())
            let samples = felt(HapticPattern([event]), actuator, rate: 16_000).map { Double(abs($0)) }
            let end = Int((event.duration ?? 0) * 16_000) + 8
            let steady = samples[3_200..<4_800].max() ?? 0
            overshoot = max(overshoot, (samples[..<end].max() ?? 0) / steady)
            kick = max(kick, (samples[end...].max() ?? 0) / steady)
        }
        #expect(overshoot < most && kick < after, "\(overshoot), \(kick)")
    }

    /// The movement by another method: the equation's exact solution for a force that runs in straight lines between
    /// the samples, in complex form: `z' = p z + F` with `p = -w0/2Q + i w`, and `x = Im(z)/w`.
    @Test(arguments: [
        ActuatorProfile.lra, .phone, .voiceCoil, profile(170, 9, overdrive: 3, braking: 2), profile(100, 0.9),
    ])
    func `what is felt is the drive passed through a resonator`(actuator: ActuatorProfile) throws {
        let resonance = try #require(actuator.resonance)
        let natural = 2 * Double.pi * resonance.frequency
        let settling = natural / (2 * resonance.quality)
        let turning = (natural * natural - settling * settling).squareRoot()
        let strongest = resonance.quality / (1 - 0.25 / (resonance.quality * resonance.quality)).squareRoot()
        let (decay, angle) = (exp(-settling / rate), turning / rate)
        for preset in HapticPreset.allCases {
            let drive = HapticRenderer().render(preset.pattern, as: .driven(actuator))
            let felt = felt(preset.pattern, actuator)
            try #require(drive.count == felt.count)
            var (real, imaginary, before) = (0.0, 0.0, 0.0)
            var (expected, apart) = ([Float](), 0.0)
            for (force, moved) in zip(drive, felt) {
                // Half of the step's push acts before the turn and half after it.
                let early = real + before / rate / 2
                let turned = (early * cos(angle) - imaginary * sin(angle), early * sin(angle) + imaginary * cos(angle))
                (real, imaginary) = (decay * turned.0 + Double(force) / rate / 2, decay * turned.1)
                before = Double(force)
                let velocity = real - settling * imaginary / turning
                let acceleration = before - 2 * settling * velocity - natural * natural * imaginary / turning
                let sample = Float(acceleration / strongest)
                expected.append(sample)
                apart += pow(Double(sample - moved), 2)
            }
            #expect(abs(20 * log10(rms(felt) / rms(expected))) < 0.1, "\(preset)")
            #expect((apart / Double(felt.count)).squareRoot() < 0.02 * rms(felt), "\(preset)")
        }
    }

    @Test(arguments: [ActuatorProfile.lra, .phone, .voiceCoil])
    func `a shaped drive starts and ends silently, on its own frame, within full scale`(actuator: ActuatorProfile) {
        let events = [
            HapticEvent(.transient, at: 0.25, intensity: 1, sharpness: 0.5),
            HapticEvent(.continuous, at: 0.25, duration: 0.1, intensity: 1, sharpness: 0.7),
        ]
        for event in events {
            for pattern in [HapticPattern([event]), HapticPattern(events)] {
                let samples = HapticRenderer().render(pattern, as: .driven(actuator))
                #expect(samples.firstIndex { $0 != 0 } == 12_001)
                #expect(samples.last == 0 && samples.allSatisfy { abs($0) < 0.9 })
            }
            // A driver that has come to rest is at rest.
            let again = HapticPattern([event, event.moved(to: 3, lasting: event.duration)])
            let samples = HapticRenderer().render(again, as: .driven(actuator))
            #expect(samples[120_000..<144_000].allSatisfy { $0 == 0 })
            let one = samples[12_000..<24_000]
            #expect(zip(one, samples[144_000...]).allSatisfy { abs($0 - $1) < 1e-4 })
        }
    }

    @Test func `a steady drive has the strength of the law beside its headroom, at every sharpness`() {
        for actuator in [ActuatorProfile.lra, .phone, .voiceCoil] {
            let headroom = min(1, 0.8999 / (DriveLaw.transientGain * (actuator.resonance?.overdrive ?? 1)))
            for sharpness in [0, 0.3, 0.7, 1] {
                let samples = HapticRenderer().render(hum(0.5, sharpness: sharpness), as: .driven(actuator))
                let steady = Double(samples[14_400..<21_600].map(abs).max() ?? 0)
                #expect(abs(steady / (DriveLaw.continuousGain * headroom) - 1) < 0.02, "\(actuator.name) \(steady)")
            }
        }
    }

    @Test(arguments: [0, 0.5, 1.0]) func `an actuator swings at its resonance after the end`(sharpness: Double) {
        let actuator = profile(150, 10, overdrive: 1.5, band: 110...230)
        let samples = felt(hum(0.3, sharpness: sharpness), actuator)[(306 * 48)...]
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
        for _ in 0..<100 {
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
        // Without braking the ring takes 168 ms, and a driver that brakes halves it.
        let braked = felt(tap, profile(175, 10, braking: 1))
        #expect(abs(samples.count - braked.count - 4_020) < 5)
        // A bell of 20 Hz would ring for 14 s.
        let bell = HapticRenderer(sampleRate: 8_000).render(tap, as: .driven(profile(20, 100)))
        #expect(bell.count < 18_000)
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
        #expect(abs(coil - halfStart - 0.020) < 0.002, "\(coil)")
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
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "band_hz": [100, 100]}"#,
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
