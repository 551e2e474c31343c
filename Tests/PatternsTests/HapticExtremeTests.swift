import Testing
import ThudCore
import ThudPatterns

/// Random numbers that are the same in every run: a 64-bit linear congruential generator, of which the upper bits are
/// used.
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

private let oddNumbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-9, .leastNonzeroMagnitude, 1e9, 1e308, -1e308, .nan, .infinity, -.infinity, 0.1, 0.0217,
    0.9999,
]

private func oddPattern(seed: UInt64) -> HapticPattern {
    var dice = Dice(seed: seed)
    let events = (0..<dice.below(8)).map { _ -> HapticEvent in
        var event = HapticEvent(
            dice.pick(HapticEvent.Kind.allCases), at: min(dice.pick(oddNumbers), 0.5),
            duration: min(dice.pick(oddNumbers), 0.1))
        for id in EventParameterID.allCases where dice.below(2) == 0 { event[id] = dice.pick(oddNumbers) }
        return event
    }
    let parameters = (0..<dice.below(4)).map { _ in
        DynamicParameter(
            dice.pick(DynamicParameterID.allCases), at: dice.pick(oddNumbers), value: dice.pick(oddNumbers))
    }
    let curves = (0..<dice.below(4)).map { _ in
        ParameterCurve(
            dice.pick(DynamicParameterID.allCases), at: dice.pick(oddNumbers),
            points: (0..<dice.below(5)).map { _ in .init(time: dice.pick(oddNumbers), value: dice.pick(oddNumbers)) })
    }
    return HapticPattern(events, parameters: parameters, curves: curves)
}

@Suite("Every pattern can be rendered, however odd") struct HapticExtremeTests {
    @Test(arguments: 0..<24) func `a pattern of odd numbers is rendered`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let pattern = oddPattern(seed: UInt64(seed)).played(
            atRate: dice.pick(oddNumbers.filter { $0 > 0.4 || $0 <= 0 }))
        let controls = LiveControls(intensity: dice.pick(oddNumbers), sharpness: dice.pick(oddNumbers))
        let resonance = ActuatorResonance(
            frequency: dice.pick(oddNumbers), quality: dice.pick([0, 1, 10]), overdrive: dice.pick(oddNumbers),
            braking: dice.pick(oddNumbers))
        let actuator = ActuatorProfile(name: "odd", resonance: resonance)
        for rendering in [Rendering.heard, .drive, .felt(actuator)] {
            let samples = HapticRenderer(sampleRate: 8_000).render(pattern, as: rendering, controls: controls)
            #expect(samples.allSatisfy { abs($0) <= 1 })
            #expect(samples.last ?? 0 == 0)
        }
    }

    @Test func `the longest pattern with the most events is rendered`() {
        let events = (0..<HapticLimits.events).map { index -> HapticEvent in
            let kind: HapticEvent.Kind = index % 64 == 0 ? .transient : .continuous
            let sharpness = Double(index % 10) / 10
            let time = 300 * Double(index) / Double(HapticLimits.events)
            return HapticEvent(kind, at: time, duration: 0.002, intensity: 1, sharpness: sharpness)
        }
        let pattern = HapticPattern(events)
        for rendering in [Rendering.drive, .felt(.lra)] {
            let samples = HapticRenderer(sampleRate: 8_000).render(pattern, as: rendering)
            #expect(samples.count > 299 * 8_000 && samples.count < 301 * 8_000)
        }
        #expect(pattern.played(atRate: 1e9).duration < 0.1)
        #expect(pattern.played(atRate: 1e-9).duration <= 600)
    }
}
