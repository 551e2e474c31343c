import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Edits of a format's patterns") struct FormatEditTests {
    static let formats: [PatternFormat] = [.haptic, .he]

    /// Returns the pattern of a file after edits, as it is read back.
    private func edited(
        _ pattern: HapticPattern, _ script: String, _ format: PatternFormat
    ) throws -> HapticPattern {
        let written = format.write(try format.edited(pattern, by: EditScript(parsing: script)))
        return try read(written, format).pattern
    }

    private func buzz(_ format: PatternFormat) throws -> HapticPattern {
        let buzz = HapticPattern([HapticEvent(.continuous, at: 0, duration: 0.3, intensity: 0.7, sharpness: 0.4)])
        return try read(format.write(buzz), format).pattern
    }

    @Test(arguments: formats)
    func `an added tap has the values of the edit, wherever it is`(format: PatternFormat) throws {
        for time in [0, 0.1, 0.3, 1] {
            let pattern = try edited(buzz(format), "at \(time) tap 1/.5", format)
            let evaluation = HapticEvaluation(pattern)
            let taps = pattern.events.filter { $0.kind == .transient }
            try #require(taps.count == 1, "at \(time)")
            #expect(abs(evaluation.intensity(of: taps[0], at: taps[0].time) - 1) < 0.006, "at \(time)")
            #expect(abs(evaluation.sharpness(of: taps[0], at: taps[0].time) - 0.5) < 0.006, "at \(time)")
            #expect(difference(try buzz(format), pattern.without(.transient)) < 0.01, "at \(time)")
        }
    }

    @Test(arguments: formats)
    func `an added vibration has the values of the edit beside one with a curve`(format: PatternFormat) throws {
        let pattern = try edited(buzz(format), "at .5 vibration .2 .9/.8", format)
        let alone = try buzz(format)
        let expected = HapticPattern(
            alone.events + [HapticEvent(.continuous, at: 0.5, duration: 0.2, intensity: 0.9, sharpness: 0.8)],
            parameters: alone.parameters + [
                DynamicParameter(.hapticIntensity, at: 0.4, value: 1),
                DynamicParameter(.hapticSharpness, at: 0.4, value: 0),
            ], curves: alone.curves)
        #expect(difference(expected, pattern) < 0.02)
    }

    @Test(arguments: formats)
    func `a point at a time without a vibration is remarked on`(format: PatternFormat) throws {
        let tap = HapticPattern([HapticEvent(.transient, at: 0.1, intensity: 0.7, sharpness: 0.4)])
        for (pattern, count) in [(tap, 1), (try buzz(format), 0)] {
            var notes: [String] = []
            let script = try EditScript(parsing: "at 0.2 tap 1/1; at 0.2 intensity .4")
            _ = try format.edited(pattern, by: script) { notes.append($0) }
            #expect(notes.filter { $0.contains("“at 0.2 intensity .4” changes nothing") }.count == count, "\(notes)")
        }
    }

    @Test(arguments: formats)
    func `a tap that is added and deleted again leaves nothing behind`(format: PatternFormat) throws {
        for seed in 0..<24 as Range<UInt64> {
            let pattern = try read(format.write(composed(seed, overlapping: false)), format).pattern
            let script = try EditScript(parsing: "at 0.0377 tap .6/.3; delete tap@0.0377")
            let back = try format.edited(pattern, by: script)
            #expect(firstDifference(format.write(pattern), format.write(back)) == nil, "seed \(seed)")
        }
    }

    @Test(arguments: formats)
    func `a tap keeps its values when it moves along a curve`(format: PatternFormat) throws {
        let first = try edited(buzz(format), "at 0.1 tap .9/.5", format)
        let moved = try edited(first, "shift tap@0.1 +50ms", format)
        let direct = try edited(buzz(format), "at 0.15 tap .9/.5", format)
        #expect(difference(direct, moved) < 0.01)
    }

    @Test(arguments: formats)
    func `a tap keeps its values when it moves in a file that was converted to AHAP`(format: PatternFormat) throws {
        func converted(_ script: String) throws -> HapticPattern {
            try read(PatternFormat.ahap.write(edited(buzz(format), script, format)), .ahap).pattern
        }
        let first = try converted("at 0.1 tap .9/.5; at 0.2 tap .5/.5")
        // A buzz of RichTap has no curve, and so no notch.
        #expect(PatternFormat.ahap.leavesTapsAlone(in: first) == (format == .haptic))
        let moved = try edited(first, "shift tap@0.1 +50ms; at 0.25 tap .8/.5", .ahap)
        #expect(difference(try converted("at 0.15 tap .9/.5; at 0.2 tap .5/.5; at 0.25 tap .8/.5"), moved) < 0.01)
        let evaluation = HapticEvaluation(moved)
        let taps = moved.events.filter { $0.kind == .transient }
        #expect(taps.map(\.time) == [0.15, 0.2, 0.25])
        for (tap, strength) in zip(taps, [0.9, 0.5, 0.8]) {
            #expect(abs(evaluation.intensity(of: tap, at: tap.time) - strength) < 0.006, "at \(tap.time)")
        }
    }

    @Test(arguments: [
        "at 0.2 vibration .1 .5/.5", "scale .. intensity .5", "scale .. sharpness .5", "at 0.9 tap 1/.5",
        "at 0.2 vibration .1 .5/.5; delete vibration@0.2", "at 0.2 vibration .1 .5/.5; scale .. intensity .5",
    ]) func `the silence after the last tap stays as long`(script: String) throws {
        let taps = [HapticEvent(.transient, at: 0.1), HapticEvent(.transient, at: 0.4, duration: 0.6)]
        let pattern = try edited(HapticPattern(taps), script, .haptic)
        #expect(pattern.duration == 1)
        #expect(try PatternFormat.haptic.edited(HapticPattern(taps), by: EditScript(parsing: script)).duration == 1)
    }

    @Test func `beside taps with notches, one without stays under the curve, and no notch stays behind`() throws {
        let fading = "at 0.0 intensity 1; at 0.3 intensity 0; at 0.1 tap .9/.5"
        var mixed = try read(PatternFormat.ahap.write(edited(buzz(.haptic), fading, .haptic)), .ahap).pattern
        mixed.events.append(HapticEvent(.transient, at: 0.2, intensity: 1, sharpness: 0.5))
        func strengths(_ pattern: HapticPattern) -> [Double] {
            let evaluation = HapticEvaluation(pattern)
            return pattern.events.filter { $0.kind == .transient }.map { evaluation.intensity(of: $0, at: $0.time) }
        }
        let before = strengths(mixed)
        #expect(abs(before[0] - 0.9) < 0.01 && before[1] < 0.9, "\(before)")
        let moved = try edited(mixed, "shift tap@0.1 +50ms", .ahap)
        #expect(zip(strengths(moved), before).allSatisfy { abs($0 - $1) < 0.01 }, "\(strengths(moved))")
        #expect(HapticEvaluation(moved).value(of: .hapticIntensity, at: 0.1) < 0.9)
        let both = strengths(try edited(mixed, "shift 0.05.. +20ms", .ahap))
        #expect(abs(both[0] - 0.9) < 0.01 && both[1] < before[1], "\(both)")
    }

    @Test func `in other files of AHAP a curve changes the tap that moves along it`() throws {
        let ramp = ParameterCurve(
            .hapticIntensity, at: 0, points: [.init(time: 0, value: 1), .init(time: 1, value: 0)])
        for events in [[], [HapticEvent(.transient, at: 0.5)]] {
            let pattern = HapticPattern(events, curves: [ramp])
            #expect(!PatternFormat.ahap.leavesTapsAlone(in: pattern))
            let added = try edited(pattern, "at 0.25 tap 1/1", .ahap)
            let tap = try #require(added.events.first)
            #expect(abs(HapticEvaluation(added).intensity(of: tap, at: tap.time) - 0.75) < 1e-6)
            #expect(added.curves == [ramp])
        }
    }

    @Test func `an added tap of which a curve leaves less than half is named`() throws {
        let ramp = ParameterCurve(
            .hapticIntensity, at: 0, points: [.init(time: 0, value: 1), .init(time: 1, value: 0)])
        let script = try EditScript(parsing: "at 0.4 tap .6/1; at 0.75 tap .6/1; at 0.9 vibration .1 1/1")
        var notes: [String] = []
        _ = try PatternFormat.ahap.edited(HapticPattern(curves: [ramp]), by: script) { notes.append($0) }
        #expect(notes == ["a curve leaves 0.15 of the intensity 0.6 of the tap at 0.75 s"])
        notes = []
        let many = try EditScript(parsing: (5...9).map { "at 0.\($0) tap 1/1" }.joined(separator: "; "))
        _ = try PatternFormat.ahap.edited(HapticPattern(curves: [ramp]), by: many) { notes.append($0) }
        #expect(notes == ["a curve leaves 0.4 of the intensity 1 of the tap at 0.6 s, and less than half of 3 more"])
    }
}

extension HapticPattern {
    fileprivate func without(_ kind: HapticEvent.Kind) -> HapticPattern {
        HapticPattern(events.filter { $0.kind != kind }, parameters: parameters, curves: curves)
    }
}
