import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("The argument of navigator.vibrate") struct VibrateFileTests {
    @Test(arguments: [
        ("[200, 100, 50]", [0, 0.3], [0.2, 0.05]), ("200", [0], [0.2]), ("[0, 250, 40, 10]", [0.25], [0.04]),
        ("[]", [], []), ("[0]", [], []),
    ])
    func `numbers alternate between on and off`(text: String, times: [Double], durations: [Double]) throws {
        let read = try read(text, .android)
        #expect(read.diagnostics == [] && read.pattern.events.map(\.time) == times)
        #expect(read.pattern.events.map(\.duration) == durations)
        #expect(read.pattern.events.allSatisfy { $0.kind == .continuous && $0.intensity == 1 && $0.sharpness == 0.5 })
    }

    @Test func `what browsers cut off is reported, and what is no time is refused`() {
        let many = "[" + (0..<101).map { _ in "10" }.joined(separator: ", ") + "]"
        #expect(lint(many, .vibrate).first?.contains("browsers use the first 99 numbers, found 101") == true)
        #expect(lint("[10001]", .vibrate).first?.contains("browsers accept at most 10000 ms") == true)
        #expect(lint("[-1]", .vibrate).first?.contains("expected a number from 0 to 300000") == true)
        #expect(lint("[10, \"10\"]", .vibrate).first?.contains("[1]: expected a number") == true)
        #expect(lint("[200000, 200000]", .vibrate).last?.contains("ends later than 300 s") == true)
    }

    @Test func `taps keep their length, and vibrations last while their amplitude is at least half the largest`() throws
    {
        let pattern = HapticPattern(
            [
                HapticEvent(.transient, at: 0.1, intensity: 1, sharpness: 0.5),
                HapticEvent(.continuous, at: 1, duration: 0.4, intensity: 1, sharpness: 0.5),
            ],
            curves: [
                ParameterCurve(.hapticIntensity, at: 1, points: [.init(time: 0, value: 0), .init(time: 0.4, value: 1)])
            ])
        let export = PatternFormat.vibrate.write(pattern)
        #expect(export.text == "[0, 100, 22, 1161, 117]\n")
        #expect(
            export.losses == [
                "taps become vibrations of 22 ms in navigator.vibrate",
                "in navigator.vibrate a changing vibration is on while its amplitude is at least half of its largest",
                "navigator.vibrate counts whole milliseconds; times move by up to 0.1573 ms (0.01 JND)",
            ])
    }

    @Test func `a tap while the motor is on is reported`() {
        let pattern = HapticPattern([
            HapticEvent(.continuous, at: 0, duration: 0.4, intensity: 1, sharpness: 0.5),
            HapticEvent(.transient, at: 0.2, intensity: 1, sharpness: 0.5),
            HapticEvent(.transient, at: 0.6, intensity: 1, sharpness: 0.5),
        ])
        let export = PatternFormat.vibrate.write(pattern)
        #expect(export.text == "[400, 200, 22]\n")
        #expect(export.losses.last == "1 tap on a vibration cannot be felt apart from it in navigator.vibrate")
    }

    @Test func `taps that follow each other without a pause are reported`() {
        let pattern = HapticPattern(
            [0, 0.022, 0.03, 0.053].map { HapticEvent(.transient, at: $0, intensity: 1, sharpness: 0.5) })
        let export = PatternFormat.vibrate.write(pattern)
        #expect(export.text == "[52, 1, 22]\n")
        let words = "taps become vibrations of 22 ms in navigator.vibrate; 2 of 4 follow the one before without a pause"
        #expect(export.losses == [words])
    }

    @Test func `the missing strength and frequency are reported in noticeable differences`() {
        let pattern = HapticPattern([HapticEvent(.continuous, at: 0, duration: 0.4, intensity: 0.5, sharpness: 1)])
        #expect(
            PatternFormat.vibrate.write(pattern).losses == [
                "navigator.vibrate has no strength; every intensity becomes 1, even 0.5 (5.47 JND)",
                "navigator.vibrate has no frequency; every sharpness becomes 0.5, even 1 (3.58 JND)",
            ])
    }

    @Test func `on and off times come back unchanged`() throws {
        for seed in 0..<40 as Range<UInt64> {
            let first = PatternFormat.vibrate.write(composed(seed, overlapping: seed.isMultiple(of: 2)))
            #expect(lint(first.text, .android) == [])
            let second = PatternFormat.vibrate.write(try read(first.text, .android).pattern)
            #expect(second.text == first.text && second.losses == [], "seed \(seed)")
        }
    }

    @Test func `times too long for browsers are split, and excess times left out with a report`() throws {
        let long = HapticPattern([HapticEvent(.continuous, at: 25, duration: 12, intensity: 1, sharpness: 0.5)])
        let text = PatternFormat.vibrate.write(long).text
        #expect(text == "[0, 10000, 0, 10000, 0, 5000, 10000, 0, 2000]\n" && lint(text, .vibrate) == [])
        #expect(try read(text, .vibrate).pattern.duration == 37)
        let longest = HapticPattern([HapticEvent(.continuous, duration: 10, intensity: 1, sharpness: 0.5)])
        #expect(PatternFormat.vibrate.write(longest).text == "[10000]\n")
        let many = HapticPattern(
            (0..<60).map { HapticEvent(.transient, at: Double($0) * 0.1, intensity: 1, sharpness: 0.5) })
        let export = PatternFormat.vibrate.write(many)
        #expect(export.losses.contains("browsers accept 99 numbers; 10 of 60 vibrations are left out"))
        #expect(lint(export.text, .vibrate) == [])
        #expect(try read(export.text, .vibrate).pattern.events.count == 50)
    }
}

