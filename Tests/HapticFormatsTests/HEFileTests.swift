import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

private let curve = """
    "Curve": [{"Time": 0, "Intensity": 0, "Frequency": -20}, {"Time": 50, "Intensity": 1, "Frequency": 0},
      {"Time": 150, "Intensity": 0.5, "Frequency": 10}, {"Time": 200, "Intensity": 0, "Frequency": 10}]
    """

private func tap(_ time: Int, _ members: String = "") -> String {
    """
    {"Event": {"Type": "transient", "RelativeTime": \(time), "Parameters": {"Intensity": 80, "Frequency": 65}\(members)}}
    """
}

private func rumble(_ time: Int, _ index: Int = 0) -> String {
    """
    {"Event": {"Type": "continuous", "RelativeTime": \(time), "Duration": 200,
     "Parameters": {"Intensity": 60, "Frequency": 40, \(curve)}, "Index": \(index)}}
    """
}

private func one(_ events: String...) -> String {
    "{\"Metadata\": {\"Version\": 1}, \"Pattern\": [\(events.joined(separator: ","))]}"
}

@Suite("RichTap's .he files") struct HEFileTests {
    @Test func `version 1 has percents, milliseconds and curves over an event`() throws {
        let read = try read(one(rumble(100), tap(400)), .he)
        #expect(read.diagnostics == [])
        let (vibration, click) = (read.pattern.events[0], read.pattern.events[1])
        #expect(vibration.kind == .continuous && vibration.time == 0.1 && vibration.duration == 0.2)
        #expect(click.kind == .transient && click.time == 0.4 && click.intensity == 0.8 && click.sharpness == 0.65)
        let evaluation = HapticEvaluation(read.pattern)
        #expect(abs(evaluation.intensity(at: 0.2) - 0.6 * 0.75) < 1e-9)
        #expect(abs(evaluation.sharpness(of: vibration, at: 0.2) - 0.45) < 1e-9)
        // The curve that ends at 0 does not affect what follows.
        #expect(evaluation.intensity(of: click, at: 0.4) == 0.8)
        #expect(evaluation.sharpness(of: click, at: 0.4) == 0.65)
    }

    @Test func `version 2 adds the time of a pattern to its events`() throws {
        let file = """
            {"Metadata": {"Version": 2, "Created": "2026-01-01", "Description": "two"}, "PatternList": [
            {"AbsoluteTime": 0, "Pattern": [\(tap(40))]}, {"AbsoluteTime": 1000, "Pattern": [\(tap(40))]}]}
            """
        let pattern = try read(file, .he).pattern
        #expect(pattern.events.map(\.time) == [0.04, 1.04])
        #expect(pattern.metadata.map(\.name) == ["Created", "Description"])
    }

    @Test func `a tap within a curve keeps its strength`() throws {
        let pattern = try read(one(rumble(0), tap(180)), .he).pattern
        let click = try #require(pattern.events.last)
        #expect(HapticEvaluation(pattern).intensity(of: click, at: click.time) == 0.8)
        #expect(HapticEvaluation(pattern).sharpness(of: click, at: click.time) == 0.65)
    }

    @Test func `left and right become one, the stronger`() throws {
        let read = try read(one(rumble(0, 1), rumble(0, 2), tap(300, ",\"Index\": 1"), tap(300, ",\"Index\": 2")), .he)
        #expect(read.pattern.events.count == 2)
        #expect(abs(HapticEvaluation(read.pattern).intensity(at: 0.05) - 0.6) < 1e-6)
        #expect(read.diagnostics.filter { $0.message.hasPrefix("for one of two actuators") }.map(\.path).count == 1)
        #expect(read.diagnostics[0].message.hasSuffix("read as both; 3 more like it"))
        #expect(read.diagnostics.contains { $0.message.contains("events overlap from 0 to 0.2 s") })
    }

    @Test func `a plain event on both sides is as strong as on one`() throws {
        func plain(_ index: Int) -> String {
            """
            {"Event": {"Type": "continuous", "RelativeTime": 0, "Duration": 200, "Index": \(index),
             "Parameters": {"Intensity": 60, "Frequency": 40}}}
            """
        }
        let (both, alone) = (try read(one(plain(1), plain(2)), .he), try read(one(plain(1)), .he))
        #expect(both.pattern == alone.pattern)
        #expect(both.diagnostics.contains { $0.message.contains("events overlap from 0 to 0.2 s") })
    }

