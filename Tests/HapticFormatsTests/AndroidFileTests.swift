import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Android's effects as JSON") struct AndroidFileTests {
    @Test func `a waveform's amplitude is the square of intensity`() throws {
        let pattern = try read("{\"timings\": [10, 20, 30, 40], \"amplitudes\": [0, 255, 0, 64]}", .android).pattern
        #expect(pattern.events.map(\.time) == [0.01, 0.06])
        #expect(pattern.events.map(\.duration) == [0.02, 0.04])
        #expect(pattern.events[0].intensity == 1)
        #expect(abs(pattern.events[1].intensity - (64.0 / 255).squareRoot()) < 1e-12)
    }

    @Test func `timings without amplitudes alternate, off first`() throws {
        let pattern = try read("{\"timings\": [100, 200, 100, 300], \"repeat\": 0}", .android)
        #expect(pattern.pattern.events.map(\.time) == [0.1, 0.4])
        #expect(pattern.diagnostics.map(\.path) == ["repeat"])
    }

    @Test func `waveforms come back unchanged`() throws {
        let text = PatternFormat.android.write(
            try read("{\"timings\": [10, 20, 35, 31000], \"amplitudes\": [0, 255, 3, 64]}", .android).pattern)
        #expect(text.text.contains("\"timings\": [10, 20, 35, 31000]"))
        #expect(text.text.contains("\"amplitudes\": [0, 255, 3, 64]"))
        #expect(text.losses == [])
    }

    @Test func `an intensity is written as its nearest amplitude`() {
        for (intensity, amplitude) in [(0.5, 64), (0.3, 23), (0.4, 41), (0.04, 1)] {
            let event = HapticEvent(.continuous, duration: 0.1, intensity: intensity, sharpness: 0.5)
            let text = PatternFormat.android.write(HapticPattern([event])).text
            #expect(text.contains("\"amplitudes\": [\(amplitude)]"), "\(text)")
        }
    }

    @Test func `a delay in a composition counts from the end of the previous primitive`() throws {
        let text = """
            {"primitives": [{"primitive": "CLICK"}, {"primitive": "primitive_tick", "scale": 0.5, "delay": 100},
             {"primitive": "quick_rise", "delay": 5}]}
            """
        let pattern = try read(text, .android).pattern
        let taps = pattern.events.filter { $0.kind == .transient }
        #expect(taps.map(\.time) == [0, 0.112])
        #expect(taps.map(\.intensity) == [0.9, 0.2])
        let rise = try #require(pattern.events.first)
        #expect(rise.kind == .continuous && rise.time == 0.122 && rise.duration == 0.15)
        #expect(abs(HapticEvaluation(pattern).intensity(at: 0.122 + 0.075) - 0.5) < 1e-6)
    }

    @Test func `taps alone are written as a composition that reads back the same`() throws {
        let text = """
            {
              "primitives": [
                { "primitive": "CLICK", "scale": 0.8, "delay": 20 },
                { "primitive": "LOW_TICK", "scale": 1, "delay": 100 },
                { "primitive": "TICK", "scale": 0.25, "delay": 7 }
              ]
            }

            """
        let written = PatternFormat.android.write(try read(text, .android).pattern)
        #expect(written.text == text && written.losses == [])
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a composition comes back unchanged through an AHAP file`(seed: UInt64) throws {
        let names = ["CLICK", "THUD", "SPIN", "QUICK_RISE", "SLOW_RISE", "QUICK_FALL", "TICK", "LOW_TICK"]
        var dice = SeededGenerator(seed: seed)
        // The first eight seeds are one primitive each.
        let count = seed < 8 ? 1 : Int.random(in: 2...30, using: &dice)
        let primitives = (0..<count).map { _ -> JSONValue in
            let name = seed < 8 ? names[Int(seed)] : names.randomElement(using: &dice) ?? ""
            let scale = Double(Int.random(in: 1...100, using: &dice)) / 100
            let delay = Bool.random(using: &dice) ? 0 : Int.random(in: 0...300, using: &dice)
            return ["primitive": .string(name), "scale": .number(scale), "delay": .integer(delay)]
        }
        let text = (["primitives": .array(primitives)] as JSONValue).text()
        let ahap = AHAP.text(try read(text, .android).pattern)
        let pattern = try read(ahap, .ahap).pattern
        for kind in [AndroidEffect.automatic, .composition] {
            let written = PatternFormat.android.write(pattern, android: kind)
            #expect(
                firstDifference(text, written.text) == nil && written.losses == [],
                "\(firstDifference(text, written.text) ?? ""), \(written.losses)")
        }
    }

    @Test(arguments: AndroidPrimitive.allCases) func `a preset converts to its own primitive and back`(
        primitive: AndroidPrimitive
    ) throws {
        let name = "android." + primitive.rawValue.lowercased().replacing("_", with: "-")
        let preset = try #require(HapticPreset(rawValue: name)).pattern
        let written = PatternFormat.android.write(preset)
        let entry: JSONValue = ["primitive": .string(primitive.rawValue), "scale": 1, "delay": 0]
        #expect(written.text == (["primitives": [entry]] as JSONValue).text())
        #expect(written.losses == ["an Android effect cannot hold Metadata.Description"])
        let back = try read(written.text, .android).pattern
        #expect(back.events.count == preset.events.count)
        let pairs = zip(HapticRenderer().drive(preset), HapticRenderer().drive(back))
        #expect(pairs.allSatisfy { abs($0 - $1) < 1e-3 })
        #expect(PatternFormat.android.write(back).text == written.text)
    }

    @Test func `a double click is two clicks, and a tap that is too strong is the strongest primitive`() {
        let twice = PatternFormat.android.write(HapticPreset.androidDoubleClick.pattern)
        let click: JSONValue = ["primitive": "CLICK", "scale": 1, "delay": 0]
        let second: JSONValue = ["primitive": "CLICK", "scale": 1, "delay": 100]
        #expect(twice.text == (["primitives": [click, second]] as JSONValue).text())
        let heavy = PatternFormat.android.write(
            HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0.8)]))
        #expect(heavy.text == (["primitives": [click]] as JSONValue).text())
        #expect(heavy.losses == ["no primitive is as strong as this; intensity differs by up to 0.1 (0.83 JND)"])
    }

    @Test func `a tap during a primitive makes the export a waveform`() throws {
        var pattern = try read("{\"primitives\": [{\"primitive\": \"THUD\"}]}", .android).pattern
        pattern.events.append(HapticEvent(.transient, at: 0.1, intensity: 1, sharpness: 0.6))
        #expect(PatternFormat.android.write(pattern).text.contains("timings"))
        let losses = PatternFormat.android.write(pattern, android: .composition).losses
        #expect(losses.contains { $0.hasPrefix("the tap at 0.1 s overlaps the primitive") }, "\(losses)")
    }

    @Test func `the kind of effect can be chosen`() {
        let pattern = HapticPattern([HapticEvent(.transient, at: 0, intensity: 1, sharpness: 0.5)])
        let wave = PatternFormat.android.write(pattern, android: .waveform)
        #expect(wave.text.contains("\"timings\": [22]"))
        #expect(wave.losses == ["taps become vibrations of 22 ms in an Android effect"])
        let rumble = HapticPattern([HapticEvent(.continuous, at: 0.5, duration: 1)])
        #expect(PatternFormat.android.write(rumble).text.contains("\"timings\": [500, 1000]"))
        // A composition without a primitive would be rejected.
        for format in [PatternFormat.android, .androidXML] {
            let written = format.write(rumble, android: .composition)
            #expect(
                written.losses == ["no part of the pattern resembles a primitive, so the effect is a waveform"])
            #expect(written.bytes == format.write(rumble, android: .waveform).bytes)
        }
    }

    @Test func `the losses of a waveform are reported`() {
        var event = HapticEvent(.continuous, at: 0, duration: 0.1, intensity: 1, sharpness: 0.9)
        event.releaseTime = 0.5
        #expect(
            PatternFormat.android.write(HapticPattern([event])).losses == [
                "changing vibrations are sampled every 10 ms in an Android effect (0.42 JND)",
                "a waveform has 255 amplitudes; intensity differs by up to 0.0076 (0.49 JND)",
                "a waveform has no frequency; every sharpness becomes 0.5, even 0.9 (2.86 JND)",
                "an Android effect counts whole milliseconds; times move by up to 0.2029 ms (0.01 JND)",
            ])
    }

    @Test func `taps closer than a primitive lasts are moved, with a report`() throws {
        let taps = [0, 0.004, 0.03].map { HapticEvent(.transient, at: $0, intensity: 0.9, sharpness: 0.8) }
        let written = PatternFormat.android.write(HapticPattern(taps))
        #expect(written.losses.map { $0.contains("it moves by 8 ms (0.33 JND)") } == [true])
        #expect(try read(written.text, .android).pattern.events.map(\.time) == [0, 0.012, 0.03])
    }

    @Test(arguments: [
        (
            "{}",
            "expected Android's `timings` or `primitives`, HarmonyOS' `Channels`, a gamepad's magnitudes or "
                + "feedbackd's `profiles`, found none"
        ),
        ("{\"timings\": [1, 2], \"amplitudes\": [1]}", "expected as many amplitudes as timings (2), found 1"),
        ("{\"timings\": [1], \"amplitudes\": [256]}", "amplitudes[0]: expected a number from 0 to 255, found 256"),
        ("{\"timings\": [200000, 200000]}", "timings[1]: ends later than 300 s"),
        ("{\"primitives\": [{\"primitive\": \"BOOM\"}]}", "found \"BOOM\""),
    ])
    func `a wrong Android file is refused with a reason`(text: String, sentence: String) {
        #expect(lint(text, .android).last?.contains(sentence) == true, "\(lint(text, .android))")
    }
}
