import Foundation
import TestTraits
import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

@testable import thud

/// `thud convert FOLDER OUT --to FORMAT,...`.
@Suite(.live) struct BulkConversionTests {
    private let surroundings: Surroundings
    private var scratch: ScratchDirectory { surroundings.scratch }

    init() throws {
        surroundings = try Surroundings()
        for folder in ["in", "in/ui", "in/.hidden"] { _ = try scratch.directory(folder) }
        for name in ["in/tap.ahap", "in/ui/click.ahap", "in/.hidden/x.ahap"] {
            try scratch.write(Self.tap(0.25), to: name)
        }
        try scratch.write("notes", to: "in/ui/notes.txt")
        try FileManager.default.copyItem(
            atPath: "\(Surroundings.checkout)/Sounds/kape/ping.wav", toPath: scratch.file("in/ping.wav"))
    }

    private static func tap(_ time: Double) -> String {
        #"{"Version": 1, "Pattern": [{"Event": {"Time": \#(time), "EventType": "HapticTransient"}}]}"#
    }

    private func convert(_ more: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(["convert", "in", "out", "--to", "ahap,haptic,he,xml"] + more, in: scratch.path)
    }

    private func thud(_ words: String) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(words.split(separator: " ").map(String.init), in: scratch.path)
    }

    private func files(_ folder: String) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: scratch.file(folder))?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains(".") && !$0.hasSuffix("/") }.sorted()
    }

    private func manifest() throws -> JSONReader {
        try JSONReader(SourceFile.read(scratch.file("out/manifest.json")), file: "manifest.json")
    }

    @Test func `every pattern and sound of a folder is converted into every format, in the same folders`() async throws
    {
        let outcome = try await convert()
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("out: 3 converted, 0 unchanged, 0 left out, 0 unreadable, 0 refused; "))
        let formats = ["ahap", "haptic", "he", "xml"]
        let expected = ["ping", "tap", "ui/click"].flatMap { name in formats.map { "\(name).\($0)" } }
        #expect(try files("out") == (expected + ["manifest.json"]).sorted())
        for name in expected {
            let file = scratch.file("out/\(name)")
            let read = try #require(PatternFormat(path: file)).read(SourceFile.read(file), file: file)
            #expect(!read.pattern.events.isEmpty, "\(name)")
        }
        let single = try await surroundings.thud(["convert", "in/tap.ahap", "single.he"], in: scratch.path)
        #expect(single.exitCode == 0)
        #expect(scratch.text(of: "single.he") == scratch.text(of: "out/tap.he"))
        for name in ["ping.ahap", "ping.he", "ping.xml"] {
            // The same file holds nothing else, so that it is written without --force.
            let sound = try await surroundings.thud(["convert", "in/ping.wav", "out/\(name)"], in: scratch.path)
            #expect(sound.exitCode == 0, "\(sound)")
        }
    }

    @Test func `the manifest names the losses of each file, and is the same after every run`() async throws {
        #expect(try await convert().exitCode == 0)
        let first = try SourceFile.read(scratch.file("out/manifest.json"))
        let entries = try manifest().member("files").elements()
        #expect(try entries.map { try $0.member("source").string() } == ["ping.wav", "tap.ahap", "ui/click.ahap"])
        let xml = try #require(try entries[0].member("outputs").elements().last)
        #expect(try xml.member("file").string() == "ping.xml")
        let losses = try xml.member("losses").elements().map { try $0.string() }
        #expect(!losses.isEmpty && !losses.contains { $0.contains("Metadata") }, "\(losses)")
        let needsSound = try entries[0].member("outputs").elements().map {
            try $0.member("losses").elements().contains { try $0.string().hasSuffix("ping.wav beside it") }
        }
        #expect(needsSound == [true, false, false, false])
        try FileManager.default.removeItem(atPath: scratch.file("out"))
        #expect(try await convert().exitCode == 0)
        #expect(try SourceFile.read(scratch.file("out/manifest.json")) == first)
        let again = try await convert()
        #expect(again.exitCode == 0 && again.output.hasPrefix("out: 0 converted, 3 unchanged, "), "\(again)")
        #expect(try SourceFile.read(scratch.file("out/manifest.json")) == first)
    }

    @Test func `only changed contents, missing files and other settings are converted again`() async throws {
        #expect(try await convert().exitCode == 0)
        let old = try FileManager.default.attributesOfItem(atPath: scratch.file("out/ping.he"))[.systemFileNumber]
        try scratch.write(Self.tap(0.5), to: "in/tap.ahap")
        // Another time alone is no change.
        try scratch.write(Self.tap(0.25), to: "in/ui/click.ahap")
        #expect(try await convert().output.hasPrefix("out: 1 converted, 2 unchanged, "))
        #expect(scratch.text(of: "out/tap.ahap").contains("0.5"))
        let now = try FileManager.default.attributesOfItem(atPath: scratch.file("out/ping.he"))[.systemFileNumber]
        #expect(old as? Int == now as? Int)
        try FileManager.default.removeItem(atPath: scratch.file("out/ui/click.xml"))
        #expect(try await convert().output.hasPrefix("out: 1 converted, 2 unchanged, "))
        #expect(FileManager.default.fileExists(atPath: scratch.file("out/ui/click.xml")))
        #expect(try await convert("--android", "waveform").output.hasPrefix("out: 3 converted, 0 unchanged, "))
    }

    @Test func `after a signal the manifest holds what was done, so that it can be overwritten`() async throws {
        for index in 0..<24 {
            try FileManager.default.copyItem(
                atPath: "\(Surroundings.checkout)/Sounds/kape/fanfare.wav", toPath: scratch.file("in/\(index).wav"))
        }
        let words = ["convert", scratch.file("in"), scratch.file("out"), "--to", "ahap,he"]
        try await ThudProcess.running(words, environment: surroundings.environment) { program in
            try await program.waitForErrorOutput("ahap, he", within: .seconds(30))
            program.send(SIGINT)
            #expect(try await program.end(within: .seconds(30)).signal == SIGINT)
        }
        let done = try manifest().member("files").elements().count
        #expect(0 < done && done < 27, "\(done)")
        let other = try await surroundings.thud(words + ["--onsets", "0.2"])
        #expect(other.exitCode == 0 && other.output.contains(": 27 converted, "), "\(other)")
    }

    @Test func `a sound that is too long is a loss`() async throws {
        let sound = Sound(sampleRate: 4_000, channels: [[Float](repeating: 0, count: 1_210_000)])
        try SoundFile.write(sound, to: scratch.file("in/ui/long.wav"))
        let outcome = try await surroundings.thud(["convert", "in/ui", "out", "--to", "ahap"], in: scratch.path)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let losses = try manifest().member("files").elements().flatMap { try $0.optional("losses")?.elements() ?? [] }
        #expect(try losses.map { try $0.string() } == ["only the first 300 of 303 s count"])
        // The other one is that the pattern needs its sound.
        let again = try await surroundings.thud(["convert", "in/ui", "out", "--to", "ahap"], in: scratch.path)
        for run in [outcome, again] { #expect(run.output.hasSuffix("; 2 losses in out/manifest.json\n"), "\(run)") }
        let strict = ["convert", "in/ui/long.wav", "in/ui/long.ahap", "--strict"]
        let refused = try await surroundings.thud(strict, in: scratch.path)
        #expect(refused.exitCode == 1 && refused.errorOutput.contains("1 loss, and --strict"), "\(refused)")
    }

    @Test func `a broken file costs only itself`() async throws {
        try scratch.write("{\n", to: "in/ui/broken.ahap")
        let outcome = try await convert()
        #expect(outcome.exitCode == 4, "\(outcome)")
        #expect(outcome.output.hasPrefix("out: 3 converted, 0 unchanged, 0 left out, 1 unreadable, "))
        #expect(outcome.errorOutput.contains("in/ui/broken.ahap:2:"))
        let entry = try #require(
            try manifest().member("files").elements().first {
                try $0.member("source").string() == "ui/broken.ahap"
            })
        #expect(try entry.member("error").string().contains("broken.ahap:2:"))
        try scratch.write(Self.tap(0), to: "in/ui/broken.ahap")
        let mended = try await convert()
        #expect(mended.exitCode == 0 && mended.output.hasPrefix("out: 1 converted, 3 unchanged, "), "\(mended)")
    }

    @Test func `what cannot be written is not reported as converted`() async throws {
        try scratch.write("", to: "blocked")
        let blocked = try await surroundings.thud(["convert", "in", "blocked", "--to", "he"], in: scratch.path)
        #expect(blocked.exitCode == 4, "\(blocked)")
        #expect(
            blocked.errorOutput.hasPrefix("thud: blocked: the folder cannot be created: Not a directory; a file is"))
        let full = try await surroundings.shell(
            "(ulimit -f 0; thud convert in/tap.ahap out --to he,xml; echo $?) 2>&1 | cat")
        #expect(full.output.hasSuffix("\n4\n") && !full.output.contains("tap.ahap: "), "\(full)")
    }

    @Test(arguments: ["flac", "ogg", "wav"])
    func `a sound that does not fit on the disk is reported as that`(ending: String) async throws {
        let outcome = try await surroundings.shell(
            "(ulimit -f 0; thud convert in/tap.ahap a.\(ending) 2>&1 | grep thud:) | cat")
        #expect(
            outcome.output == "thud: a.\(ending): cannot be written: File too large; write a shorter sound\n",
            "\(outcome)")
    }

    @Test(arguments: [
        "audition in/tap.ahap --silent", "convert in/tap.ahap a.wav", "gallery a.html in/tap.ahap",
        "render in/tap.ahap a.wav",
    ])
    func `a folder of sounds that is none is named`(command: String) async throws {
        let words = command.split(separator: " ").map(String.init) + ["--sounds", "nowhere"]
        let outcome = try await surroundings.thud(words, in: scratch.path)
        #expect(outcome.exitCode == 4, "\(outcome)")
        #expect(outcome.errorOutput == "thud: --sounds takes a folder, and nowhere is none\n")
    }

    @Test func `what somebody edited or wrote is kept`() async throws {
        #expect(try await convert().exitCode == 0)
        for name in ["out/tap.he", "out/tap.xml"] { try scratch.write("by hand", to: name) }
        let kept = try await convert()
        #expect(kept.exitCode == 2 && kept.output.contains(" 0 refused, 1 kept; "), "\(kept)")
        #expect(kept.errorOutput.contains("out/tap.he exists and holds something else; --force"))
        #expect(scratch.text(of: "out/tap.he") == "by hand")
        #expect(try await convert().exitCode == 2)
        #expect(try await convert("--force").exitCode == 0)
        #expect(scratch.text(of: "out/tap.he").contains("Pattern"))
        _ = try scratch.directory("site")
        try scratch.write("{}", to: "site/manifest.json")
        let site = try await surroundings.thud(["convert", "in", "site", "--to", "he"], in: scratch.path)
        #expect(site.exitCode == 2 && site.errorOutput.contains("no manifest of thud convert"), "\(site)")
        #expect(scratch.text(of: "site/manifest.json") == "{}")
    }

    @Test func `what earlier runs wrote is written again once its source can be read or is named again`() async throws {
        #expect(try await convert().exitCode == 0)
        try scratch.write("{", to: "in/tap.ahap")
        #expect(try await convert().exitCode == 4)
        try scratch.write(Self.tap(0.5), to: "in/tap.ahap")
        let mended = try await convert()
        #expect(mended.exitCode == 0 && mended.output.hasPrefix("out: 1 converted, 2 unchanged, "), "\(mended)")
        for source in ["in/ui/click.ahap", "in/tap.ahap"] {
            try scratch.write(Self.tap(0.75), to: source)
            let one = try await surroundings.thud(["convert", source, "out", "--to", "he"], in: scratch.path)
            #expect(one.exitCode == 0, "\(one)")
        }
        #expect(scratch.text(of: "out/tap.he").contains("750"))
    }

    @Test func `of several sources with one name the first format counts`() async throws {
        try scratch.write(Self.tap(0), to: "in/ping.ahap")
        let outcome = try await convert()
        #expect(outcome.exitCode == 0 && outcome.output.contains(" 1 left out, "), "\(outcome)")
        #expect(!scratch.text(of: "out/ping.ahap").contains("ping.wav"))
        let left = try manifest().member("files").elements().compactMap { try $0.optional("left_out")?.string() }
        #expect(left == ["ping.ahap has the same name"])
    }

    @Test(arguments: [
        (["in", "other"], "in/tap.ahap"), (["in/tap.ahap", "other/tap.haptic", "in/tap.ahap"], "in/tap.ahap"),
    ])
    func `a file that another folder's file leaves out is named, and the exit code is 2`(
        inputs: [String], winner: String
    ) async throws {
        _ = try scratch.directory("other")
        for name in ["other/tap.ahap", "other/tap.haptic"] {
            #expect(try await surroundings.thud(["new", "buzz", name], in: scratch.path).exitCode == 0)
        }
        if inputs.count == 2 { try FileManager.default.removeItem(atPath: scratch.file("other/tap.haptic")) }
        let outcome = try await surroundings.thud(["convert"] + inputs + ["out/", "--to", "he"], in: scratch.path)
        let remark = "\(inputs.count == 2 ? "other/tap.ahap" : "other/tap.haptic"): left out, because \(winner)"
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains(remark), "\(outcome)")
        #expect(outcome.output.hasPrefix("out: ") && outcome.output.contains("in out/manifest.json"), "\(outcome)")
    }

    @Test func `what was made in the input folder is no source of the next run, and a source is not replaced`()
        async throws
    {
        _ = try scratch.directory("place")
        // With other settings the manifest knows no entries, but still what was made.
        for (seconds, formats) in [("0.3", "ahap,he"), ("0.7", "ahap,haptic,he"), ("0.9", "ahap,xml")] {
            let source = ["new", "buzz", "--seconds", seconds, "--force", "place/b.haptic"]
            #expect(try await surroundings.thud(source, in: scratch.path).exitCode == 0)
            try scratch.write(scratch.text(of: "place/b.haptic") + "\n\n", to: "place/b.haptic")
            let outcome = try await surroundings.thud(["convert", "place", "place", "--to", formats], in: scratch.path)
            #expect(outcome.exitCode == 0 && outcome.output.contains(": 1 converted, 0 unchanged, 0 left out"))
            #expect(scratch.text(of: "place/b.ahap").contains(seconds), "\(outcome)")
            #expect(scratch.text(of: "place/b.haptic").hasSuffix("\n\n"))
        }
        let itself = try await surroundings.thud(["convert", "place", "place", "--to", "haptic"], in: scratch.path)
        #expect(itself.exitCode == 0 && itself.output.contains(": 0 converted, 0 unchanged, 1 left out"), "\(itself)")
    }

    @Test func `names, files and kinds of json go into a folder too`() async throws {
        let outcome = try await surroundings.thud(
            ["convert", "kape/tick", "in/tap.ahap", "impact.heavy", "out", "--to", "harmony,gamepad,he"],
            in: scratch.path)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let names = ["impact.heavy", "kape/tick", "tap"].flatMap { name in
            ["gamepad.json", "harmony.json", "he"].map { "\(name).\($0)" }
        }
        #expect(try files("out") == (names + ["manifest.json"]).sorted())
        for (options, event) in [([], "tick"), (["--event", "bell"], "bell")] {
            let words = ["convert", "kape/tick", "themes", "--to", "feedbackd"] + options
            #expect(try await surroundings.thud(words, in: scratch.path).exitCode == 0)
            #expect(scratch.text(of: "themes/kape/tick.feedbackd.json").contains("\"event-name\": \"\(event)\""))
        }
        // The folder of the results is no source, even within the folder of the sources.
        for _ in 0..<2 {
            let inner = try await surroundings.thud(["convert", "in", "in/out", "--to", "ahap"], in: scratch.path)
            #expect(inner.exitCode == 0 && inner.output.hasPrefix("in/out: "), "\(inner)")
        }
        #expect(try files("in/out") == ["manifest.json", "ping.ahap", "tap.ahap", "ui/click.ahap"])
    }

    @Test(arguments: ["in", "in/b.harmony.json"]) func `the kind of a json source is not part of its name`(
        source: String
    ) async throws {
        let harmony = PatternFormat.harmony.write(try AHAP.read(Array(Self.tap(0).utf8), file: "b.ahap"))
        try scratch.write(harmony.text, to: "in/b.harmony.json")
        let outcome = try await surroundings.thud(
            ["convert", source, "out", "--to", "harmony,ahap"], in: scratch.path)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let written = try files("out").filter { $0.hasPrefix("b") }
        #expect(written == ["b.ahap", "b.harmony.json"])
    }

    @Test func `strict writes nothing that lost something, such as a sound that is not beside the pattern`()
        async throws
    {
        _ = try scratch.directory("out")
        try scratch.write("a sound", to: "out/ping.wav")
        // What the file says and a pattern cannot hold is lost while reading.
        let loud = #""HapticTransient", "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 7}]"#
        try scratch.write(Self.tap(0.25).replacing(#""HapticTransient""#, with: loud), to: "in/loud.ahap")
        // A remark that says nothing of a loss is none.
        let other = Self.tap(0.25).replacing(#""Version": 1"#, with: #""Version": 2"#)
        try scratch.write(other, to: "in/remark.ahap")
        let outcome = try await surroundings.thud(
            ["convert", "in", "out", "--to", "vibrate,ahap", "--strict"], in: scratch.path)
        #expect(outcome.exitCode == 1 && outcome.errorOutput.contains("--strict allows none"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("out/ping.vibrate.json")))
        #expect(FileManager.default.fileExists(atPath: scratch.file("out/ping.ahap")))
        #expect(!FileManager.default.fileExists(atPath: scratch.file("out/loud.ahap")))
        #expect(FileManager.default.fileExists(atPath: scratch.file("out/remark.ahap")))
        let alone = try await surroundings.thud(
            ["convert", "in", "alone", "--to", "ahap", "--strict"], in: scratch.path)
        #expect(alone.exitCode == 1 && !FileManager.default.fileExists(atPath: scratch.file("alone/ping.ahap")))
        // Losses that an earlier run allowed are no better.
        let words = ["convert", "in", "again", "--to", "vibrate"]
        #expect(try await surroundings.thud(words, in: scratch.path).exitCode == 0)
        #expect(try await surroundings.thud(words + ["--strict"], in: scratch.path).exitCode == 1)
    }

    @Test(arguments: [
        (["in", "out"], "--to names the formats"), (["in", "out", "--to", "mp3"], "--to"),
        (["in", "out", "--to", "he,ogg"], "--to does not take “ogg”, only ahap"),
        (["in", "out", "--to", "he,xml,he"], "--to names he twice"),
        (["in", "out", "--to", "he", "--as", "haptic"], "not a folder"),
        (["in/tap.ahap", "a.he", "--to", "he,ahap"], "several formats need a folder"),
        (["in/tap.ahap", "in/ping.wav", "a.he"], "several inputs need a folder"),
        (["in/tap.ahap", "a.json", "--to", "he"], "--to he needs .he"),
    ])
    func `an unclear command line gives one sentence and exit code 2`(
        arguments: [String], sentence: String
    ) async throws {
        let outcome = try await surroundings.thud(["convert"] + arguments, in: scratch.path)
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errorOutput.contains(sentence), "\(outcome)")
    }

    @Test func `the clips of a project become files in a folder of its name`() async throws {
        func clip(_ name: String, _ time: Double) -> String {
            #"{"name": "\#(name)", "haptic": {"version": {"major": 1, "minor": 0, "patch": 0}, "signals": "#
                + #"{"continuous": {"envelopes": {"amplitude": [{"time": 0, "amplitude": 1}, "#
                + #"{"time": \#(time), "amplitude": 0}]}}}}}"#
        }
        try scratch.write(
            #"{"clips": [\#(clip("hit", 0.5)), \#(clip("hit", 1)), {"name": "page"}]}"#, to: "in/ui/set.hasp")
        #expect(try await convert().exitCode == 0)
        #expect(try files("out/ui/set").filter { $0.hasSuffix(".he") } == ["hit-2.he", "hit.he"])
        let one = try await surroundings.thud(["audition", "in/ui/set.hasp/hit-2", "--silent"], in: scratch.path)
        #expect(one.exitCode == 0 && one.output.contains("length 1.000 s"), "\(one)")
        try scratch.write("{}", to: "in/ui/set.hasp")
        #expect(try await convert().exitCode == 4)
    }

    @Test(arguments: ["{", "{}"])
    func `a project that cannot be read costs only itself`(project: String) async throws {
        try scratch.write(project, to: "in/set.hasp")
        for command in [
            "convert in/set.hasp in/tap.ahap out --to he", "convert in out --to he", "audition in --silent",
            "gallery a.html in",
        ] {
            let outcome = try await thud(command)
            #expect(outcome.exitCode == 4 && outcome.errorOutput.contains("in/set.hasp:1:"), "\(outcome)")
            let said = outcome.output + outcome.errorOutput
            #expect(["tap.ahap: he", "tap.ahap  ", "a.html: "].contains { said.contains($0) }, "\(outcome)")
        }
    }

    @Test func `a project without clips is no source in a folder, and by itself a sentence`() async throws {
        try scratch.write(#"{"clips": [{"name": "page"}]}"#, to: "in/set.hasp")
        #expect(try await thud("convert in out --to he").exitCode == 0)
        for command in ["audition in/set.hasp --silent", "audition --lint in/set.hasp", "convert in/set.hasp a.he"] {
            let outcome = try await thud(command)
            let said = outcome.output + outcome.errorOutput
            #expect(outcome.exitCode == 4 && said.contains("in/set.hasp: no clip vibrates"), "\(outcome)")
        }
    }
}
