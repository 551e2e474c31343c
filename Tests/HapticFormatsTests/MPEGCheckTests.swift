import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// The verdicts are those of the 2024 reference software on the same changes: it refuses a file with a message, stops
/// midway, or continues without the part.
@Suite("MPEG's reference software") struct MPEGCheckTests {
    /// Returns the verdict on an accepted file of which a part was changed.
    private func mpeg(_ part: String, _ other: String, profile: String = "Main") -> DeviceCheck.Verdict {
        let file = """
            {"version": "2023", "profile": "\(profile)", "level": 1, "date": "2026", "description": "", "timescale": 1000,
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
        ("\"block_length\": 8", "\"block_length\": 8, \"curve_type\": \"Linear\"", "only a Curve band"),
        ("\"position\": 9, \"id\": 3", "\"position\": 9, \"id\": 8", "no effect in the effect_library"),
        ("\"Main\"", "\"Simple Parametric\"", "has no wavelets"), ("\"Transient\"", "\"Noise\"", "one of Curve,"),
        ("{\"id\": 1, \"lod\"", "{\"id\": 0, \"lod\"", "the number 0 of an avatar is 0 or used twice"),
        ("ions\": [", "ions\": [{\"id\": 0}, ", "the number 0 of a perception is used twice"),
        (
            "\"effect_library\": [", "\"effect_library\": [{\"id\": 3}, ",
            "the number 3 of a library effect is used twice"
        ),
        ("\"reference_devices\": [", "\"reference_devices\": [{\"id\": 4}, ", "4 of a reference device is used twice"),
        ("\"channels\": [", "\"channels\": [{\"id\": 0}, ", "the number 0 of a channel is used twice"),
        ("\"effect_library\"", "\"effect_semantic_scheme\": 1, \"effect_library\"", "schemes are not accepted"),
        ("\"channels\": [", "\"channels\": [" + String(repeating: "0, ", count: 128), "at most 128 channels"),
        ("\"bands\": [", "\"bands\": [" + String(repeating: "0, ", count: 6), "at most 7 bands in a channel"),
        ("\"Transient\"", "\"Curve\", \"curve_type\": \"Bent\"", "curve_type: expected one of"),
        ("\"BAdR\"", "\"BAdR\", \"keyframes\": [{}]", "wavelet effects have no keyframes"),
        ("\"Reference\"", "\"Repeat\"", "one of Basis, Composite, Reference"),
        ("\"Reference\"", "\"Reference\", \"base_signal\": \"Saw\"", "base_signal: expected one of"),
        ("\"body_part_mask\": 0", "\"body_part_mask\": -1", "a whole number from 0 to 4294967295"),
    ])
    func `MPEG's software refuses files that do not conform`(part: String, other: String, sentence: String) {
        let refusal = mpeg(part, other).refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test(arguments: [
        ("1000", "999", "timescale: expected 1000"), ("\"Vibrotactile\"", "\"Temperature\"", "one of Force,"),
        ("3, \"effect_type\": \"Basis\"", "3, \"effect_type\": \"Composite\"", "has no composites"),
    ])
    func `the simple parametric profile holds less`(part: String, other: String, sentence: String) {
        let refusal = mpeg(part, other, profile: "Simple Parametric").refusal
        #expect(refusal?.description.contains(sentence) == true, "\(String(describing: refusal))")
    }

    @Test(arguments: [
        ("\"lod\": 0", "\"lod\": 0", nil), ("\"gain\": 1, ", "", "`gain` is missing"),
        ("\"perception_modality\"", "\"modality\"", "`perception_modality` is missing"),
        ("\"block_length\": 8, ", "", "`block_length` is missing"), ("\"position\": 9, ", "", "`position` is missing"),
        ("\"wavelet_stream\": \"BAdR\"", "\"a\": 1", "it has no wavelet_stream"),
        ("\"Basis\", \"position\": 0, \"keyframes\": [{", "\"Composite\", \"position\": 0, \"k\": [{", "a composite"),
    ])
    func `MPEG's software leaves out parts that lack a member`(part: String, other: String, sentence: String?) {
        let verdict = mpeg(part, other)
        #expect(verdict.refusal == nil, "\(String(describing: verdict.refusal))")
        let said = verdict.remarks.contains { $0.contains(sentence ?? "left out") }
        #expect(said == (sentence != nil), "\(verdict.remarks)")
    }

    @Test func `MPEG's software accepts other modalities and .hmpg`() throws {
        let heat = mpeg("\"Vibrotactile\"", "\"Temperature\"")
        #expect(heat.refusal == nil && heat.remarks.last?.contains("Thud cannot play it: ") == true)
        let written = PatternFormat.hmpg.write(composed(3, overlapping: false))
        let whole = try DeviceCheck.mpeg.check(written.bytes, file: "a.hmpg", .hmpg)
        #expect(whole.refusal == nil)
        let cut = try DeviceCheck.mpeg.check(written.bytes.dropLast(9), file: "a.hmpg", .hmpg)
        #expect(cut.refusal?.description.hasPrefix("a.hmpg: byte ") == true)
    }
}
