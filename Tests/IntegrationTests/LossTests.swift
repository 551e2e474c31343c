import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// A sound server that dies during a round.
@Suite(.live)
struct LossTests {
    @Test(.heard.long)
    func `the round continues, the device is reopened, and the loss is counted and reported`() async throws {
        let (round, found) = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "7", "--seconds", "16", "--json"], environment: server.environment)
            try await thud.waitForErrorOutput("kape/correct", within: .seconds(30))
            try await server.kill()
            try await Task.sleep(for: .milliseconds(1500))
            try await server.restart()
            let recorder = try await MonitorRecorder(server)
            try await thud.waitForErrorOutput("is back", within: .seconds(30))
            let round = try await RoundPlayed(ThudProcess.outcome(of: thud, within: .seconds(40)))
            let monitor = try await recorder.finish()
            return (round, monitor.find(try ExpectedCue("kape/times-up").mixed, confidence: 0.9))
        }
        #expect(round.deviceLosses >= 1)
        #expect(round.events.contains { $0.contains("is gone") })
        #expect(round.events.contains { $0.contains("is back") })
        #expect(round.score != nil)
        // Time kept running: the end came exactly 16 s after the start, and came out of the new server.
        let last = try #require(round.cues("kape/times-up").first)
        #expect(last.outcome == "played")
        #expect(found.count == 1)
    }

    @Test func `a server that returns as another one does not stop the program`() async throws {
        let round = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "7", "--seconds", "14", "--json"], environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(30))
            for loss in 1...2 {
                try await server.kill()
                try await server.restart()
                try await poll("the device to be back \(loss) times", within: .seconds(30)) {
                    thud.errorOutput.components(separatedBy: "is back").count > loss
                }
            }
            return try await RoundPlayed(ThudProcess.outcome(of: thud, within: .seconds(40)))
        }
        #expect(round.deviceLosses >= 2)
        #expect(round.score != nil)
    }

    @Test func `an audition without a screen says that the device is gone, and back`() async throws {
        try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["audition", "--plain", "kape/tick", "--loop", "10000"], environment: server.environment)
            try await thud.waitForOutput("kape/tick", within: .seconds(30))
            try await server.kill()
            try await thud.waitForErrorOutput("the sound device is gone", within: .seconds(30))
            try await server.restart()
            try await thud.waitForErrorOutput("is back", within: .seconds(30))
            thud.send(SIGINT)
            #expect(try await thud.end(within: .seconds(30)).signal == SIGINT)
        }
    }

    @Test func `the loss of a separate haptics device is reported as such`() async throws {
        let outcome = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "7", "--seconds", "6", "--json", "--device", "null", "--haptics-device", "pipewire"],
                environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(30))
            try await server.kill()
            return try await ThudProcess.outcome(of: thud, within: .seconds(40))
        }
        // Haptics that were not felt count as a failed check.
        #expect(outcome.exitCode == 1)
        let report = try JSONReader(Array(outcome.output.utf8), file: "the report")
        let events = try report.member("events").elements().map { try $0.string() }
        #expect(events.contains { $0.hasPrefix("haptics: ") && $0.contains("is gone") }, "\(events)")
        #expect(!events.contains { $0.hasPrefix("the sound device is gone") })
        #expect(try report.member("device_losses").number() == 0)
        #expect(try report.member("haptic_device").member("device_losses").number() == 1)
        let last = try #require(try report.member("cues").elements().last)
        #expect(try last.member("outcome").string() == "played")
        #expect(try last.member("haptic_outcome").string() == "unheard")
    }

    @Test(.heard) func `a long quantum costs only latency`() async throws {
        let round = try await withPrivatePipeWire { server in
            try await server.forceQuantum(2048)
            return try RoundPlayed(
                await ThudProcess.run(
                    ["play", "--bot", "7", "--seconds", "6", "--json"], environment: server.environment,
                    within: .seconds(40)))
        }
        #expect(round.events.isEmpty && round.xruns == 0, "\(round.events)")
        #expect(round.cues("kape/times-up").map(\.outcome) == ["played"])
    }

    @Test func `a buffer too small for the server's quantum grows until it works, and says so`() async throws {
        let round = try await withPrivatePipeWire { server in
            try await server.forceQuantum(2048)
            return try RoundPlayed(
                await ThudProcess.run(
                    ["play", "--bot", "7", "--seconds", "3", "--period", "128", "--json"],
                    environment: server.environment,
                    within: .seconds(40)))
        }
        #expect(round.deviceLosses == 0)
        // It grew in several steps, and was reported once.
        let told = round.events.filter { $0.contains("periods of") }
        #expect(told.count == 1 && told[0].contains("periods of 1024"), "\(round.events)")
        #expect(round.cues("kape/times-up").map(\.outcome) == ["played"])
    }

    @Test(.heard.long)
    func `a hanging server is lost once, returns once, and plays no cue in between`() async throws {
        let round = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "7", "--seconds", "12", "--json"], environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(30))
            server.freeze()
            try await Task.sleep(for: .seconds(8))
            server.thaw()
            return try await RoundPlayed(ThudProcess.outcome(of: thud, within: .seconds(60)))
        }
        let told = round.events.filter { $0.hasPrefix("the sound device") }
        #expect(told.count == 2, "\(round.events)")
        #expect(told.first?.contains("is gone") == true && told.last?.contains("is back after") == true, "\(told)")
        #expect(round.cues.contains { $0.outcome == "unheard" })
        #expect(round.cues("kape/times-up").map(\.outcome) == ["played"])
    }

    @Test func `the actual cycle length is reported beside the requested one`() async throws {
        let device = try await withPrivatePipeWire { server in
            try await server.forceQuantum(512)
            let outcome = try await ThudProcess.run(
                ["play", "--bot", "7", "--seconds", "2", "--latency", "low", "--json"],
                environment: server.environment, within: .seconds(40))
            return try JSONReader(Array(outcome.output.utf8), file: "the report").member("output").member("device")
                .string()
        }
        #expect(device.hasSuffix(", cycles of 512 frames (requested 64)"), "\(device)")
    }

    @Test func `a short standstill of the server is distinguished from an empty queue`() async throws {
        let round = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "7", "--seconds", "4", "--latency", "low", "--json"], environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(30))
            // Shorter ones count on a quiet machine and longer ones on a busy one. The longest empty the queue.
            for length in [30, 45, 60, 80, 30, 45, 60, 80, 30, 45, 60, 80] {
                server.freeze()
                try await Task.sleep(for: .milliseconds(length))
                server.thaw()
                try await Task.sleep(for: .milliseconds(150))
            }
            return try await RoundPlayed(ThudProcess.outcome(of: thud, within: .seconds(40)))
        }
        // A server that catches up cycle by cycle costs nothing, and the machine itself may stand still.
        #expect(round.standstills >= 1 && round.deviceLosses == 0, "\(round.standstills) of \(round.xruns)")
        #expect(round.cues("kape/times-up").map(\.outcome) == ["played"])
    }

    @Test(.timed) func `a stream that stood still skips what it missed, so that later cues are on time`() async throws {
        let round = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "7", "--seconds", "4", "--json"], environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(30))
            thud.send(SIGSTOP)
            try await Task.sleep(for: .milliseconds(300))
            thud.send(SIGCONT)
            return try await RoundPlayed(ThudProcess.outcome(of: thud, within: .seconds(40)))
        }
        // 300 ms are 14,400 frames, minus what the buffer still held.
        #expect(round.framesLost > 13_000 && round.framesLost < 40_000, "\(round.framesLost) frames")
        #expect(round.xruns > 0)
        let late = try #require(round.cues("kape/times-up").first).latency
        #expect(abs(late) < 1, "time's up came \(late) ms late")
    }

    @Test func `a program that was stopped for seconds keeps its device, and plays what came in the meantime`()
        async throws
    {
        let outcome = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["listen", "--json", "--latency", "low"], environment: server.environment, input: nil)
            try await thud.waitForOutput("ready", within: .seconds(30))
            for _ in 0..<2 {
                try thud.write("kape/pass\n")
                try await Task.sleep(for: .milliseconds(700))
                thud.send(SIGSTOP)
                try await Task.sleep(for: .milliseconds(2_500))
                try thud.write("kape/pass\n")
                thud.send(SIGCONT)
                try await Task.sleep(for: .milliseconds(700))
            }
            try thud.closeInput()
            return try await ThudProcess.outcome(of: thud, within: .seconds(40))
        }
        #expect(!outcome.output.contains("device-lost"), "\(outcome)")
        #expect(outcome.output.matches(of: /"outcome":"(played|late)"/).count == 4, "\(outcome)")
    }
}