@Suite("A gamepad's effects") struct GamepadFileTests {
    @Test func `two motors give an amplitude and a sharpness`() throws {
        let read = try read(
            """
            [{"type": "dual-rumble", "startDelay": 100, "duration": 200, "weakMagnitude": 1, "strongMagnitude": 0.5},
             {"duration": 100, "strongMagnitude": 0.25}, {"startDelay": 50, "duration": 10, "weakMagnitude": 1.0}]
            """, .android)
        #expect(read.diagnostics == [])
        let events = read.pattern.events
        #expect(events.map(\.time) == [0.1, 0.3, 0.45] && events.map(\.duration) == [0.2, 0.1, 0.01])
        #expect(events.map(\.intensity) == [1, 0.5, 1] && events.map(\.sharpness) == [0.75, 0, 1])
    }

    @Test func `a tap on a vibration is an accent, up to full strength`() throws {
        let strengths = [(0.8, 0.95138), (1.0, 1.0)]
        for (strength, accent) in strengths {
            let pattern = HapticPattern([
                HapticEvent(.continuous, at: 0, duration: 0.4, intensity: strength, sharpness: 0),
                HapticEvent(.transient, at: 0.2, intensity: strength, sharpness: 1),
            ])
            for format in [PatternFormat.gamepad, .vibraPattern, .android] {
                let export = format.write(pattern, android: format == .android ? .waveform : .automatic)
                let events = try read(export, format).pattern.events
                #expect(events.map(\.time) == [0, 0.2, 0.222] || strength == 1 && format != .gamepad)
                #expect(abs((events.map(\.intensity).max() ?? 0) - accent) < 0.002, "\(format)")
                if format == .gamepad { #expect(abs(events[1].sharpness - 0.5) < 1e-5) }
                #expect(export.losses.contains { $0.contains("by up to 0.1892 (1.37 JND)") } == (strength == 1))
            }
        }
    }

    @Test func `weak motors keep their sharpness`() throws {
        let weak = HapticPattern([HapticEvent(.continuous, at: 0, duration: 0.4, intensity: 0.05, sharpness: 0.3)])
        let read = try read(PatternFormat.gamepad.write(weak), .gamepad).pattern.events[0]
        #expect(abs(read.intensity - 0.05) < 1e-4 && abs(read.sharpness - 0.3) < 1e-3)
    }

    @Test func `a single effect is a file, and triggers are felt in the whole gamepad`() throws {
        let one = #"{"type": "trigger-rumble", "duration": 100, "leftTrigger": 0.25, "rightTrigger": 0.1}"#
        let read = try read(one, .gamepad)
        #expect(read.pattern.events.map(\.intensity) == [0.5] && read.diagnostics.map(\.disposition) == [.changed])
        let both = one.replacing("\"leftTrigger\"", with: "\"weakMagnitude\": 0.64, \"leftTrigger\"")
        #expect(try PatternFormat.gamepad.read(Array(both.utf8), file: "a").pattern.events.map(\.intensity) == [0.8])
        let still = one.replacing("trigger-rumble", with: "dual-rumble")
        #expect(try PatternFormat.gamepad.read(Array(still.utf8), file: "a").pattern.events.isEmpty)
        #expect(lint(still, .gamepad).count == 2)
    }

    @Test(arguments: [
        (#"{"duration": 5000, "startDelay": 1}"#, "browsers reject an effect of more than 5000 ms"),
        (#"{"duration": 100, "weakMagnitude": 1.5}"#, "weakMagnitude: expected a number from 0 to 1"),
        (#"{"duration": 100, "type": "vibration"}"#, "type: expected dual-rumble or trigger-rumble"),
        (#"[{"startDelay": 100}]"#, "[0]: expected a member `duration`"),
        (#"[{"type": "dual-rumble", "duration": 0}]"#, "has no duration"),
        (#"{"name": "a song", "duration": 398}"#, "expected Android's `timings`"),
        (#"[{"name": "a song", "duration": 398}]"#, "expected Android's `timings`"),
        (#"[{"startDelay": 0, "duration": 200000}, {"duration": 200000}]"#, "ends later than 300 s"),
    ])
    func `what browsers refuse is reported with its place`(text: String, sentence: String) {
        #expect(lint(text, .gamepad).contains { $0.contains(sentence) }, "\(lint(text, .gamepad))")
    }

    @Test func `a written file comes back, except for sampling`() throws {
        for seed in 0..<40 as Range<UInt64> {
            let pattern = composed(seed, overlapping: seed.isMultiple(of: 2))
            let first = PatternFormat.gamepad.write(pattern)
            #expect(lint(first.text, .android) == [], "seed \(seed)")
            let back = try read(first.text, .android).pattern
            let second = PatternFormat.gamepad.write(back)
            #expect(firstDifference(first.text, second.text) == nil, "seed \(seed)")
            #expect(difference(pattern, back) < 0.4, "seed \(seed): \(difference(pattern, back))")
        }
    }

    @Test(arguments: [PatternFormat.gamepad, .vibraPattern, .android])
    func `a pattern of very many points is sampled coarsely enough to be read`(format: PatternFormat) throws {
        let points = (0..<18_000).map {
            ParameterCurve.Point(time: Double($0) / 60, value: $0.isMultiple(of: 2) ? 0.4 : 0.6)
        }
        let pattern = HapticPattern(
            (0..<10).map { HapticEvent(.continuous, at: 30 * Double($0), duration: 30) },
            curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        let back = try read(format.write(pattern), format).pattern
        #expect(abs(back.duration - 300) < 0.1)
    }

    @Test func `long effects and long silences are split`() throws {
        let pattern = HapticPattern([HapticEvent(.continuous, at: 12, duration: 11, intensity: 0.5, sharpness: 0.5)])
        let export = PatternFormat.gamepad.write(pattern)
        #expect(export.losses == [] && lint(export.text, .gamepad) == [])
        let back = try read(export.text, .gamepad).pattern
        #expect(back.events.first?.time == 12 && back.duration == 23 && difference(pattern, back) < 1e-3)
    }

    @Test func `silence at the end is no effect`() throws {
        let felt = HapticEvent(.continuous, at: 6, duration: 0.1, intensity: 0.5, sharpness: 0.5)
        let silent = HapticEvent(.continuous, at: 7, duration: 20, intensity: 0, sharpness: 0)
        let both = PatternFormat.gamepad.write(HapticPattern([felt, silent]))
        #expect(both == PatternFormat.gamepad.write(HapticPattern([felt])))
    }

    @Test func `the remark about overlapping vibrations is a sentence`() {
        let pattern = HapticPattern([0.5, 1].map { HapticEvent(.continuous, at: $0, duration: 1) })
        let losses = PatternFormat.gamepad.write(pattern).losses
        #expect(losses.contains { $0.contains("; a file of gamepad effects holds one at a time") }, "\(losses)")
    }
}
