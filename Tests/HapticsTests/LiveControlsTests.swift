import Testing
import ThudHaptics

private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

@Suite("Live controls come on top of a pattern") struct LiveControlsTests {
    let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.2)

    @Test func `intensity multiplies what the pattern's own curve leaves`() {
        let half = ParameterCurve(.hapticIntensity, at: 0, points: [.init(time: 0, value: 0.5)])
        let evaluation = HapticEvaluation(
            HapticPattern([hum], curves: [half]), controls: LiveControls(intensity: 0.5))
        #expect(near(evaluation.intensity(of: hum, at: 0.5), 0.2))
    }

    @Test func `sharpness is added, and clamped once at the end`() {
        let dull = DynamicParameter(.hapticSharpness, at: 0, value: -1)
        let pattern = HapticPattern([hum], parameters: [dull])
        // 0.2 - 1 + 0.9; clamped in between it would be 0.9.
        #expect(near(HapticEvaluation(pattern, controls: .init(sharpness: 0.9)).sharpness(of: hum, at: 0), 0.1))
        #expect(HapticEvaluation(pattern, controls: .init(sharpness: 0.5)).sharpness(of: hum, at: 0) == 0)
        #expect(HapticEvaluation(HapticPattern([hum]), controls: .init(sharpness: 1)).sharpness(of: hum, at: 0) == 1)
    }

    @Test func `taps heed them too`() {
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
    func `a rendering under controls is that of a pattern with their values`(rendering: Rendering) {
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
