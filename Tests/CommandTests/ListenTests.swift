import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud listen` with a silent output: which lines are accepted, and what is reported about them.
@Suite(.live) struct ListenTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
    }

    private func listen(_ input: String, _ arguments: [String] = []) async throws -> ThudProcess.Outcome {
        try await ThudProcess.run(
            ["listen"] + arguments, environment: surroundings.environment, input: input, within: .seconds(60))
    }

    @Test func `each cue is reported as a line of JSON, and its distance is kept`() async throws {
        let outcome = try await listen("kape/correct\n+0.3 kape/tick\n3 habit/complete # later\n", ["--json"])
        #expect(outcome.exitCode == 0, "\(outcome)")
        let lines = try outcome.output.split(separator: "\n").dropFirst()
            .map { try JSONReader(Array($0.utf8), file: "listen") }
        #expect(try lines.map { try $0.member("cue").string() } == ["kape/correct", "kape/tick", "habit/complete"])
        #expect(try lines.map { try $0.member("scheduled").bool() } == [false, true, true])
        let triggers = try lines.map { try $0.member("trigger_ns").number() }
        // Also of cues that are loaded later.
        #expect(abs(triggers[2] - triggers[1] - 2.7e9) < 1e3)
        #expect(abs(triggers[1] - triggers[0] - 0.3e9) < 1e3)
    }

    @Test func `while no sound server is there, PipeWire's plugin is not opened again and again`() async throws {
        var environment = surroundings.environment
        environment["THUD_DEVICE"] = nil
        // The plugin tells each time that it is opened.
        environment["PIPEWIRE_DEBUG"] = "3"
        let outcome = try await ThudProcess.run(
            ["listen", "-v"], environment: environment, input: "+4 kape/tick\n", within: .seconds(60))
        #expect(outcome.errorOutput.contains("no sound server answers"), "\(outcome)")
        let opened = outcome.errorOutput.matches(of: /loaded config '.*client/).count
        #expect((1...3).contains(opened), "\(outcome.errorOutput)")
    }

    @Test func `bad lines are reported with their numbers, the others still run, and the exit code is 4`() async throws
    {
        let outcome = try await listen(
            "kape/none\n\nkape/tick\n-1 kape/tick\nkape/tick again\nimpact.light", ["--json"])
        #expect(outcome.exitCode == 4)
        #expect(outcome.output.split(separator: "\n").count { $0.contains("outcome") } == 2)
        let told = outcome.errorOutput.split(separator: "\n").map(String.init)
        let expected = [
            "thud: standard input:1:1: unknown cue `kape/none`; `thud names` lists the names",
            "thud: standard input:4:1: expected seconds from 0 to 300, found `-1`; write `+0.250 kape/tick`",
            "thud: standard input:5:11: expected the end of the line, found `again`; one cue a line",
            "thud: skipped 3 invalid lines of standard input",
        ]
        #expect(told == expected, "\(told)")
    }

    @Test func `of a flood of bad lines the first are reported, and the others counted`() async throws {
        let outcome = try await listen(String(repeating: "kape/none\n", count: 500))
        #expect(outcome.exitCode == 4)
        let told = outcome.errorOutput.split(separator: "\n").map(String.init)
        let last = "thud: further lines like these are only counted|thud: skipped 500 invalid lines of standard input"
        #expect(told.count == 22 && told.suffix(2).joined(separator: "|") == last, "\(told)")
    }

    @Test(arguments: [
        ("kape/tick\n", "1 cue triggered before the stream began; no latencies"), ("", "No cue was triggered"),
    ])
    func `the last line tells early cues from none`(input: String, words: String) async throws {
        let outcome = try await listen(input, ["-v"])
        #expect(outcome.exitCode == 0 && outcome.errorOutput.contains("\(words), xruns "), "\(outcome)")
    }

    @Test func `a line of -v has the latency from the cause, as the report has`() async throws {
        let cause = Instant.now() - .seconds(2)
        let outcome = try await listen("@\(cause.nanoseconds) kape/tick\n", ["-v"])
        let words = outcome.errorOutput.split { " \n,".contains($0) }.drop { $0 != "kape/tick" }
        let latency = try #require(words.dropFirst().first.flatMap { Double($0) })
        #expect(latency >= 2_000, "\(outcome)")
    }

    @Test func `empty input does nothing`() async throws {
        let outcome = try await listen("")
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.errorOutput.isEmpty, "\(outcome)")
    }

    @Test(arguments: [[], ["--record", "kept.wav"]])
    func `a broken cue is reported, ends with 4, and overwrites no earlier recording`(_ arguments: [String])
        async throws
    {
        var surroundings = surroundings
        let folder = try surroundings.copyAssets()
        try surroundings.scratch.write("kept", to: "kept.wav")
        try Data().write(to: URL(filePath: "\(folder)/Sounds/magic/snow.wav"))
        let outcome = try await surroundings.thud(["listen"] + arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 4 && outcome.errorOutput.contains("snow.wav"), "\(outcome)")
        #expect(surroundings.scratch.text(of: "kept.wav") == "kept")
    }

    @Test func `a signal ends it at once, whatever is waiting`() async throws {
        try await ThudProcess.running(["listen", "-v"], environment: surroundings.environment) { program in
            try program.write("60 kape/tick\nkape/correct\n")
            try await program.waitForErrorOutput("kape/correct", within: .seconds(30))
            program.send(SIGINT)
            let ending = try await program.end(within: .seconds(30))
            #expect(ending.signal == SIGINT)
        }
    }

    @Test func `a signal fades the playing sound instead of breaking it off`() async throws {
        let file = surroundings.scratch.file("x.wav")
        let whole = surroundings.scratch.file("whole.wav")
        _ = try await surroundings.thud(["render", "kape/times-up", whole])
        let length = try SoundFile.read(whole).frameCount
        try await ThudProcess.running(
            ["listen", "-v", "--record", file], environment: surroundings.environment
        ) { program in
            try program.write("kape/times-up\n")
            try await program.waitForErrorOutput("kape/times-up", within: .seconds(30))
            program.send(SIGTERM)
            #expect(try await program.end(within: .seconds(30)).signal == SIGTERM)
        }
        let left = try SoundFile.read(file).channels[0]
        let first = try #require(left.firstIndex { abs($0) > 1e-3 })
        let last = try #require(left.lastIndex { abs($0) > 1e-3 })
        // It was cut in the middle, and silence follows.
        #expect(last - first < length - 4_800 && last < left.count - 1)
        let end = left[max(first, last - 48)...]
        #expect(zip(end, end.dropFirst()).allSatisfy { abs($0 - $1) < 0.02 }, "the last millisecond")
    }
}
