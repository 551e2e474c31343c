import Testing
import ThudCore
import ThudPatterns

private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

@Suite("Intensity and sharpness are functions of time") struct HapticEvaluationTests {
    @Test func `a transient acts for 22 ms with the values of its start`() {
        let tap = HapticEvent(.transient, at: 1, intensity: 0.8, sharpness: 0.3)
        let evaluation = HapticEvaluation(HapticPattern([tap]))
        #expect(evaluation.intensity(of: tap, at: 0.999) == 0)
        #expect(evaluation.intensity(of: tap, at: 1) == 0.8)
        #expect(evaluation.intensity(of: tap, at: 1.021) == 0.8)
        #expect(evaluation.intensity(of: tap, at: 1.023) == 0)
        #expect(evaluation.sharpness(of: tap, at: 1) == 0.3)
    }

    @Test func `envelope adjusters are exponential from 0 to 1 s`() {
        #expect(EnvelopeTime.seconds(0) == 0)
        #expect(EnvelopeTime.seconds(1) == 1)
        #expect(abs(EnvelopeTime.seconds(0.5) - 0.119) < 0.001)
        #expect(EnvelopeTime.seconds(-3) == 0 && EnvelopeTime.seconds(7) == 1)
    }

    @Test func `a vibration rises, holds and releases`() {
        var rumble = HapticEvent(.continuous, duration: 0.5, intensity: 1, sharpness: 0.5)
        rumble.attackTime = 0.5
        rumble.releaseTime = 0.5
        let evaluation = HapticEvaluation(HapticPattern([rumble]))
        let ramp = EnvelopeTime.seconds(0.5)
        #expect(evaluation.intensity(of: rumble, at: 0) == 0)
        #expect(near(evaluation.intensity(of: rumble, at: ramp / 2), 0.5))
        #expect(evaluation.intensity(of: rumble, at: 0.4) == 1)
        #expect(near(evaluation.intensity(of: rumble, at: 0.5 + ramp / 4), 0.75))
        #expect(evaluation.intensity(of: rumble, at: 0.5 + ramp) == 0)
        #expect(near(evaluation.span(of: rumble).upperBound, 0.5 + ramp))
    }

