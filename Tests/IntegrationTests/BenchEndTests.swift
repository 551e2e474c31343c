import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A bench whose sound server stops under it.
@Suite(.live)
struct BenchEndTests {
    /// Starts a bench, and hands it and its server to `body` once it captures.
    private func bench(
        _ arguments: [String], _ body: @escaping @Sendable (RunningProgram, PrivatePipeWire) async throws -> Void
    ) async throws {
        try await withPrivatePipeWire { server in
            let bench = try ThudProcess.start(
                ["bench", "--game", "none", "--no-cold-start"] + arguments, environment: server.environment)
            try await poll("the capture", within: .seconds(30)) { try await server.hasNode("thud-bench") }
            // Some of its cues are through then.
            try await Task.sleep(for: .seconds(2))
            try await body(bench, server)
        }
    }

    @Test func `a bench ends when it is told to, though the server it captures from stands still`() async throws {
        try await bench(["--count", "200"]) { bench, server in
            server.freeze()
            try await Task.sleep(for: .milliseconds(500))
            bench.send(SIGINT)
            let ending = try await bench.end(within: .seconds(10))
            server.thaw()
            #expect(ending.signal == SIGINT, "\(ending)")
        }
    }

    @Test func `a capture whose server has died is told as ended`() async throws {
        try await bench(["--count", "20"]) { bench, server in
            try await server.kill()
            let ending = try await bench.end(within: .seconds(30))
            #expect(ending.exitCode == 1, "\(ending)")
            #expect(bench.errorOutput.contains("the capture ended before the bench: nothing comes any more; "))
        }
    }
}
