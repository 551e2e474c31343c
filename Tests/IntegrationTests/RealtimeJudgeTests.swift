import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A preloaded library counts the allocations and locks of the whole program's audio thread, outside alsa-lib and its
/// plugins.
@Suite(.timed) struct RealtimeJudgeTests {
    /// The counts that the library writes; see RealtimeJudge.h.
    private struct Counts: Equatable {
        var calls: UInt64
        var ourAllocations: UInt64
        var theirAllocations: UInt64
        var ourLocks: UInt64
        var theirLocks: UInt64
    }

    /// Runs a program under the judge, which starts counting `warmUp` milliseconds after the audio thread starts.
    private func judge(
        _ program: String, _ arguments: [String], environment: [String: String], warmUp: Int = 2000
    ) async throws -> (counts: Counts, ending: RunningProgram.Ending, errorOutput: String) {
        let scratch = try ScratchDirectory(prefix: "thud-judge")
        let path = try scratch.write(String(repeating: "\0", count: 40), to: "counts")
        let judge = [
            "LD_PRELOAD=\(try findProduct("libRealtimeJudge.so"))", "THUD_JUDGE=\(path)", "THUD_JUDGE_AFTER=\(warmUp)",
        ]
        let running = try RunningProgram(
            findProgram("env", package: "coreutils"), judge + [program] + arguments, environment: environment)
        let ending = try await running.end(within: .seconds(60))
        let numbers = try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes {
            Array($0.bindMemory(to: UInt64.self))
        }
        try #require(numbers.count == 5)
        let counts = Counts(
            calls: numbers[0], ourAllocations: numbers[1], theirAllocations: numbers[2], ourLocks: numbers[3],
            theirLocks: numbers[4])
        return (counts, ending, running.errorOutput)
    }

    /// Returns the program to judge: the tests' own, or another build.
    private func thud() throws -> String {
        try ProcessInfo.processInfo.environment["THUD_PROGRAM"] ?? findProduct("thud")
    }

    @Test func `the judge counts only what happens between two alsa-lib calls`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let judged = try await judge(findProduct("sound-probe"), ["offend"], environment: environment, warmUp: 0)
        #expect(judged.ending.exitCode == 0 && judged.counts.calls == 2)
        #expect(judged.counts.ourAllocations == 10 && judged.counts.ourLocks == 3)
        // It names the location of the first offence.
        #expect(judged.errorOutput.contains("sound-probe"))
    }

    @Test(.timed.long, arguments: ["low", "gentle"])
    func `the audio thread neither allocates nor locks during a round`(latency: String) async throws {
        let judged = try await withPrivatePipeWire { server in
            // `low` requests its own cycles.
            if latency == "gentle" { try await server.forceQuantum(1024) }
            return try await judge(
                thud(),
                ["play", "kape", "--bot", "7", "--seconds", "6", "--latency", latency, "--json"],
                environment: server.environment)
        }
        // 1 means that a budget was missed, which happens on a busy machine.
        #expect([0, 1].contains(judged.ending.exitCode), "\(judged.errorOutput)")
        #expect(judged.counts.calls > 100)
        #expect(judged.counts.ourAllocations == 0 && judged.counts.ourLocks == 0, "\(judged.errorOutput)")
        // The judge does see locks: alsa-lib locks its PCM in each call.
        #expect(judged.counts.theirLocks >= judged.counts.calls)
    }
}
