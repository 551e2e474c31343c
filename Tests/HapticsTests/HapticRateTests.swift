import Testing
import ThudHaptics

@Suite("A pattern is played at another rate") struct HapticRateTests {
    let pattern = HapticPattern(
        [
            HapticEvent(.transient, at: 0.4, duration: 0.1, intensity: 0.7, sharpness: 0.3),
            HapticEvent(.continuous, at: 1, duration: 2, intensity: 0.5, sharpness: 0.6),
        ],
        parameters: [DynamicParameter(.hapticIntensity, at: 0.2, value: 0.5)],
        curves: [ParameterCurve(.hapticSharpness, at: 1, points: [.init(time: 0, value: 0), .init(time: 2, value: 1)])])

    @Test func `all times are divided, and nothing else changes`() {
        let fast = pattern.played(atRate: 2)
        #expect(fast.events.map(\.time) == [0.2, 0.5] && fast.events.map(\.duration) == [0.05, 1])
        #expect(fast.parameters.map(\.time) == [0.1] && fast.curves[0].time == 0.5)
        #expect(fast.curves[0].points.map(\.time) == [0, 1] && fast.curves[0].points.map(\.value) == [0, 1])
        #expect(fast.events.map(\.intensity) == [0.7, 0.5] && fast.events.map(\.sharpness) == [0.3, 0.6])
        #expect(abs(fast.duration - pattern.duration / 2) < 1e-9)
    }

    @Test func `envelopes take as much shorter`() {
        var swell = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0)
        swell.attackTime = 0.5
        let slow = HapticPattern([swell]).played(atRate: 0.5)
        let seconds = EnvelopeTime.seconds(slow.events[0].attackTime)
        #expect(abs(seconds - 2 * EnvelopeTime.seconds(0.5)) < 1e-9)
    }

    @Test func `sounds keep their file`() {
        var sound = HapticEvent(.audioCustom, at: 1)
        sound.waveformPath = "ping.wav"
        sound.loops = true
        let played = HapticPattern([sound]).played(atRate: 4).events[0]
        #expect(played.waveformPath == "ping.wav" && played.loops && played.time == 0.25 && played.duration == nil)
    }

    @Test(arguments: [0, -1, .nan, .infinity]) func `a rate that is none changes nothing`(rate: Double) {
        #expect(pattern.played(atRate: rate) == pattern)
    }

    @Test(arguments: [1e-9, 1e-300, .leastNonzeroMagnitude, 1e9, 1e300]) func `extreme rates stay within the limits`(
        rate: Double
    ) {
        let played = pattern.played(atRate: rate)
        #expect(played.events.allSatisfy { (0...300).contains($0.time) })
        // A duration never becomes 0, which would mean 30 s.
        #expect(played.events.allSatisfy { ($0.duration ?? 0) > 0 })
        #expect(rate < 1 || played.duration < 0.1)
    }
}
