import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

private func hjif(_ bands: String, _ root: String = "\"timescale\": 1000", channel: String = "") -> String {
    """
    {"version": "2023", "profile": "Main", "level": 1, "date": "2026", "description": "d", \(root), "avatars": [],
     "perceptions": [{"id": 0, "avatar_id": 0, "perception_modality": "Vibrotactile", "effect_library": [
       {"id": 7, "effect_type": "Basis", "position": 0, "keyframes": [{"amplitude_modulation": 0.792}]}],
     "channels": [{"id": 0, "gain": 1, \(channel) "bands": [\(bands)]}]}]}
    """
}

private func band(_ type: String, _ effects: String) -> String {
    "{\"band_type\": \"\(type)\", \"lower_frequency_limit\": 65, \"upper_frequency_limit\": 300, \"effects\": [\(effects)]}"
}

private func effect(_ position: Int, _ frames: String) -> String {
    "{\"effect_type\": \"Basis\", \"position\": \(position), \"base_signal\": \"Sine\", \"keyframes\": [\(frames)]}"
}

private let frames = """
    {"relative_position": 0, "amplitude_modulation": 0.6138, "frequency_modulation": 65},
    {"relative_position": 100, "amplitude_modulation": 0.3069},
    {"relative_position": 200, "amplitude_modulation": 0, "frequency_modulation": 300}
    """

@Suite("MPEG's .hjif files") struct HJIFFileTests {
    @Test func `levels and frequencies match MPEG's encoder of AHAP`() throws {
        let text = hjif(
            band("VectorialWave", effect(500, frames)) + ","
                + band("Transient", effect(100, "{\"relative_position\": 20, \"amplitude_modulation\": 0.396}")))
        let read = try read(text, .hjif)
        #expect(read.diagnostics == [])
        let tap = try #require(read.pattern.events.last)
        #expect(tap.kind == .transient && tap.time == 0.12 && abs(tap.intensity - 0.5.squareRoot()) < 1e-12)
        let evaluation = HapticEvaluation(read.pattern)
        #expect(abs(evaluation.intensity(at: 0.5) - 1) < 1e-9)
        #expect(abs(evaluation.intensity(at: 0.6) - 0.5.squareRoot()) < 1e-9)
        // Linear in amplitude, which is the square of intensity.
        #expect(abs(evaluation.intensity(at: 0.55) - 0.75.squareRoot()) < 0.002)
        #expect(abs((evaluation.sharpness(at: 0.6) ?? 0) - 0.5) < 1e-9)
        #expect(read.pattern.metadata.map(\.name) == ["Description", "Created"])
    }

    @Test func `timescale, gain and library references are applied`() throws {
        let text = hjif(
            band("Transient", "{\"effect_type\": \"Reference\", \"id\": 7, \"position\": 4000}"), "\"timescale\": 2000",
            channel: "\"gain\": 0.5, \"mixing_weight\": 0.9999983, ")
        let tap = try #require(try read(text, .hjif).pattern.events.first)
        #expect(tap.time == 2 && abs(tap.intensity - 0.5.squareRoot()) < 1e-12)
        // The latest time is one in seconds.
        let late = hjif(
            band("Transient", effect(4_800_000, "{\"amplitude_modulation\": 0.792}")), "\"timescale\": 48000")
        #expect(try read(late, .hjif).pattern.events.first?.time == 100)
    }

