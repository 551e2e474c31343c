import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Returns a `.haptic` file with these points of amplitude and of frequency.
private func haptic(_ amplitude: String, _ frequency: String? = nil) -> String {
    let second = frequency.map { ", \"frequency\": [\($0)]" } ?? ""
    return """
        {"version": {"major": 1, "minor": 0, "patch": 0},
        "signals": {"continuous": {"envelopes": {"amplitude": [\(amplitude)]\(second)}}}}
        """
}

private func value(_ id: DynamicParameterID, _ pattern: HapticPattern, at time: Double) -> Double {
    HapticEvaluation(pattern).value(of: id, at: time)
}

@Suite(".haptic files are read as their authors' converters read them") struct HapticFileTests {
    private let file = haptic(
        "{\"time\": 0, \"amplitude\": 0.04}, "
            + "{\"time\": 0.2, \"amplitude\": 0.25, \"emphasis\": {\"amplitude\": 0.64, \"frequency\": 0.7}}, "
            + "{\"time\": 0.5, \"amplitude\": 0.09}",
        "{\"time\": 0, \"frequency\": 0.16}, {\"time\": 0.5, \"frequency\": 0.81}")

    @Test func `one vibration of intensity 1 and sharpness 0 has the envelopes as curves`() throws {
        let pattern = try read(file, .haptic).pattern
        let rumble = try #require(pattern.events.first)
        #expect(rumble.kind == .continuous && rumble.time == 0 && rumble.duration == 0.5)
        #expect(rumble.intensity == 1 && rumble.sharpness == 0)
        #expect(value(.hapticIntensity, pattern, at: 0) == 0.2)
        #expect(abs(value(.hapticIntensity, pattern, at: 0.5) - 0.3) < 1e-12)
        #expect(value(.hapticSharpness, pattern, at: 0) == 0.4)
        #expect(abs(value(.hapticSharpness, pattern, at: 0.5) - 0.9) < 1e-12)
        // Halfway between 0.4 and 0.9: the curve is linear in sharpness.
        #expect(abs(value(.hapticSharpness, pattern, at: 0.25) - 0.65) < 1e-4)
    }

    @Test func `an emphasis becomes a tap of its own strength, over a vibration lowered by a fifth`() throws {
        let pattern = try read(file, .haptic).pattern
        let tap = try #require(pattern.events.last)
        #expect(tap.kind == .transient && tap.time == 0.2 && tap.intensity == 0.8 && tap.sharpness == 0.7)
        let evaluation = HapticEvaluation(pattern)
        #expect(evaluation.intensity(of: tap, at: 0.2) == 0.8)
        #expect(evaluation.sharpness(of: tap, at: 0.2) == 0.7)
        #expect(abs(value(.hapticIntensity, pattern, at: 0.2 + 0.00002) - 0.8 * 0.5) < 1e-4)
        #expect(abs(value(.hapticIntensity, pattern, at: 0.2 - 0.00002) - 0.8 * 0.5) < 1e-4)
        // Halfway to the next point in amplitude.
        let middle = value(.hapticIntensity, pattern, at: 0.35)
        #expect(abs(middle * middle - (0.16 + 0.09) / 2) < 0.001)
    }

    @Test func `amplitude is linear between two points, and no inserted point comes back`() throws {
        let ramp = "{ \"time\": 0, \"amplitude\": 0 }, { \"time\": 1, \"amplitude\": 1 }"
        let pattern = try read(haptic(ramp), .haptic).pattern
        for time in stride(from: 0.05, to: 1, by: 0.05) {
            let intensity = value(.hapticIntensity, pattern, at: time)
            #expect(abs(intensity * intensity - time) < 0.001, "\(time)")
        }
        let back = PatternFormat.haptic.write(try read(AHAP.text(pattern), .ahap).pattern).text
        #expect(back.split(separator: "{ \"time\": ").count == 3, "\(back)")
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `the breakpoints of any envelope come back, without others`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var time = 0
        var points: [String] = []
        for _ in 0..<Int.random(in: 2...30, using: &dice) {
            // The points include some on a line, some steps and some with an emphasis.
            let value = Double(Int.random(in: 0...8, using: &dice)) / 8
            let hit = Int.random(in: 0..<4, using: &dice) == 0
            let emphasis = hit ? ", \"emphasis\": { \"amplitude\": 1, \"frequency\": 0.5 }" : ""
            points.append("{ \"time\": \(Double(time) / 1e4), \"amplitude\": \(value)\(emphasis) }")
            time += Int.random(in: hit ? 10...3_000 : 1...3_000, using: &dice)
        }
        let pattern = try read(haptic(points.joined(separator: ",")), .haptic).pattern
        let written = try JSONReader(Array(PatternFormat.haptic.write(pattern).text.utf8), file: "")
        let amplitude = try written.member("signals").member("continuous").member("envelopes").member("amplitude")
        let back = try amplitude.elements()
        #expect(back.count == points.count)
        for (point, found) in zip(points, back) {
            let wanted = try JSONReader(Array(point.utf8), file: "")
            #expect(try wanted.member("time").number() == found.member("time").number())
            #expect(try abs(wanted.member("amplitude").number() - found.member("amplitude").number()) < 1e-9)
        }
    }

