import Testing
import ThudCore
import ThudPatterns

@Suite("Meta's actuator configuration files") struct ACFFileTests {
    /// The form of Meta's own file for its controllers.
    private static let text = """
        // The controllers.
        {
          metadata: { device: 'Quest controllers', version: "2.0.0" },
          continuous: { gain: 1.0, emphasis_ducking: 0.5,
            frequency_min: 55, /* hertz, and
            no resonance */ frequency_max: 200, },
          emphasis: { gain: 1, frequency_min: { output_frequency: 55, shape: 'sine', }, },
        }
        """

    private func read(_ text: String) throws(ThudError) -> ActuatorProfile {
        try ActuatorProfile.read(Array(text.utf8), file: "quest.acf")
    }

    @Test func `name and carriers are taken, and nothing is invented about the movement`() throws {
        let profile = try read(Self.text)
        #expect(profile.name == "Quest controllers" && profile.resonance == nil)
        #expect(profile.carriers == 55...200)
        let single = try read(Self.text.replacing("frequency_max: 200", with: "frequency_max: 55"))
        #expect(single.carriers == 55...55)
        let lines = try read(Self.text.replacing("Quest controllers", with: #"Quest\ncontrollers"#))
        #expect(lines.name == "Questcontrollers")
    }

    @Test(arguments: [("+55", 55.0), ("55.", 55), (".055e3", 55), ("+.55E+2", 55)])
    func `a number may have a plus sign and a bare point`(text: String, value: Double) throws {
        let profile = try read(Self.text.replacing("frequency_min: 55, /*", with: "frequency_min: \(text), /*"))
        #expect(abs(profile.carriers.lowerBound - value) < 1e-9)
    }

    @Test(arguments: ["+", ".", "+-5", "..5", "5..", ".e3", "+05", "0x37"])
    func `what is no number is refused`(text: String) {
        #expect(throws: ThudError.self) {
            try read(Self.text.replacing("frequency_min: 55, /*", with: "frequency_min: \(text), /*"))
        }
    }

    @Test(arguments: [(0.0, 55.0), (0.5, 127.5), (1.0, 200.0)])
    func `a vibration is felt at a carrier of the file`(sharpness: Double, carrier: Double) throws {
        let hum = HapticPattern([HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: sharpness)])
        let samples = HapticRenderer().render(hum, as: .felt(try read(Self.text)))[4_800..<43_200]
        let rises = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(rises) / 0.8 - carrier) < 2.6, "\(rises)")
        #expect(abs((samples.max() ?? 0) - Float(DriveLaw.continuousGain)) < 0.01)
    }

    @Test(arguments: [
        ("{", 1), ("{ continuous: {} }", 1),
        ("{\n continuous: { frequency_min: 5, frequency_max: 9 }, emphasis: {} }", 2),
        ("{\n continuous: { frequency_min: 90, frequency_max: 60 }, emphasis: {} }", 2), ("{ 'a: 1 }", 1),
        ("/* no end", 1), ("{ a b }", 1),
    ])
    func `a broken file is refused with its line`(text: String, line: Int) {
        let error = #expect(throws: ThudError.self) { try read(text) }
        #expect(error?.description.hasPrefix("quest.acf:\(line):") == true, "\(error?.description ?? "")")
    }

    @Test func `a profile in JSON stays strict`() {
        for text in [
            #"{name: "x", "resonance_hz": 170, "quality": 9}"#, #"{"name": "x", "resonance_hz": +170, "quality": 9}"#,
            #"{"name": "x", "resonance_hz": 170., "quality": 9}"#,
            #"{"name": "x", "resonance_hz": 170, "quality": .9}"#,
        ] {
            #expect(throws: ThudError.self, "\(text)") {
                try ActuatorProfile.read(Array(text.utf8), file: "x.json")
            }
        }
    }
}
