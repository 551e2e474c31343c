import Testing
import ThudCore
import ThudHapticFormats
import ThudHaptics

@Suite("Files are held against the rules of devices") struct DeviceCheckTests {
    @Test(arguments: DeviceCheck.allCases)
    func `what is written for a device is taken by its parser`(device: DeviceCheck) throws {
        for seed in 0..<40 as Range<UInt64> {
            let text = device.format.write(composed(seed, overlapping: seed.isMultiple(of: 2))).text
            let verdict = device.check(Array(text.utf8), file: "a")
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
}
