import BenchSamples
import Foundation
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

@testable import ThudPlayback
@testable import thud

/// `thud bench` without a sound server: its options, files and exit codes.
@Suite(.heard) struct BenchTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func bench(_ arguments: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(
            [
                "bench", "--device", "null", "--loopback", "off", "--count", "4", "--interval", "20..40",
                "--no-cold-start",
            ] + arguments,
            in: surroundings.scratch.path)
    }

    private func read(_ name: String) throws -> BenchRun {
        let path = surroundings.scratch.file(name)
        return try BenchRun(json: SourceFile.read(path), file: path)
    }

    @Test(.timedOrdinary.long) func `every requested file is written, and all describe the same run`() async throws {
        let outcome = try await bench(
            "--cold-start", "--json", "b.json", "--html", "b.html", "--hgrm", "b.hgrm", "--trigger-log", "t.tsv")
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.output.contains("4 of 4 cues within 50 ms; worst "))
        #expect(outcome.output.contains("judged by the engine's predictions only"))
        let run = try read("b.json")
        #expect(run.cues.count == 4 && run.cues.allSatisfy { $0.outcome == .played && $0.name == "kape/correct" })
        #expect(run.frameTimes.count > 100 && run.wakeLateness.count > 20)
        #expect(run.cold.startToFirstOutput.map { $0.length > .zero && !$0.isMeasured } == true)
        let settings = Set(run.settings.map(\.name))
        #expect(
            settings.isSuperset(of: [
                "budget", "haptics", "volume", "silent switch", "loopback", "actuator", "output", "markers",
            ]))
        #expect(run.cues.allSatisfy { $0.hapticPredicted == nil } && run.hasHapticsInStream)
        let log = surroundings.scratch.text(of: "t.tsv").split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(
            log.map { $0.map(String.init) }
                == run.cues.map { cue in
                    ["\(cue.triggered?.nanoseconds ?? 0)", cue.name, "\(cue.predicted?.nanoseconds ?? 0)"]
                })
        #expect(surroundings.scratch.text(of: "b.hgrm").contains("Total count    =            4"))
        #expect(surroundings.scratch.text(of: "b.html").hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `cues that take longer than a capture are refused before they are played`() async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--device", "null", "--loopback", "null", "--count", "10000", "--game", "none"])
        #expect(outcome.exitCode == 2, "\(outcome)")
        #expect(
            outcome.errorOutput.hasPrefix("thud: 10000 cues take 45 minutes, but a capture holds 30; lower --count"),
            "\(outcome)")
    }

    @Test func `a capture that is to be kept, but cannot be made, ends with 3`() async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--device", "null", "--count", "1", "--game", "none", "--keep-capture", "c.wav"],
            in: surroundings.scratch.path)
        #expect(outcome.exitCode == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput.hasPrefix("thud: cannot capture what null plays; "), "\(outcome)")
    }

    @Test func `a capture that no file of that name can hold is refused before anything is measured`() async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--loopback", "null", "--device", "null", "--count", "1", "--keep-capture", "c.ogg"],
            in: surroundings.scratch.path)
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.errorOutput
                == "thud: c.ogg: cannot be written: its extension is unknown; end it in .wav or .flac\n", "\(outcome)")
    }

    @Test func `a file that cannot be written is refused before anything is measured`() async throws {
        // Root may write every file, but no file system of the kernel takes a new one.
        let locked = try surroundings.scratch.write("", to: "locked.json")
        #expect(chmod(locked, 0o444) == 0)
        let path = getuid() == 0 ? "/proc/percentiles" : locked
        let outcome = try await surroundings.thud(
            ["bench", "--loopback", "off", "--device", "null", "--count", "1", "--game", "none", "--hgrm", path])
        #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput.hasPrefix("thud: \(path): cannot be written: "), "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome)")
    }

    @Test func `xruns are counted even if several came at once`() {
        var xruns: [BenchXrun] = []
        var losses = EngineHealth()
        xruns.record(losses)
        (losses.xruns, losses.framesLost) = (3, 512)
        xruns.record(losses)
        #expect(xruns.count == 3 && xruns.reduce(0) { $0 + $1.framesLost } == 512)
    }

    @Test func `an unrequested cold start is not timed, and the settings say so`() async throws {
        #expect(try await bench("--game", "none", "--json", "b.json").exitCode == 0)
        let run = try read("b.json")
        #expect(run.cold.startToFirstOutput == nil && run.cold.firstCueAfterIdle == nil)
        #expect(run.settings.contains(BenchFact("cold start", "not timed")))
    }

    @Test(.timedOrdinary) func `the same seed plans the same intervals`() async throws {
        func gaps(_ seed: String) async throws -> [Double] {
            #expect(try await bench("--game", "none", "--seed", seed, "--json", "b.json").exitCode == 0)
            let instants = try read("b.json").cues.compactMap(\.triggered)
            return zip(instants.dropFirst(), instants).map { ($0 - $1).milliseconds }
        }
        let (first, again, other) = (try await gaps("3"), try await gaps("3"), try await gaps("4"))
        #expect(first.count == 3 && first.allSatisfy { $0 > 19 && $0 < 60 })
        #expect(zip(first, again).allSatisfy { abs($0 - $1) < 10 })
        #expect(!zip(first, other).allSatisfy { abs($0 - $1) < 1 })
    }

    @Test func `a custom sound replaces the cue`() async throws {
        let ping = "\(Surroundings.checkout)/Sounds/kape/ping.wav"
        let outcome = try await bench("--sound", ping, "--json", "b.json", "--game", "none", "--interval", "90..120")
        #expect(outcome.exitCode == 0, "\(outcome)")
        // Cues that are far enough apart keep their sound.
        #expect(try !read("b.json").settings.contains { $0.name == "markers" })
        #expect(try read("b.json").cues.map(\.name) == Array(repeating: "sound/ping.wav", count: 4))
    }

    @Test func `a missed budget, excessive jitter and a regression end with 1`() async throws {
        let late = try await bench("--budget", "0.1", "--keys", "0", "--json", "old.json")
        #expect(late.exitCode == 1)
        #expect(late.output.contains("0 of 4 cues within 0.1 ms"))
        #expect(late.output.contains("late: #1 kape/correct "))
        #expect(late.errorOutput.hasPrefix("thud: 0 of 4 cues within 0.1 ms"))
        #expect(try await bench("--max-jitter", "0", "--game", "none").exitCode == 1)
    }

    @Test func `two runs are compared without a new run, and the JSON holds the comparison`() async throws {
        for (base, name) in [(4.0, "old.json"), (8.0, "new.json")] {
            let run = BenchRun.measured([0, 0, 0.1, 0.1, 0.2, 0.2].map { base + $0 })
            try surroundings.scratch.write(run.json().text(.pretty), to: name)
        }
        func compare(_ old: String, _ new: String) async throws -> ThudProcess.Outcome {
            try await surroundings.thud(
                ["bench", "--compare", old, new, "--json", "compared.json"], in: surroundings.scratch.path)
        }
        let slower = try await compare("old.json", "new.json")
        #expect(slower.exitCode == 1 && slower.output.contains("median 8.10 ms, was 4.10 ms: 1.98 times"))
        let root = try JSONReader(SourceFile.read(surroundings.scratch.file("compared.json")), file: "compared.json")
        #expect(try !root.member("comparison").member("passes").bool())
        #expect(try root.member("comparison").member("figures").elements().count == 2)
        let faster = try await compare("new.json", "old.json")
        #expect(faster.exitCode == 0 && faster.output.contains("is it certainly slower by more than 10 %? no: pass"))
    }

    @Test func `a run without a capture is not compared by its predictions`() async throws {
        try surroundings.scratch.write(BenchRun.measured([4, 4.1, 4.2]).json().text(.pretty), to: "old.json")
        let outcome = try await bench("--game", "none", "--against", "old.json")
        #expect(outcome.exitCode == 1 && outcome.output.contains("not compared: fail"))
    }

    @Test(arguments: [
        ["--cue", "kape/nothing"], ["--sound", "missing.wav"], ["--against", "missing.json"], ["--actuator", "none"],
        ["--json", "nowhere/b.json"], ["--html", "."], ["--trigger-log", "nowhere/t.tsv"],
    ])
    func `a missing file or cue gives one sentence and exit code 4`(arguments: [String]) async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--device", "null", "--loopback", "off", "--count", "1", "--game", "none"] + arguments,
            in: surroundings.scratch.path)
        #expect(outcome.exitCode == 4, "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1)
        // Reported before anything was measured.
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        ["--cue", "nosuch"], ["--sound", "missing.wav"], ["--loopback", "hw:CARD=nothing"], ["--inject", "5"],
    ])
    func `a benchmark that cannot start leaves an earlier recording alone, and makes none`(arguments: [String])
        async throws
    {
        try surroundings.scratch.write("an earlier recording", to: "r.wav")
        for recording in ["r.wav", "new.wav"] {
            let outcome = try await surroundings.thud(
                ["bench", "--device", "null", "--game", "none", "--count", "11", "--record", recording] + arguments,
                in: surroundings.scratch.path)
            #expect(outcome.exitCode == 3 || outcome.exitCode == 4, "\(outcome)")
        }
        #expect(surroundings.scratch.text(of: "r.wav") == "an earlier recording")
        #expect(!FileManager.default.fileExists(atPath: surroundings.scratch.file("new.wav")))
    }

    @Test func `a missing named capture ends with 3, and without a name the benchmark runs and says so`()
        async throws
    {
        let named = try await surroundings.thud(
            ["bench", "--device", "null", "--count", "1", "--game", "none", "--loopback", "hw:CARD=nothing"])
        #expect(named.exitCode == 3, "\(named)")
        let itself = try await surroundings.thud([
            "bench", "--device", "null", "--count", "1", "--game", "none", "--no-cold-start",
        ])
        #expect(itself.exitCode == 0)
        #expect(itself.errorOutput.hasPrefix("Latencies are only predicted: "))
    }

    @Test func `an unpaced capture is reported as failed, and no cue is heard`() async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--device", "null", "--loopback", "null", "--count", "2", "--game", "none", "--no-cold-start"])
        #expect(outcome.exitCode == 1, "\(outcome)")
        #expect(outcome.errorOutput.hasPrefix("the capture failed: its samples come faster than real time"))
        #expect(outcome.output.contains("no cue was captured: fail"))
    }

    @Test(arguments: [[], ["--loopback", "off"]])
    func `without any sound device it gives one sentence and exit code 3`(
        arguments: [String]
    ) async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--count", "1", "--game", "none"] + arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted benchmark reports and writes what it has, and ends by the signal`(signal: Int32)
        async throws
    {
        var environment = surroundings.environment
        environment["TERM"] = nil
        let files = ["b.json", "t.tsv", "b.html", "b.hgrm", "r.wav"].map(surroundings.scratch.file)
        let bench = try ThudProcess.start(
            [
                "bench", "--device", "null", "--loopback", "off", "--game", "none", "--count", "5000", "--interval",
                "20..20", "--no-cold-start", "--json", files[0], "--trigger-log", files[1], "--html", files[2],
                "--hgrm", files[3], "--record", files[4],
            ], environment: environment)
        // The first cues are done when two seconds, in two channels of four bytes, have been played.
        try await poll("two seconds of the recording", within: .seconds(30)) {
            let size = try? FileManager.default.attributesOfItem(atPath: files[4])[.size] as? Int
            return size.map { $0 > 2 * 48_000 * 8 } ?? false
        }
        bench.send(signal)
        #expect(try await bench.end(within: .seconds(20)).signal == signal)
        let run = try read("b.json")
        #expect(run.isInterrupted && !run.cues.isEmpty, "\(run.cues.count)")
        // Unfinished cues are left out.
        #expect(run.cues.allSatisfy { $0.outcome != .unknown })
        #expect(surroundings.scratch.text(of: "t.tsv").split(separator: "\n").count == run.cues.count)
        #expect(FileManager.default.fileExists(atPath: files[2]) && FileManager.default.fileExists(atPath: files[3]))
        #expect(bench.output.contains("; interrupted: fail"))
        #expect(bench.output.contains("interrupted: the figures cover only the cues played until then"))
    }

    /// Returns the output of a short benchmark on a terminal of 60 columns.
    private func onTerminal(_ settings: [String: String]) async throws -> String {
        let terminal = try PseudoTerminal(columns: 60, rows: 24)
        var environment = surroundings.environment
        for (name, value) in settings { environment[name] = value }
        try terminal.start(
            "'\(try ThudProcess.path())' bench --device null --loopback off --game none --count 2 --no-cold-start; echo ended",
            environment: environment, in: surroundings.scratch.path)
        try await terminal.wait(for: "ended")
        return String(decoding: terminal.output, as: UTF8.self)
    }

    @Test func `a terminal report fits the width and is coloured, unless NO_COLOR or a dumb terminal prevents it`()
        async throws
    {
        let coloured = try await onTerminal(["TERM": "xterm"])
        #expect(coloured.contains("\u{1B}[32m2 of 2 cues within 50 ms"))
        for settings in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]] {
            let plain = try await onTerminal(settings)
            #expect(plain.contains("2 of 2 cues within 50 ms") && !plain.contains("\u{1B}"))
            let lines = plain.split(whereSeparator: \.isNewline)
            #expect(lines.allSatisfy { $0.count <= 60 } && lines.contains { $0.count == 60 }, "\(plain)")
        }
    }

    @Test func `a device that nobody hears is reported, and allows no self-test`() async throws {
        let outcome = try await bench("--game", "none", "--json", "b.json")
        #expect(outcome.exitCode == 0)
        #expect(try read("b.json").clockSource == "the computer's clock alone, because the device plays nothing")
        let test = try await surroundings.thud(
            ["bench", "--device", "null", "--count", "20", "--game", "none", "--inject", "5"])
        #expect(test.exitCode == 3 && test.output.isEmpty, "\(test)")
    }
}