    @Test(arguments: [
        ("{\"time\":0.2,\"amplitude\":0.36}", 0.6, 0.5.squareRoot()),
        ("{\"time\":0.2,\"amplitude\":0.36,\"emphasis\":{\"amplitude\":0.64,\"frequency\":0.3}}", 0.8, 0.3),
        ("{\"time\":0.2,\"amplitude\":0.1},{\"time\":0.2,\"amplitude\":0.36}", 0.6, 0.5.squareRoot()),
    ])
    func `a file of one point is a tap`(points: String, intensity: Double, sharpness: Double) throws {
        let read = try read(haptic(points), .haptic)
        #expect(read.diagnostics.map(\.message) == ["an envelope without duration; read as a tap"])
        let tap = try #require(read.pattern.events.first)
        #expect(read.pattern.events.count == 1 && tap.kind == .transient && tap.time == 0.2)
        #expect(abs(tap.intensity - intensity) < 1e-9 && abs(tap.sharpness - sharpness) < 1e-9)
    }

    @Test(arguments: [nil, ""]) func `a file without frequency gets the middle one, and is written without it again`(
        frequency: String?
    ) throws {
        let points =
            "{\"time\":0,\"amplitude\":1,\"emphasis\":{\"amplitude\":1,\"frequency\":0.2}},{\"time\":1,\"amplitude\":1}"
        let pattern = try read(haptic(points, frequency), .haptic).pattern
        #expect(abs((HapticEvaluation(pattern).sharpness(at: 0.5) ?? 0) - 0.5.squareRoot()) < 1e-9)
        #expect(abs((HapticEvaluation(pattern).sharpness(of: pattern.events[0], at: 1e-4)) - 0.5.squareRoot()) < 1e-9)
        let written = PatternFormat.haptic.write(pattern)
        #expect(try !written.text.contains("frequency\": [") && read(written.text, .haptic).pattern == pattern)
    }