    @Test func `decay acts only on unsustained events`() {
        var rumble = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0.5)
        rumble.decayTime = 0.75
        #expect(HapticEvaluation(HapticPattern([rumble])).intensity(of: rumble, at: 0.9) == 1)
        rumble.isSustained = false
        let evaluation = HapticEvaluation(HapticPattern([rumble]))
        let decay = EnvelopeTime.seconds(0.75)
        #expect(near(evaluation.intensity(of: rumble, at: decay / 2), 0.5))
        #expect(evaluation.intensity(of: rumble, at: decay) == 0)
        #expect(near(evaluation.span(of: rumble).upperBound, decay))
    }

    @Test func `a vibration without a duration lasts 30 s`() {
        for duration in [nil, 0.0] {
            let pattern = HapticPattern([HapticEvent(.continuous, duration: duration)])
            #expect(pattern.duration == 30)
        }
    }

    /// Converters write such notches, so that a curve for a vibration leaves its taps alone.
    @Test(arguments: [0.59675, 0.5, 0])
    func `a notch of a curve is for the tap in it alone`(time: Double) {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0.5)
        let tap = HapticEvent(.transient, at: time, intensity: 0.3, sharpness: 0.5)
        func points(_ list: [(Double, Double)]) -> [ParameterCurve.Point] { list.map { .init(time: $0, value: $1) } }
        let edges: [(Double, Double)] = time > 0 ? [(0, 0.2), (time - 0.00001, 0.2), (time, 1)] : [(0, 1)]
        var pattern = HapticPattern(
            [hum, tap],
            curves: [
                ParameterCurve(.hapticIntensity, at: 0, points: points(edges)),
                ParameterCurve(.hapticIntensity, at: time, points: points([(0, 1), (0.00001, 0.2), (0.3, 0.2)])),
            ])
        let evaluation = HapticEvaluation(pattern)
        #expect(evaluation.intensity(of: tap, at: time) == 0.3)
        #expect(evaluation.intensity(of: hum, at: time) == 0.2)
        let breakpoints = evaluation.breakpoints(of: .hapticIntensity, within: 1, cells: 100)
        #expect(breakpoints.allSatisfy { evaluation.value(of: .hapticIntensity, at: $0) == 0.2 })
        // Nor does it click, even if a renderer's tick falls into the notch.
        pattern.events = [hum]
        var steady = pattern
        steady.curves = [ParameterCurve(.hapticIntensity, at: 0, points: points([(0, 0.2)]))]
        let renderer = HapticRenderer(sampleRate: 8_000)
        #expect(renderer.drive(pattern) == renderer.drive(steady))
    }

    @Test func `a dip shortly before a notch is the curve's own, and the notch is none of it`() {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0.5)
        let points = [(0, 0.2), (0.32851, 0.03), (0.32875, 0), (0.328755, 1), (0.328765, 0.2), (1, 0.2)]
        let curve = ParameterCurve(.hapticIntensity, at: 0, points: points.map { .init(time: $0, value: $1) })
        let evaluation = HapticEvaluation(HapticPattern([hum], curves: [curve]))
        for time in [0.3286, 0.3287, 0.328752, 0.32876, 0.3288] {
            #expect(evaluation.value(of: .hapticIntensity, at: time) <= 0.2)
        }
    }

    @Test(arguments: [0.1, 0.3, 0.7, 3])
    func `a notch of a pattern that is played at another rate is for its tap alone`(rate: Double) {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0.5)
        let tap = HapticEvent(.transient, at: 0.59675, intensity: 0.3, sharpness: 0.5)
        func points(_ list: [(Double, Double)]) -> [ParameterCurve.Point] { list.map { .init(time: $0, value: $1) } }
        let pattern = HapticPattern(
            [hum, tap],
            curves: [
                ParameterCurve(.hapticIntensity, at: 0.1, points: points([(0, 0.2), (0.49674, 0.2), (0.49675, 1)])),
                ParameterCurve(.hapticIntensity, at: 0.59675, points: points([(0, 1), (0.00001, 0.2), (0.3, 0.2)])),
            ]
        ).played(atRate: rate)
        let evaluation = HapticEvaluation(pattern)
        let time = pattern.events[1].time
        #expect(abs(evaluation.intensity(of: pattern.events[1], at: time) - 0.3) < 1e-6)
        #expect(evaluation.intensity(of: pattern.events[0], at: time) == 0.2)
    }

    @Test func `steps take effect at once and stay`() {
        let rumble = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.5)
        let pattern = HapticPattern(
            [rumble],
            parameters: [
                DynamicParameter(.hapticIntensity, at: 0.5, value: 0.5),
                DynamicParameter(.hapticSharpness, at: 0.25, value: 0.3),
                DynamicParameter(.hapticSharpness, at: 0.75, value: -1),
            ])
        let evaluation = HapticEvaluation(pattern)
        #expect(evaluation.intensity(of: rumble, at: 0.499) == 0.8)
        #expect(evaluation.intensity(of: rumble, at: 0.5) == 0.4)
        #expect(evaluation.sharpness(of: rumble, at: 0.2) == 0.5)
        #expect(evaluation.sharpness(of: rumble, at: 0.25) == 0.8)
        #expect(evaluation.sharpness(of: rumble, at: 0.8) == 0)
    }

    @Test func `curves are straight lines with times from the curve's start`() {
        let rumble = HapticEvent(.continuous, duration: 3, intensity: 1, sharpness: 0.5)
        let curve = ParameterCurve(
            .hapticIntensity, at: 1,
            points: [.init(time: 1, value: 0), .init(time: 0.5, value: 1), .init(time: 1.5, value: 0.4)])
        let evaluation = HapticEvaluation(HapticPattern([rumble], curves: [curve]))
        #expect(evaluation.intensity(of: rumble, at: 0.9) == 1)
        #expect(evaluation.intensity(of: rumble, at: 1.25) == 1)
        #expect(near(evaluation.intensity(of: rumble, at: 1.75), 0.5))
        #expect(near(evaluation.intensity(of: rumble, at: 2.25), 0.2))
        #expect(near(evaluation.intensity(of: rumble, at: 2.9), 0.4))
    }

    @Test func `the step or curve that started last controls the parameter`() {
        let pattern = HapticPattern(
            parameters: [DynamicParameter(.hapticIntensity, at: 2, value: 0.9)],
            curves: [
                ParameterCurve(.hapticIntensity, at: 1, points: [.init(time: 0, value: 0), .init(time: 4, value: 1)]),
                ParameterCurve(.hapticIntensity, at: 3, points: [.init(time: 0, value: 0.2)]),
            ])
        let evaluation = HapticEvaluation(pattern)
        #expect([0.5, 1.5, 2.5, 3.5].map { evaluation.value(of: .hapticIntensity, at: $0) } == [1, 0.125, 0.9, 0.2])
    }

    @Test func `the whole pattern follows its strongest event`() {
        let pattern = HapticPattern([
            HapticEvent(.continuous, duration: 1, intensity: 0.4, sharpness: 0.1),
            HapticEvent(.transient, at: 0.5, intensity: 0.9, sharpness: 0.8),
        ])
        let evaluation = HapticEvaluation(pattern)
        #expect(evaluation.intensity(at: 0.4) == 0.4 && evaluation.sharpness(at: 0.4) == 0.1)
        #expect(evaluation.intensity(at: 0.51) == 0.9 && evaluation.sharpness(at: 0.51) == 0.8)
        #expect(evaluation.intensity(at: 2) == 0 && evaluation.sharpness(at: 2) == nil)
    }
}

