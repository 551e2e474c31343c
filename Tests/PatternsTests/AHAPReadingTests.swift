import Testing
import ThudCore
import ThudPatterns

private func read(_ text: String) throws(ThudError) -> HapticPattern {
    try AHAP.read(Array(text.utf8), file: "a.ahap")
}

/// A pattern whose only entry is an event with these members.
private func event(_ members: String) -> String { "{\"Pattern\": [{\"Event\": {\(members)}}]}" }

/// A pattern whose only event is a tap with this parameter.
private func parameter(_ members: String) -> String {
    event("\"EventType\": \"HapticTransient\", \"EventParameters\": [{\(members)}]")
}

@Suite("AHAP is read as Apple reads it") struct AHAPReadingTests {
    @Test func `a file with every feature and trailing commas is read`() throws {
        let pattern = try read(
            """
            {
              "Version": 1.0,
              "Metadata": { "Project": "Kape", "Created": "1 June 2026", "Takes": 3 },
              "Pattern": [
                { "Event": { "Time": 0.25, "EventType": "HapticContinuous", "EventDuration": 0.5, "EventParameters": [
                  { "ParameterID": "HapticIntensity", "ParameterValue": 0.8 },
                  { "ParameterID": "HapticSharpness", "ParameterValue": 0.4 },
                  { "ParameterID": "AttackTime", "ParameterValue": 0.1 },
                  { "ParameterID": "DecayTime", "ParameterValue": 0.2 },
                  { "ParameterID": "ReleaseTime", "ParameterValue": 0.3 },
                  { "ParameterID": "Sustained", "ParameterValue": 0 },
                ] } },
                { "Event": { "EventType": "AudioCustom", "EventWaveformPath": "sounds/ping.wav",
                  "EventWaveformLoopEnabled": true, "EventWaveformUseVolumeEnvelope": 0, "EventParameters": [
                  { "ParameterID": "AudioVolume", "ParameterValue": 0.7 },
                  { "ParameterID": "AudioPitch", "ParameterValue": -0.5 },
                  { "ParameterID": "AudioPan", "ParameterValue": 0.25 },
                  { "ParameterID": "AudioBrightness", "ParameterValue": 0.6 } ] } },
                { "Parameter": { "ParameterID": "HapticSharpnessControl", "ParameterValue": -0.3, "Time": 0.5 } },
                { "ParameterCurve": { "ParameterID": "HapticIntensityControl", "Time": 0.25,
                  "ParameterCurveControlPoints": [ { "Time": 0, "ParameterValue": 1 },
                    { "Time": 0.25, "ParameterValue": 0.5 }, ] } },
              ],
            }
            """)
        #expect(pattern.version == 1)
        #expect(pattern.metadata.map(\.name) == ["Project", "Created", "Takes"])
        let rumble = try #require(pattern.events.first)
        #expect(rumble.kind == .continuous && rumble.time == 0.25 && rumble.duration == 0.5)
        #expect(rumble.intensity == 0.8 && rumble.sharpness == 0.4 && !rumble.isSustained)
        #expect(rumble.attackTime == 0.1 && rumble.decayTime == 0.2 && rumble.releaseTime == 0.3)
        let sound = try #require(pattern.events.last)
        #expect(sound.waveformPath == "sounds/ping.wav" && sound.loops && !sound.usesVolumeEnvelope)
        #expect(sound.volume == 0.7 && sound.pitch == -0.5 && sound.pan == 0.25 && sound.brightness == 0.6)
        #expect(pattern.parameters == [DynamicParameter(.hapticSharpness, at: 0.5, value: -0.3)])
        #expect(
            pattern.curves == [
                ParameterCurve(
                    .hapticIntensity, at: 0.25, points: [.init(time: 0, value: 1), .init(time: 0.25, value: 0.5)])
            ])
    }

    @Test func `missing values take their defaults`() throws {
        let tap = try #require(try read(event("\"EventType\": \"HapticTransient\"")).events.first)
        #expect(tap.time == 0 && tap.duration == nil && tap.intensity == 1 && tap.sharpness == 0.5)
        #expect(try read("{\"Pattern\": []}").events.isEmpty)
        #expect(try read("{\"Pattern\": []}").version == 1)
    }

    @Test func `a byte order mark and any line breaks are accepted`() throws {
        let text =
            "\u{FEFF}{\r\n  \"Version\": 1,\r\n  \"Pattern\": [{\"Event\": {\"Time\": 0, "
            + "\"EventType\": \"HapticTransient\"}}]\r\n}\r\n"
        #expect(try read(text).events == [HapticEvent(.transient)])
        #expect(lint(text).isEmpty)
    }

    @Test func `faults outside the pattern do not refuse the file`() throws {
        let pattern = try read(#"{"Version": "1.0", "Metadata": "by hand", "Pattern": []}"#)
        #expect(pattern == HapticPattern())
    }
}

