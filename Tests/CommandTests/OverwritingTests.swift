import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// No command overwrites a file that it reads, under any name.
@Suite(.live) struct OverwritingTests {
    private let surroundings: Surroundings
    /// Copies of the shipped sounds, decks and patterns.
    private let assets: String

    init() throws {
        var surroundings = try Surroundings()
        assets = try surroundings.copyAssets()
        self.surroundings = surroundings
    }

    /// Returns the path of a file and of two links to it.
    private func names(of file: String, endingIn suffix: String) throws -> [String] {
        let (soft, hard) = ("soft.\(suffix)", "hard.\(suffix)")
        try FileManager.default.createSymbolicLink(
            atPath: surroundings.scratch.file(soft), withDestinationPath: file)
        try FileManager.default.linkItem(atPath: file, toPath: surroundings.scratch.file(hard))
        return [file, soft, "./\(hard)"]
    }

    /// Runs a command in the scratch folder. Expects exit code 2, a message that names the file, and an unchanged file.
    private func expectRefusal(_ arguments: [String], of file: String) async throws {
        let bytes = try SourceFile.read(file)
        let outcome = try await surroundings.thud(arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 2, "\(arguments): \(outcome)")
        #expect(outcome.output.isEmpty && outcome.errorOutput.split(separator: "\n").count == 1)
        #expect(outcome.errorOutput.contains(arguments.last ?? ""), "\(outcome.errorOutput)")
        #expect(try SourceFile.read(file) == bytes, "\(arguments)")
    }

    private func expectRefusals(
        _ arguments: [String], of file: String, named suffix: String = "wav"
    ) async throws {
        for name in try names(of: file, endingIn: suffix) { try await expectRefusal(arguments + [name], of: file) }
    }

    @Test func `a round is not recorded over its script`() async throws {
        let script = try surroundings.scratch.write("0 quit\n", to: "script.wav")
        try await expectRefusals(["play", "--device", "null", "--script", script, "--record"], of: script)
    }

    @Test(arguments: [
        ["play", "--device", "null", "--seconds", "1", "--bot", "1"], ["audition", "--device", "null", "kape/correct"],
        ["audition", "--device", "null", "all"],
        ["bench", "--device", "null", "--loopback", "off", "--count", "1", "--game", "none"],
    ])
    func `a shipped sound in use is never overwritten by a recording`(arguments: [String]) async throws {
        try await expectRefusals(arguments + ["--record"], of: "\(assets)/Sounds/kape/ping.wav")
    }

    @Test(arguments: ["--record", "--save"])
    func `an audition does not overwrite the sound that its pattern names`(option: String) async throws {
        let sound = surroundings.scratch.file("ping.wav")
        for name in ["correct.ahap", "ping.wav"] {
            try FileManager.default.copyItem(
                atPath: "\(assets)/Sounds/kape/\(name)", toPath: surroundings.scratch.file(name))
        }
        try await expectRefusals(["audition", "--device", "null", "correct.ahap", option], of: sound)
    }

    @Test func `a service does not record over a sound of its user's cues`() async throws {
        let sound = try surroundings.scratch.directory("mine") + "/ping.wav"
        try FileManager.default.copyItem(atPath: "\(assets)/Sounds/kape/ping.wav", toPath: sound)
        try await expectRefusals(["listen", "--device", "null", "--cues", "mine", "--record"], of: sound)
    }