@Suite("The model contains no value out of range") struct HapticModelTests {
    @Test func `a moved sound keeps all but its time, and what is changed on haptics leaves it alone`() {
        var sound = HapticEvent(.audioCustom, at: 0.2, duration: 0)
        (sound.waveformPath, sound.loops, sound.usesVolumeEnvelope) = ("a.wav", true, false)
        let moved = sound.moved(to: 1, lasting: 0)
        #expect(moved.duration == 0 && moved.loops && !moved.usesVolumeEnvelope)
        #expect(moved.moved(to: 0.2, lasting: 0) == sound)
        #expect(HapticPattern([sound]).changed(by: [.hapticIntensity: 0.5]).events == [sound])
        #expect(EventParameterID.attackTime.belongs(to: .audioCustom))
    }

    @Test func `a tone with a duration ends the pattern, and points of a curve are clamped`() {
        let tone = HapticEvent(.audioContinuous, duration: 2)
        #expect(HapticPattern([tone, HapticEvent(.transient)]).statedEnd == 2)
        let points = [-1.0, 400].map { ParameterCurve.Point(time: $0, value: 1) }
        #expect(ParameterCurve(.hapticIntensity, at: 0, points: points).points.map(\.time) == [0, 300])
    }

    @Test(arguments: EventParameterID.allCases)
    func `event parameters are clamped`(id: EventParameterID) {
        var event = HapticEvent(.continuous)
        #expect(event[id] == id.defaultValue)
        event[id] = 1e308
        #expect(event[id] == 1)
        event[id] = -.infinity
        #expect(event[id] == id.range.lowerBound)
        event[id] = .nan
        #expect(event[id] == id.defaultValue)
    }

    @Test(arguments: DynamicParameterID.allCases)
    func `dynamic parameters are clamped`(id: DynamicParameterID) {
        #expect(DynamicParameter(id, at: 0, value: 9).value == 1)
        #expect(DynamicParameter(id, at: 0, value: -9).value == (id.multiplies ? 0 : -1))
        #expect(DynamicParameter(id, at: 0, value: .nan).value == id.defaultValue)
    }

    @Test(arguments: [(-1.0, 0.0), (.nan, 0), (1e308, 300), (.infinity, 300), (2, 2)])
    func `times are clamped`(time: Double, clamped: Double) {
        #expect(HapticEvent(.transient, at: time).time == clamped)
        #expect(DynamicParameter(.hapticIntensity, at: time, value: 1).time == clamped)
        #expect(ParameterCurve(.hapticIntensity, at: time, points: [.init(time: time, value: 1)]).time == clamped)
    }

    @Test func `a vibration lasts at most 30 s`() {
        #expect(HapticEvent(.continuous, duration: 1e308).duration == 30)
        #expect(HapticEvent(.audioCustom, duration: 60).duration == 60)
        #expect(HapticEvent(.continuous, duration: -1).duration == nil)
        #expect(HapticEvent(.continuous, duration: .nan).duration == nil)
    }

