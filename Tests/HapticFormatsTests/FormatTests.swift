import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Formats and their files") struct FormatTests {
    @Test(arguments: [
        ("a.ahap", PatternFormat.ahap), ("x/y.HAPTIC", .haptic), ("/tmp.d/b.hjif", .hjif), ("b.hmpg", .hmpg),
        ("b.he", .he),
        ("effect.json", .android),
    ])
    func `the extension names the format in either case`(path: String, format: PatternFormat) {
        #expect(PatternFormat(path: path) == format)
    }

    @Test(arguments: PatternFormat.allCases)
    func `every format holds a pattern of 300 s, and cuts a longer one with a report`(format: PatternFormat)
        throws
    {
        func pattern(_ duration: Double) -> HapticPattern {
            HapticPattern([
                HapticEvent(.continuous, at: 280, duration: duration, intensity: 0.5, sharpness: 0.5),
                HapticEvent(.transient, at: 300, intensity: 1, sharpness: 0.5),
            ])
        }
        let whole = format.write(pattern(20))
        #expect(!whole.losses.contains { $0.contains("300 s") })
        #expect((300...300.03).contains(try format.read(whole.bytes, file: "a").pattern.duration))
        let longer = format.write(pattern(29))
        #expect(longer.losses.contains { $0.contains("cannot hold what comes after 300 s") } == (format != .ahap))
        let limit = format == .ahap ? 309.1 : 300.03
        #expect((300...limit).contains(try format.read(longer.bytes, file: "a").pattern.duration))
    }

    @Test(arguments: PatternFormat.allCases)
    func `a tap at 300 s that is too weak for a format is written as something it reads`(format: PatternFormat) throws {
        let tap = HapticPattern([HapticEvent(.transient, at: 300, intensity: 0.0005, sharpness: 0.5)])
        #expect(try format.read(format.write(tap).bytes, file: "a").pattern.duration <= 300.03)
    }

    @Test(arguments: [
        (#"{"timings": [0, 1e-28, 50], "amplitudes": [0, 255, 9]}"#, PatternFormat.android),
        (
            #"{"Pattern": [{"Event": {"Type": "continuous", "Duration": 1e-9, "Parameters": {"Intensity": 9, "Frequency": 9}}}]}"#,
            .he
        ),
    ])
    func `a vibration of almost no length is dropped instead of becoming endless`(text: String, format: PatternFormat)
        throws
    {
        #expect(try read(text, format).pattern.duration < 0.1)
    }

    @Test(arguments: ["", "ahap", ".", "a.wav", "a.ahap/", "dir.he/file", "a.", "a.android"])
    func `other files have no format`(path: String) {
        #expect(PatternFormat(path: path) == nil)
    }

    @Test func `AHAP in a .json file is read as AHAP`() throws {
        let pattern = composed(3, overlapping: true)
        let bytes = Array(AHAP.text(pattern).utf8)
        let format = try #require(PatternFormat(path: "a.json"))
        #expect(try format.read(bytes, file: "a.json").pattern == AHAP.read(bytes, file: "a.json"))
        #expect(format.lint(bytes, file: "a.json") == AHAP.lint(bytes, file: "a.json"))
    }

    @Test func `a .haptic file that ends in .json is read as such`() throws {
        let bytes = PatternFormat.haptic.write(composed(3, overlapping: true)).bytes
        let pattern = try PatternFormat.haptic.read(bytes, file: "a.haptic").pattern
        #expect(try #require(PatternFormat(path: "a.json")).read(bytes, file: "a.json").pattern == pattern)
    }

    @Test func `AHAP passes through unchanged`() throws {
        let pattern = composed(3, overlapping: true)
        let text = PatternFormat.ahap.write(pattern).text
        #expect(text == AHAP.text(pattern))
        #expect(try read(text, .ahap).pattern == AHAP.read(Array(text.utf8), file: ""))
        let odd = text.replacing("\"Version\"", with: "\"Colour\": 1, \"Version\"")
        let wrong = AHAP.lint(Array(odd.utf8), file: "a.ahap").filter { $0.disposition != .style }
        #expect(try read(odd, .ahap).diagnostics == wrong)
        #expect(lint(odd, .ahap).count == 1)
    }

    @Test(arguments: [
        "{", "[]", "{}", #"{"Version": 1, "Pattern": [{}, {"Event": 3}, {"Event": {"Time": -1}}]}"#,
        #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "EventWaveformPath": "../a.wav"}}]}"#,
        #"{"Pattern": [{"Event": {"EventType": "HapticTransient"}},]}"#,
        #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "EventWaveformPath": "a.wav"}}]}"#,
    ])
    func `an inspection gives the same pattern or error as reading`(text: String) {
        let bytes = Array(text.utf8)
        func outcome(_ body: () throws -> HapticPattern) -> String {
            do { return "\(try body())" } catch { return "\(error)" }
        }
        for format in PatternFormat.allCases {
            let inspection = format.inspect(bytes, file: "a")
            #expect(outcome { try inspection.pattern.get() } == outcome { try format.read(bytes, file: "a").pattern })
            #expect(inspection.diagnostics == format.lint(bytes, file: "a"))
            let named = format == .ahap && text.contains("Waveform")
            #expect(inspection.sounds.map(\.path) == (named ? [text.contains("..") ? "../a.wav" : "a.wav"] : []))
        }
        let inspection = AHAP.inspect(bytes, file: "a")
        #expect(outcome { try inspection.pattern.get() } == outcome { try AHAP.read(bytes, file: "a") })
    }

    @Test func `taps of other formats pass through an AHAP pattern's curves unchanged`() throws {
        let pattern = composed(5, overlapping: false)
        for format in [PatternFormat.haptic, .hjif, .he] {
            let back = try read(format.write(pattern), format).pattern
            let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
            let taps = pattern.events.filter { $0.kind == .transient }.sorted { $0.time < $1.time }
            let same = back.events.filter { $0.kind == .transient }
            #expect(taps.count == same.count)
            for (one, other) in zip(taps, same) {
                let (wanted, got) = (
                    before.intensity(of: one, at: one.time), after.intensity(of: other, at: other.time)
                )
                #expect(abs(wanted - got) < 0.006, "\(format) at \(one.time)")
            }
        }
    }
}

