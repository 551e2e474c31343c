import Testing
import ThudCore
import ThudHapticFormats
import ThudHaptics

@Suite("Files are held against the rules of devices") struct DeviceCheckTests {
    @Test(arguments: DeviceCheck.allCases)
    func `what is written for a device is taken by its parser`(device: DeviceCheck) throws {
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
            "a point of frequency outside the envelope"
        ),
        (.mpeg, "{\"version\":\"2022\",\"description\":\"\",\"avatars\":[],\"syncs\":[]}", "a year from 2023 on"),
        (.android, "<vibration-effect/>", "expected an effect, found none"),
        (.apple, "{\"Pattern\":[{\"Event\":{\"Time\":-1,\"EventType\":\"HapticTransient\"}}]}", "-4822"),
    ])
    func `what a device refuses is told with its place`(device: DeviceCheck, text: String, sentence: String) {
        let refusal = device.check(Array(text.utf8), file: "a").refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test func `a file of another format is held against the rules as it is converted`() throws {
        let taps = HapticPattern(
            (0..<4).map { HapticEvent(.transient, at: Double($0) * 0.04, intensity: 1, sharpness: 0) })
        let verdict = try DeviceCheck.harmony.check(Array(AHAP.text(taps).utf8), file: "a.ahap", .ahap)
        #expect(verdict.refusal == nil)
        #expect(verdict.remarks == ["3 taps come within 48 ms of the one before, which still plays then"])
    }

    private func remarks(_ device: DeviceCheck, _ text: String) -> [String] {
        let verdict = device.check(Array(text.utf8), file: "a")
        #expect(verdict.refusal == nil, "\(String(describing: verdict.refusal))")
        return verdict.remarks
    }

    @Test func `an envelope beyond what Android's devices guarantee`() {
        let point = "<control-point intensity=\"0.5\" sharpness=\"0.5\" durationMs=\"5\"/>"
        let long = point.replacing("\"5\"", with: "\"1001\"").replacing("0.5\" sharp", with: "0\" sharp")
        let text =
            "<vibration-effect><basic-envelope-effect>\(String(repeating: point, count: 16))\(long)</basic-envelope-effect></vibration-effect>"
        #expect(
            remarks(.android, text) == [
                "envelopes need Android 16 (API 36) and a vibrator that has them; others play nothing",
                "an envelope has 17 control points, of which devices guarantee 16",
                "16 control points are shorter than the 20 ms that devices guarantee, and may be drawn out by up to 15 ms (0.63 JND)",
                "1 control point is longer than the 1000 ms that devices guarantee",
            ])
    }

    @Test func `primitives that a device may lack, and more than it takes`() {
        let few = "<primitive-effect name=\"click\"/><primitive-effect name=\"thud\" delayMs=\"10001\"/>"
        #expect(
            remarks(.android, "<vibration-effect>\(few)</vibration-effect>") == [
                "a device that lacks one of click, thud plays nothing of the composition",
                "thud: since Android 12 (API 31)", "1 delay is longer than the 10000 ms that Pixels take",
            ])
        let many = String(repeating: "<primitive-effect name=\"tick\" delayMs=\"40\"/>", count: 255)
        #expect(
            remarks(.android, "<vibration-effect>\(many)</vibration-effect>").contains(
                "255 primitives, of which Pixels take 254 in one composition"))
    }

    @Test func `amplitudes that a device may not have`() {
        func waveform(_ amplitude: String) -> String {
            "<vibration-effect><waveform-effect><waveform-entry durationMs=\"40\" amplitude=\"\(amplitude)\"/>"
                + "</waveform-effect></vibration-effect>"
        }
        #expect(remarks(.android, waveform("255")) == [] && remarks(.android, waveform("default")) == [])
        #expect(remarks(.android, waveform("128")).map { $0.contains("without control of its amplitude") } == [true])
    }

    @Test func `what HarmonyOS cuts, merges and coarsens`() throws {
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
                "1 vibration ends less than 20 ms before the next event, and is cut by up to so much (0.83 JND)",
                "1 event begins within a vibration and becomes one with it, at the mean frequency",
                "without a high-definition drive, vibrations change in steps of 50 ms (2.08 JND) and of an eighth of strength (0.51 JND)",
            ])
    }

    /// What MPEG's reference software takes: one file of each kind of band, and a part of it changed.
    private func mpeg(_ part: String, _ other: String) -> DeviceCheck.Verdict {
        let file = """
            {"version": "2023", "profile": "Main", "level": 1, "date": "2026", "description": "", "timescale": 1000,
             "avatars": [{"id": 1, "lod": 0, "type": "Vibration"}], "syncs": [{"timestamp": 0}],
             "perceptions": [{"id": 0, "avatar_id": 1, "description": "", "perception_modality": "Vibrotactile",
              "reference_devices": [{"id": 4, "name": "x"}],
              "effect_library": [{"id": 3, "effect_type": "Basis", "position": 0, "keyframes": []}],
              "channels": [{"id": 0, "description": "", "gain": 1, "mixing_coefficient": 1, "body_part_mask": 0,
               "reference_device_id": 4, "bands": [
                {"band_type": "Transient", "lower_frequency_limit": 65, "upper_frequency_limit": 300, "effects": [
                 {"effect_type": "Basis", "position": 0, "keyframes": [{"amplitude_modulation": 0.5}]},
                 {"effect_type": "Reference", "position": 9, "id": 3}]},
                {"band_type": "WaveletWave", "lower_frequency_limit": 0, "upper_frequency_limit": 8000,
                 "block_length": 8, "effects": [{"effect_type": "Basis", "position": 0, "wavelet_stream": "BAdR"}]}
               ]}]}]}
            """
        let changed = file.replacing(part, with: other)
        precondition(changed != file || part == other, "the part is in the file")
        return DeviceCheck.mpeg.check(Array(changed.utf8), file: "a.hjif")
    }

    @Test(arguments: [
        ("\"2023\"", "\"2022\"", "a year from 2023 on"), ("\"2023\"", "\"2024-0\"", "a year from 2023 on"),
        ("\"Main\"", "\"High\"", "Main or Simple Parametric"), ("\"level\": 1", "\"level\": 3", "from 1 to 2"),
        ("\"2026\"", "\"now\"", "a date with a year"), ("1000", "48001", "a whole number up to 48000"),
        ("\"syncs\"", "\"sync\"", "expected a member `syncs`"), ("\"avatar_id\": 1", "\"avatar_id\": 2", "no avatar"),
        ("\"type\": \"Vibration\"", "\"type\": \"Cloud\"", "one of Custom, Pressure, Temperature, Vibration"),
        ("\"Vibrotactile\"", "\"Buzz\"", "one of Acceleration,"), ("\"id\": 3, \"eff", "\"eff", "a member `id`"),
        ("\"reference_device_id\": 4", "\"reference_device_id\": 5", "there is no reference device 5"),
        ("\"upper_frequency_limit\": 300", "\"upper_frequency_limit\": 30", "is below the lower limit"),
        ("\"block_length\": 8", "\"block_length\": 9", "a power of two"),
        ("\"block_length\": 8", "\"block_length\": 8, \"curve_type\": \"Linear\"", "only a band of curves"),
        ("\"position\": 9, \"id\": 3", "\"position\": 9, \"id\": 8", "no effect of the effect_library"),
        ("\"Main\"", "\"Simple Parametric\"", "has no wavelets"), ("\"Transient\"", "\"Noise\"", "one of Curve,"),
    ])
    func `MPEG's software refuses what does not conform`(part: String, other: String, sentence: String) {
        let refusal = mpeg(part, other).refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test(arguments: [
        ("\"lod\": 0", "\"lod\": 0", nil), ("\"gain\": 1, ", "", "`gain` is missing"),
        ("\"perception_modality\"", "\"modality\"", "`perception_modality` is missing"),
        ("\"block_length\": 8, ", "", "`block_length` is missing"), ("\"position\": 9, ", "", "`position` is missing"),
        ("\"wavelet_stream\": \"BAdR\"", "\"a\": 1", "it has no wavelet_stream"),
        ("\"Basis\", \"position\": 0, \"keyframes\": [{", "\"Composite\", \"position\": 0, \"k\": [{", "a composite"),
    ])
    func `and leaves out what lacks a member, which is told`(part: String, other: String, sentence: String?) {
        let verdict = mpeg(part, other)
        #expect(verdict.refusal == nil, "\(String(describing: verdict.refusal))")
        let said = verdict.remarks.contains { $0.contains(sentence ?? "left out") }
        #expect(said == (sentence != nil), "\(verdict.remarks)")
    }

    @Test func `MPEG's software takes other senses too, and .hmpg`() throws {
        let heat = mpeg("\"Vibrotactile\"", "\"Temperature\"")
        #expect(heat.refusal == nil && heat.remarks.last?.contains("cannot be played here: ") == true)
        let written = PatternFormat.hmpg.write(composed(3, overlapping: false))
        let whole = try DeviceCheck.mpeg.check(written.bytes, file: "a.hmpg", .hmpg)
        #expect(whole.refusal == nil)
        let cut = try DeviceCheck.mpeg.check(written.bytes.dropLast(9), file: "a.hmpg", .hmpg)
        #expect(cut.refusal?.description.hasPrefix("a.hmpg: byte ") == true)
    }
}