@Suite("Files that cannot be a pattern are refused") struct BrokenAHAPTests {
    @Test(arguments: [
        ("", "a.ahap:1:1: expected a value, found the end of the text"),
        ("[]", "a.ahap:1:1: expected an object, found an array"),
        ("{}", "a.ahap:1:1: expected a member `Pattern`, found none"),
        ("{\"Pattern\": 4}", "a.ahap:1:13: Pattern: expected an array, found a number"),
        ("{\"Pattern\": [4]}", "a.ahap:1:14: Pattern[0]: expected an object, found a number"),
        (event(""), "a.ahap:1:24: Pattern[0].Event: expected a member `EventType`, found none"),
        (event("\"EventType\": 4"), "a.ahap:1:38: Pattern[0].Event.EventType: expected a string, found a number"),
        (
            event("\"EventType\": \"Haptic\""),
            "a.ahap:1:38: Pattern[0].Event.EventType: expected one of "
                + "HapticTransient, HapticContinuous, AudioContinuous, AudioCustom, found \"Haptic\"; did you mean HapticTransient?"
        ),
        (
            event("\"EventType\": \"HapticTransient\", \"Time\": -1"),
            "a.ahap:1:65: Pattern[0].Event.Time: expected a number from 0 to 300, found -1"
        ),
        (
            event("\"EventType\": \"HapticTransient\", \"Time\": 1e308"),
            "a.ahap:1:65: Pattern[0].Event.Time: expected a number from 0 to 300, found 1e+308"
        ),
        (
            event("\"EventType\": \"HapticTransient\", \"Time\": 1e999"),
            "a.ahap:1:65: the number 1e999 is too large for a double"
        ),
        (
            event("\"EventType\": \"HapticTransient\", \"Time\": NaN"), "a.ahap:1:65: expected a value, found `N`"
        ),
        (
            event("\"EventType\": \"HapticContinuous\", \"EventDuration\": -0.1"),
            "a.ahap:1:75: Pattern[0].Event.EventDuration: expected a number from 0 to 300, found -0.1"
        ),
        (
            event("\"EventType\": \"AudioCustom\""),
            "a.ahap:1:24: Pattern[0].Event: expected a member `EventWaveformPath`, found none"
        ),
    ])
    func `an invalid file is refused with a sentence that names the place`(text: String, message: String) throws {
        let error = try #require(throws: ThudError.self) { try read(text) }
        #expect(error.description == message)
        #expect(lint(text).contains { $0.contains(error.place.path) && $0.hasSuffix(error.message) })
    }

    @Test(arguments: [
        ("", "expected the path of a sound file, found an empty string"),
        ("a\\u0000.wav", "the path of a sound file holds a zero byte, which no file's name has"),
    ])
    func `a path that no file can have is refused`(path: String, message: String) throws {
        let text = event("\"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"\(path)\"")
        let error = try #require(throws: ThudError.self) { try read(text) }
        #expect(error.message == message)
        #expect(error.place.path == "Pattern[0].Event.EventWaveformPath")
    }

