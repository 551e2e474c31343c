import Glibc
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// What may go wrong around a program that is measured: no verdict flatters, and none accuses the program wrongly.
@Suite(.timedOrdinary.long)
struct ProgramConditionTests {
    enum Condition: String, CaseIterable, CustomTestStringConvertible {
        case quiet, faint, busy
        case rate44 = "44.1 kHz"
        case rate96 = "96 kHz"
        case softSink = "sink at 30 %"
        case secondSink = "another default sink"
        case quantum = "quantum 64 and 1024 by turns"
        case muted = "sink muted in mid-run"
        case removed = "sink removed"
        case killed = "server killed"
        case stopped = "server stopped for 3 s"

        var testDescription: String { rawValue }
        var rate: Int { self == .rate44 ? 44_100 : self == .rate96 ? 96_000 : 48_000 }

        /// Whether the program is heard in time: then the run must pass, and otherwise it must not. Nil if cycles are
        /// torn so often that either is honest.
        var passes: Bool? {
            switch self {
            case .quiet, .faint, .busy, .rate44, .rate96, .softSink, .secondSink: true
            case .quantum: nil
            case .muted, .removed, .killed, .stopped: false
            }
        }

        /// Causes it on a server.
        func happen(on server: PrivatePipeWire) async throws {
            switch self {
            case .quiet, .faint, .busy, .rate44, .rate96: break
            case .softSink: try await server.mix("set-volume", "0.3")
            case .muted: try await server.mix("set-mute", "1")
            case .secondSink:
                try await server.addStereoSink("headphones")
                let value = "{ \"name\": \"headphones\" }"
                try await server.run(
                    "pw-metadata", ["0", "default.configured.audio.sink", value, "Spa:String:JSON"])
            case .quantum:
                for turn in 0..<16 {
                    try await server.forceQuantum(turn % 2 == 0 ? 64 : 1024)
                    try await Task.sleep(for: .milliseconds(250))
                }
            case .removed: try await server.run("pw-cli", ["destroy", PrivatePipeWire.sinkName])
            case .killed: try await server.kill()
            case .stopped:
                server.freeze()
                try await Task.sleep(for: .seconds(3))
                server.thaw()
            }
        }
    }

    @Test(arguments: Condition.allCases)
    func `the verdict is honest`(condition: Condition) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-condition")
        let (json, log) = (scratch.file("b.json"), scratch.file("answers.txt"))
        let program = try findProduct("answer")
        let load = condition == .busy ? "yes >/dev/null & yes >/dev/null & " : ""
        let gain = condition == .faint ? "0.001" : "1"
        let outcome = try await withPrivatePipeWire(rate: condition.rate) { server in
            async let bench = ThudProcess.run(
                [
                    "bench", "--count", "16", "--interval", "300..500", "--budget", "200", "--min-measured", "0.8",
                    "--json", json, "--", "sh", "-c", "\(load)exec \(program) after 5 gain \(gain) log \(log)",
                ], environment: server.environment, within: .seconds(120))
            try await poll("five answers", within: .seconds(30)) {
                scratch.text(of: "answers.txt").split(separator: "\n").count >= 5
            }
            try await condition.happen(on: server)
            return try await bench
        }
        let run = try BenchRun(json: SourceFile.read(json), file: json)
        #expect(condition.passes.map { $0 == (outcome.exitCode == 0) } ?? true, "\(condition): \(outcome)")
        // Whatever is measured is true to a cycle, and the program's log is so unless it was delayed.
        let answers = AnswerProgram.answers(scratch.text(of: "answers.txt")).filter { $1.delay < .milliseconds(2) }
        for cue in run.cues where cue.isSure {
            guard let streamed = cue.streamed, let own = answers[cue.index] else { continue }
            let error = (streamed - own.output).milliseconds
            #expect(abs(error) < 22, "#\(cue.index) \(error)")
        }
    }
}