    @Test func `a vibration of sharpness 0 is written as such, because no frequency means the middle one`() throws {
        let dull = HapticPattern(
            [HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0)],
            curves: [ParameterCurve(.hapticIntensity, at: 0, points: [.init(time: 0, value: 0.5)])])
        let written = PatternFormat.haptic.write(dull)
        let back = try read(written.text, .haptic).pattern
        #expect(HapticEvaluation(back).sharpness(at: 0.5) == 0)
        #expect(PatternFormat.haptic.write(back).text == written.text)
    }

    @Test func `more than 30 s become several events, and one envelope again`() throws {
        let file = haptic("{\"time\":0,\"amplitude\":0},{\"time\":70,\"amplitude\":1}")
        let pattern = try read(file, .haptic).pattern
        #expect(pattern.events.map(\.duration) == [30, 30, 10])
        let written = PatternFormat.haptic.write(pattern)
        #expect(written.text.contains("{ \"time\": 70, \"amplitude\": 1 }") && !written.text.contains("\"time\": 30"))
    }

    @Test func `breakpoints come back exactly, digit for digit`() throws {
        let points =
            "{ \"time\": 0, \"amplitude\": 0.0025260486 }, { \"time\": 0.3, \"amplitude\": 0 }, "
            + "{ \"time\": 0.3, \"amplitude\": 0.33714031507 }, { \"time\": 1.548662, \"amplitude\": 0.109712252058 }"
        let written = PatternFormat.haptic.write(try read(haptic(points), .haptic).pattern)
        #expect(written.losses == [])
        for point in points.split(separator: ", { ") {
            #expect(written.text.contains(point.drop(while: { "{ ".contains($0) })), "\(point)")
        }
    }

    @Test func `an emphasis before the first or after the last frequency point leaves all sharpness unchanged`() throws
    {
        func text(_ emphasis: String) -> String {
            haptic(
                """
                {"time": 0, "amplitude": 0.5}, {"time": 0.4, "amplitude": 0.5\(emphasis)}, {"time": 0.9, "amplitude": 0.5},
                {"time": 1, "amplitude": 0.5}
                """, "{\"time\": 0.6, \"frequency\": 0.81}, {\"time\": 0.7, \"frequency\": 0.09}")
        }
        let emphasis = ", \"emphasis\": {\"amplitude\": 0.8, \"frequency\": 0.3}"
        for hit in [
            text(emphasis), text("").replacing("0.9, \"amplitude\": 0.5", with: "0.9, \"amplitude\": 0.5\(emphasis)"),
        ] {
            let pattern = try read(hit, .haptic).pattern
            let (with, without) = (HapticEvaluation(pattern), HapticEvaluation(try read(text(""), .haptic).pattern))
            for time in [0.1, 0.3, 0.39, 0.41, 0.5, 0.65, 0.8, 0.95] {
                let event = pattern.events[0]
                #expect(abs(with.sharpness(of: event, at: time) - without.sharpness(of: event, at: time)) < 1e-9)
            }
            let back = PatternFormat.haptic.write(try read(AHAP.text(pattern), .ahap).pattern).text
            let envelopes = try JSONReader(Array(back.utf8), file: "").member("signals").member("continuous")
                .member("envelopes")
            #expect(try envelopes.member("frequency").elements().count == 2)
        }
    }

    @Test func `metadata comes back unchanged`() throws {
        let metadata: [JSONValue.Member] = [
            .init("Project", "Kape"), .init("Description", "a thud"), .init("Author", "A. B."), .init("Editor", "E"),
            .init("Source", "thud.wav"), .init("Tags", ["short", "dull"]), .init("Created", "today"),
        ]
        let written = PatternFormat.haptic.write(HapticPattern([HapticEvent(.transient)], metadata: metadata))
        #expect(written.losses == ["a .haptic file cannot hold Metadata.Created"])
        #expect(Set(try read(written.text, .haptic).pattern.metadata) == Set(metadata.dropLast()))
    }

    @Test func `amplitude between points stays close to the pattern's`() throws {
        var event = HapticEvent(.continuous, at: 0, duration: 1, intensity: 1, sharpness: 0.5)
        event.attackTime = 0.9
        let pattern = HapticPattern([event])
        let text = PatternFormat.haptic.write(pattern).text
        let root = try JSONReader(Array(text.utf8), file: "")
        let amplitude = try root.member("signals").member("continuous").member("envelopes").member("amplitude")
        let points = try amplitude.elements().map { ($0, try $0.member("time").number()) }
        let evaluation = HapticEvaluation(pattern)
        for (from, to) in zip(points, points.dropFirst()) where to.1 > from.1 && to.1 < 1 {
            let (left, right) = (
                try from.0.member("amplitude").number(), try to.0.member("amplitude").number()
            )
            let intensity = evaluation.intensity(at: (from.1 + to.1) / 2)
            #expect(abs((left + right) / 2 - intensity * intensity) < 0.02, "at \(from.1)")
        }
    }

    @Test(arguments: [(1.0, 0.0), (1.0, 0.6), (0.5, 0.0), (0.5, 0.6)])
    func `sharpness that a curve moves out of range is clamped`(intensity: Double, sharpness: Double) throws {
        let points = [(0.0, -0.9), (0.3, 0.9), (0.35, -0.4), (0.6, -0.2), (1, 1)].map {
            ParameterCurve.Point(time: $0.0, value: $0.1)
        }
        let pattern = HapticPattern(
            [HapticEvent(.continuous, duration: 1, intensity: intensity, sharpness: sharpness)],
            curves: [
                ParameterCurve(.hapticSharpness, at: 0, points: points),
                ParameterCurve(.hapticIntensity, at: 0, points: [.init(time: 0, value: 0.8)]),
            ])
        let written = PatternFormat.haptic.write(pattern)
        let back = try read(written.text, .haptic).pattern
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for time in stride(from: 0.003, to: 1, by: 0.007) {
            let (wanted, found) = (
                before.sharpness(of: pattern.events[0], at: time), after.sharpness(of: back.events[0], at: time)
            )
            #expect(abs(wanted - found) < 0.002, "at \(time)")
        }
        #expect(firstDifference(written.text, PatternFormat.haptic.write(back).text) == nil)
    }

    @Test(arguments: [
        ("{\"time\":0,\"amplitude\":0},{\"time\":1,\"amplitude\":1.5}", "from 0 to 1, found 1.5"),
        ("{\"time\":1,\"amplitude\":0},{\"time\":0.5,\"amplitude\":0}", "is before the previous point"),
        ("", "expected at least two amplitude points, found none"),
        ("{\"time\":-1,\"amplitude\":0}", "from 0 to 300, found -1"),
        (
            "{\"time\":0,\"amplitude\":0.5,\"emphasis\":{\"amplitude\":0.4,\"frequency\":0}}",
            "an emphasis of 0.4 is weaker than the amplitude of its point, 0.5"
        ),
        ("{\"time\":0,\"amplitude\":\"loud\"}", "amplitude[0].amplitude: expected a number, found a string"),
    ])
    func `what the authors' validation refuses is an error`(points: String, sentence: String) {
        let said = lint(haptic(points), .haptic)
        #expect(said.count == 1 && said[0].contains(sentence), "\(said)")
    }

    @Test func `another version is refused, and unknown members are reported`() {
        #expect(lint("{\"version\": {\"major\": 2}}", .haptic)[0].hasPrefix("a.haptic:1:23: version.major: expected"))
        let later = haptic("{\"time\":0,\"amplitude\":0,\"colour\":1},{\"time\":1,\"amplitude\":0}")
        #expect(lint(later, .haptic).map { $0.hasSuffix("unknown member; ignored") } == [true])
    }
}