    @Test func `an audition does not save and record into one file`() async throws {
        let outcome = try await surroundings.thud(
            ["audition", "kape/tick", "--device", "null", "--save", "a.wav", "--record", "./a.wav"],
            in: surroundings.scratch.path)
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("two outputs would go to"), "\(outcome)")
    }

    @Test func `a bench of two programs does not write the first one's percentiles over another output`() async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--hgrm", "b.hgrm", "--json", "./b.first.hgrm", "--vs", "cat", "--", "cat"],
            in: surroundings.scratch.path)
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("two outputs would go to"), "\(outcome)")
    }

    @Test func `a conversion writes into a pipe and through a link to nothing, and not over a folder`() async throws {
        let outcome = try await surroundings.shell(
            """
            thud new tap a.ahap && mkfifo p.he && ln -s made.he l.he && mkdir d.he d.wav
            cat p.he > piped & thud convert a.ahap p.he; wait; thud convert a.ahap l.he; cmp piped made.he; test -L l.he
            echo codes $?; thud convert a.ahap d.he; echo $?; thud convert a.ahap d.wav; echo $?
            """)
        #expect(outcome.output.hasSuffix("codes 0\n4\n4\n"), "\(outcome)")
        #expect(
            outcome.told.hasSuffix(
                """
                thud: d.he: cannot be written: Is a directory; choose another file
                thud: d.wav: cannot be written: it is a folder; choose another file

                """), "\(outcome.told)")
    }

    @Test(arguments: ["--record", "--save"])
    func `an audition does not overwrite a sound found in another folder`(option: String) async throws {
        let sound = try surroundings.scratch.directory("sounds") + "/ping.wav"
        try FileManager.default.copyItem(atPath: "\(assets)/Sounds/kape/ping.wav", toPath: sound)
        let pattern = try surroundings.scratch.directory("patterns") + "/correct.ahap"
        try FileManager.default.copyItem(atPath: "\(assets)/Sounds/kape/correct.ahap", toPath: pattern)
        try await expectRefusals(["audition", "--device", "null", "--sounds", "sounds", pattern, option], of: sound)
    }

    @Test(arguments: ["--record", "--json", "--html", "--hgrm", "--trigger-log"])
    func `a benchmark does not overwrite the sound that it plays`(option: String) async throws {
        let sound = surroundings.scratch.file("own.wav")
        try FileManager.default.copyItem(atPath: "\(assets)/Sounds/kape/ping.wav", toPath: sound)
        try await expectRefusals(
            [
                "bench", "--device", "null", "--loopback", "off", "--count", "1", "--game", "none", "--sound", sound,
                option,
            ],
            of: sound)
    }

    @Test(arguments: [
        ["--compare", "b.json", "/dev/null", "--json"], ["--compare", "/dev/null", "b.json", "--json"],
        ["--against", "b.json", "--html"], ["--against", "b.json", "--hgrm"], ["--against", "b.json", "--trigger-log"],
    ])
    func `a comparison does not overwrite the runs that it reads`(arguments: [String]) async throws {
        let run = try surroundings.scratch.write("{}", to: "b.json")
        try await expectRefusals(["bench"] + arguments, of: run, named: "json")
    }

    @Test func `a pattern is not converted into itself, and no page replaces it`() async throws {
        let pattern = surroundings.scratch.file("correct.ahap")
        try FileManager.default.copyItem(atPath: "\(assets)/Sounds/kape/correct.ahap", toPath: pattern)
        try await expectRefusals(["convert", pattern], of: pattern, named: "ahap")
        try FileManager.default.linkItem(atPath: pattern, toPath: surroundings.scratch.file("page.html"))
        let bytes = try SourceFile.read(pattern)
        let outcome = try await surroundings.thud(["gallery", "page.html", pattern], in: surroundings.scratch.path)
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("page.html, one of the patterns"), "\(outcome)")
        #expect(try SourceFile.read(pattern) == bytes)
    }

    @Test func `the new benchmark may replace the earlier one it is compared with`() async throws {
        let bench = [
            "bench", "--device", "null", "--loopback", "off", "--count", "1", "--game", "none", "--json", "b.json",
        ]
        #expect(try await surroundings.thud(bench, in: surroundings.scratch.path).exitCode == 0)
        let again = try await surroundings.thud(
            bench + ["--against", "b.json", "--tolerance", "100"], in: surroundings.scratch.path)
        // Nothing is captured here, and predictions are not compared.
        #expect(again.exitCode == 1, "\(again)")
        #expect(surroundings.scratch.text(of: "b.json").contains("comparison"))
    }
}