    @Test func `points beyond the version's limit or the event's end are reported`() throws {
        let long = rumble(0).replacing("\"Time\": 200", with: "\"Time\": 250")
        #expect(
            lint(one(long), .he).map { $0.contains("after the event's Duration are not reached, found 1") } == [true]
        )
        let beyond = long.replacing("\"Time\": 150", with: "\"Time\": 220")
        #expect(lint(AHAP.text(try read(one(beyond), .he).pattern), .ahap) == [])
        let five = rumble(0).replacing("{\"Time\": 50,", with: "{\"Time\": 20, \"Intensity\": 0.5}, {\"Time\": 50,")
        #expect(lint(one(five), .he).map { $0.contains("curves of version 1 have 4 points, found 5") } == [true])
        let list = "{\"Metadata\": {\"Version\": 2}, \"PatternList\": [{\"AbsoluteTime\": 0, \"Pattern\": [\(five)]}]}"
        #expect(lint(list, .he) == [])
        let longest = rumble(0).replacing("200", with: "5000")
        #expect(lint(one(longest), .he) == [])
    }

    @Test func `frequency -1 is RichTap's usual frequency`() throws {
        let file =
            "{\"Pattern\": [{\"Event\": {\"Type\": \"transient\", \"Parameters\": "
            + "{\"Intensity\": 100, \"Frequency\": -1}}}]}"
        #expect(try read(file, .he).pattern.events[0].sharpness == 0.56)
    }

    @Test func `version 1 is written for up to 16 events and 4 points, otherwise version 2`() throws {
        func taps(_ count: Int) -> HapticPattern {
            HapticPattern((0..<count).map { HapticEvent(.transient, at: Double($0) / 10) })
        }
        #expect(PatternFormat.he.write(taps(16)).text.contains("\"Version\": 1"))
        let many = PatternFormat.he.write(taps(40))
        #expect(many.text.contains("\"Version\": 2") && many.text.contains("\"AbsoluteTime\": 3200"))
        #expect(try read(many.text, .he).pattern.events.count == 40)
        var points = (0...5).map { ParameterCurve.Point(time: Double($0) / 10, value: $0.isMultiple(of: 2) ? 1 : 0) }
        points.append(.init(time: 0.6, value: 0.2))
        let curved = HapticPattern(
            [HapticEvent(.continuous, duration: 0.6)], curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)]
        )
        #expect(PatternFormat.he.write(curved).text.contains("\"Version\": 2"))
    }

    @Test func `a vibration over 5 s or 16 points continues in the next event`() throws {
        let points = (0..<60).map { ParameterCurve.Point(time: Double($0) / 5, value: $0.isMultiple(of: 2) ? 1 : 0.5) }
        let pattern = HapticPattern(
            [HapticEvent(.continuous, duration: 12, intensity: 1, sharpness: 0.5)],
            curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        let written = PatternFormat.he.write(pattern)
        #expect(written.losses == [])
        let back = try read(written.text, .he)
        #expect(back.diagnostics == [])
        #expect(back.pattern.events.allSatisfy { ($0.duration ?? 0) <= 5 } && back.pattern.events.count > 3)
        for time in stride(from: 0.05, to: 11.8, by: 0.1) {
            let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back.pattern))
            #expect(abs(before.intensity(at: time) - after.intensity(at: time)) < 0.002, "\(time)")
        }
    }

    @Test(arguments: [0.5, 0.9]) func `a step becomes a ramp, with a report`(last: Double) {
        let points = [(0.0, 1.0), (0.1, 1), (0.1, last), (0.2, last)].map {
            ParameterCurve.Point(time: $0.0, value: $0.1)
        }
        let pattern = HapticPattern(
            [HapticEvent(.continuous, duration: 0.2, intensity: 1, sharpness: 0.5)],
            curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        #expect(
            PatternFormat.he.write(pattern).losses == [
                "a .he file cannot hold two curve points at one time; steps become ramps of up to 1 ms (0.04 JND)"
            ])
    }

    @Test func `every continuous event has the four points that players need`() throws {
        let text = PatternFormat.he.write(HapticPattern([HapticEvent(.continuous, duration: 0.1)])).text
        #expect(text.split(separator: "\n").filter { $0.contains("\"Time\"") }.count == 4)
        #expect(try read(text, .he).pattern.curves.isEmpty)
    }

    @Test(arguments: [
        (
            one("{\"Event\": {\"Type\": \"wave\", \"Parameters\": {\"Intensity\": 1, \"Frequency\": 1}}}"),
            "found \"wave\""
        ),
        (
            one("{\"Event\": {\"Type\": \"continuous\", \"Parameters\": {\"Intensity\": 1, \"Frequency\": 1}}}"),
            "`Duration`"
        ),
        (one(tap(-5)), "a number from 0 to 300000, found -5"),
        ("{\"Metadata\": {\"Version\": 1}}", "expected a member `Pattern`, found none"),
    ])
    func `a wrong .he file is refused with a reason`(text: String, sentence: String) {
        #expect(lint(text, .he).last?.contains(sentence) == true, "\(lint(text, .he))")
    }
}
