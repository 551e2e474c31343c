import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

private func harmony(_ events: String..., channels: Int = 1) -> String {
    let pattern = events.map { "{\"Event\": {\($0)}}" }.joined(separator: ", ")
    let all = (0..<channels).map { "{\"Parameters\": {\"Index\": \($0)}, \"Pattern\": [\(pattern)]}" }
    return
        "{\"MetaData\": {\"Create\": \"2025-01-14\", \"Description\": \"a test\", \"Version\": 1.0, \"ChannelNumber\": \(channels)}, "
        + "\"Channels\": [\(all.joined(separator: ", "))]}"
}

private let tap = #""Type": "transient", "StartTime": 40, "Parameters": {"Frequency": 31, "Intensity": 80}"#
private let buzz =
    #""Type": "continuous", "StartTime": 500, "Duration": 100, "Parameters": {"Intensity": 75, "Frequency": 60}"#

private func curve(_ points: String) -> String { buzz.dropLast() + ", \"Curve\": [\(points)]}" }

private let steady = curve(
    Array(repeating: #"{"Time": 9, "Intensity": 1, "Frequency": 0}"#, count: 4).joined(separator: ", "))

@Suite("HarmonyOS' own files") struct HarmonyFileTests {
    @Test func `taps, steady vibrations and metadata are read`() throws {
        let read = try read(harmony(tap, buzz), .android)
        #expect(read.diagnostics == [])
        let pattern = read.pattern
        let tap = try #require(pattern.events.first { $0.kind == .transient })
        #expect(tap.time == 0.04 && tap.intensity == 0.8 && tap.sharpness == 0.31)
        let buzz = try #require(pattern.events.first { $0.kind == .continuous })
        #expect(buzz.time == 0.5 && buzz.duration == 0.1 && buzz.intensity == 0.75 && buzz.sharpness == 0.6)
        #expect(pattern.curves.isEmpty && pattern.metadata.map(\.name) == ["Created", "Description"])
    }

    @Test func `a curve multiplies the strength, adds to the frequency, and may end above 0`() throws {
        let points = [(0, 0.5, 0), (50, 1, 20), (75, 1, 20), (100, 0.4, -20)].map {
            "{\"Time\": \($0.0), \"Intensity\": \($0.1), \"Frequency\": \($0.2)}"
        }
        let read = try read(harmony(curve(points.joined(separator: ", "))), .harmony)
        #expect(read.diagnostics == [])
        let evaluation = HapticEvaluation(read.pattern)
        for (time, strength, shift) in [(0.525, 0.75, 0.1), (0.56, 1, 0.2), (0.5999, 0.4024, -0.198)] {
            #expect(abs(evaluation.intensity(at: time) - 0.75 * strength) < 1e-3, "\(time)")
            #expect(abs((evaluation.sharpness(at: time) ?? 0) - 0.6 - shift) < 1e-3, "\(time)")
        }
    }

    @Test func `sides, unknown members and limits are reported`() {
        #expect(lint(harmony(tap, channels: 2), .harmony).count == 1)
        #expect(lint(harmony(tap + #", "Index": 1"#), .harmony).first?.contains("unknown member") == true)
        let long = buzz.replacing("100", with: "5001")
        #expect(lint(harmony(long), .harmony).first?.contains("HarmonyOS plays at most 5000 ms") == true)
        #expect(
            lint(harmony(curve(#"{"Time": 0, "Intensity": 1}"#)), .harmony).first?.contains("4 to 16 points") == true)
        #expect(lint(#"{"Channels": []}"#, .harmony).first?.contains("expected at least one channel") == true)
        #expect(
            lint(harmony(tap.replacing("transient", with: "tap")), .harmony).first?.contains("transient or") == true)
    }

    @Test func `the decoder accepts a written file, which comes back`() throws {
        for seed in 0..<40 as Range<UInt64> {
            let overlapping = seed.isMultiple(of: 2)
            let pattern = composed(seed, overlapping: overlapping)
            let text = PatternFormat.harmony.write(pattern).text
            let verdict = try DeviceCheck.harmony.check(Array(text.utf8), file: "a.json", .android)
            #expect(verdict.refusal == nil, "seed \(seed): \(String(describing: verdict.refusal))")
            #expect(lint(text, .android) == [], "seed \(seed)")
            let back = try read(text, .android).pattern
            #expect(difference(pattern, back) < (overlapping ? 0.3 : 0.1), "seed \(seed)")
            let again = PatternFormat.harmony.write(back)
            let second = try read(again.text, .harmony).pattern
            #expect(again.losses == [] && difference(back, second) < 1e-3, "seed \(seed)")
        }
    }

    @Test func `a steady vibration has no curve, even in several parts`() throws {
        let pattern = HapticPattern([HapticEvent(.continuous, at: 0, duration: 12, intensity: 0.5, sharpness: 0.5)])
        let export = PatternFormat.harmony.write(pattern)
        #expect(export.losses == [] && !export.text.contains("Curve"))
        #expect(difference(pattern, try read(export.text, .harmony).pattern) < 1e-3)
    }

    @Test func `more than 128 events are cut off, with a report`() throws {
        let pattern = HapticPattern(
            (0..<200).map { HapticEvent(.transient, at: Double($0) / 4, intensity: 1, sharpness: 0.5) })
        let export = PatternFormat.harmony.write(pattern)
        #expect(export.losses.map { $0.contains("only 128 of 200 are written, to 32 s") } == [true])
        #expect(try read(export.text, .harmony).pattern.events.count == 128)
    }

    @Test(arguments: ["Description", "Created"])
    func `a text that leaves no room for the events is left out`(name: String) throws {
        let text = JSONValue.string(String(repeating: "long ", count: 20_000))
        let pattern = HapticPattern(
            (0..<40).map { HapticEvent(.transient, at: Double($0), intensity: 1, sharpness: 0.5) },
            metadata: [.init(name, text), .init(name == "Created" ? "Description" : "Created", "short")])
        let export = PatternFormat.harmony.write(pattern)
        #expect(export.losses == ["a HarmonyOS file cannot hold Metadata.\(name)"])
        #expect(try read(export.text, .harmony).pattern.events.count == 40 && export.text.contains("short"))
    }

    @Test func `more than 64 KiB are cut off, with a report`() throws {
        var events: [HapticEvent] = []
        for index in 0..<60 {
            var event = HapticEvent(.continuous, at: Double(index) * 4, duration: 3, intensity: 1, sharpness: 0.5)
            event.attackTime = 1
            event.releaseTime = 1
            events.append(event)
        }
        let points = (0...2_000).map {
            ParameterCurve.Point(time: Double($0) * 0.12, value: $0.isMultiple(of: 2) ? 1 : 0.3)
        }
        let pattern = HapticPattern(events, curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        let export = PatternFormat.harmony.write(pattern)
        #expect(export.text.utf8.count <= 64 << 10 && export.losses.contains { $0.contains("in 64 KiB") })
        let verdict = try DeviceCheck.harmony.check(Array(export.text.utf8), file: "a.json", .harmony)
        #expect(verdict.refusal == nil)
    }

    @Test(arguments: [
        (harmony(tap).replacing("1.0", with: "2"), "MetaData.Version: expected version 1"),
        (harmony(tap, channels: 3), "MetaData.ChannelNumber: expected a number from 1 to 2"),
        (harmony(tap).replacing("\"ChannelNumber\": 1", with: "\"ChannelNumber\": 2"), "as many channels"),
        (harmony(tap.replacing("31", with: "101")), "Frequency: expected a number from 0 to 100"),
        (harmony(tap.replacing("40", with: "1800001")), "StartTime: expected a number from 0 to 1800000"),
        (harmony(curve(#"{"Time": 0, "Intensity": 1, "Frequency": 0}"#)), "Curve: expected 4 to 16 points, found 1"),
        (harmony(tap) + String(repeating: " ", count: 64 << 10), "is larger than 64 KiB"),
        (harmony(Array(repeating: tap, count: 129).joined(separator: "}}, {\"Event\": {")), "at most 128 events"),
        (harmony(tap.replacing("transient", with: "tap")), "Type: expected transient or continuous"),
        (harmony(tap).replacing("\"Index\": 0", with: "\"Index\": 3"), "Index: expected a number from 0 to 2"),
        (harmony(buzz.replacing("100", with: "5001")), "Duration: expected a number from 0 to 5000"),
        (harmony(steady.replacing("\"Time\": 9", with: "\"Time\": 101")), "Time: expected a number from 0 to 100"),
        (harmony(steady.replacing("1,", with: "1.01,")), "Intensity: expected a strength of 0 to 1"),
    ])
    func `what the decoder refuses is reported with its place`(text: String, sentence: String) throws {
        let refusal = try DeviceCheck.harmony.check(Array(text.utf8), file: "a.json", .android).refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test func `the decoder accepts a vibration of no duration`() throws {
        let text = harmony(buzz.replacing("100", with: "0"))
        #expect(try DeviceCheck.harmony.check(Array(text.utf8), file: "a.json", .android).refusal == nil)
    }

    @Test func `RichTap files that end in json are recognised by content`() throws {
        let pattern = composed(3, overlapping: false)
        let text = PatternFormat.he.write(pattern).text
        #expect(try read(text, .android).pattern == read(text, .he).pattern)
        let verdict = try DeviceCheck.harmony.check(Array(text.utf8), file: "a.json", .android)
        #expect(verdict.refusal == nil && !verdict.remarks.contains { $0.contains("rounded") })
    }
}
