import Testing
import ThudCore
import ThudPatterns

@Suite struct PatternTuningTests {
    /// A bell at half volume, a tap and a curve of the haptics.
    private static let pattern = HapticPattern(
        [
            {
                var bell = HapticEvent(.audioCustom)
                bell.waveformPath = "bell.wav"
                bell.volume = 0.5
                return bell
            }(),
            HapticEvent(.transient, at: 0.1, intensity: 0.5, sharpness: 0.4),
        ],
        parameters: [
            DynamicParameter(.hapticIntensity, at: 0.1, value: 0.9),
            DynamicParameter(.audioVolume, at: 0.05, value: 0.8),
        ],
        curves: [
            ParameterCurve(.hapticIntensity, at: 0.1, points: [.init(time: 0, value: 1), .init(time: 1, value: 0)])
        ])

    private func tuned(_ knob: PatternTuning.Knob, _ steps: Int) -> HapticPattern {
        var tuning = PatternTuning()
        tuning[knob] = steps
        return tuning.applied(to: Self.pattern)
    }

    @Test func `an untouched tuning changes nothing`() {
        #expect(!PatternTuning().isTuned)
        #expect(PatternTuning().applied(to: Self.pattern) == Self.pattern)
        for knob in PatternTuning.Knob.allCases {
            var tuning = PatternTuning()
            tuning[knob] = 3
            tuning[knob] = 0
            #expect(tuning == PatternTuning())
        }
    }

    @Test func `each knob changes only its own part, by its unit`() {
        // 6 dB is a factor of 1.9953.
        #expect(tuned(.volume, 6).events[0].volume == 0.9976)
        #expect(tuned(.volume, -6).events[0].volume == 0.2506)
        // An octave has twelve semitones, as the parameter has on each side.
        #expect(tuned(.pitch, 6).events[0].pitch == 0.5)
        #expect(tuned(.intensity, 4).events[1].intensity == 0.6)
        #expect(tuned(.sharpness, -2).events[1].sharpness == 0.3)
        for knob in [PatternTuning.Knob.volume, .pitch] { #expect(tuned(knob, 2).events[1] == Self.pattern.events[1]) }
        for knob in [PatternTuning.Knob.intensity, .sharpness] {
            #expect(tuned(knob, 2).events[0] == Self.pattern.events[0])
        }
    }

    @Test func `a knob knows the size and the unit of its steps`() {
        let amounts = PatternTuning.Knob.allCases.map { $0.amount(of: -2) }
        #expect(amounts == [-2, -2, -10, -0.1, -10])
        #expect(PatternTuning.Knob.allCases.map(\.unit) == ["dB", "st", "%", nil, "ms"])
    }

    @Test func `either haptics or sounds are delayed, and steps and curves move with their events`() {
        let later = tuned(.delay, 4)
        #expect(later.events.map(\.time) == [0, 0.12])
        #expect(later.curves.map(\.time) == [0.12] && later.parameters.map(\.time) == [0.12, 0.05])
        #expect(later.events[0].waveformPath == "bell.wav" && later.events[1].intensity == 0.5)
        let sooner = tuned(.delay, -4)
        #expect(sooner.events.map(\.time) == [0.02, 0.1])
        #expect(sooner.curves.map(\.time) == [0.1] && sooner.parameters.map(\.time) == [0.1, 0.07])
    }

    /// A converted pattern has a notch of 20 µs in the curve at each tap, which keeps the tap as it is.
    @Test func `a delay leaves a notch around its tap`() {
        var bell = HapticEvent(.audioCustom)
        bell.waveformPath = "bell.wav"
        let notch = [(0, 0.2), (0.40001, 0.2), (0.40002, 1), (0.40003, 0.2)]
        let curve = ParameterCurve(.hapticIntensity, at: 0.1234, points: notch.map { .init(time: $0.0, value: $0.1) })
        let tap = HapticEvent(.transient, at: 0.52342, intensity: 0.5, sharpness: 0.5)
        var tuning = PatternTuning()
        tuning[.delay] = 1
        let later = tuning.applied(to: HapticPattern([bell, tap], curves: [curve]))
        #expect(abs(later.events[1].time - 0.52842) < 1e-9)
        #expect(abs(HapticEvaluation(later).intensity(of: later.events[1], at: later.events[1].time) - 0.5) < 1e-6)
    }

    @Test func `a knob at the end of its range does not move`() {
        let full = HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 1)])
        let tuning = PatternTuning()
        #expect(tuning.turned(.intensity, by: 1, of: full) == nil)
        #expect(tuning.turned(.sharpness, by: 1, of: full) == nil)
        #expect(tuning.turned(.intensity, by: -1, of: full)?[.intensity] == -1)
        // The pattern has no sound, nor anything that could be delayed relative to another part.
        for knob in [PatternTuning.Knob.volume, .pitch, .delay] { #expect(tuning.turned(knob, by: 1, of: full) == nil) }
        var least = tuning
        least[.intensity] = -20
        #expect(least.applied(to: full).events[0].intensity == 0)
        #expect(least.turned(.intensity, by: -1, of: full) == nil)
        least[.intensity] = .min
        #expect(least[.intensity] == -20)
    }

    @Test func `a tuned pattern equals its file`() throws {
        var tuning = PatternTuning()
        for (steps, knob) in PatternTuning.Knob.allCases.enumerated() { tuning[knob] = steps - 3 }
        let tuned = tuning.applied(to: Self.pattern)
        #expect(tuned != Self.pattern)
        #expect(try AHAP.read(Array(AHAP.text(tuned).utf8), file: "tuned.ahap") == tuned)
    }
}
