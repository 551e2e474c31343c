import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Files are checked against the rules of devices") struct DeviceCheckTests {
    @Test(arguments: DeviceCheck.allCases)
    func `a file written for a device passes its parser`(device: DeviceCheck) throws {
        for seed in 0..<40 as Range<UInt64> {
            let written = device.format.write(composed(seed, overlapping: seed.isMultiple(of: 2)))
            let verdict = device.check(written.bytes, file: "a")
            #expect(verdict.refusal == nil, "seed \(seed): \(String(describing: verdict.refusal))")
        }
    }

    @Test(arguments: [
        (DeviceCheck.harmony, "{\"Metadata\":{\"Version\":3}}", "Metadata.Version: expected version 1 or 2"),
        (
            .harmony,
            "{\"Metadata\":{\"Version\":1},\"Pattern\":[{\"Event\":{\"Type\":\"continuous\",\"RelativeTime\":0,\"Duration\":50,"
                + "\"Parameters\":{\"Intensity\":50,\"Frequency\":50,\"Curve\":[{\"Time\":0,\"Intensity\":1,\"Frequency\":0}]}}}]}",
            "expected 4 to 16 points, found 1"
        ),
        (
            .meta,
            "{\"version\":{\"major\":1,\"minor\":0,\"patch\":0},\"signals\":{\"continuous\":{\"envelopes\":{\"amplitude\":["
                + "{\"time\":0,\"amplitude\":1},{\"time\":1,\"amplitude\":0}],\"frequency\":[{\"time\":1.001,\"frequency\":0}]}}}}",
            "a frequency point outside the amplitude"
        ),
        (.mpeg, "{\"version\":\"2022\",\"description\":\"\",\"avatars\":[],\"syncs\":[]}", "a year from 2023 on"),
        (.android, "<vibration-effect/>", "expected an effect, found none"),
        (.apple, "{\"Pattern\":[{\"Event\":{\"Time\":-1,\"EventType\":\"HapticTransient\"}}]}", "-4822"),
    ])
    func `what a device refuses is reported with its place`(device: DeviceCheck, text: String, sentence: String) {
        let refusal = device.check(Array(text.utf8), file: "a").refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    private static let richTap = """
        {"Metadata": {"Version": 1}, "Pattern": [{"Event": {"Type": "continuous", "RelativeTime": 5, "Duration": 50,
         "Index": 0, "Parameters": {"Intensity": 50, "Frequency": 50, "Curve": [
          {"Time": 0, "Intensity": 0, "Frequency": 0}, {"Time": 10, "Intensity": 1, "Frequency": 0},
          {"Time": 20, "Intensity": 1, "Frequency": 0}, {"Time": 50, "Intensity": 0, "Frequency": 0}]}}}]}
        """
    private static let tap = """
        {"Event": {"Type": "transient", "RelativeTime": 9, "Parameters": {"Intensity": 1, "Frequency": 1}}},
        """

    @Test(arguments: [
        ("\"Pattern\": [", "\"Pattern\": [\(tap)", "RelativeTime: is not later than the time before it"),
        ("\"Pattern\": [", "\"Pattern\": [" + String(repeating: tap, count: 16), "expected at most 16 events"),
        ("\"Pattern\"", "\"Pattern\": [], \"P\"", "expected at least one event, found none"),
        ("continuous", "buzz", "expected transient or continuous"), ("\"Index\": 0", "\"Index\": 3", "from 0 to 2"),
        ("\"Duration\": 50", "\"Duration\": 5001", "a number from 1 to 5000"),
        ("\"Time\": 20", "\"Time\": 10", "Time: is not later than the time before it"),
        ("\"Time\": 50", "\"Time\": 51", "is after the event's Duration of 50 ms"),
        ("\"Time\": 0", "\"Time\": 1", "the first point must have time 0 and strength 0"),
        ("\"Time\": 50", "\"Time\": 49", "the last point must be at the event's end, 50 ms, with strength 0"),
        (
            "\"Time\": 0, \"Intensity\": 0", "\"Time\": 0, \"Intensity\": 1",
            "the first point must have time 0 and strength 0"
        ),
        ("\"Intensity\": 1,", "\"Intensity\": 1.01,", "expected a strength of 0 to 1"),
    ])
    func `HarmonyOS refuses a .he file that breaks a rule`(part: String, other: String, sentence: String) {
        refuses(.harmony, Self.richTap, part, other, sentence)
    }

    @Test(arguments: [
        ("\"major\": 1", "\"major\": 2", "version 1, the only one it knows"),
        ("0.6", "0.4", "is weaker than the amplitude of its point"),
        (", {\"time\": 1, \"amplitude\": 0}", "", "holds fewer than two points"),
        ("\"time\": 1, \"amplitude\"", "\"time\": 0, \"amplitude\"", "has no duration"),
        ("\"time\": 0", "\"time\": 2", "is before the previous point"),
        (
            "\"time\": 0, \"amplitude\"", "\"time\": 0.5, \"amplitude\"",
            "a frequency point outside the amplitude envelope"
        ),
    ])
    func `Meta refuses a file that breaks a rule`(part: String, other: String, sentence: String) {
        let file = """
            {"version": {"major": 1, "minor": 0, "patch": 0}, "signals": {"continuous": {"envelopes": {"amplitude": [
              {"time": 0, "amplitude": 0.5, "emphasis": {"amplitude": 0.6, "frequency": 0}}, {"time": 1, "amplitude": 0}],
             "frequency": [{"time": 0, "frequency": 0}, {"time": 1, "frequency": 0}]}}}}
            """
        refuses(.meta, file, part, other, sentence)
    }

    private func refuses(_ device: DeviceCheck, _ file: String, _ part: String, _ other: String, _ sentence: String) {
        #expect(device.check(Array(file.utf8), file: "a").refusal == nil)
        let refusal = device.check(Array(file.replacing(part, with: other).utf8), file: "a").refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test func `a file of another format is checked after conversion`() throws {
        let taps = HapticPattern(
            (0..<4).map { HapticEvent(.transient, at: Double($0) * 0.04, intensity: 1, sharpness: 0) })
        let verdict = try DeviceCheck.harmony.check(Array(AHAP.text(taps).utf8), file: "a.ahap", .ahap)
        #expect(verdict.refusal == nil)
        #expect(verdict.remarks == ["3 taps come within 48 ms of the previous one, which still plays then"])
        let chord = HapticPattern([0.2, 0.8].map { HapticEvent(.transient, intensity: 1, sharpness: $0) })
        #expect(DeviceCheck.apple.check(Array(AHAP.text(chord).utf8), file: "a.ahap").remarks == [])
    }

    private func remarks(_ device: DeviceCheck, _ text: String) -> [String] {
        let verdict = device.check(Array(text.utf8), file: "a")
        #expect(verdict.refusal == nil, "\(String(describing: verdict.refusal))")
        return verdict.remarks
    }

    @Test func `an envelope beyond the guarantees of Android devices is reported`() {
        let point = "<control-point intensity=\"0.5\" sharpness=\"0.5\" durationMs=\"5\"/>"
        let long = point.replacing("\"5\"", with: "\"1001\"").replacing("0.5\" sharp", with: "0\" sharp")
        let text =
            "<vibration-effect><basic-envelope-effect>\(String(repeating: point, count: 16))\(long)</basic-envelope-effect></vibration-effect>"
        #expect(
            remarks(.android, text) == [
                "envelopes need Android 16 (API 36) and a suitable vibrator; other devices play nothing",
                "an envelope has 17 control points; devices guarantee only 16",
                "16 control points are shorter than the 20 ms that devices guarantee, and may be lengthened by up to 15 ms (0.63 JND)",
                "1 control point is longer than the 1000 ms that devices guarantee",
            ])
        let within = text.replacing("\"5\"", with: "\"20\"").replacing("\"1001\"", with: "\"1000\"")
        #expect(remarks(.android, within).count == 2)
    }

    @Test func `primitives that a device may lack, or too many of them, are reported`() {
        let few = "<primitive-effect name=\"click\"/><primitive-effect name=\"thud\" delayMs=\"10001\"/>"
        #expect(
            remarks(.android, "<vibration-effect>\(few)</vibration-effect>") == [
                "a device that lacks one of click, thud plays none of the composition",
                "thud: need Android 12 (API 31)", "1 delay is longer than the 10000 ms that Pixels accept",
            ])
        let many = String(repeating: "<primitive-effect name=\"tick\" delayMs=\"40\"/>", count: 255)
        #expect(
            remarks(.android, "<vibration-effect>\(many)</vibration-effect>").contains(
                "255 primitives; Pixels accept 254 in one composition"))
    }

    @Test func `amplitudes that a device may not support are reported`() {
        func waveform(_ amplitude: String) -> String {
            "<vibration-effect><waveform-effect><waveform-entry durationMs=\"40\" amplitude=\"\(amplitude)\"/>"
                + "</waveform-effect></vibration-effect>"
        }
        #expect(remarks(.android, waveform("255")) == [] && remarks(.android, waveform("default")) == [])
        // In 10 ms most motors hardly move, but a waveform often consists of such parts.
        #expect(remarks(.android, waveform("255").replacing("40", with: "10")) == [])
        #expect(remarks(.android, waveform("128")).map { $0.contains("without amplitude control") } == [true])
    }

    @Test func `vibrations that HarmonyOS cuts, merges or coarsens are reported`() throws {
        var fade = HapticEvent(.continuous, at: 1, duration: 0.5, intensity: 1, sharpness: 0.5)
        fade.attackTime = 0.5
        let pattern = HapticPattern([
            HapticEvent(.continuous, at: 0, duration: 0.2, intensity: 1, sharpness: 0.5),
            HapticEvent(.transient, at: 0.21, intensity: 1, sharpness: 0.5), fade,
            HapticEvent(.transient, at: 1.2, intensity: 1, sharpness: 0.5),
        ])
        let text = PatternFormat.he.write(pattern).text
        #expect(
            remarks(.harmony, text) == [
                "1 vibration ends less than 20 ms before the next event, and is cut by up to that time (0.83 JND)",
                "1 event begins within a vibration and merges with it, at the mean frequency",
                "without a high-definition drive, vibrations change in steps of 50 ms (2.08 JND) and of an eighth of the strength (0.51 JND)",
            ])
    }
}