    @Test func `stronger impacts are duller`() {
        let taps = [HapticPreset.impactLight, .impactMedium, .impactHeavy].compactMap(\.pattern.events.first)
        #expect(taps.map(\.intensity) == [0.55, 0.7, 1])
        #expect(taps.map(\.sharpness) == [0.4, 0.3, 0.2])
        #expect(HapticPreset(rawValue: "notification.success")?.pattern.events.count == 2)
    }
}

@Suite("Live controls act on top of a pattern") struct LiveControlsTests {
    let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.2)

    @Test func `intensity multiplies the result of the pattern's own curve`() {
        let half = ParameterCurve(.hapticIntensity, at: 0, points: [.init(time: 0, value: 0.5)])
        let evaluation = HapticEvaluation(
            HapticPattern([hum], curves: [half]), controls: LiveControls(intensity: 0.5))
        #expect(near(evaluation.intensity(of: hum, at: 0.5), 0.2))
    }

    @Test func `sharpness is added, and clamped once at the end`() {
        let dull = DynamicParameter(.hapticSharpness, at: 0, value: -1)
        let pattern = HapticPattern([hum], parameters: [dull])
        // 0.2 - 1 + 0.9. With a clamp in between, it would be 0.9.
        #expect(near(HapticEvaluation(pattern, controls: .init(sharpness: 0.9)).sharpness(of: hum, at: 0), 0.1))
        #expect(HapticEvaluation(pattern, controls: .init(sharpness: 0.5)).sharpness(of: hum, at: 0) == 0)
        #expect(HapticEvaluation(HapticPattern([hum]), controls: .init(sharpness: 1)).sharpness(of: hum, at: 0) == 1)
    }

    @Test func `live controls also change taps`() {
        let tap = HapticEvent(.transient, intensity: 0.6, sharpness: 0.4)
        let evaluation = HapticEvaluation(
            HapticPattern([tap]), controls: LiveControls(intensity: 0.5, sharpness: 0.25))
        #expect(near(evaluation.intensity(of: tap, at: 0.01), 0.3))
        #expect(near(evaluation.sharpness(of: tap, at: 0.01), 0.65))
    }

    @Test func `values out of range are clamped, and NaN changes nothing`() {
        var controls = LiveControls(intensity: 7, sharpness: -9)
        #expect(controls.intensity == 1 && controls.sharpness == -1)
        controls.intensity = .nan
        controls.sharpness = 1e308
        #expect(controls.intensity == 1 && controls.sharpness == 1)
    }

    @Test(arguments: [Rendering.heard, .drive, .felt(.lra)])
    func `a rendering with controls equals that of a pattern with their values`(rendering: Rendering) {
        let events = [hum, HapticEvent(.transient, at: 0.3, intensity: 1, sharpness: 0.6)]
        let controlled = events.map { event in
            HapticEvent(
                event.kind, at: event.time, duration: event.duration, intensity: event.intensity * 0.5,
                sharpness: event.sharpness + 0.3)
        }
        let renderer = HapticRenderer(sampleRate: 8_000)
        let live = renderer.render(
            HapticPattern([events[0]]), as: rendering, controls: LiveControls(intensity: 0.5, sharpness: 0.3))
        let fixed = renderer.render(HapticPattern([controlled[0]]), as: rendering)
        #expect(live.count == fixed.count && zip(live, fixed).allSatisfy { abs($0 - $1) < 1e-5 })
        let silent = renderer.render(HapticPattern(events), as: rendering, controls: LiveControls(intensity: 0))
        #expect(silent.allSatisfy { $0 == 0 })
    }
}

@Suite("Patterns can be played at another rate") struct HapticRateTests {
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

    @Test func `envelopes scale with the rate`() {
        var swell = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0)
        swell.attackTime = 0.5
        let slow = HapticPattern([swell]).played(atRate: 0.5)
        let seconds = EnvelopeTime.seconds(slow.events[0].attackTime)
        #expect(abs(seconds - 2 * EnvelopeTime.seconds(0.5)) < 1e-9)
    }

    @Test func `sounds keep their files`() {
        var sound = HapticEvent(.audioCustom, at: 1)
        sound.waveformPath = "ping.wav"
        sound.loops = true
        let played = HapticPattern([sound]).played(atRate: 4).events[0]
        #expect(played.waveformPath == "ping.wav" && played.loops && played.time == 0.25 && played.duration == nil)
    }

    @Test(arguments: [0, -1, .nan, .infinity]) func `an invalid rate changes nothing`(rate: Double) {
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
