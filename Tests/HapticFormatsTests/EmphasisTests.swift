import Testing
import ThudCore
import ThudHapticFormats
import ThudHaptics

/// A vibration that lies in its curve alone, as the authors' converters write it, with taps as strong as any.
private func allInTheCurve(_ seed: UInt64) -> HapticPattern {
    var dice = SeededGenerator(seed: seed)
    var pattern = HapticPattern([HapticEvent(.continuous, duration: 0.5, intensity: 1, sharpness: 0)])
    let points = (0...10).map {
        ParameterCurve.Point(time: Double($0) / 20, value: Double(Int.random(in: 0...20, using: &dice)) / 20)
    }
    pattern.curves = [ParameterCurve(.hapticIntensity, at: 0, points: points)]
    // Some stand closer together than a notch is wide, some on points of the curve.
    for time in Set((0..<8).map { _ in Double(Int.random(in: 0...2_000, using: &dice)) / 4_000 }).sorted() {
        let intensity = Double.random(in: 0.1...1, using: &dice)
        pattern.events.append(HapticEvent(.transient, at: time, intensity: intensity, sharpness: 0.5))
    }
    return pattern
}

@Suite("An emphasis holds the vibration down for an instant only") struct EmphasisTests {
    @Test func `a fall from full strength under its hit keeps its strength`() throws {
        let pattern = HapticPreset.androidThud.pattern
        let written = PatternFormat.haptic.write(HapticPattern(pattern.events, curves: pattern.curves))
        #expect(written.losses == [])
        let back = try read(written.text, .haptic).pattern
        #expect(difference(pattern, back) < 0.03)
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for time in stride(from: 0.002, to: 0.3, by: 0.01) {
            let found = after.value(of: .hapticIntensity, at: time)
            #expect(abs(before.value(of: .hapticIntensity, at: time) - found) < 0.01, "at \(time)")
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `beside its emphases a vibration stays as it was, and is written the same again`(seed: UInt64) throws {
        let pattern = allInTheCurve(seed)
        let taps = pattern.events.filter { $0.kind == .transient }.map(\.time)
        let written = PatternFormat.haptic.write(pattern)
        let back = try read(written.text, .haptic).pattern
        #expect(firstDifference(written.text, PatternFormat.haptic.write(back).text) == nil)
        // A curve of AHAP acts on taps too; what is felt of the vibration is its event's intensity.
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for time in stride(from: 0.0003, to: 0.5, by: 0.0007) where !taps.contains(where: { abs($0 - time) < 0.002 }) {
            let wanted = before.intensity(of: pattern.events[0], at: time)
            #expect(abs(after.intensity(of: back.events[0], at: time) - wanted) < 0.03, "at \(time)")
        }
    }

    @Test func `between a tap and a vibration after it there is silence`() throws {
        let pattern = HapticPattern(
            [
                HapticEvent(.continuous, at: 0.5, duration: 0.3, intensity: 1, sharpness: 0),
                HapticEvent(.transient, at: 0.1, intensity: 1, sharpness: 0.5),
                HapticEvent(.transient, at: 0.2, intensity: 0.5, sharpness: 0.5),
            ], curves: [ParameterCurve(.hapticIntensity, at: 0.5, points: [.init(time: 0, value: 0.8)])])
        let written = PatternFormat.haptic.write(pattern)
        let back = try read(written.text, .haptic).pattern
        #expect(HapticEvaluation(back).intensity(of: back.events[0], at: 0.45) == 0)
        #expect(abs(HapticEvaluation(back).intensity(of: back.events[0], at: 0.55) - 0.8) < 1e-9)
        #expect(firstDifference(written.text, PatternFormat.haptic.write(back).text) == nil)
    }
}
