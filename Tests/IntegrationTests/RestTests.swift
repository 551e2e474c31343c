import Foundation
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// During silence the stream hardly wakes, and the next cue is whole and on time.
@Suite(.timed) struct RestTests {
    /// Returns how often a process's thread of that name has slept; nil if there is none.
    private func sleeps(of name: String, in process: pid_t) -> Int? {
        let folder = "/proc/\(process)/task"
        for task in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let lines = ((try? String(contentsOfFile: "\(folder)/\(task)/status", encoding: .utf8)) ?? "")
                .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
            guard lines.contains(["Name:", name]) else { continue }
            return lines.first { $0.first == "voluntary_ctxt_switches:" }.flatMap { $0.last }.flatMap { Int($0) }
        }
        return nil
    }

    @Test(.timed.long, arguments: ["gentle", "low"])
    func `the audio thread wakes a few times in two seconds, and the next cue is whole and on time`(
        latency: String
    ) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-rest")
        let json = scratch.file("b.json")
        let counts = try await withPrivatePipeWire { server in
            // A busy machine misses short cycles, and each miss makes thud watch the stream closely for a while.
            try await server.forceQuantum(1024)
            let program = try RunningProgram(
                findProduct("thud"),
                [
                    "bench", "--latency", latency, "--count", "3", "--interval", "5500", "--no-cold-start", "--keys",
                    "0", "--game", "none", "--json", json,
                ], environment: server.environment)
            var counts: [Int] = []
            let patience = Instant.now() + .seconds(60)
            while program.isRunning, Instant.now() < patience {
                if let count = sleeps(of: "thud-audio", in: program.processIdentifier) { counts.append(count) }
                try await Task.sleep(for: .milliseconds(250))
            }
            #expect(try await program.end(within: .seconds(30)).exitCode == 0, "\(program.output)")
            return counts
        }
        // Eight samples span two seconds.
        let inTwoSeconds = zip(counts, counts.dropFirst(8)).map { $1 - $0 }
        #expect(try #require(inTwoSeconds.min()) <= 8, "\(inTwoSeconds)")
        let run = try BenchRun(json: SourceFile.read(json), file: json)
        #expect(run.cues.count == 3)
        for cue in run.cues {
            #expect(cue.isSure && (cue.confidence ?? 0) > 0.999, "\(cue)")
            #expect(try abs(#require(LatencySegment.predictionError.length(of: cue)).milliseconds) < 0.2)
        }
    }

    @Test(.timedOrdinary) func `the first cue after a long stop is as quick as any`() async throws {
        try await withPrivatePipeWire { server in
            try await server.forceQuantum(1024)
            try await ThudProcess.running(["listen", "--json"], environment: server.environment) { thud in
                // The first line says that the service is ready.
                var told = 1
                func latency() async throws -> Double {
                    try thud.write("kape/tick\n")
                    told += 1
                    try await poll("a report", within: .seconds(30)) {
                        thud.output.split(separator: "\n").count == told
                    }
                    let line = try #require(thud.output.split(separator: "\n").last)
                    return try JSONReader(Array(line.utf8), file: "listen").member("latency_ms").number()
                }
                _ = try await latency()
                // Idle, and stopped for longer than a device may stand still.
                try await Task.sleep(for: .milliseconds(2600))
                thud.send(SIGTSTP)
                try await Task.sleep(for: .milliseconds(2300))
                thud.send(SIGCONT)
                // A line that comes at once might have waited during the stop, and would count from before it.
                try await Task.sleep(for: .milliseconds(200))
                #expect(try await latency() < 50)
            }
        }
    }
}
