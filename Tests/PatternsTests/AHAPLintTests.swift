import Testing
import ThudCore
import ThudPatterns

/// The diagnostics on a text, without the file's name.
func lint(_ text: String) -> [String] { AHAP.lint(Array(text.utf8), file: "").map(\.description) }

/// A pattern of these entries that is otherwise valid.
func pattern(_ entries: String...) -> String {
    "{\"Version\": 1, \"Pattern\": [\n\(entries.joined(separator: ",\n"))]}"
}

private func event(_ members: String) -> String { "{\"Event\": {\(members)}}" }

private func tap(_ members: String = "") -> String {
    event("\"Time\": 0, \"EventType\": \"HapticTransient\"\(members.isEmpty ? "" : ", ")\(members)")
}

private func tap(setting parameters: String) -> String { tap("\"EventParameters\": [\(parameters)]") }

private func rumble(_ members: String) -> String {
    event("\"Time\": 0, \"EventType\": \"HapticContinuous\", \(members)")
}

private func sound(_ members: String) -> String {
    event("\"Time\": 0, \"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"a.wav\", \(members)")
}

private let entryDiagnostics: [(String, String)] = [
    (
        #"{"Parameter": {"ParameterID": "HapticIntensityControl", "ParameterValue": 0.5, "Time": 0}}"#,
        "1:1: suspicious: the Pattern has no Event; nothing plays"
    ),
    (
        event(#""Time": 0, "EventType": "AudioContinuous""#),
        "2:11: Pattern[0].Event: suspicious: this AudioContinuous has no EventDuration; it ends with the "
            + "pattern, or lasts 30 s alone"
    ),
    (
        tap(setting: #"{"ParameterID": "HapticIntensity", "ParameterValue": 7}"#),
        "2:128: Pattern[0].Event.EventParameters[0].ParameterValue: clamped: 7 is outside 0 to 1; read as 1"
    ),
    (
        tap(setting: #"{"ParameterID": "Colour", "ParameterValue": 7}"#),
        "2:91: Pattern[0].Event.EventParameters[0].ParameterID: ignored: unknown event parameter"
    ),
    (
        tap(setting: #"{"ParameterID": "Intensity", "ParameterValue": 0}"#),
        "2:91: Pattern[0].Event.EventParameters[0].ParameterID: ignored: unknown event parameter; "
            + "did you mean HapticIntensity?"
    ),
    (
        tap(setting: #"{"ParameterID": "HapticIntensity"}"#),
        "2:75: Pattern[0].Event.EventParameters[0]: default: has no ParameterValue; 1 is used"
    ),
    (
        tap(setting: #"{"ParameterID": "AudioVolume", "ParameterValue": 0.5}"#),
        "2:91: Pattern[0].Event.EventParameters[0].ParameterID: ignored: AudioVolume does not act on a HapticTransient"
    ),
    (
        tap(setting: #"{"ParameterID": "AttackTime", "ParameterValue": 0.5}"#),
        "2:91: Pattern[0].Event.EventParameters[0].ParameterID: ignored: AttackTime does not act on a HapticTransient"
    ),
    (
        tap(
            setting: #"{"ParameterID": "HapticIntensity", "ParameterValue": 1}, "#
                + #"{"ParameterID": "HapticIntensity", "ParameterValue": 0.5}"#),
        "2:148: Pattern[0].Event.EventParameters[1].ParameterID: suspicious: this event sets HapticIntensity twice; "
            + "the last value counts"
    ),
    (tap("\"Tempo\": 1"), "2:64: Pattern[0].Event.Tempo: ignored: unknown member"),
    (
        tap("\"eventduration\": 1"),
        "2:72: Pattern[0].Event.eventduration: ignored: unknown member; "
            + "did you mean EventDuration?"
    ),
    (
        tap("\"EventDuration\": 0.5"),
        "2:72: Pattern[0].Event.EventDuration: style: the EventDuration of a HapticTransient makes the "
            + "pattern longer, not the tap"
    ),
    (
        tap("\"EventWaveformPath\": \"a.wav\""),
        "2:76: Pattern[0].Event.EventWaveformPath: ignored: only an AudioCustom has a sound file"
    ),
    (
        event("\"EventType\": \"HapticTransient\""),
        "2:11: Pattern[0].Event: default: has no Time; 0 is used"
    ),
    (
        rumble("\"EventDuration\": 31"),
        "2:73: Pattern[0].Event.EventDuration: clamped: 31 is outside 0 to 30; read as 30"
    ),
    (
        rumble("\"EventDuration\": 0"),
        "2:73: Pattern[0].Event.EventDuration: suspicious: an EventDuration of 0 means until stopped, at most 30 s"
    ),
    (
        rumble("\"EventParameters\": []"),
        "2:11: Pattern[0].Event: default: a HapticContinuous without EventDuration lasts 30 s"
    ),
    (
        rumble(
            "\"EventDuration\": 1, \"EventParameters\": [{\"ParameterID\": \"Sustained\", \"ParameterValue\": 0.7}]"
        ),
        "2:143: Pattern[0].Event.EventParameters[0].ParameterValue: clamped: Sustained is 0 or 1; "
            + "0.7 is read as 1"
    ),
    (
        rumble(
            "\"EventDuration\": 1, \"EventParameters\": [{\"ParameterID\": \"DecayTime\", \"ParameterValue\": 0.7}]"
        ),
        "2:11: Pattern[0].Event: ignored: a DecayTime acts only if Sustained is 0"
    ),
    (
        sound("\"EventWaveformLoopEnabled\": true"),
        "2:109: Pattern[0].Event.EventWaveformLoopEnabled: suspicious: this loop has no end; "
            + "add an EventDuration"
    ),
    (
        sound("\"EventDuration\": 0, \"EventWaveformLoopEnabled\": true"),
        "2:129: Pattern[0].Event.EventWaveformLoopEnabled: suspicious: this loop has no end; "
            + "add an EventDuration"
    ),
    (
        sound(#""EventParameters": [{"ParameterID": "HapticSharpness", "ParameterValue": 0}]"#),
        "2:117: Pattern[0].Event.EventParameters[0].ParameterID: ignored: HapticSharpness does not act on an AudioCustom"
    ),
    ("{}", "2:1: Pattern[0]: ignored: holds no Event, Parameter or ParameterCurve"),
    (
        tap("\"Time\": 0"),
        "2:55: Pattern[0].Event: suspicious: \"Time\" appears twice; the last value counts, but "
            + "other readers may take the first"
    ),
    (tap() + ",", "2:55: Pattern: accepted: an extra comma at the end; strict JSON tools reject it"),
]

private let fileDiagnostics: [(String, String)] = [
    ("{\"Pattern\": [\(tap())]}", "1:1: default: has no Version; 1 is used"),
    (
        "{\"Version\": 2, \"Pattern\": [\(tap())]}",
        "1:13: Version: suspicious: Version 1 is the only published one, found 2"
    ),
    (
        "{\"Version\": \"1\", \"Pattern\": [\(tap())]}",
        "1:13: Version: ignored: expected the Version to be a number, found a string; 1 is used"
    ),
    (
        "{\"Version\": 1, \"Metadata\": 3, \"Pattern\": [\(tap())]}",
        "1:28: Metadata: ignored: expected the Metadata to be an object, found a number"
    ),
    (
        "{\"Version\": 1, \"Patterns\": [], \"Pattern\": [\(tap())]}",
        "1:28: Patterns: ignored: unknown member; did you mean Pattern?"
    ),
    (pattern(), "1:1: suspicious: the Pattern is empty; nothing plays"),
]

private let refusals: [(String, String)] = [
    (
        "{\"Version\": 1}",
        "1:1: Apple's loader rejects it (InvalidPatternDictionary -4814): expected a member `Pattern`"
    ),
    (pattern("7"), "2:1: Pattern[0]: Apple's loader rejects it (InvalidPatternDictionary -4814): "),
    (pattern(event("\"Time\": 0")), "2:11: Pattern[0].Event: Apple's loader rejects it (BadEventEntry -4830): "),
    (
        pattern(event("\"EventType\": \"HapticTransiant\"")),
        "2:25: Pattern[0].Event.EventType: Apple's loader rejects it (BadEventEntry -4830): expected one of "
            + "HapticTransient, HapticContinuous, AudioContinuous, AudioCustom, found \"HapticTransiant\"; "
            + "did you mean HapticTransient?"
    ),
    (
        pattern(event("\"EventType\": \"HapticTransient\", \"Time\": -1")),
        "2:52: Pattern[0].Event.Time: Apple's loader rejects it (InvalidEventTime -4822): "
    ),
    (
        pattern(event("\"EventType\": \"HapticTransient\", \"Time\": 301")),
        "2:52: Pattern[0].Event.Time: refused here: expected a number from 0 to 300, found 301"
    ),
    (
        pattern(rumble("\"EventDuration\": -1")),
        "2:73: Pattern[0].Event.EventDuration: Apple's loader rejects it (InvalidEventDuration -4823): "
    ),
    (
        pattern(sound("\"EventWaveformLoopEnabled\": 2")),
        "2:109: Pattern[0].Event.EventWaveformLoopEnabled: Apple's loader rejects it (BadEventEntry -4830): "
    ),
    (
        pattern(tap(setting: "{\"ParameterValue\": 1}")),
        "2:75: Pattern[0].Event.EventParameters[0]: Apple's loader rejects it (BadParameterEntry -4831): "
    ),
    (
        pattern("{\"Parameter\": {\"Time\": 0}}"),
        "2:15: Pattern[0].Parameter: Apple's loader rejects it (BadParameterEntry -4831): "
    ),
    (
        pattern(event("\"Time\": 0, \"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"\"")),
        "2:72: Pattern[0].Event.EventWaveformPath: Apple's loader rejects it (BadEventEntry -4830): "
    ),
    (
        pattern(event("\"Time\": 0, \"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"a\\u0000.wav\"")),
        "2:72: Pattern[0].Event.EventWaveformPath: refused here: "
    ),
    ("{\"Version\": 1,", "1:15: expected a name in quotes, found the end of the text"),
]

@Suite("The lint states the consequence for a passage") struct AHAPLintTests {
    @Test(arguments: entryDiagnostics)
    func `a wrong entry gets a diagnostic`(entry: String, diagnostic: String) throws {
        #expect(throws: Never.self) { try AHAP.read(Array(pattern(entry).utf8), file: "") }
        #expect(lint(pattern(entry)) == [diagnostic])
    }

    @Test(arguments: fileDiagnostics)
    func `a wrong file gets a diagnostic`(text: String, diagnostic: String) { #expect(lint(text) == [diagnostic]) }

    @Test(arguments: refusals)
    func `a refused passage is reported under Apple's name for the error`(text: String, diagnostic: String) throws {
        #expect(throws: ThudError.self) { try AHAP.read(Array(text.utf8), file: "") }
        #expect(lint(text).contains { $0.hasPrefix(diagnostic) }, "\(lint(text))")
    }

    @Test func `a wrong entry does not hide the next, and diagnostics are in text order`() {
        let text = pattern(
            event("\"Time\": 0, \"EventType\": 4"), tap("\"Tempo\": 1"), event("\"EventType\": 5"),
            tap("\"Tempo\": 2") + ",")
        let places = AHAP.lint(Array(text.utf8), file: "").map { [$0.source.place.line, $0.source.place.column] }
        #expect(places == [[2, 36], [3, 64], [4, 25], [5, 64], [5, 67]])
    }

    @Test func `a hostile file gets its first thousand diagnostics and a sentence about the rest`() {
        let long = String(repeating: "a", count: 10_000)
        let members = (0..<20_000).map { "\"Tempo\($0)\": 1" }.joined(separator: ",\n")
        for text in [
            pattern(tap(members)), pattern(tap("\"\(long)\": 1, \(members)")),
            "{\"Version\": 1, \"Pattern\": [\(Array(repeating: "{}", count: 5_000).joined(separator: ",\n"))]}",
            "{\"Version\": 1, \"Pattern\": [[\(Array(repeating: "[1,]", count: 9_000).joined(separator: ",\n"))]]}",
        ] {
            let diagnostics = AHAP.lint(Array(text.utf8), file: "a")
            #expect(diagnostics.count == 1_001)
            #expect(diagnostics.last?.message.hasPrefix("these are the first 1000 remarks; there are ") == true)
            let lines = diagnostics.dropLast().map(\.source.place.line)
            #expect(lines == lines.sorted() && (lines.last ?? 0) <= 1_003)
        }
    }

    @Test(arguments: [(1_001, "there is 1 more"), (1_002, "there are 2 more")])
    func `diagnostics that are left out are counted`(faults: Int, words: String) {
        let members = (0..<faults).map { "\"Tempo\($0)\": 1" }.joined(separator: ",\n")
        let last = AHAP.lint(Array(pattern(tap(members)).utf8), file: "a").last
        #expect(last?.message == "these are the first 1000 remarks; \(words)")
    }

    @Test(arguments: [("", Disposition.style), (#", "Tempo": 1"#, .ignored)])
    func `diagnostics that are left out count as the gravest of them`(last: String, disposition: Disposition) {
        let taps = (0..<1_100).map {
            event("\"Time\": \(Double($0) * 0.02), \"EventType\": \"HapticTransient\"\($0 == 1_099 ? last : "")")
        }
        let diagnostics = AHAP.lint(Array(pattern(taps.joined(separator: ",\n")).utf8), file: "a")
        #expect(diagnostics.count == 1_001 && diagnostics.last?.disposition == disposition)
        #expect(diagnostics.first?.disposition == .style)
        // What is ignored after it does not hide what is refused.
        let entries = (0..<1_100).map { index in
            event("\"Time\": \(index == 1_050 ? 301 : 0), \"EventType\": \"HapticTransient\", \"Tempo\": 1")
        }
        let refused = AHAP.lint(Array(pattern(entries.joined(separator: ",\n")).utf8), file: "a")
        #expect(refused.count == 1_001 && refused.last?.disposition == .refused)
    }

    @Test func `every shipped pattern is clean`() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        var count = 0
        for folder in try ["Presets"] + SourceFile.names(in: "\(root)/Sounds", endingIn: "").map({ "Sounds/\($0)" }) {
            guard !folder.hasSuffix("."),
                let names = try? SourceFile.names(in: "\(root)/\(folder)", endingIn: ".ahap")
            else { continue }
            for path in names.map({ "\(root)/\(folder)/\($0)" }) {
                count += 1
                let diagnostics = AHAP.lint(try SourceFile.read(path), file: path)
                #expect(diagnostics.allSatisfy { $0.disposition == .style }, "\(diagnostics)")
            }
        }
        #expect(count >= 43)
    }
}
