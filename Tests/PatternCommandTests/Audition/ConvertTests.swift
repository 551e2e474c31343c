import Foundation
import TestTraits
import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// `thud convert` and `thud gallery`.
@Suite(.live) struct ConvertTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func convert(_ input: String, _ output: String, _ more: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(["convert", input, output] + more, in: surroundings.scratch.path)
    }

    private let rumble = """
        {"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.4, \
        "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.5}, \
        {"ParameterID": "HapticSharpness", "ParameterValue": 0.5}]}}]}
        """

    @Test(arguments: ["haptic", "hjif", "hmpg", "he", "json"])
    func `a pattern converts into every format and back with the same length`(format: String) async throws {
        try surroundings.scratch.write(rumble, to: "a.ahap")
        #expect(try await convert("a.ahap", "b.\(format)").exitCode == 0)
        let back = try await convert("b.\(format)", "c.ahap")
        #expect(back.exitCode == 0, "\(back)")
        let file = surroundings.scratch.file("c.ahap")
        let pattern = try AHAP.read(SourceFile.read(file), file: file)
        #expect(abs(pattern.duration - 0.4) < 0.011)
        let drive = HapticRenderer().drive(pattern)
        let peak = drive.map(abs).max() ?? 0
        #expect(abs(Double(peak) - 0.25 * DriveLaw.continuousGain) < 0.01)
    }

    @Test(arguments: [
        ("android", "timings"), ("harmony", "Channels"), ("vibrate", "[400]"), ("gamepad", "dual-rumble"),
        ("vibra-pattern", "magnitudes"), ("feedbackd", "\"event-name\": \"a\""),
    ])
    func `the kind of a .json can be chosen, and is recognised by its contents`(kind: String, sign: String) async throws
    {
        try surroundings.scratch.write(rumble, to: "a.ahap")
        #expect(try await convert("a.ahap", "b.json", "--to", kind).exitCode == 0)
        #expect(surroundings.scratch.text(of: "b.json").contains(sign))
        let back = try await convert("b.json", "c.ahap")
        #expect(back.exitCode == 0 && back.output == "c.ahap: 1 event, 0.400 s\n", "\(back)")
    }

    @Test func `a file that holds something else is overwritten only by force`() async throws {
        try surroundings.scratch.write(rumble, to: "a.haptic.ahap")
        #expect(try await convert("a.haptic.ahap", "b.ahap").exitCode == 0)
        // What is there already may be written again.
        #expect(try await convert("a.haptic.ahap", "b.ahap").exitCode == 0)
        let edited = try surroundings.scratch.write("// by hand", to: "b.ahap")
        let refused = try await convert("a.haptic.ahap", "b.ahap")
        #expect(refused.exitCode == 2)
        #expect(refused.errorOutput.contains("b.ahap exists and holds something else; --force"))
        #expect(surroundings.scratch.text(of: "b.ahap") == "// by hand", "\(edited)")
        #expect(try await convert("a.haptic.ahap", "b.ahap", "--force").exitCode == 0)
        #expect(surroundings.scratch.text(of: "b.ahap").contains("HapticContinuous"))
    }

    @Test(arguments: ["b.ogg", "b.wav"])
    func `a sound that holds something else is overwritten only by force`(name: String) async throws {
        try surroundings.scratch.write(rumble, to: "a.ahap")
        for _ in 0..<2 { #expect(try await convert("a.ahap", name).exitCode == 0) }
        try surroundings.scratch.write("a recording", to: name)
        let refused = try await convert("a.ahap", name)
        #expect(refused.exitCode == 2)
        #expect(refused.errorOutput.contains("\(name) exists and holds something else; --force"))
        #expect(surroundings.scratch.text(of: name) == "a recording")
        let files = try FileManager.default.contentsOfDirectory(atPath: surroundings.scratch.path)
        #expect(files.count { $0.hasPrefix("b.") } == 1, "\(files)")
        #expect(try await convert("a.ahap", name, "--force").exitCode == 0)
    }

    @Test(arguments: [("impact.heavy", "impact.heavy"), (".hidden.ahap", ".hidden"), ("a.harmony.json", "a")])
    func `the event of a theme has the input's name`(input: String, name: String) async throws {
        try surroundings.scratch.write(rumble, to: ".hidden.ahap")
        #expect(try await convert(".hidden.ahap", "a.harmony.json", "--to", "harmony").exitCode == 0)
        #expect(try await convert(input, "b.json", "--to", "feedbackd").exitCode == 0)
        #expect(surroundings.scratch.text(of: "b.json").contains(#""event-name": "\#(name)""#))
    }

    @Test func `the linear law of MPEG's encoder is offered, and its loss is told`() async throws {
        try surroundings.scratch.write(rumble, to: "a.ahap")
        for format in ["hjif", "hmpg"] {
            #expect(try await !convert("a.ahap", "square.\(format)").errorOutput.contains("linear law"))
            let linear = try await convert("a.ahap", "linear.\(format)", "--intensity-law", "linear")
            #expect(linear.exitCode == 0)
            #expect(linear.errorOutput.contains("by 6 dB (2.74 JND) at intensity 0.5"), "\(linear)")
            for (name, amplitude) in [("square", 0.25), ("linear", 0.5)] {
                #expect(try await convert("\(name).\(format)", "\(name).ahap", "--force").exitCode == 0)
                let file = surroundings.scratch.file("\(name).ahap")
                let drive = HapticRenderer().drive(try AHAP.read(SourceFile.read(file), file: file))
                let peak = Double(drive.map(abs).max() ?? 0)
                #expect(abs(peak - amplitude * DriveLaw.continuousGain) < 0.01, "\(name).\(format)")
            }
        }
        #expect(try await convert("a.ahap", "b.he", "--intensity-law", "linear").exitCode == 2)
    }

    @Test func `a pattern is never written over itself, whatever its name`() async throws {
        let scratch = surroundings.scratch
        try scratch.write(rumble, to: "a.ahap")
        try FileManager.default.createSymbolicLink(atPath: scratch.file("link.he"), withDestinationPath: "a.ahap")
        try FileManager.default.linkItem(atPath: scratch.file("a.ahap"), toPath: scratch.file("twin.ahap"))
        for output in ["a.ahap", "./a.ahap", scratch.file("a.ahap"), "link.he", "twin.ahap"] {
            let refused = try await convert("a.ahap", output)
            #expect(refused.exitCode == 2, "\(output): \(refused)")
            #expect(refused.errorOutput.contains("would overwrite the input"))
        }
        #expect(try SourceFile.read(scratch.file("a.ahap")) == Array(rumble.utf8))
        #expect(try await convert("a.ahap", "b.ahap").exitCode == 0)
    }

    @Test func `losses are reported line by line, and strict writes nothing then`() async throws {
        try surroundings.scratch.write(
            rumble.replacing(
                #""HapticSharpness", "ParameterValue": 0.5"#, with: #""HapticSharpness", "ParameterValue": 1"#),
            to: "a.ahap")
        let told = try await convert("a.ahap", "b.json")
        #expect(told.exitCode == 0)
        #expect(told.errorOutput.contains("b.json: "))
        let refused = try await convert("a.ahap", "c.json", "--strict")
        #expect(refused.exitCode == 1)
        #expect(refused.errorOutput.contains("thud: c.json was not written"))
        #expect(!FileManager.default.fileExists(atPath: surroundings.scratch.file("c.json")))
        #expect(try await convert("a.ahap", "d.ahap", "--strict").exitCode == 0)
    }

    @Test(arguments: [
        (
            "a.hjif",
            #"{"perceptions": [{"channels": [{"bands": [{"band_type": "Scent", "effects": []}, "#
                + #"{"band_type": "Transient", "effects": [{"position": 0, "keyframes": [{}]}]}]}]}]}"#
        ),
        (
            "a.he",
            #"{"Pattern": [{"Event": {"Type": "transient", "Parameters": {"Intensity": 100, "Frequency": 50}, "#
                + #""Index": 1}}]}"#
        ),
        ("a.json", #"{"timings": [0, 100], "amplitudes": [0, 255], "repeat": 1}"#),
        ("a.ahap", #"{"Version": 1, "Pattern": [{"event": {"Time": 0, "EventType": "HapticTransient"}}]}"#),
        (
            "a.ahap",
            #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": "#
                + #"[{"ParameterID": "HapticIntensty", "ParameterValue": 0.5}]}}]}"#
        ),
    ])
    func `losses while reading the input count for strict too`(name: String, text: String) async throws {
        try surroundings.scratch.write(text, to: name)
        let refused = try await convert(name, "b.ahap", "--strict")
        #expect(refused.exitCode == 1, "\(refused)")
        #expect(refused.errorOutput.contains("thud: b.ahap was not written"))
        #expect(!FileManager.default.fileExists(atPath: surroundings.scratch.file("b.ahap")))
        #expect(try await convert(name, "b.ahap").exitCode == 0)
    }

    @Test func `a passage that is reported but read unchanged is no loss`() async throws {
        let buzz = #"{"Event": {"EventType": "HapticContinuous", "EventDuration": 0}}"#
        try surroundings.scratch.write("{\"Pattern\": [\(buzz),]}", to: "a.ahap")
        let outcome = try await convert("a.ahap", "b.ahap", "--strict")
        #expect(outcome.exitCode == 0, "\(outcome)")
        for word in ["accepted", "suspicious", "default"] { #expect(outcome.errorOutput.contains(": \(word): ")) }
    }

    @Test func `a platform's rules are reported, and nothing is written`() async throws {
        try surroundings.scratch.write(rumble, to: "a.ahap")
        for device in ["android", "harmony", "richtap", "meta", "mpeg", "apple"] {
            let outcome = try await convert("a.ahap", "--check", device)
            #expect(outcome.exitCode == 0 && outcome.output.contains("\(device) accepts it"), "\(outcome)")
        }
        let refused =
            #"{"Metadata": {"Version": 1}, "Pattern": [{"Event": {"Type": "continuous", "RelativeTime": 0, "#
            + #""Duration": 100, "Parameters": {"Intensity": 100, "Frequency": 50, "Curve": []}}}]}"#
        try surroundings.scratch.write(refused, to: "a.he")
        let outcome = try await convert("a.he", "--check", "harmony")
        #expect(outcome.exitCode == 1 && outcome.errorOutput.contains("harmony rejects it: a.he:1:"), "\(outcome)")
        #expect(try await convert("a.he", "b.ahap", "--check", "harmony").exitCode == 2)
    }

    @Test func `the count of events is that of the new file`() async throws {
        let sound = #"{"Event": {"Time": 0, "EventType": "AudioContinuous", "EventDuration": 0.4}}"#
        try surroundings.scratch.write(rumble.replacing("[{\"Event\"", with: "[\(sound), {\"Event\""), to: "a.ahap")
        #expect(try await convert("a.ahap", "b.ahap").output.hasPrefix("b.ahap: 2 events, 0.400 s"))
        #expect(try await convert("a.ahap", "b.haptic").output.hasPrefix("b.haptic: 1 event, 0.400 s"))
    }

    @Test func `a file with more taps than are read again is written with a remark`() async throws {
        let taps = (0..<8_200).map { #"{"Event": {"Time": \#(Double($0) / 40), "EventType": "HapticTransient"}}"# }
        let text = #"{"Version": 1, "Pattern": [\#(taps.joined(separator: ", "))]}"#
        try surroundings.scratch.write(text, to: "many.ahap")
        let outcome = try await convert("many.ahap", "many.haptic")
        let remark = "many.haptic is written, but Thud cannot read it again: at most 8192 emphases"
        #expect(outcome.exitCode == 0 && outcome.errorOutput.contains(remark), "\(outcome)")
        let bulk = try await convert("many.ahap", "out", "--to", "ahap,haptic")
        #expect(bulk.exitCode == 0 && bulk.errorOutput.contains("out/\(remark)"), "\(bulk)")
    }

    @Test func `a sound without onsets or curves is reported`() async throws {
        // Silence: 100 samples of 16 bits at 8 kHz.
        func number(_ value: UInt32, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 255) } }
        let format = number(16, 4) + number(1, 2) + number(1, 2) + number(8_000, 4) + number(16_000, 4)
        let head = Array("RIFF".utf8) + number(236, 4) + Array("WAVEfmt ".utf8) + format + number(2, 2) + number(16, 2)
        let sound = head + Array("data".utf8) + number(200, 4) + [UInt8](repeating: 0, count: 200)
        try SourceFile.write(sound, to: surroundings.scratch.file("quiet.wav"))
        let outcome = try await convert("quiet.wav", "quiet.ahap")
        let nothing = "nothing to feel: 0 onsets, and no part is strong enough\n"
        #expect(outcome.exitCode == 0 && outcome.errorOutput.hasSuffix(nothing), "\(outcome)")
    }

    @Test func `a sound becomes a pattern that refers to it`() async throws {
        let ping = surroundings.scratch.file("ping.wav")
        try FileManager.default.copyItem(atPath: "\(Surroundings.checkout)/Sounds/kape/ping.wav", toPath: ping)
        let outcome = try await convert("ping.wav", "ping.ahap")
        #expect(outcome.exitCode == 0, "\(outcome)")
        let file = surroundings.scratch.file("ping.ahap")
        let pattern = try AHAP.read(SourceFile.read(file), file: file)
        #expect(pattern.events.first?.waveformPath == "ping.wav")
        #expect(pattern.events.contains { $0.kind == .transient && $0.time < 0.005 })
        #expect(pattern.curves.allSatisfy { $0.points.count <= HapticLimits.pointsPerCurve })
        #expect(try await surroundings.thud(["audition", "--silent", file]).exitCode == 0)
    }

    /// Writes a tap and a ping that begin at a quarter of a second.
    private func writePing() throws {
        let ping = surroundings.scratch.file("ping.wav")
        try FileManager.default.copyItem(atPath: "\(Surroundings.checkout)/Sounds/kape/ping.wav", toPath: ping)
        let events = [#""AudioCustom", "EventWaveformPath": "ping.wav""#, #""HapticTransient""#].map {
            #"{"Event": {"Time": 0.25, "EventType": "# + $0 + "}}"
        }
        try surroundings.scratch.write(
            #"{"Version": 1, "Pattern": ["# + events.joined(separator: ", ") + "]}", to: "a.ahap")
    }

    /// Returns the first frame that is louder than a twentieth of the peak.
    private func onset(_ samples: [Float]) -> Int {
        let peak = samples.map(abs).max() ?? 0
        return samples.firstIndex { abs($0) > peak / 20 } ?? -1
    }

    @Test(arguments: [("b.ogg", nil, 3), ("b.wav", nil, 3), ("b.flac", "haptic", 3), ("b.wav", "actuators", 4)])
    func `sound and drive signal of one file begin together`(name: String, channels: String?, count: Int) async throws {
        try writePing()
        let more = channels.map { ["--as", $0] } ?? []
        let outcome = try await surroundings.thud(
            ["convert", "a.ahap", name] + more, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 0 && outcome.output.contains("\(name): left, right, "), "\(outcome)")
        #expect(outcome.errorOutput.contains("do not play it through loudspeakers"))
        let file = surroundings.scratch.file(name)
        let (coupled, ping) = try (SoundFile.read(file), SoundFile.read(surroundings.scratch.file("ping.wav")))
        #expect(coupled.channelCount == count && coupled.sampleRate == 48_000)
        let drive = HapticRenderer().drive(HapticPattern([HapticEvent(.transient, at: 0.25)]))
        for index in 0..<2 {
            #expect(abs(onset(coupled.channels[index]) - 12_000 - onset(ping.channels[index])) <= 1)
        }
        for index in 2..<count {
            #expect(abs(onset(coupled.channels[index]) - onset(drive)) <= 1)
            let error = zip(drive, coupled.channels[index]).map { abs($0 - $1) }.max() ?? 1
            #expect(error < (name == "b.ogg" ? 0.02 : 1e-6), "\(error)")
        }
        let marked = try SourceFile.read(file).split(separator: 0).contains { $0.starts(with: "ANDROID_HAPTIC=1".utf8) }
        #expect(marked == (name == "b.ogg"))
    }

    @Test func `a sound gets a haptic channel derived from it`() async throws {
        try writePing()
        #expect(try await convert("ping.wav", "b.ogg").exitCode == 0)
        let coupled = try SoundFile.read(surroundings.scratch.file("b.ogg"))
        #expect(coupled.channels.allSatisfy { abs(onset($0)) < 240 && ($0.map(abs).max() ?? 0) > 0.1 })
    }

    @Test func `without its sounds a pattern keeps silent channels, and strict writes nothing`() async throws {
        try writePing()
        try FileManager.default.removeItem(atPath: surroundings.scratch.file("ping.wav"))
        #expect(try await convert("a.ahap", "b.ogg", "--strict").exitCode == 1)
        let outcome = try await convert("a.ahap", "b.ogg")
        #expect(outcome.exitCode == 0 && outcome.errorOutput.contains("without ping.wav"), "\(outcome)")
        let coupled = try SoundFile.read(surroundings.scratch.file("b.ogg"))
        #expect((coupled.channels[0].map(abs).max() ?? 1) < 1e-4 && (coupled.channels[2].map(abs).max() ?? 0) > 0.3)
    }

    @Test func `a sound never overwrites one of the pattern, and an empty pattern is refused`() async throws {
        try writePing()
        let refused = try await convert("a.ahap", "ping.wav")
        #expect(refused.exitCode == 2 && refused.errorOutput.contains(", a sound of the pattern"), "\(refused)")
        try surroundings.scratch.write(#"{"Version": 1, "Pattern": []}"#, to: "none.ahap")
        let nothing = try await convert("none.ahap", "b.wav")
        #expect(nothing.exitCode == 4 && nothing.errorOutput.contains("b.wav: there is nothing to hear"), "\(nothing)")
    }

    @Test(arguments: [
        ["a.ahap"], ["a.ahap", "b.mp3"], ["a.ahap", "b.ogg", "--as", "actuators"],
        ["a.ahap", "b.he", "--as", "haptic"],
        ["a.ahap", "b.he", "--sounds", "x"], ["a.ahap", "b.he", "--to", "vibrate"],
        ["a.ahap", "b.json", "--to", "vibrate", "--android", "waveform"], ["a.ahap", "b.wav", "--as", "felt"],
        ["a.txt", "b.ahap"],
        ["a.ahap", "b.he", "--android", "composition"],
    ])
    func `an ambiguous name or an option that does not apply gives one sentence and exit code 2`(
        arguments: [String]
    ) async throws {
        try await refuse(arguments, with: 2)
    }

    @Test func `the error for an unknown input lists sounds too, and for an output it does not`() async throws {
        let input = try await convert("a.txt", "b.ahap")
        let formats = PatternFormat.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
        #expect(input.errorOutput.contains("use one of \(formats), or for a sound .wav"))
        let output = try await convert("a.ahap", "b.txt")
        #expect(output.errorOutput.contains(".he, .json") && output.errorOutput.contains(".ogg, .wav, .flac"))
    }

    @Test(arguments: [
        ["missing.ahap", "b.he"], ["missing.wav", "b.he"], ["broken.ahap", "b.he"], ["broken.hmpg", "b.he"],
        ["good.ahap", "nowhere/b.he"],
    ])
    func `a file that cannot be read or written gives one sentence and exit code 4`(arguments: [String]) async throws {
        for name in ["broken.ahap", "broken.hmpg"] { try surroundings.scratch.write("[", to: name) }
        try surroundings.scratch.write(rumble, to: "good.ahap")
        try await refuse(arguments, with: 4)
    }

    private func refuse(_ arguments: [String], with code: Int32) async throws {
        let outcome = try await surroundings.thud(["convert"] + arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == code, "\(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorOutput.split(separator: "\n").last?.hasPrefix("thud: ") == true)
    }

    @Test func `a gallery holds every pattern of a game, of a folder, or all`() async throws {
        func gallery(_ subjects: String...) async throws -> (names: Set<String>, text: String) {
            let page = surroundings.scratch.file("page.html")
            let outcome = try await surroundings.thud(["gallery", page] + subjects)
            #expect(outcome.exitCode == 0, "\(outcome)")
            let text = surroundings.scratch.text(of: "page.html")
            let names = text.components(separatedBy: "<h2").dropFirst().map { part in
                let title = part.components(separatedBy: "</h2>")[0].drop { $0 != ">" }.dropFirst()
                return ["<span>", "</span>", "<wbr>"].reduce(String(title)) {
                    $0.replacingOccurrences(of: $1, with: "")
                }
            }
            return (Set(names), text)
        }
        let kape = try await gallery("kape")
        #expect(kape.names.isSuperset(of: ["kape/correct", "kape/legend"]))
        #expect(!kape.names.contains("impact.heavy"))
        try surroundings.scratch.write(rumble, to: "a.ahap")
        let folder = try await gallery(surroundings.scratch.path)
        #expect(folder.names == [surroundings.scratch.file("a.ahap")])
        let shipped = try await gallery("\(Surroundings.checkout)/Sounds/kape")
        #expect(shipped.names.count == kape.names.count)
        let all = try await gallery()
        #expect(all.names.isSuperset(of: ["kape/correct", "impact.heavy", "android.spin"]))
        #expect(!all.text.contains("http://") || all.text.contains("http://www.w3.org/2000/svg"))
        #expect(try await surroundings.thud(["gallery", "page.txt"]).exitCode == 2)
        _ = try surroundings.scratch.directory("mixed")
        try surroundings.scratch.write(rumble, to: "mixed/fine.ahap")
        try surroundings.scratch.write("{", to: "mixed/broken.ahap")
        let mixed = try await surroundings.thud(["gallery", "m.html", "mixed"], in: surroundings.scratch.path)
        #expect(mixed.exitCode == 4)
        #expect(mixed.errorOutput.contains("m.html lacks 1 pattern that cannot be read"), "\(mixed)")
        #expect(surroundings.scratch.text(of: "m.html").contains("fine.ahap"))
        #expect(
            try await surroundings.thud(["gallery", "p.html", "nonsense"], in: surroundings.scratch.path).exitCode == 4)
    }

    @Test func `a gallery names broken patterns, leaves them out, and needs only one valid one`() async throws {
        let folder = try surroundings.scratch.directory("mixed")
        func write(_ text: String, to name: String) throws { try surroundings.scratch.write(text, to: "mixed/\(name)") }
        try write("{\"name\": \"not a pattern\"}", to: "package.json")
        try write("{", to: "broken.ahap")
        let empty = try await surroundings.thud(["gallery", "\(folder)/page.html", folder])
        #expect(empty.exitCode == 4)
        #expect(empty.errorOutput.contains("broken.ahap:1:2:"), "\(empty.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/page.html"))
        try write(rumble, to: "whole.ahap")
        let mixed = try await surroundings.thud(["gallery", "\(folder)/page.html", folder])
        #expect(mixed.exitCode == 4 && mixed.errorOutput.contains("lacks 1 pattern that cannot be read"))
        #expect(mixed.output.hasSuffix(": 1 pattern\n"))
        #expect(mixed.errorOutput.contains("broken.ahap:1:2:") && !mixed.errorOutput.contains("package.json"))
        let named = try await surroundings.thud(["gallery", "\(folder)/page.html", folder, "\(folder)/broken.ahap"])
        #expect(named.exitCode == 4)
    }
}
