import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// Tests of the harness itself, before it judges anything.
@Suite(.timed)
struct HarnessTests {
    @Test("A burst is recorded where its player predicted it", arguments: [128, 1024])
    func placement(quantum: Int) async throws {
        let (found, predicted) = try await withPrivatePipeWire { server in
            try await server.forceQuantum(quantum)
            let recorder = try await MonitorRecorder(server)
            var predicted: [Instant] = []
            repeat {
                predicted += try await BurstPlayer.play(20, period: max(quantum, 128), on: server)
            } while Self.judged(of: predicted).count < 5 && predicted.count < 80
            return (try await recorder.finish().find(TestSignal.burst()), predicted)
        }
        #expect(predicted.count.isMultiple(of: 20) && found.count <= predicted.count)
        try expectPlaces(found, where: predicted, least: 5)
    }

    /// Returns the instants away from disturbances of the machine. A disturbance damages sounds in progress, and
    /// afterwards the stream's clock is wrong for a while.
    private static func judged(of predicted: [Instant]) -> [Instant] {
        guard let first = predicted.first else { return [] }
        let disturbances = Disturbances.stretches(.realtime, since: first - .seconds(1), of: .milliseconds(2))
        return predicted.filter { instant in
            !disturbances.contains { $0.overlaps(instant - .milliseconds(300)...instant + .milliseconds(100)) }
        }
    }

    /// Expects each burst away from disturbances to come out undamaged, within 0.1 ms of its prediction. One in eight
    /// may fail, because a missed cycle of the server can go unnoticed. At least `least` must be judged.
    private func expectPlaces(
        _ found: [CapturedSound.Occurrence], where predicted: [Instant], least: Int
    ) throws {
        let judged = Self.judged(of: predicted)
        #expect(judged.count >= least, "of \(predicted.count)")
        let whole = found.filter { $0.confidence > 0.999 && abs($0.gain - 1) < 0.001 }.map(\.instant)
        let errors = judged.map { instant in
            whole.map { abs(($0 - instant).milliseconds) }.min() ?? .infinity
        }
        #expect(8 * errors.count { $0 >= 0.1 } <= judged.count, "errors in ms: \(errors)")
    }

    @Test("A quantum change during a recording moves nothing")
    func quantumChange() async throws {
        let (found, predicted) = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let slow = try await BurstPlayer.play(8, period: 1024, on: server)
            let fast = try await BurstPlayer.play(8, period: 128, on: server)
            return (try await recorder.finish().find(TestSignal.burst()), slow + fast)
        }
        #expect(predicted.count == 16 && found.count <= 16)
        try expectPlaces(found, where: predicted, least: 4)
    }

    @Test("Another program's music passes unchanged below bursts")
    func musicUntouched() async throws {
        let (rest, gains, found) = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let music = try Music(.seconds(2.5), on: server)
            _ = try await BurstPlayer.play(10, period: 256, on: server)
            try await music.end()
            let sound = try await recorder.finish()
            return (try music.remainder(of: sound), try music.gains(in: sound), sound.find(TestSignal.burst()))
        }
        #expect(found.count == 10)
        #expect(gains.allSatisfy { abs($0 - 1) < 0.1 }, "the music at each tenth of a second: \(gains)")
        var untouched = rest
        let burst = TestSignal.burst()
        for place in found {
            for index in burst.indices { untouched[place.frame + index] -= burst[index] }
        }
        let loudest = untouched.map(abs).max() ?? 1
        #expect(loudest < 1e-4, "what is neither music nor burst reaches \(loudest)")
    }

    @Test("Four channels are recorded separately")
    func fourChannels() async throws {
        let sound = try await withPrivatePipeWire(channels: 4) { server in
            let recorder = try await MonitorRecorder(server)
            _ = try await BurstPlayer.play(2, period: 256, on: server)
            return try await recorder.finish()
        }
        #expect(sound.channels.count == 4)
        #expect(sound.find(TestSignal.burst(), channel: 0).count == 2)
        #expect(sound.find(TestSignal.burst(), channel: 1).count == 2)
    }

    @Test("A killed server restarts in the same directory")
    func restart() async throws {
        let found = try await withPrivatePipeWire { server in
            let first = try await MonitorRecorder(server)
            try await server.kill()
            _ = try? await first.finish()
            try await server.restart()
            let second = try await MonitorRecorder(server)
            _ = try await BurstPlayer.play(3, period: 128, on: server)
            return try await second.finish().find(TestSignal.burst())
        }
        #expect(found.count == 3)
    }

    @Test("The built thud is found, run and its output read")
    func thudItself() async throws {
        let outcome = try await ThudProcess.run(["--version"])
        #expect(outcome.exitCode == 0)
        #expect(!outcome.output.isEmpty)
    }

    @Test("A program that exceeds its limit is killed, and the error shows its output")
    func limit() async throws {
        let program = try RunningProgram(findProgram("sh", package: "dash"), ["-c", "echo alive; sleep 5 & wait"])
        try await program.waitForOutput("alive", within: .seconds(30))
        await #expect(throws: HarnessError.self) { try await program.end(within: .milliseconds(300)) }
        #expect(!program.isRunning)
        #expect(program.output == "alive\n")
    }

    @Test("A killed run leaves no program behind, not even one that left its session")
    func killedRun() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-killed")
        let file = scratch.file("pid")
        let run = try RunningProgram(findProduct("test-probe"), ["run", file])
        try await poll("the program to run", within: .seconds(10)) { access(file, R_OK) == 0 }
        run.send(SIGKILL)
        #expect(try await run.end(within: .seconds(10)).signal == SIGKILL)
        try await poll("the program's number", within: .seconds(10)) { scratch.text(of: "pid").hasSuffix("\n") }
        let number = scratch.text(of: "pid").dropLast()
        try await poll("the program to be killed", within: .seconds(20)) {
            // The file is empty once the process is dead, whether or not its exit status was collected.
            (try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8))?.contains("sleep") != true
        }
    }

    @Test("A program on a terminal is waited for when it ends, and ends with the terminal")
    func terminalsProgram() async throws {
        let terminal = try PseudoTerminal()
        var numbers: [String] = []
        for end in ["", "; while :; do sleep 1; done"] {
            try terminal.start("echo of $$ now\(end)", environment: ["PATH": "/usr/bin:/bin"], in: "/tmp")
            try await terminal.wait(for: "its number") { output in
                let words = String(decoding: output, as: UTF8.self).split { $0.isWhitespace }
                numbers = words.indices.filter { words[$0] == "now" }.map { String(words[$0 - 1]) }
                return numbers.count == (end.isEmpty ? 1 : 2)
            }
        }
        let remain = { numbers.filter { access("/proc/\($0)", F_OK) == 0 } }
        try await poll("the first to be waited for", within: .seconds(30)) { remain() == Array(numbers.dropFirst()) }
        terminal.endPrograms()
        #expect(remain() == [])
    }

    @Test("A program that is not installed is named with its package")
    func missingProgram() {
        let error = #expect(throws: MissingDependency.self) {
            try findProgram("no-such-player", package: "no-such-utils")
        }
        #expect(error?.description.contains("apt-get install no-such-utils") == true)
    }
}