    @Test(arguments: [
        ("/etc/passwd", "an absolute path"), ("~/ping.wav", "an absolute path"), ("../ping.wav", "`..` leads out"),
        ("a/../../ping.wav", "`..` leads out"), ("a//b.wav", "an empty part"), ("a\\\\b.wav", "the backslash"),
        ("a\\nb.wav", "a line break"),
    ])
    func `an unusual path gets a remark`(path: String, words: String) throws {
        let text = event("\"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"\(path)\"")
        #expect(try read(text).events.count == 1)
        #expect(lint(text).count { $0.contains("EventWaveformPath: suspicious: ") && $0.contains(words) } == 1)
    }

    @Test func `file names with dots get no special treatment`() throws {
        for path in ["ping..wav", "..ping.wav", "a.b/c...wav", "Zë/ping 1.wav"] {
            let text = event("\"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"\(path)\"")
            #expect(try read(text).events.first?.waveformPath == path)
        }
    }

    @Test func `a pattern beyond the limits is refused in bounded time`() throws {
        func repeated(_ entry: String, _ count: Int) -> String {
            "{\"Pattern\": [\(Array(repeating: entry, count: count).joined(separator: ","))]}"
        }
        let tap = #"{"Event": {"EventType": "HapticTransient"}}"#
        #expect(throws: Never.self) { try read(repeated(tap, HapticLimits.events)) }
        let events = try #require(throws: ThudError.self) { try read(repeated(tap, 100_000)) }
        #expect(events.message == "a pattern holds at most 16384 events; split it into several files")
        let rumble = #"{"Event": {"EventType": "HapticContinuous", "EventDuration": 30}}"#
        let seconds = try #require(throws: ThudError.self) { try read(repeated(rumble, 121)) }
        #expect(seconds.message == "all HapticContinuous events together last more than 3600 s; split the pattern")
        let longer = "all AudioContinuous and AudioCustom events together last more than 3600 s; split the pattern"
        for sound in [
            #""AudioContinuous", "EventDuration": 30"#, #""AudioContinuous""#,
            #""AudioCustom", "EventWaveformPath": "a.wav", "EventDuration": 30"#,
        ] {
            let entry = #"{"Event": {"Time": 0, "EventType": \#(sound)}}"#
            #expect(throws: Never.self) { try read(repeated(entry, 120)) }
            let sounds = try #require(throws: ThudError.self) { try read(repeated(entry, 121)) }
            #expect(sounds.message == longer && sounds.place.path == "Pattern[120].Event")
            let diagnostics = AHAP.lint(Array(repeated(entry, 2000).utf8), file: "a.ahap")
            #expect(diagnostics.filter { $0.message == "refused here: \(longer)" }.count == 1)
        }
        let step = #"{"Parameter": {"ParameterID": "HapticIntensityControl", "ParameterValue": 1}}"#
        #expect(throws: Never.self) { try read(repeated(step, HapticLimits.controlPoints)) }
        let points = try #require(throws: ThudError.self) { try read(repeated(step, 65_537)) }
        #expect(points.message == "at most 65536 parameters and curve points; split the pattern")
        let large = try #require(throws: ThudError.self) {
            try AHAP.read([UInt8](repeating: 0x20, count: HapticLimits.fileBytes + 1), file: "a.ahap")
        }
        #expect(large.message == "the text has 16777217 bytes, but at most 16777216 are read")
    }
}

/// Tests entries of a pattern that hold more than one member.
@Suite struct AHAPEntryTests {
    private let tap = #""Event": {"Time": 0, "EventType": "HapticTransient"}"#
    private let step = #""Parameter": {"ParameterID": "HapticIntensityControl", "ParameterValue": 0.5, "Time": 0}"#

    @Test func `an entry with an event and a parameter is reported, and both act`() throws {
        let text = pattern("{\(tap), \(step)}")
        #expect(
            lint(text) == [
                "2:1: Pattern[0]: suspicious: holds Event and Parameter together; Thud reads all, but other readers "
                    + "may read only one"
            ])
        let read = try AHAP.read(Array(text.utf8), file: "")
        #expect(read.events.count == 1 && read.parameters.count == 1)
    }

    @Test func `single entries are not reported`() { #expect(lint(pattern("{\(tap)}", "{\(step)}")).isEmpty) }
}