@Suite("An imported pattern has the metrics of the original") struct ImportedMetricsTests {
    private func rise(_ pattern: HapticPattern) -> Double? {
        PatternMetrics(pattern, samples: [], actuator: .lra).actuatorRise
    }

    private func check(_ preset: HapticPreset, by format: PatternFormat) throws {
        let back = try read(format.write(preset.pattern), format).pattern
        let before = try #require(rise(preset.pattern))
        let after = try #require(rise(back))
        #expect(abs(before - after) < 0.000_5, "\(preset), \(format): \(before) became \(after)")
    }

    @Test(arguments: [
        HapticPreset.impactLight, .impactHeavy, .impactRigid, .success, .androidThud, .androidSpin, .androidSlowRise,
        .androidQuickFall,
    ])
    func `the actuator's rise survives a .haptic file`(preset: HapticPreset) throws {
        try check(preset, by: .haptic)
    }

    @Test(arguments: [PatternFormat.hjif, .hmpg, .he]) func `others keep the rise too`(format: PatternFormat) throws {
        try check(.impactHeavy, by: format)
        try check(.androidSpin, by: format)
    }
}

@Suite("Losses of a format are reported") struct LossTests {
    @Test func `sounds, their controls and metadata are reported`() {
        var sound = HapticEvent(.audioCustom, at: 0.5)
        sound.waveformPath = "ping.wav"
        let pattern = HapticPattern(
            [sound, HapticEvent(.audioContinuous, at: 1, duration: 1), HapticEvent(.transient, at: 0, duration: 0.5)],
            parameters: [DynamicParameter(.audioPan, at: 0.25, value: 1)],
            curves: [ParameterCurve(.audioVolume, at: 0.5, points: [.init(time: 0, value: 0)])],
            metadata: [.init("Project", "Kape"), .init("Takes", .number(3))])
        #expect(
            PatternFormat.he.write(pattern).losses == [
                "events[0] at 0.5 s: a .he file cannot hold an AudioCustom (ping.wav)",
                "events[1] at 1 s: a .he file cannot hold an AudioContinuous",
                "events[2] at 0 s: a .he file cannot hold the duration of a tap",
                "parameters[0] at 0.25 s: a .he file cannot hold AudioPanControl",
                "curves[0] at 0.5 s: a .he file cannot hold AudioVolumeControl",
                "a .he file cannot hold Metadata.Project", "a .he file cannot hold Metadata.Takes",
            ])
        #expect(PatternFormat.ahap.write(pattern).losses == [])
    }

    @Test func `overlapping and endless vibrations, simultaneous taps and taps of intensity 0 are reported`() {
        let pattern = HapticPattern([
            HapticEvent(.continuous, at: 0, duration: 1), HapticEvent(.continuous, at: 0.5, duration: 1),
            HapticEvent(.continuous, at: 2), HapticEvent(.transient, at: 3, intensity: 0.5, sharpness: 0),
            HapticEvent(.transient, at: 3, intensity: 0.6, sharpness: 0),
            HapticEvent(.transient, at: 4, intensity: 0, sharpness: 0),
        ])
        let losses = PatternFormat.haptic.write(pattern).losses
        #expect(
            losses == [
                "events[2] at 2 s: a .haptic file cannot hold a vibration without an end; "
                    + "it is written with its longest duration, 30 s",
                "vibrations overlap from 0 to 1.5 s; a .haptic file holds one at a time, so they are joined",
                "events[4] at 3 s: a .haptic file cannot hold two taps at one time; the stronger one is kept",
                "events[5] at 4 s: a tap of intensity 0 is not felt and is left out",
            ])
    }

    @Test func `the beats of overlapping vibrations are reported as lost`() {
        let pattern = HapticPattern(
            [0, 0.075].map {
                HapticEvent(.continuous, at: 0, duration: 1, intensity: 0.5, sharpness: $0)
            })
        #expect(
            PatternFormat.haptic.write(pattern).losses == [
                "vibrations overlap from 0 to 1 s; a .haptic file holds one at a time, so they are joined and do not "
                    + "beat, and sharpness differs by up to 0.0375 (0.75 JND)"
            ])
    }

    @Test func `rounding to percents and milliseconds is reported`() {
        let pattern = HapticPattern([HapticEvent(.transient, at: 0.1234, intensity: 0.333, sharpness: 0.501)])
        #expect(
            PatternFormat.he.write(pattern).losses == [
                "a .he file counts whole milliseconds; times move by up to 0.4 ms (0.02 JND)",
                "intensity in a .he file is rounded by up to 0.003 (0.07 JND)",
                "sharpness in a .he file is rounded by up to 0.001 (0.02 JND)",
            ])
    }

    @Test func `rounding is told as it is felt, and a weak tap changes more by the same step`() {
        func loss(_ intensities: Double...) -> String? {
            let taps = intensities.enumerated().map {
                HapticEvent(.transient, at: Double($0.offset), intensity: $0.element, sharpness: 0.5)
            }
            return PatternFormat.he.write(HapticPattern(taps)).losses.first
        }
        #expect(loss(0.904) == "intensity in a .he file is rounded by up to 0.004 (0.04 JND)")
        #expect(loss(0.904, 0.124) == "intensity in a .he file is rounded by up to 0.004 (0.26 JND)")
        // What is too weak to be felt is rounded all the same.
        #expect(loss(0.044) == "intensity in a .he file is rounded by up to 0.004 (0.01 JND)")
    }

    @Test(arguments: PatternFormat.allCases)
    func `an empty pattern is written as a readable file`(format: PatternFormat) throws {
        let written = format.write(HapticPattern())
        let read = try read(written, format)
        // The lint of an AHAP file without events has a diagnostic.
        #expect(written.losses == [] && (read.diagnostics == [] || format == .ahap))
        #expect(!read.pattern.events.contains { $0.kind == .transient })
        #expect(HapticRenderer().drive(read.pattern).allSatisfy { $0 == 0 })
    }
}
