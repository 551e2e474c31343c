import Glibc
import TestTraits
import Testing
import ThudCore
import ThudPatterns
import ThudTestSupport

/// `thud audition --lint`.
@Suite(.live) struct LintTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test func `an accepted passage is reported but not wrong, and JSON lists each disposition`() async throws {
        func file(_ event: String) -> String {
            "{\"Version\": 1, \"Pattern\": [{\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\"\(event)}},]}"
        }
        let fine = try surroundings.scratch.write(file(""), to: "fine.ahap")
        let outcome = try await surroundings.thud(["audition", "--lint", fine])
        #expect(outcome.exitCode == 0 && outcome.output.contains(": accepted: "), "\(outcome)")
        let odd = try surroundings.scratch.write(file(", \"Tempo\": 1"), to: "odd.ahap")
        let told = try await surroundings.thud(["audition", "--lint", "--json", odd])
        #expect(told.exitCode == 1 && told.errorOutput.contains("one remark"))
        let rows = try JSONReader(Array(told.output.utf8), file: "lint").elements()
        #expect(try rows.map { try $0.member("consequence").string() } == ["ignored", "accepted"])
    }

    /// Writes a file with a tap of intensity 0, two duplicate taps and an unknown member.
    private func writeMendable() throws -> String {
        func tap(_ time: Double, _ intensity: Double, _ more: String = "") -> String {
            """
            {"Event": {"Time": \(time), "EventType": "HapticTransient"\(more), "EventParameters": [
              {"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}}
            """
        }
        let taps = [tap(0, 1), tap(0, 1), tap(0.5, 0), tap(0, 1), tap(1, 0.5, ", \"Tempo\": 3")]
        return try surroundings.scratch.write(
            "{\"Version\": 1.0, \"Pattern\": [\(taps.joined(separator: ",\n"))]}", to: "mendable.ahap")
    }

    @Test func `fixable findings are fixed, and the lint is clean afterwards`() async throws {
        let file = try writeMendable()
        #expect(chmod(file, 0o640) == 0)
        let outcome = try await surroundings.thud(["audition", "--fix", file])
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput == "Repaired \(file): 5 problems fixed; the old file is \(file)~\n")
        #expect(SourceFile.permissions(of: "\(file)~") == 0o640)
        let events = try AHAP.read(SourceFile.read(file), file: file).events
        #expect(events.map(\.time) == [0, 1] && events.map(\.intensity) == [1, 0.5])
        let mended = try SourceFile.read(file)
        let again = try await surroundings.thud(["audition", "--fix", file])
        #expect(again.exitCode == 0 && again.errorOutput.isEmpty, "\(again)")
        #expect(try SourceFile.read(file) == mended)
    }

    @Test func `a repair that cannot be written is an error`() async throws {
        let file = try writeMendable()
        let outcome = try await surroundings.shell("(ulimit -f 0; thud audition --fix \(file); echo $?) 2>&1 | cat")
        #expect(outcome.output == "thud: \(file)~: cannot be written: File too large\n4\n", "\(outcome)")
    }

    @Test func `what can be read is fixed even if an entry cannot be read`() async throws {
        let bad = #"{"Event": {"Time": -1, "EventType": "HapticTransient"}}"#
        func good(_ time: String) -> String {
            #"{"Event": {"EventType": "HapticTransient", "Time": \#(time), "Tempo": 3}}"#
        }
        for (name, entries) in [
            ("first", [bad, good("0.50")]), ("last", [good("0.50"), bad]),
            ("middle", [good("0.50"), bad, bad, good("0.750")]),
        ] {
            let text = "{\"Pattern\": [\r\n\(entries.joined(separator: ",\r\n"))], \"Version\": 1.0}"
            let file = try surroundings.scratch.write(text, to: "\(name).ahap")
            let outcome = try await surroundings.thud(["audition", "--fix", file])
            #expect(outcome.exitCode == 4 && outcome.output.contains("Time: Apple's loader rejects it"), "\(outcome)")
            #expect(outcome.errorOutput.contains("not readable; the old file is"), "\(outcome)")
            let mended = surroundings.scratch.text(of: "\(name).ahap")
            #expect(mended == text.replacing(", \"Tempo\": 3", with: ""), "\(mended)")
            #expect(surroundings.scratch.text(of: "\(name).ahap~") == text)
            // A further repair keeps the earlier file, too.
            try surroundings.scratch.write(text + "\n", to: "\(name).ahap")
            #expect(try await surroundings.thud(["audition", "--fix", file]).errorOutput.contains("ahap~2"))
            #expect(surroundings.scratch.text(of: "\(name).ahap~") == text)
        }
    }

    @Test func `extra commas go, and everything beside them stays as it is typed`() async throws {
        let text = """
            { "Version": 1.0,
              "Pattern": [
                {"Event": {"EventType": "HapticTransient", "Time": 0.50, "EventParameters": [
                  {"ParameterID": "HapticIntensity", "ParameterValue": 1.40,},
                ],},},
              ], "Metadata": {"Project": "a,]\\",}", "Folder": "C:\\\\"},
            }
            """
        let file = try surroundings.scratch.write(text, to: "commas.ahap")
        let outcome = try await surroundings.thud(["audition", "--fix", file])
        #expect(outcome.exitCode == 0 && outcome.errorOutput.hasPrefix("Repaired"), "\(outcome)")
        let mended = text.replacing("1.40,},", with: "1}").replacing("],},},", with: "]}}")
            .replacing("\"},\n}", with: "\"}\n}")
        #expect(surroundings.scratch.text(of: "commas.ahap") == mended)
    }

    @Test func `members that say what is so without them stay`() async throws {
        let ahap = """
            {"Version": 1.0, "Pattern": [
              {"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": [ ]}},
              {"Event": {"Time": 0.1, "EventType": "AudioCustom", "EventWaveformPath": "ping.wav",
                "EventWaveformLoopEnabled": false, "EventWaveformUseVolumeEnvelope": true}},
              {"Event": {"Time": 0.2, "EventType": "HapticContinuous", "EventDuration": 40}}]}
            """
        let he = """
            {"Metadata": {"Version": 2, "Created": "2026-01-01", "Description": "", "Tool": "mine"}, "PatternList": [
            {"AbsoluteTime": 0, "Pattern": [{"Event": {"Type": "transient", "RelativeTime": 0, "Index": 0,
            "Parameters": {"Intensity": 140, "Frequency": 50}}}]}]}
            """
        for (name, text, mended) in [
            ("ahap", ahap, ahap.replacing("40", with: "30")), ("he", he, he.replacing("140", with: "100")),
        ] {
            let file = try surroundings.scratch.write(text, to: "sound.\(name)")
            let outcome = try await surroundings.thud(["audition", "--fix", file])
            #expect(outcome.errorOutput.contains("1 problem fixed"), "\(outcome)")
            #expect(surroundings.scratch.text(of: "sound.\(name)") == mended)
        }
    }

    @Test func `a repaired .json file keeps its format, and a theme its sounds`() async throws {
        let parameters = #""EventParameters": [{"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]"#
        let ahap = """
            {"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.1, "Tempo": 3,
            \(parameters)}}]}
            """
        let harmony = """
            {"MetaData": {"Version": 1, "ChannelNumber": 1}, "Channels": [{"Parameters": {"Index": 0}, "Pattern": [
            {"Event": {"Type": "continuous", "StartTime": 0, "Duration": 100,
            "Parameters": {"Intensity": 140, "Frequency": 50}}}]}]}
            """
        let theme = """
            {"name": "mine", "profiles": [
            {"name": "full", "feedbacks": [{"type": "Sound", "event-name": "e", "effect": "bell"}]},
            {"name": "quiet", "feedbacks": [{"type": "VibraRumble", "event-name": "e", "duration": 100}]}]}
            """
        for (text, mended) in [
            (ahap, ahap.replacing(", \"Tempo\": 3", with: "")), (harmony, harmony.replacing("140", with: "100")),
            (theme, theme),
        ] {
            let file = try surroundings.scratch.write(text, to: "pattern.json")
            let outcome = try await surroundings.thud(["audition", "--fix", file])
            #expect(surroundings.scratch.text(of: "pattern.json") == mended, "\(outcome)")
        }
    }

    @Test func `numbers that need no repair keep their digits, even if the format writes fewer`() async throws {
        let amplitude =
            #"{"time":0,"amplitude":0.3422379378016086},{"time":0.17500633999999998,"amplitude":0.2554312078016086}"#
        let before = #"{"version":{"major":1,"minor":0,"patch":0},"signals":{"continuous":{"envelopes":{"amplitude":["#
        let text = before + amplitude + #"],"frequency":[{"time":0.0102040816,"frequency":0.3593669654155495},"#
        // The second of two points after the end changes nothing.
        let (kept, left) = (#"{"time":0.1,"frequency":0.5}"#, #",{"time":0.2,"frequency":0.5}"#)
        let file = try surroundings.scratch.write(text + kept + left + "]}}}}", to: "digits.haptic")
        let outcome = try await surroundings.thud(["audition", "--fix", file])
        #expect(outcome.errorOutput.hasPrefix("Repaired"), "\(outcome)")
        let mended = surroundings.scratch.text(of: "digits.haptic")
        #expect(mended.hasPrefix(text + kept) && !mended.contains(left), "\(mended)")
    }

    @Test func `a file with nothing to fix is not rewritten`() async throws {
        let text = """
            {"Version": 1.0,   "Pattern": [
            {"Event": {"Time": 0, "EventType": "HapticTransient"}},
            {"Event": {"Time": 0.01, "EventType": "HapticTransient"}}]}
            """
        let file = try surroundings.scratch.write(text, to: "near.ahap")
        let outcome = try await surroundings.thud(["audition", "--fix", file])
        #expect(outcome.exitCode == 0 && outcome.output.contains("style: "), "\(outcome)")
        #expect(surroundings.scratch.text(of: "near.ahap") == text)
    }

    @Test func `a file whose format cannot hold everything stays unchanged`() async throws {
        // Two simultaneous vibrations become one curve in a .he, which cannot hold both.
        let event =
            #"{"Event": {"Type": "continuous", "RelativeTime": %, "Duration": 500, "Parameters": "#
            + #"{"Intensity": 100, "Frequency": $, "Curve": [{"Time": 0, "Intensity": 0, "Frequency": 0}, "#
            + #"{"Time": 1, "Intensity": 1, "Frequency": 0}, {"Time": 400, "Intensity": 1, "Frequency": 0}, "#
            + #"{"Time": 500, "Intensity": 0, "Frequency": 0}]}}}"#
        let events = [("0", "0"), ("250", "100"), ("250", "100")].map { time, frequency in
            event.replacing("%", with: time).replacing("$", with: frequency)
        }
        let text = #"{"Metadata": {"Version": 1}, "Pattern": [\#(events.joined(separator: ", "))]}"#
        let file = try surroundings.scratch.write(text, to: "both.he")
        let outcome = try await surroundings.thud(["audition", "--fix", file])
        #expect(outcome.errorOutput.contains("is unchanged, because a repair would lose something: "), "\(outcome)")
        #expect(surroundings.scratch.text(of: "both.he") == text)
    }

    @Test func `a level hides lesser findings, and similar ones share one line`() async throws {
        let taps = (0..<12).map { #"{"Event": {"Time": \#(Double($0) / 100), "EventType": "HapticTransient"}}"# }
        let odd = #"{"Event": {"Time": 1, "EventType": "HapticTransient", "Tempo": 1}}"#
        let file = try surroundings.scratch.write(
            "{\"Version\": 1.0, \"Pattern\": [\n\((taps + [odd]).joined(separator: ",\n"))]}", to: "many.ahap")
        func lint(_ level: String) async throws -> ThudProcess.Outcome {
            try await surroundings.thud(["audition", level, file])
        }
        let all = try await lint("--lint")
        let lines = all.output.split(separator: "\n")
        #expect(lines.count == 2 && all.exitCode == 1, "\(all)")
        #expect(lines.first?.hasSuffix("; and 10 more, lines 4, 5, 6, 7, 8, 9, 10, 11, ...") == true, "\(all)")
        #expect(try await lint("--lint=style") == all)
        let warnings = try await lint("--lint=warning")
        #expect(warnings.exitCode == 1 && warnings.output == lines.last.map { $0 + "\n" }, "\(warnings)")
        let errors = try await lint("--lint=error")
        #expect(errors.exitCode == 0 && errors.output.isEmpty, "\(errors)")
        try surroundings.scratch.write(
            "{\"Version\": 1.0, \"Pattern\": [\(taps.joined(separator: ","))]}", to: "many.ahap")
        #expect(try await lint("--lint").output.hasSuffix("; and 10 more, line 1\n"))
        let unknown = try await lint("--lint=harsh")
        #expect(unknown.exitCode == 2)
        #expect(unknown.errorOutput == "thud: --lint takes error, warning or style, not harsh\n")
    }
}
