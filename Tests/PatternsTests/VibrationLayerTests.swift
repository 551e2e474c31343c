import Glibc
import Testing
import ThudCore
import ThudPatterns

private let rate = 8_000.0

/// Returns the amplitude of a sine of a frequency in the middle of some samples, under a Hann window.
private func amplitude(_ samples: ArraySlice<Float>, at frequency: Double) -> Double {
    let count = Double(samples.count)
    let windowed = samples.enumerated().map { Float(1 - cos(2 * .pi * (Double($0.offset) + 0.5) / count)) * $0.element }
    return 2 * power(windowed, at: frequency, sampleRate: rate).squareRoot() / count
}

private func vibration(
    at time: Double, seconds: Double = 0.4, intensity: Double, sharpness: Double
) -> HapticEvent {
    HapticEvent(.continuous, at: time, duration: seconds, intensity: intensity, sharpness: sharpness)
}

@Suite("Simultaneous vibrations are layers") struct VibrationLayerTests {
    private let renderer = HapticRenderer(sampleRate: rate)

    @Test(arguments: [Rendering.drive, .heard])
    func `both frequencies are as strong as alone, with none between them`(rendering: Rendering) {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<300 {
            // The sharpnesses are at most half the range apart, so that no overtone of one is near the other or
            // between them.
            let low = 0.5 * random.unit()
            let high = low + 0.25 + 0.25 * random.unit()
            let events = [
                vibration(at: 0, intensity: 0.3 + 0.3 * random.unit(), sharpness: low),
                vibration(at: 0.1 * random.unit(), intensity: 0.3 + 0.3 * random.unit(), sharpness: high),
            ]
            let both = renderer.render(HapticPattern(events), as: rendering)[1_000..<3_000]
            let pitches = [low, high].map { sharpness in
                rendering == .drive ? DriveLaw.frequency(sharpness: sharpness) : 160 * exp2(1.6 * sharpness)
            }
            for (event, pitch) in zip(events, pitches) {
                let alone = renderer.render(HapticPattern([event]), as: rendering)[1_000..<3_000]
                let ratio = amplitude(both, at: pitch) / amplitude(alone, at: pitch)
                #expect(abs(20 * log10(ratio)) < 0.3, "\(low), \(high): \(ratio)")
            }
            let between = amplitude(both, at: (pitches[0] + pitches[1]) / 2)
            #expect(between < 0.05 * pitches.map { amplitude(both, at: $0) }.reduce(0, +), "\(low), \(high)")
        }
    }

    @Test(arguments: [Rendering.drive, .heard]) func `vibrations of the same sharpness add up`(rendering: Rendering) {
        let one = vibration(at: 0, intensity: 0.5, sharpness: 0.4)
        let two = HapticPattern([one, vibration(at: 0.05, intensity: 0.5, sharpness: 0.4)])
        let alone = renderer.render(HapticPattern([one]), as: rendering)[1_000..<3_000]
        let both = renderer.render(two, as: rendering)[1_000..<3_000]
        #expect(zip(alone, both).allSatisfy { abs(2 * $0 - $1) < 1e-5 })
    }

    /// Otherwise two waves of almost the same frequency would cancel for as long as their beat lasts.
    @Test func `a vibration does not cancel another of almost the same frequency`() {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<1_000 {
            let (sharpness, start) = (0.9 * random.unit(), 0.05 + 0.02 * random.unit())
            let first = vibration(at: 0, intensity: 0.5, sharpness: sharpness)
            let second = vibration(at: start, intensity: 0.5, sharpness: sharpness + 0.01 * random.unit())
            let alone = renderer.drive(HapticPattern([first]))[600..<1_000]
            let both = renderer.drive(HapticPattern([first, second]))[600..<1_000]
            #expect(rms(Array(both)) > 1.8 * rms(Array(alone)))
        }
    }

    /// Two phases add a tap's energy to the running signal, but only one does not work against what follows.
    @Test func `a tap longer than 22 ms does not work against the running signal`() {
        func product(_ one: [Double], _ other: [Double]) -> Double { zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }
        for step in 0..<200 {
            let start = 0.1 + Double(step) * 0.0007
            let vibration = vibration(at: 0, intensity: 0.4, sharpness: Double(step % 5) / 5)
            let tap = HapticEvent(.transient, at: start, intensity: 0.4, sharpness: 0)
            let late = Int((start + HapticLimits.transientLength) * rate) + 1..<Int((start + 0.035) * rate)
            let running = renderer.drive(HapticPattern([vibration]))[late].map(Double.init)
            let both = renderer.drive(HapticPattern([vibration, tap]))[late].map(Double.init)
            let added = zip(both, running).map { $0 - $1 }
            let strength = (product(added, added) * product(running, running)).squareRoot()
            #expect(strength > 0 && product(added, running) > -0.05 * strength, "at \(start) s")
        }
    }

