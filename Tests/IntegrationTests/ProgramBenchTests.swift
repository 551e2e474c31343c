import Glibc
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// `thud bench -- PROGRAM` on a private server, judged by a program in C that logs its own answers.
@Suite(.timedOrdinary.long)
struct ProgramBenchTests {
    private struct Benched {
        let run: BenchRun
        let outcome: ThudProcess.Outcome
        let log: [Int: AnswerProgram.Answer]
    }

    /// Measures the answering program with these arguments.
    private func bench(
        _ options: [String] = [], program arguments: [String],
        beside: @Sendable (PrivatePipeWire) async throws -> Music? = { _ in nil }
    ) async throws -> Benched {
        let scratch = try ScratchDirectory(prefix: "thud-answer")
        let (json, log) = (scratch.file("b.json"), scratch.file("answers.txt"))
        let program = try findProduct("answer")
        let outcome = try await withPrivatePipeWire { server in
            let music = try await beside(server)
            defer { withExtendedLifetime(music) {} }
            return try await ThudProcess.run(
                ["bench", "--count", "20", "--interval", "300..500", "--json", json] + options
                    + ["--", program, "log", log] + arguments,
                environment: server.environment, within: .seconds(120))
        }
        let answers = AnswerProgram.answers(scratch.text(of: "answers.txt"))
        for answer in answers.values { Disturbances.record(answer.delay, .ordinary) }
        return Benched(run: try BenchRun(json: SourceFile.read(json), file: json), outcome: outcome, log: answers)
    }

    /// Returns the difference between the program's log and an instant of each press, in milliseconds.
    private func errors(_ benched: Benched, _ instant: (BenchCue) -> Instant?) -> [Double] {
        benched.run.cues.compactMap { cue in
            guard let own = benched.log[cue.index], let measured = instant(cue) else { return nil }
            return (measured - own.output).milliseconds
        }
    }

    @Test(arguments: [0, 20, 60])
    func `answers after a fixed time are recovered from the stream and at the sink`(delay: Int) async throws {
        let benched = try await bench(["--budget", "200"], program: ["after", "\(delay)"])
        #expect(benched.outcome.exitCode == 0, "\(benched.outcome)")
        #expect(benched.outcome.output.contains("20 of 20 presses within 200 ms"))
        let (stream, sink) = (errors(benched, \.streamed), errors(benched, \.measured))
        #expect(stream.count == 20 && stream.allSatisfy { abs($0) < 0.1 }, "\(stream)")
        #expect(sink.count == 20 && sink.allSatisfy { abs($0) < 5.4 }, "\(sink)")
        // The terminal answers each byte at once.
        #expect(benched.run.cues.allSatisfy { $0.replied != nil })
        #expect(benched.run.cold.firstCueAfterIdle?.isMeasured == true)
    }

    @Test func `answers after random times are recovered`() async throws {
        let benched = try await bench(["--budget", "200"], program: ["between", "0", "60"])
        #expect(benched.outcome.exitCode == 0, "\(benched.outcome)")
        let stream = errors(benched, \.streamed)
        #expect(stream.count == 20 && stream.allSatisfy { abs($0) < 0.1 }, "\(stream)")
        try #expect(#require(BenchSummary(benched.run).latency).jitter > 8)
    }

    @Test func `one answer in ten that is left out is one press in ten that is missed`() async throws {
        let benched = try await bench(program: ["after", "5", "omit", "10"])
        #expect(benched.outcome.exitCode == 1)
        let missed = benched.run.cues.filter { $0.outcome == .unheard }.map(\.index)
        // Bytes are counted from 1, and the first is the press after a rest.
        #expect(missed == [9, 19])
        #expect(benched.outcome.output.contains("(2 missed)"), "\(benched.outcome.output)")
    }

