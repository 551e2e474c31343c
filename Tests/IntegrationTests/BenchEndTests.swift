import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A benchmark whose sound server stops.
@Suite(.live)
struct BenchEndTests {
    /// Starts a benchmark and, once it captures, passes it and its server to `body`.
    private func bench(
        _ arguments: [String], _ body: @escaping @Sendable (RunningProgram, PrivatePipeWire) async throws -> Void
    ) async throws {
        try await withPrivatePipeWire { server in
            let bench = try ThudProcess.start(
                ["bench", "--game", "none", "--no-cold-start"] + arguments, environment: server.environment)
            try await poll("the capture", within: .seconds(30)) { await server.hasNode("thud-bench") }
            // By then some of its cues have been played.
            try await Task.sleep(for: .seconds(2))
            try await body(bench, server)
        }
    }

    @Test func `a benchmark ends on a signal, even if its sound server is suspended`() async throws {
        try await bench(["--count", "200"]) { bench, server in
            server.freeze()
            try await Task.sleep(for: .milliseconds(500))
            bench.send(SIGINT)
            let ending = try await bench.end(within: .seconds(10))
            server.thaw()
            #expect(ending.signal == SIGINT, "\(ending)")
        }
    }

    @Test func `a capture whose server has died is reported as ended`() async throws {
        try await bench(["--count", "20"]) { bench, server in
            try await server.kill()
            let ending = try await bench.end(within: .seconds(30))
            #expect(ending.exitCode == 1, "\(ending)")
            #expect(bench.errorOutput.contains("before the end of the bench: no more samples arrive; "))
        }
    }

    /// Runs a benchmark without a capture, on a server that may change its quantum midway.
    private func predicted(_ arguments: [String], quanta: [Int]) async throws -> ThudProcess.Outcome {
        try await withPrivatePipeWire { server in
            try await server.forceQuantum(quanta[0])
            let bench = try ThudProcess.start(
                [
                    "bench", "--game", "none", "--no-cold-start", "--loopback", "off", "--count", "24", "--interval",
                    "200..300",
                ] + arguments,
                environment: server.environment)
            try await poll("the bench's stream", within: .seconds(30)) {
                await server.hasNode("thud")
            }
            for quantum in quanta.dropFirst() {
                try await Task.sleep(for: .seconds(3))
                try await server.forceQuantum(quantum)
            }
            return try await ThudProcess.outcome(of: bench, within: .seconds(60))
        }
    }

    @Test(.live.long) func `predictions fail if the server changes its cycles, unless that is allowed`() async throws {
        let changed = try await predicted([], quanta: [1024, 128])
        #expect(changed.exitCode == 1, "\(changed)")
        #expect(changed.words.contains("the sound server changed the length of its cycles"), "\(changed)")
        let allowed = try await predicted(["--allow-predicted", "--budget", "200"], quanta: [1024, 128])
        #expect(allowed.exitCode == 0, "\(allowed)")
        let short = try await predicted(["--period", "1024", "--budget", "200"], quanta: [1024, 128])
        // With a short queue the change itself is invisible, but its effect is not: the stream falls behind or comes
        // nearer.
        #expect(short.exitCode == 1 && short.words.contains("unreliable"), "\(short)")
        let steady = try await predicted(["--budget", "200"], quanta: [1024])
        #expect(!steady.words.contains("unreliable"), "\(steady)")
    }
}