    @Test func `successive vibrations form one wave`() {
        let whole = renderer.drive(HapticPattern([vibration(at: 0, intensity: 0.8, sharpness: 0.3)]))
        let parts = renderer.drive(
            HapticPattern([
                vibration(at: 0, seconds: 0.15, intensity: 0.8, sharpness: 0.3),
                vibration(at: 0.15, seconds: 0.25, intensity: 0.8, sharpness: 0.3),
            ]))
        #expect(whole.count == parts.count && zip(whole, parts).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    /// Beyond full scale more than two sines could only be turned down further.
    @Test(arguments: [Rendering.drive, .heard, .driven(.phone), .driven(.voiceCoil)])
    func `further vibrations at full strength never make two weaker`(rendering: Rendering) {
        var random = SeededGenerator(seed: 43)
        var least = Double.infinity
        for _ in 0..<50 {
            let sharpnesses = (0..<8).map { _ in random.unit() }
            let strengths = (2...8).map { count in
                let events = sharpnesses[..<count].map { vibration(at: 0, intensity: 1, sharpness: $0) }
                return rms(Array(renderer.render(HapticPattern(events), as: rendering)[800..<3_200]))
            }
            least = min(least, zip(strengths.dropFirst(), strengths).map { $0 / $1 }.min() ?? 0)
        }
        #expect(least > 0.998, "\(least)")
    }

    @Test(arguments: [Rendering.drive, .heard, .driven(.phone), .driven(.voiceCoil)])
    func `further taps at full strength never make two weaker`(rendering: Rendering) {
        let renderer = HapticRenderer()
        var random = SeededGenerator(seed: 44)
        var least = Double.infinity
        for _ in 0..<50 {
            let sharpnesses = (0..<8).map { _ in random.unit() }
            let energies = (2...8).map { count in
                let taps = sharpnesses[..<count].map { HapticEvent(.transient, at: 0, intensity: 1, sharpness: $0) }
                return renderer.render(HapticPattern(taps), as: rendering).reduce(0.0) { $0 + Double($1) * Double($1) }
            }
            least = min(least, (energies.dropFirst().min() ?? 0) / energies[0])
        }
        #expect(least > 0.98, "\(least)")
    }

    /// Only the vibration that it joined covers its frequency.
    @Test func `a vibration that was covered has its own frequency once it is alone`() {
        let sharpnesses = [0.1, 0.9, 0.5]
        let events = sharpnesses.map { vibration(at: 0, seconds: $0 == 0.5 ? 0.8 : 0.3, intensity: 1, sharpness: $0) }
        let samples = renderer.drive(HapticPattern(events))
        func strengths(_ range: Range<Int>) -> [Double] {
            sharpnesses.map { amplitude(samples[range], at: DriveLaw.frequency(sharpness: $0)) }
        }
        let (together, alone) = (strengths(400..<2_000), strengths(3_200..<6_000))
        #expect(together[0] > 0.2 && together[1] > 0.2 && together[2] < 0.05, "\(together)")
        #expect(alone[0] < 0.01 && alone[1] < 0.01 && abs(alone[2] / DriveLaw.continuousGain - 1) < 0.01, "\(alone)")
    }

    @Test func `weak vibrations keep their own frequencies, however many they are`() {
        let sharpnesses = [0.0, 0.3, 0.6, 0.9]
        func strengths(_ intensity: Double) -> [Double] {
            let events = sharpnesses.map { vibration(at: 0, intensity: intensity, sharpness: $0) }
            let samples = renderer.drive(HapticPattern(events))[400..<3_200]
            return sharpnesses.map { amplitude(samples, at: DriveLaw.frequency(sharpness: $0)) }
        }
        #expect(strengths(0.5).allSatisfy { abs($0 / (DriveLaw.continuousGain * 0.25) - 1) < 0.03 })
        #expect(strengths(1).contains { $0 < 0.05 })
        // Also if weak ones have left enough layers free.
        let weak = sharpnesses.map { vibration(at: 0, intensity: 0.4, sharpness: $0) }
        let full = sharpnesses.map { vibration(at: 0.5, intensity: 1, sharpness: $0) }
        let later = renderer.drive(HapticPattern(weak + full))[4_400..<7_200]
        #expect(sharpnesses.contains { amplitude(later, at: DriveLaw.frequency(sharpness: $0)) < 0.05 })
    }

    @Test func `any number of vibrations stays within full scale`() {
        let events = (0..<200).map {
            vibration(at: 0.001 * Double($0), intensity: 1, sharpness: Double($0 % 50) / 50)
        }
        for rendering in [Rendering.drive, .heard, .felt(.lra)] {
            let samples = renderer.render(HapticPattern(events), as: rendering)
            #expect(samples.allSatisfy { abs($0) <= 1 } && rms(samples) > 0.1)
        }
    }
}