    @Test func `a sound in time that is not like the others leaves its press unknown`() async throws {
        let benched = try await bench(["--budget", "200"], program: ["after", "5", "change", "10"])
        #expect(benched.outcome.exitCode == 0, "\(benched.outcome)")
        #expect(benched.run.cues.filter { $0.doubt == .unlike }.map(\.index) == [9, 19])
        #expect(benched.outcome.output.contains("(2 unknown)"), "\(benched.outcome.output)")
    }

    @Test func `sounds at random that answer nothing are no answers`() async throws {
        let benched = try await bench(program: ["alone", "300"])
        #expect(benched.outcome.exitCode == 1)
        // If the machine tore the capture, it is not known whether the press was missed.
        let known = benched.run.cues.filter { $0.doubt != .jump && $0.doubt != .captureGap }
        #expect(known.count >= 10 && known.allSatisfy { $0.outcome == .unheard }, "\(benched.run.cues.map(\.doubt))")
        #expect(benched.run.cues.allSatisfy { $0.measured == nil })
        #expect(benched.outcome.output.contains("no answers"), "\(benched.outcome.output)")
    }

    @Test func `a silent program is given up early and fails`() async throws {
        let benched = try await bench(program: ["silent"])
        #expect(benched.outcome.exitCode == 1 && benched.run.cues.count == 7)
        #expect(benched.outcome.output.contains("nothing was heard after 8 presses"), "\(benched.outcome.output)")
    }

    @Test func `sounds that vary are found as onsets`() async throws {
        let benched = try await bench(["--onset", "--budget", "200"], program: ["after", "10", "vary"])
        #expect(benched.outcome.exitCode == 0, "\(benched.outcome)")
        let stream = errors(benched, \.streamed)
        #expect(stream.count >= 19 && stream.allSatisfy { abs($0) < 0.2 }, "\(stream)")
    }

    @Test func `another program that plays beside it changes nothing`() async throws {
        let benched = try await bench(["--budget", "200"], program: ["after", "20"]) { try Music(.seconds(25), on: $0) }
        #expect(benched.outcome.exitCode == 0, "\(benched.outcome)")
        let stream = errors(benched, \.streamed)
        #expect(stream.count == 20 && stream.allSatisfy { abs($0) < 0.1 }, "\(stream)")
        let sink = errors(benched, \.measured)
        #expect(sink.count >= 18 && sink.allSatisfy { abs($0) < 5.4 }, "\(sink)")
    }

    @Test func `a muted sink is no success`() async throws {
        let benched = try await bench(["--budget", "200"], program: ["after", "5"]) { server in
            try await server.run("amixer", ["-q", "-D", "default", "set", "Master", "mute"], package: "alsa-utils")
            return nil
        }
        #expect(benched.outcome.exitCode == 1)
        #expect(benched.outcome.output.contains("the system's sound is muted"), "\(benched.outcome.output)")
    }

    @Test func `a program that cannot be run, and one that ends, are refused in a sentence`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-answer")
        let json = scratch.file("b.json")
        let (missing, ended) = try await withPrivatePipeWire { server in
            let missing = try await ThudProcess.run(
                ["bench", "--", "no-such-program"], environment: server.environment)
            let ended = try await ThudProcess.run(
                ["bench", "--json", json, "--", "sh", "-c", "echo; echo no level 2 >&2; echo; exit 3"],
                environment: server.environment)
            return (missing, ended)
        }
        #expect(missing.exitCode == 4 && missing.errorOutput.contains("cannot run no-such-program"), "\(missing)")
        #expect(ended.exitCode == 1 && ended.output.contains("ended with exit code 3"), "\(ended)")
        #expect(ended.output.contains("it wrote last: no level"), "\(ended)")
    }

    @Test func `a program that crashes in the middle fails, although it answered until then`() async throws {
        let benched = try await bench(["--budget", "200"], program: ["after", "5", "crash", "8"])
        #expect(benched.outcome.exitCode == 1)
        #expect(benched.outcome.output.contains("; broken off; "), "\(benched.outcome.output)")
        #expect(benched.outcome.output.contains("broken off: the program was ended by signal 6"))
    }
}
