import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Round trips") struct RoundTripTests {
    /// The formats that hold everything felt. The others have tests of what they lose.
    static let others: [PatternFormat] = [.haptic, .hjif, .hmpg, .he]

    @Test(arguments: others)
    func `a written file reads back as a pattern that is written the same`(format: PatternFormat) throws {
        for seed in 0..<24 as Range<UInt64> {
            let first = format.write(composed(seed, overlapping: seed.isMultiple(of: 2)))
            let second = format.write(try read(first, format).pattern)
            #expect(firstDifference(first, second) == nil, "seed \(seed)")
            #expect(second.losses == [], "seed \(seed)")
        }
    }

    @Test(arguments: others)
    func `a written file and its AHAP have no lint diagnostics`(format: PatternFormat)
        throws
    {
        for seed in 0..<20 as Range<UInt64> {
            let written = format.write(composed(seed, overlapping: seed.isMultiple(of: 3)))
            #expect(lint(written.bytes, format) == [], "seed \(seed)")
            #expect(lint(AHAP.text(try read(written, format).pattern), .ahap) == [], "seed \(seed)")
        }
    }

    @Test(arguments: [(PatternFormat.haptic, 0.08), (.hjif, 0.08), (.hmpg, 0.35)])
    func `a weak fade-in grows as a strong one does`(format: PatternFormat, tolerance: Double) throws {
        for strength in [1, 0.5, 0.25, 0.12] {
            let fade = HapticPattern(
                [HapticEvent(.continuous, at: 0, duration: 4, intensity: strength, sharpness: 0.4)],
                curves: [
                    ParameterCurve(
                        .hapticIntensity, at: 0, points: [.init(time: 0, value: 0), .init(time: 4, value: 1)])
                ])
            let (before, after) = (
                HapticEvaluation(fade), HapticEvaluation(try read(format.write(fade), format).pattern)
            )
            for time in stride(from: 0.4, through: 3.6, by: 0.1) {
                let ratio = after.intensity(at: time) / before.intensity(at: time)
                #expect(abs(ratio * ratio - 1) < tolerance, "\(strength) at \(time) s")
            }
        }
    }

    /// Editors set points within microseconds of an emphasis, at which an AHAP curve has the edges of its notch.
    @Test(arguments: [0.000_005, 0.000_01, 0.000_011, 0.000_02, 0.001])
    func `a point beside an emphasis stays unchanged`(distance: Double) throws {
        let points = [(0, 0.2), (0.1 - distance, 0), (0.1, 0.5), (0.1 + distance, 0.3), (0.2, 0.25), (0.3, 0)]
        let envelope = points.map { time, amplitude in
            let emphasis = time == 0.1 ? ", \"emphasis\": {\"amplitude\": 0.6, \"frequency\": 0.5}" : ""
            return "{\"time\": \(time), \"amplitude\": \(amplitude)\(emphasis)}"
        }
        let text = """
            {"version": {"major": 1}, "signals": {"continuous": {"envelopes": {"amplitude":
              [\(envelope.joined(separator: ", "))]}}}}
            """
        let ahap = AHAP.text(try read(text, .haptic).pattern)
        let written = PatternFormat.haptic.write(try read(ahap, .ahap).pattern).text
        let amplitude = try JSONReader(Array(written.utf8), file: "a.haptic").member("signals").member("continuous")
            .member("envelopes").member("amplitude").elements()
        #expect(amplitude.count == points.count, "\(written)")
        for (found, point) in zip(amplitude, points) {
            #expect(abs(try found.member("time").number() - point.0) < 1e-6)
            #expect(abs(try found.member("amplitude").number() - point.1) < 1e-9)
        }
    }

    @Test(arguments: [[0, 0.4], [0, 0.4, 0.7], [0, 0.5]])
    func `no frequency point is added or lost under an emphasis at the very end`(times: [Double]) throws {
        let points = times.map { "{\"time\": \($0), \"frequency\": \($0 == 0 ? 0.3 : 0.5)}" }
        let text = """
            {"version": {"major": 1}, "signals": {"continuous": {"envelopes": {"amplitude": [{"time": 0, "amplitude": 1},
              {"time": 0.7, "amplitude": 0.5, "emphasis": {"amplitude": 0.6, "frequency": 0.5}}],
              "frequency": [\(points.joined(separator: ", "))]}}}}
            """
        let ahap = AHAP.text(try read(text, .haptic).pattern)
        let written = PatternFormat.haptic.write(try read(ahap, .ahap).pattern).text
        let frequency = try JSONReader(Array(written.utf8), file: "a.haptic").member("signals").member("continuous")
            .member("envelopes").member("frequency").elements()
        var found: [Double] = []
        for point in frequency { found.append(try point.member("time").number()) }
        #expect(found == times)
    }

    @Test(arguments: ["", ", \"frequency\": [{\"time\": 0, \"frequency\": 0.3}]"])
    func `a frequency line of one point is a step in AHAP, and one point again`(frequency: String) throws {
        let points = "{\"time\": 0, \"amplitude\": 0.2}, {\"time\": 1, \"amplitude\": 0.7}"
        let text = """
            {"version": {"major": 1, "minor": 0, "patch": 0},
             "signals": {"continuous": {"envelopes": {"amplitude": [\(points)]\(frequency)}}}}
            """
        let pattern = try read(text, .haptic).pattern
        let ahap = AHAP.text(pattern)
        #expect(lint(ahap, .ahap) == [] && pattern.parameters.map(\.id) == [.hapticSharpness])
        let back = PatternFormat.haptic.write(try read(ahap, .ahap).pattern)
        #expect(back.losses == [] && back.text.contains("\"frequency\": [") == !frequency.isEmpty)
        #expect(try read(back.text, .haptic).pattern == pattern)
    }

    @Test(arguments: others)
    func `a file comes back the same through an AHAP file`(format: PatternFormat) throws {
        for seed in 0..<12 as Range<UInt64> {
            let first = format.write(composed(seed, overlapping: false))
            let ahap = AHAP.text(try read(first, format).pattern)
            let second = format.write(try read(ahap, .ahap).pattern)
            #expect(firstDifference(first, second) == nil, "seed \(seed)")
        }
    }

    /// Over 200 random patterns the mean error is 0.02 to 0.06 % of the energy. With overlapping vibrations, which
    /// these formats hold as one wave at a mean frequency, it is 0.13 to 0.17 %. The worst case is 9 %.
    @Test(arguments: others)
    func `the envelope of the drive signal stays the same, even with overlapping effects`(format: PatternFormat) throws
    {
        for seed in 0..<40 as Range<UInt64> {
            let overlapping = seed.isMultiple(of: 2)
            let pattern = composed(seed, overlapping: overlapping)
            let back = try read(format.write(pattern), format).pattern
            // More than two full vibrations are stronger in the drive signal than one wave can be.
            #expect(difference(pattern, back) < (overlapping ? 0.25 : 0.1), "seed \(seed)")
        }
    }

    @Test(arguments: others)
    func `a pattern without rounding loses nothing of its drive signal`(format: PatternFormat) throws {
        let pattern = HapticPattern([
            HapticEvent(.continuous, at: 0.1, duration: 0.2, intensity: 0.5, sharpness: 0.4),
            HapticEvent(.transient, at: 0.4, intensity: 0.8, sharpness: 0.2),
            HapticEvent(.continuous, at: 0.5, duration: 0.25, intensity: 1, sharpness: 0.6),
        ])
        let written = format.write(pattern)
        #expect(difference(pattern, try read(written, format).pattern) < (format == .hmpg ? 0.006 : 0.001))
        if format == .hmpg {
            #expect(written.losses == ["intensity in a .hmpg file is rounded by up to 0.0008 (0.01 JND)"])
        } else {
            #expect(written.losses == [])
        }
    }
}