    @Test func `unknown bands and other modalities are skipped with a diagnostic, and an empty rest is refused`()
        throws
    {
        let text = hjif(band("Noise", "") + "," + band("WaveletWave", ""))
            .replacing("\"effect_library\"", with: "\"reference_devices\": [], \"effect_library\"")
        let nothing = "holds nothing that can be read as a vibration"
        let said = lint(text, .hjif)
        #expect(
            said.count == 3 && said[0].contains("this band is ignored") && said[2].contains(nothing))
        let heat = lint(text.replacing("Vibrotactile", with: "Temperature"), .hjif)
        #expect(heat.count == 2 && heat[0].contains("this perception is ignored") && heat[1].contains(nothing))
        let texture = text.replacing("Vibrotactile", with: "Vibrotactile Texture")
        #expect(lint(texture, .hjif)[0].contains("this band is ignored"))
    }

    @Test func `simultaneous effects and bands are added`() throws {
        func steady(_ amplitude: Double) -> String {
            "{\"relative_position\": 0, \"amplitude_modulation\": \(amplitude)}, {\"relative_position\": 200}"
        }
        let wave = band("VectorialWave", effect(0, steady(0.2)) + "," + effect(50, steady(0.1)))
        let click = "{\"amplitude_modulation\": 0.3}"
        let taps = band("Transient", effect(300, click)) + "," + band("Transient", effect(300, click))
        let read = try read(hjif(wave + "," + band("VectorialWave", effect(100, steady(0.05))) + "," + taps), .hjif)
        #expect(
            read.diagnostics.contains { $0.message.contains("overlap from 0 to 0.3 s; their amplitudes are added") })
        for (time, amplitude) in [(0.02, 0.2), (0.07, 0.3), (0.15, 0.35), (0.22, 0.15), (0.28, 0.05)] {
            let intensity = HapticEvaluation(read.pattern).intensity(at: time)
            #expect(abs(intensity * intensity * 0.6138 - amplitude) < 0.002, "\(time)")
        }
        let tap = try #require(read.pattern.events.last)
        #expect(read.pattern.events.count { $0.kind == .transient } == 1)
        #expect(abs(tap.intensity * tap.intensity * 0.792 - 0.6) < 1e-9)
    }

    /// The root mean square of the signal of MPEG's synthesizer, over whole beats.
    @Test(arguments: [(65, 65, 0.3), (65, 300, 0.05.squareRoot()), (100, 140, 0.05.squareRoot())])
    func `amplitudes of one frequency add, otherwise their powers`(first: Int, second: Int, sum: Double) throws {
        func steady(_ amplitude: Double, _ hertz: Int) -> String {
            "{\"amplitude_modulation\": \(amplitude), \"frequency_modulation\": \(hertz)}, {\"relative_position\": 800}"
        }
        let waves = band("VectorialWave", effect(0, steady(0.2, first)) + "," + effect(0, steady(0.1, second)))
        let pattern = try read(hjif(waves), .hjif).pattern
        let drive = HapticRenderer(sampleRate: 8_000).drive(pattern)[1_600..<4_800]
        let square = drive.reduce(0) { $0 + Double($1) * Double($1) } / Double(drive.count)
        #expect(abs((2 * square).squareRoot() - sum) < 0.02 * sum)
    }

    /// MPEG's synthesizer plays an amplitude as the peak of its sine.
    @Test(arguments: [0.05, 0.1, 0.2, 0.4, 0.6]) func `an amplitude is the peak of the drive signal`(amplitude: Double)
        throws
    {
        let steady = "{\"relative_position\": 0, \"amplitude_modulation\": \(amplitude)}, {\"relative_position\": 400}"
        let pattern = try read(hjif(band("VectorialWave", effect(0, steady))), .hjif).pattern
        let drive = HapticRenderer(sampleRate: 8_000).drive(pattern)[800..<2_400]
        let square = drive.reduce(0) { $0 + Double($1) * Double($1) } / Double(drive.count)
        #expect(abs((2 * square).squareRoot() - amplitude) < 0.02 * amplitude)
    }

    @Test(arguments: [(-1, 0.1), (0, 1.0), (1, 10.0)])
    func `amplitudes scale by the perception's power of ten`(exponent: Int, unit: Double) throws {
        let steady = "{\"relative_position\": 0, \"amplitude_modulation\": 0.06}, {\"relative_position\": 400}"
        let text = hjif(band("VectorialWave", effect(0, steady)))
            .replacing("\"effect_library\"", with: "\"perception_unit_exponent\": \(exponent), \"effect_library\"")
        let intensity = HapticEvaluation(try read(text, .hjif).pattern).intensity(at: 0.1)
        #expect(abs(intensity * intensity * 0.6138 - 0.06 * unit) < 1e-9)
    }

    @Test(arguments: [("Square", 1.2732), ("Triangle", 0.8106), ("SawToothUp", 0.6366), ("SawToothDown", 0.6366)])
    func `a wave other than a sine is felt as its fundamental sine`(signal: String, strength: Double) throws {
        let steady = "{\"relative_position\": 0, \"amplitude_modulation\": 0.2}, {\"relative_position\": 400}"
        let read = try read(
            hjif(band("VectorialWave", effect(0, steady).replacing("Sine", with: signal))), .hjif)
        let intensity = HapticEvaluation(read.pattern).intensity(at: 0.1)
        #expect(abs(intensity * intensity * 0.6138 - 0.2 * strength) < 1e-4)
        #expect(read.diagnostics.map(\.message) == ["read as its basic sine, \(strength) times as strong"])
    }

    @Test func `a composite becomes its parts at their positions`() throws {
        let part = effect(20, "{\"amplitude_modulation\": 0.792}")
        let composite =
            "{\"effect_type\": \"Composite\", \"position\": 100, \"composition\": [\(part), "
            + part.replacing("\"position\": 20", with: "\"position\": 80") + "]}"
        let read = try read(hjif(band("Transient", composite)), .hjif)
        #expect(read.pattern.events.map(\.time) == [0.12, 0.18] && read.diagnostics == [])
    }

    @Test func `two simultaneous channels are as strong as one, with a report`() throws {
        let plain = "{\"relative_position\": 0, \"amplitude_modulation\": 0.3}, {\"relative_position\": 200}"
        let click = "{\"relative_position\": 0, \"amplitude_modulation\": 0.4}"
        let bands = band("VectorialWave", effect(0, plain)) + "," + band("Transient", effect(300, click))
        let alone = hjif(bands)
        let channel = "{\"id\": 1, \"body_part_mask\": 64, \"bands\": [\(bands)]}, "
        let both = try read(alone.replacing("\"channels\": [", with: "\"channels\": [\(channel)"), .hjif)
        #expect(try difference(read(alone, .hjif).pattern, both.pattern) < 1e-5)
        for sentence in ["further channels are merged", "for one part of the body", "effects overlap from 0 to 0.2 s"] {
            #expect(both.diagnostics.contains { $0.message.contains(sentence) && $0.disposition.isLoss }, "\(sentence)")
        }
    }

    @Test func `a negative amplitude is as strong as a positive one, and silent at the sign change`() throws {
        let swing = """
            {"relative_position": 0, "amplitude_modulation": 0.6138},
            {"relative_position": 300, "amplitude_modulation": -0.3069}
            """
        let text = hjif(
            band("VectorialWave", effect(0, swing)) + ","
                + band("Transient", effect(400, "{\"amplitude_modulation\": -0.396}")))
        let read = try read(text, .hjif)
        let evaluation = HapticEvaluation(read.pattern)
        for (time, amplitude) in [(0.0, 1.0), (0.1, 0.5), (0.2, 0), (0.25, 0.25), (0.299, 0.495)] {
            let intensity = evaluation.intensity(at: time)
            #expect(abs(intensity * intensity - amplitude) < 0.001, "\(time)")
        }
        #expect(abs((read.pattern.events.last?.intensity ?? 0) - 0.5.squareRoot()) < 1e-9)
        #expect(read.diagnostics.contains { $0.message.contains("a negative amplitude") && $0.disposition == .changed })
    }

    @Test func `a frequency outside the carrier's range and a phase are reported`() throws {
        let frames =
            "{\"relative_position\": 0, \"amplitude_modulation\": 0.5, \"frequency_modulation\": 20}, "
            + "{\"relative_position\": 200}"
        let text = hjif(
            band("VectorialWave", effect(0, frames).replacing("\"position\"", with: "\"phase\": 1.5, \"position\"")))
        let diagnostics = try read(text, .hjif).diagnostics
        #expect(diagnostics.map(\.disposition) == [.changed, .clamped])
        #expect(diagnostics.last?.message == "20 is outside 65 to 300; read as 65")
    }

    @Test func `an amplitude above full is clamped, with a report`() throws {
        let text = hjif(band("Transient", effect(0, "{\"amplitude_modulation\": 1}")))
        #expect(try read(text, .hjif).pattern.events[0].intensity == 1)
        #expect(lint(text, .hjif).map { $0.contains("an amplitude of 1.2626 times full; read as full") } == [true])
    }

    @Test(arguments: [
        (nil, "1970-01-01", 0), ("2026-11-21", "2026-11-21", 0), ("Mon Oct 9 2023", "Mon Oct 9 2023", 0),
        ("yesterday", "1970-01-01", 1),
    ])
    func `a written file has a date that MPEG's software accepts`(created: String?, date: String, losses: Int) throws {
        let metadata = created.map { [JSONValue.Member("Created", .string($0))] } ?? []
        let written = PatternFormat.hjif.write(
            HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0)], metadata: metadata))
        #expect(written.text.contains("\"date\": \"\(date)\"") && written.losses.count == losses)
        #expect(try read(written.text, .hjif).pattern.metadata == (date == created ? metadata : []))
    }

    @Test func `a thousand effects that are too loud give one diagnostic, and excess kinds are counted`() throws {
        let frames = (0..<1_000).map { "{\"relative_position\": \($0), \"amplitude_modulation\": \(2 + $0)}" }
        let loud = hjif(band("Transient", effect(0, frames.joined(separator: ","))))
        #expect(lint(loud, .hjif).map { $0.hasSuffix("read as full; 999 more like it") } == [true])
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let names = letters.flatMap { one in letters.flatMap { two in "xy".map { "\"\(one)\(two)\($0)\": 1" } } }
        let odd = hjif(band("Transient", effect(0, "{\"amplitude_modulation\": 0.5}"))).replacing(
            "\"version\"", with: names.joined(separator: ",") + ",\"version\"")
        let diagnostics = lint(odd, .hjif)
        #expect(diagnostics.count == 1_001 && diagnostics.last == "a.hjif: and 352 more remarks")
    }

    @Test func `writing uses the simple parametric profile, whole milliseconds and hertz`() {
        let pattern = HapticPattern([
            HapticEvent(.transient, at: 0.1004, intensity: 1, sharpness: 0.5),
            HapticEvent(.continuous, at: 1, duration: 0.5, intensity: 0.5, sharpness: 0),
        ])
        let written = PatternFormat.hjif.write(pattern)
        let text = written.text.split(whereSeparator: { " \n".contains($0) }).joined(separator: " ")
        for part in [
            "\"profile\": \"Simple Parametric\"", "\"relative_position\": 100, \"amplitude_modulation\": 0.792",
            "\"relative_position\": 500, \"amplitude_modulation\": 0.15345, \"frequency_modulation\": 65",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(
            written.losses == [
                "a .hjif file counts whole milliseconds; times move by up to 0.4 ms (0.02 JND)",
                "sharpness in a .hjif file is rounded by up to 0.0021 (0.04 JND)",
            ])
    }
}
