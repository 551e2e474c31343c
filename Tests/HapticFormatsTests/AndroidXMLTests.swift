import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

private func xml(_ content: String) -> String { "<vibration-effect>\(content)</vibration-effect>" }

private let entry = "<waveform-entry durationMs=\"10\" amplitude=\"default\"/>"
private let longEntry = entry.replacing("\"10\"", with: "\"300000\"").replacing("default", with: "0")
private let tick = "<predefined-effect name=\"tick\"/>"
private let point = "<control-point intensity=\"0\" sharpness=\"1\" durationMs=\"30\"/>"
private let longPoint = point.replacing("\"30\"", with: "\"300000\"")

private func attributes(_ line: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for part in line.split(separator: " ").dropFirst() {
        let pair = part.split(separator: "=")
        if pair.count == 2 { found[String(pair[0])] = String(pair[1].split(separator: "\"")[0]) }
    }
    return found
}

@Suite("Android's own vibration files") struct AndroidXMLTests {
    @Test func `a waveform has a default amplitude, and repeating parts play once`() throws {
        let read = try read(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- a buzz -->
            <vibration-effect>
                <waveform-effect>
                    <waveform-entry durationMs="10" amplitude="default"/>
                    <waveform-entry durationMs="20" amplitude='0' />
                    <repeating><waveform-entry durationMs="30" amplitude="128"></waveform-entry></repeating>
                </waveform-effect>
            </vibration-effect>
            """, .androidXML)
        #expect(read.pattern.events.map(\.time) == [0, 0.03] && read.pattern.events.map(\.duration) == [0.01, 0.03])
        #expect(abs(read.pattern.events[1].intensity - (128.0 / 255).squareRoot()) < 1e-9)
        #expect(read.diagnostics.map(\.disposition) == [.changed])
        #expect(read.diagnostics[0].description.hasPrefix("a.xml:7:9: repeating: repeats without end"))
    }

    @Test func `primitives have pauses, or offsets from the start of the previous one`() throws {
        let read = try read(
            xml(
                """
                <primitive-effect name="click"/><primitive-effect name="tick" scale="0.5" delayMs="100"/>
                <primitive-effect name="low_tick" delayMs="50" delayType="relative_start_offset"/>
                """), .androidXML)
        #expect(read.diagnostics == [] && read.pattern.events.map(\.time) == [0, 0.112, 0.162])
        #expect(read.pattern.events[1].intensity == 0.2)
    }

    @Test func `as on Android, names ignore case and overlapping primitives are dropped`() throws {
        let read = try read(
            xml(
                """
                <primitive-effect name="Thud"/><primitive-effect name="CLICK" delayMs="100" delayType="relative_start_offset"/>
                <primitive-effect name="tick" delayMs="10"/>
                """), .androidXML)
        #expect(read.pattern.events.filter { $0.kind == .transient }.map(\.time) == [0, 0.31])
        #expect(read.diagnostics.map(\.disposition) == [.accepted, .ignored])
    }

    @Test func `entries without duration are allowed beside others`() throws {
        let silent = "<waveform-entry durationMs=\"0\" amplitude=\"0\"/>"
        let waveform = try read(
            xml("<waveform-effect>\(silent)<repeating>\(entry)\(silent)</repeating></waveform-effect>"), .androidXML)
        #expect(waveform.pattern.events.map(\.duration) == [0.01])
        let repeated = try read(
            xml(
                "<repeating-effect><preamble>\(entry)\(silent)</preamble><repeating>\(entry)</repeating></repeating-effect>"
            ), .androidXML)
        #expect(abs(repeated.pattern.duration - 0.02) < 1e-9)
    }

    @Test(arguments: [("click", [0]), ("tick", [0]), ("heavy_click", [0]), ("double_click", [0, 0.112])])
    func `predefined effects become taps`(name: String, times: [Double]) throws {
        let read = try read(xml("<predefined-effect name=\"\(name)\"/>"), .androidXML)
        #expect(read.pattern.events.map(\.time) == times && read.pattern.events.allSatisfy { $0.kind == .transient })
    }

    @Test func `envelopes start at 0 and are linear between points`() throws {
        let basic = try read(
            xml(
                """
                <basic-envelope-effect initialSharpness="0.3"><control-point intensity="0.8" sharpness="0.5" durationMs="100"/>
                <control-point intensity="0" sharpness="0.5" durationMs="100"/></basic-envelope-effect>
                """), .androidXML
        ).pattern
        #expect(abs(HapticEvaluation(basic).intensity(at: 0.05) - 0.4) < 1e-9)
        #expect(abs((HapticEvaluation(basic).sharpness(at: 0.05) ?? 0) - 0.4) < 1e-9)
        #expect(basic.duration == 0.2)
        let hertz = try read(
            xml(
                """
                <waveform-envelope-effect><control-point amplitude="1" frequencyHz="182.5" durationMs="100"/>
                <control-point amplitude="0.5" frequencyHz="400" durationMs="100"/></waveform-envelope-effect>
                """), .androidXML)
        #expect(hertz.diagnostics.map(\.disposition) == [.clamped])
        let evaluation = HapticEvaluation(hertz.pattern)
        // Linear in amplitude, which is the square of the intensity.
        for (time, amplitude) in [(0.025, 0.25), (0.05, 0.5), (0.15, 0.75)] {
            let intensity = evaluation.intensity(at: time)
            #expect(abs(intensity * intensity - amplitude) < 0.001, "\(time)")
        }
        #expect(abs((evaluation.sharpness(at: 0.1) ?? 0) - 0.5) < 1e-9)
    }

    @Test func `a repeating effect includes its preamble, and a selection is its first effect`() throws {
        let read = try read(
            """
            <vibration-select><vibration-effect><repeating-effect><preamble><primitive-effect name="click"/></preamble>
            <repeating><predefined-effect name="tick"/></repeating></repeating-effect></vibration-effect>
            <vibration-effect><predefined-effect name="click"/></vibration-effect></vibration-select>
            """, .androidXML)
        #expect(read.pattern.events.map(\.time) == [0, 0.012])
        #expect(read.diagnostics.map(\.disposition) == [.changed, .changed])
    }

    @Test func `an envelope after a preamble starts at its end`() throws {
        let pattern = try PatternFormat.androidXML.read(
            Array(
                xml(
                    """
                    <repeating-effect><preamble><primitive-effect name="click"/></preamble><repeating>
                    <basic-envelope-effect><control-point intensity="1" sharpness="0" durationMs="100"/>
                    <control-point intensity="0" sharpness="0" durationMs="100"/></basic-envelope-effect>
                    </repeating></repeating-effect>
                    """
                ).utf8), file: "a.xml"
        ).pattern
        #expect(pattern.events.map(\.time).sorted() == [0, 0.012] && abs(pattern.duration - 0.212) < 1e-9)
    }

    @Test(arguments: [
        ("", "vibration-effect: expected an effect, found none"),
        ("<waveform-effect/>", "expected a waveform-entry, found none"),
        ("<waveform-effect><repeating/></waveform-effect>", "expected a waveform-entry, found none"),
        ("<waveform-effect><waveform-entry durationMs=\"0\" amplitude=\"9\"/></waveform-effect>", "has no duration"),
        ("<waveform-effect><waveform-entry durationMs=\"1\"/></waveform-effect>", "expected an attribute `amplitude`"),
        (
            "<waveform-effect><waveform-entry durationMs=\"1\" amplitude=\"256\"/></waveform-effect>",
            "expected amplitude to be a whole number from 0 to 255, found \"256\""
        ),
        ("<predefined-effect name=\"boom\"/>", "expected name to be click, double_click"),
        ("<predefined-effect name=\"click\" loud=\"1\"/>", "does not allow the attribute `loud`"),
        ("<predefined-effect name=\"tick\" fallback=\"false\"/>", "does not allow the attribute `fallback`"),
        ("<primitive-effect name=\"lick\"/>", "expected name to be one of click"),
        (
            "<primitive-effect name=\"click\" scale=\"NaN\"/>",
            "expected scale to be a number from 0 to 1, found \"NaN\""
        ),
        ("<primitive-effect name=\"click\" scale=\"Infinity\"/>", "expected scale to be a number"),
        ("<primitive-effect name=\"click\" delayMs=\"-1\"/>", "expected delayMs to be a whole number"),
        ("<primitive-effect name=\"tick\" delayType=\"\"/>", "expected delayType to be pause or"),
        (
            "<primitive-effect name=\"click\"/><repeating><primitive-effect name=\"tick\"/></repeating>",
            "expected primitive"
        ),
        (
            "<primitive-effect name=\"click\"><predefined-effect name=\"click\"/></primitive-effect>",
            "is not allowed in primitive-effect, which holds no element"
        ),
        (
            "<predefined-effect name=\"click\"><predefined-effect name=\"click\"/></predefined-effect>",
            "is not allowed in predefined-effect, which holds no element"
        ),
        ("<repeating><predefined-effect name=\"click\"/></repeating>", "is not a known effect"),
        ("\(entry)", "is not a known effect"),
        ("<waveform-effect>\(entry)<primitive-effect name=\"click\"/></waveform-effect>", "expected waveform-entry"),
        ("<waveform-effect><repeating>\(entry)</repeating>\(entry)</waveform-effect>", "expected waveform-entry"),
        ("<waveform-effect>\(entry)</waveform-effect><predefined-effect name=\"tick\"/>", "expected a single effect"),
        (
            "<waveform-effect><repeating>\(entry)</repeating><repeating>\(entry)</repeating></waveform-effect>",
            "expected waveform-entry"
        ),
        (
            "<waveform-effect><waveform-entry durationMs=\"10\" amplitude=\"-1\"/></waveform-effect>",
            "expected amplitude to be a whole number from 0 to 255, found \"-1\""
        ),
        ("<repeating-effect/>", "expected a `repeating` element, or a `preamble` and then a `repeating` element"),
        (
            "<repeating-effect><repeating><waveform-effect>\(entry)</waveform-effect></repeating></repeating-effect>",
            "is not a known effect"
        ),
        ("<waveform-envelope-effect/>", "expected a control-point, found none"),
        ("<waveform-envelope-effect>invalid</waveform-envelope-effect>", "expected an element"),
        ("<waveform-envelope-effect><control-point/></waveform-envelope-effect>", "expected attributes `amplitude`"),
        (
            "<waveform-envelope-effect><control-point amplitude=\"0.2\" frequencyHz=\"0\" durationMs=\"1\"/>"
                + "</waveform-envelope-effect>", "expected frequencyHz to be a number"
        ),
        (
            "<basic-envelope-effect><control-point intensity=\"-1\" sharpness=\"0.8\" durationMs=\"10\"/>"
                + "</basic-envelope-effect>", "expected intensity to be a number from 0 to 1, found \"-1\""
        ),
        (
            "<primitive-effect name=\"click\" scale=\"1.5\"/>",
            "expected scale to be a number from 0 to 1, found \"1.5\""
        ),
        ("<primitive-effect name=\"click\"/><predefined-effect name=\"tick\"/>", "expected primitive-effect"),
        ("<predefined-effect name=\"tick\"/><predefined-effect name=\"tick\"/>", "expected a single effect"),
        (
            "<basic-envelope-effect><control-point intensity=\"1\" sharpness=\"1\" durationMs=\"5\"/></basic-envelope-effect>",
            "must end at a control-point of intensity 0"
        ),
        (
            "<basic-envelope-effect><control-point intensity=\"0\" sharpness=\"1\" durationMs=\"0\"/></basic-envelope-effect>",
            "expected durationMs to be a whole number from 1 to 2147483647, found \"0\""
        ),
        ("<repeating-effect><repeating/></repeating-effect>", "repeating: expected an effect, found none"),
        (
            "<repeating-effect><repeating><waveform-entry durationMs=\"0\" amplitude=\"9\"/></repeating></repeating-effect>",
            "repeating: has no duration"
        ),
        ("<repeating-effect><repeating>\(tick)\(tick)</repeating></repeating-effect>", "expected a single effect"),
        (
            "<primitive-effect name=\"click\" delayMs=\"300000\"/><primitive-effect name=\"tick\"/>",
            "starts later than 300 s"
        ),
        ("<waveform-effect>\(longEntry)\(longEntry)</waveform-effect>", "ends later than 300 s"),
        ("<basic-envelope-effect>\(tick)</basic-envelope-effect>", "expected control-point"),
        ("<basic-envelope-effect>\(point)\(longPoint)</basic-envelope-effect>", "ends later than 300 s"),
        ("<!DOCTYPE x>", "not valid XML: not well-formed"), ("text", "expected an element"),
        ("<a><b></a>", "the end of the element `b`"),
    ])
    func `what Android's parser refuses is refused with its place`(content: String, sentence: String) {
        let said = lint(xml(content), .androidXML)
        #expect(said.last?.contains(sentence) == true && said.last?.hasPrefix("a.xml:1:") == true, "\(said)")
    }

    // Not one test for each, because the log names a test by its arguments.
    @Test func `a file of too many parts is refused with its place`() {
        let cases = [
            (
                String(repeating: "<primitive-effect name=\"tick\"/>", count: 8_193),
                "at most 8192 primitives are read from one file"
            ),
            (
                "<waveform-effect>\(String(repeating: entry, count: 16_385))</waveform-effect>",
                "at most 16384 waveform entries are read from one file"
            ),
            (
                "<basic-envelope-effect>\(String(repeating: point, count: 65_537))</basic-envelope-effect>",
                "at most 65536 control points are read from one file"
            ),
        ]
        for (content, sentence) in cases {
            let said = lint(xml(content), .androidXML)
            #expect(said.last?.contains(sentence) == true && said.last?.hasPrefix("a.xml:1:") == true)
        }
    }

    @Test(arguments: [
        (
            "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;&b;'>]><vibration-effect>&d;</vibration-effect>",
            "1:13: a document type"
        ),
        ("<!DOCTYPE a SYSTEM '/etc/passwd'><vibration-effect/>", "1:33: a document type"),
        ("<?php ?><vibration-effect/>", "1:1: a processing instruction"),
        ("<vibration-effect>&lol;</vibration-effect>", "1:19: not valid XML: undefined entity"),
        ("<vibration-effect>\n<a b='1' b='2'/></vibration-effect>", "2:10: not valid XML: duplicate attribute"),
        ("<vibration-effect/>\n<vibration-effect/>", "2:1: not valid XML: junk after document element"),
        ("<vibration-effect>\n", "2:1: not valid XML: no element found"),
        ("", "1:1: not valid XML: no element found"),
        ("<vibration/>", "1:1: vibration: expected vibration-effect or vibration-select"),
        ("<vibration-select/>", "1:1: vibration-select: expected a vibration-effect, found none"),
        (
            "<vibration-select><vibration-effect><predefined-effect name='tick'/></vibration-effect><a/></vibration-select>",
            "1:88: a: expected vibration-effect or vibration-select"
        ),
        (String(repeating: "<a>", count: 17), "1:49: elements are nested too deeply"),
        ("<\(String(repeating: "a", count: 65))/>", "1:1: a name has more than 64 characters"),
        (
            "<a \((0..<33).map { "a\($0)=''" }.joined(separator: " "))/>",
            "1:1: an element has too many attributes"
        ),
        ("<vibration-effect>\u{0}</vibration-effect>", "1:19: not valid XML: not well-formed (invalid token)"),
    ])
    func `no entity is expanded, no file opened, and broken XML names its place`(text: String, sentence: String) {
        let said = lint(text, .androidXML)
        #expect(said.last?.hasPrefix("a.xml:\(sentence)") == true, "\(said)")
    }

    @Test func `character references and blank CDATA sections are XML`() throws {
        let text = xml("<![CDATA[ ]]><predefined-effect name=\"cl&#105;ck\"/>")
        #expect(try read(text, .androidXML).pattern.events.count == 1)
    }

    /// The reader enforces the rules of Android's parser.
    @Test(arguments: AndroidEffect.allCases)
    func `written files read back without a remark`(effect: AndroidEffect) throws {
        for seed in 0..<24 as Range<UInt64> {
            let pattern = composed(seed, overlapping: seed.isMultiple(of: 2))
            let text = PatternFormat.androidXML.write(pattern, android: effect).text
            #expect(lint(text, .androidXML) == [], "seed \(seed)")
            #expect(AndroidSchema.faults(in: text) == [], "seed \(seed)")
        }
        let nothing = PatternFormat.androidXML.write(HapticPattern(), android: effect).text
        #expect(lint(nothing, .androidXML) == [] && AndroidSchema.faults(in: nothing) == [])
    }

    /// Applies to overlapping vibrations too, whose waves an envelope joins into one of their energy and felt beats.
    /// Over 3,000 patterns, half come within 0.1 % of the energy, and 99 of 100 within 4 %.
    @Test(arguments: [0..<250, 250..<500, 500..<750, 750..<1_000] as [Range<UInt64>])
    func `AHAP to an envelope and back stays within a tenth of the energy`(seeds: Range<UInt64>) throws {
        for seed in seeds {
            let pattern = composed(seed, overlapping: true)
            let effect = seed.isMultiple(of: 4) ? AndroidEffect.frequency : .envelope
            let back = try read(PatternFormat.androidXML.write(pattern, android: effect).text, .androidXML).pattern
            // The difference is the root of its share of the energy.
            let energy = difference(pattern, back) * difference(pattern, back)
            #expect(energy < 0.1, "seed \(seed), \(effect): \(energy)")
        }
    }

    @Test(arguments: [AndroidEffect.envelope, .frequency])
    func `without overlap, AHAP to an envelope and back stays within a twentieth`(effect: AndroidEffect) throws {
        for seed in 0..<60 as Range<UInt64> {
            let pattern = composed(seed, overlapping: false)
            let back = try read(PatternFormat.androidXML.write(pattern, android: effect).text, .androidXML).pattern
            #expect(difference(pattern, back) < 0.05.squareRoot(), "seed \(seed)")
        }
    }

    @Test func `taps closer than a tap lasts keep their times, and each ends at the next`() throws {
        let taps = [(0.1, 0.5), (0.11, 0.6), (0.115, 0.9), (0.117, 0.4)].map {
            HapticEvent(.transient, at: $0.0, intensity: $0.1, sharpness: 0.5)
        }
        let export = PatternFormat.androidXML.write(HapticPattern(taps), android: .envelope)
        let back = try read(export.text, .androidXML).pattern
        #expect(back.events.map(\.time) == [0.1, 0.11, 0.115] && back.events.map(\.intensity) == [0.5, 0.6, 0.9])
        #expect(export.losses.contains { $0.contains("end when the next begins, the shortest after 5 ms") })
        #expect(export.losses.contains { $0.hasSuffix("1 are left out") })
    }

    @Test(arguments: [AndroidEffect.envelope, .frequency])
    func `an envelope of thousands of taps is read again`(effect: AndroidEffect) throws {
        let taps = (0..<3_000).map { HapticEvent(.transient, at: Double($0) / 20, intensity: 0.5, sharpness: 0.5) }
        let export = PatternFormat.androidXML.write(HapticPattern(taps), android: effect)
        #expect(try read(export.text, .androidXML).pattern.events.count == taps.count)
    }

    @Test func `a tap in an envelope comes back unchanged`() throws {
        let pattern = HapticPattern([
            HapticEvent(.continuous, at: 0.1, duration: 0.5, intensity: 0.4, sharpness: 0.3),
            HapticEvent(.transient, at: 0.05, intensity: 0.75, sharpness: 0.25),
            HapticEvent(.transient, at: 0.3, intensity: 1, sharpness: 0.5),
        ])
        let back = try read(PatternFormat.androidXML.write(pattern, android: .envelope).text, .androidXML).pattern
        let taps = back.events.filter { $0.kind == .transient }
        #expect(taps.map(\.time) == [0.05, 0.3] && taps.map(\.intensity) == [0.75, 1])
        #expect(taps.map(\.sharpness) == [0.25, 0.5])
    }

    @Test func `a tap that a vibration hides is reported`() {
        let taps = [(0.2, 0.8), (0.3, 0.9)].map { HapticEvent(.transient, at: $0.0, intensity: $0.1, sharpness: 0.5) }
        let vibration = HapticEvent(.continuous, at: 0, duration: 0.4, intensity: 0.8, sharpness: 0.5)
        let losses = PatternFormat.androidXML.write(HapticPattern([vibration] + taps), android: .envelope).losses
        #expect(losses.contains("1 tap on a vibration cannot be felt apart from it in an Android vibration"))
    }

    @Test func `an envelope has a point when the sharpness reaches the end of its range`() throws {
        let pattern = HapticPattern(
            [HapticEvent(.continuous, at: 0, duration: 1, intensity: 1, sharpness: 0)],
            curves: [
                ParameterCurve(
                    .hapticSharpness, at: 0, points: [.init(time: 0, value: 0.4), .init(time: 1, value: -0.6)])
            ])
        let back = try read(PatternFormat.androidXML.write(pattern, android: .envelope).text, .androidXML).pattern
        let evaluation = HapticEvaluation(back)
        for (time, sharpness) in [(0.2, 0.2), (0.4, 0), (0.7, 0)] {
            let felt = evaluation.sharpness(of: back.events[0], at: time)
            #expect(abs(felt - sharpness) < 0.01, "\(time): \(felt)")
        }
    }

    @Test func `a composition is written in Android's form`() {
        let text = PatternFormat.androidXML.write(HapticPreset.androidThud.pattern).text
        #expect(text.hasPrefix("<vibration-effect>\n  <primitive-effect name=\"thud\" scale=\"1\"/>\n"))
        let lines = text.split(separator: "\n").filter { $0.contains("primitive-effect") }
        #expect(lines.map { attributes($0)["name"] } == ["thud"])
    }
}