/// Returns a vibration that is all in its curve, as the authors' converters write it, with taps of random strength.
private func allInTheCurve(_ seed: UInt64) -> HapticPattern {
    var dice = SeededGenerator(seed: seed)
    var pattern = HapticPattern([HapticEvent(.continuous, duration: 0.5, intensity: 1, sharpness: 0)])
    let points = (0...10).map {
        ParameterCurve.Point(time: Double($0) / 20, value: Double(Int.random(in: 0...20, using: &dice)) / 20)
    }
    pattern.curves = [ParameterCurve(.hapticIntensity, at: 0, points: points)]
    // Some are closer together than the width of a notch, and some coincide with points of the curve.
    for time in Set((0..<8).map { _ in Double(Int.random(in: 0...2_000, using: &dice)) / 4_000 }).sorted() {
        let intensity = Double.random(in: 0.1...1, using: &dice)
        pattern.events.append(HapticEvent(.transient, at: time, intensity: intensity, sharpness: 0.5))
    }
    return pattern
}

@Suite("An emphasis lowers the vibration for an instant only") struct EmphasisTests {
    @Test func `a fade from full strength under a hit keeps its strength`() throws {
        let pattern = HapticPreset.androidThud.pattern
        let written = PatternFormat.haptic.write(HapticPattern(pattern.events, curves: pattern.curves))
        #expect(written.losses == [])
        let back = try read(written.text, .haptic).pattern
        #expect(difference(pattern, back) < 0.03)
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for time in stride(from: 0.002, to: 0.3, by: 0.01) {
            // The format is linear in amplitude, which is the square of the intensity.
            let (wanted, found) = (
                before.value(of: .hapticIntensity, at: time), after.value(of: .hapticIntensity, at: time)
            )
            #expect(abs(wanted * wanted - found * found) < 0.003, "at \(time)")
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a vibration is unchanged beside its emphases, and is written the same again`(seed: UInt64) throws {
        let pattern = allInTheCurve(seed)
        let taps = pattern.events.filter { $0.kind == .transient }.map(\.time)
        let written = PatternFormat.haptic.write(pattern)
        let back = try read(written.text, .haptic).pattern
        #expect(firstDifference(written.text, PatternFormat.haptic.write(back).text) == nil)
        // A curve of AHAP also acts on taps, so the vibration is measured by its event's intensity.
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for time in stride(from: 0.0003, to: 0.5, by: 0.0007) where !taps.contains(where: { abs($0 - time) < 0.002 }) {
            let wanted = before.intensity(of: pattern.events[0], at: time)
            #expect(abs(after.intensity(of: back.events[0], at: time) - wanted) < 0.03, "at \(time)")
        }
    }

    @Test func `taps alone are the same events afterwards, with the rest after the last`() throws {
        for rest in [nil, 0.022, 0.5] {
            let taps = [(0.1, 0.8, nil), (0.4, 1, rest)].map { time, intensity, duration in
                HapticEvent(.transient, at: time, duration: duration, intensity: intensity, sharpness: 0.25)
            }
            let written = PatternFormat.haptic.write(HapticPattern(taps))
            #expect(written.losses == [])
            let pattern = try read(written.text, .haptic).pattern
            #expect(pattern.events == [taps[0], taps[1].moved(to: 0.4, lasting: rest == 0.5 ? 0.5 : nil)])
            #expect(pattern.curves == [] && pattern.parameters == [])
            #expect(PatternFormat.haptic.write(pattern).text == written.text)
        }
    }

    @Test func `there is silence between a tap and a later vibration`() throws {
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
