import Glibc
import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// Thud reads the sound server's settings, so that nothing has to be resampled or mixed down.
@Suite struct GraphTests {
    @Test(.timed, arguments: [44_100, 96_000])
    func `a benchmark runs and captures at the graph's rate`(rate: Int) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-rate")
        let json = scratch.file("b.json")
        let outcome = try await withPrivatePipeWire(rate: rate) { server in
            try await ThudProcess.run(
                ["bench", "--count", "16", "--keys", "0", "--game", "none", "--no-cold-start", "--json", json],
                environment: server.environment, within: .seconds(60))
        }
        #expect(outcome.exitCode == 0, "\(outcome)")
        let run = try BenchRun(json: SourceFile.read(json), file: json)
        let device = try #require(run.machine.first { $0.name == "device" })
        #expect(device.value.contains("\(rate) Hz"))
        #expect(run.loopback?.pathDelay == .known(.zero))
        let errors = run.cues.compactMap { LatencySegment.predictionError.length(of: $0) }
        #expect(errors.count >= 12 && errors.allSatisfy { abs($0.milliseconds) < 0.5 }, "\(errors)")
    }

    @Test(.heard) func `a drive signal is refused on two loudspeakers, and the refusal names the channels`()
        async throws
    {
        let play = ["play", "--bot", "3", "--seconds", "2", "--sound", "off", "--haptics", "drive"]
        try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(play, environment: server.environment, within: .seconds(30))
            #expect(outcome.exitCode == 3)
            #expect(outcome.errorOutput.contains("which has only the channels FL FR"))
            #expect(outcome.errorOutput.contains("--allow-downmix"))
            let monitor = try await recorder.finish()
            #expect(monitor.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
        }
    }

    /// Returns what is heard of a round that only drives haptics.
    private func drive(on server: PrivatePipeWire, _ more: String...) async throws -> CapturedSound {
        let play = ["play", "--bot", "3", "--seconds", "2", "--sound", "off", "--haptics", "drive"] + more
        let recorder = try await MonitorRecorder(server)
        let outcome = try await ThudProcess.run(play, environment: server.environment, within: .seconds(30))
        #expect(outcome.exitCode == 0, "\(outcome)")
        return try await recorder.finish()
    }

    @Test(.heard) func `a drive signal is mixed down on request`() async throws {
        let monitor = try await withPrivatePipeWire { try await drive(on: $0, "--allow-downmix") }
        #expect(monitor.channels[0].contains { abs($0) > 0.1 })
    }

    @Test(.heard) func `a device with four channels gets the drive signal only on the third and fourth`() async throws {
        let monitor = try await withPrivatePipeWire(channels: 4) { try await drive(on: $0) }
        #expect(monitor.channels[2].contains { abs($0) > 0.1 } && monitor.channels[3].contains { abs($0) > 0.1 })
        #expect(monitor.channels[0].allSatisfy { $0 == 0 } && monitor.channels[1].allSatisfy { $0 == 0 })
    }

    @Test(.live) func `the server's tools show the stream under the program's name and as a game's`() async throws {
        let node = try await withPrivatePipeWire { server in
            let thud = try ThudProcess.start(
                ["play", "--bot", "3", "--seconds", "4", "--clock", "live"], environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(15))
            let node = try await server.description(of: "thud")
            thud.send(SIGTERM)
            _ = try await ThudProcess.outcome(of: thud, within: .seconds(20))
            return node
        }
        for (key, value) in [
            ("node.name", "thud"), ("media.name", "Thud"), ("media.role", "Game"), ("application.id", "thud"),
        ] {
            #expect(node.contains("\(key) = \"\(value)\""), "\(node)")
        }
    }

    @Test(.heard, arguments: [false, true])
    func
        `where a device of four channels is pulled, loudspeakers that take its place stay silent unless that is allowed`(
            isAllowed: Bool
        ) async throws
    {
        let play =
            ["play", "--bot", "3", "--seconds", "6", "--sound", "off", "--haptics", "drive", "--clock", "live"]
            + (isAllowed ? ["--allow-downmix"] : [])
        let monitor = try await withPrivatePipeWire(channels: 4) { server in
            let thud = try ThudProcess.start(play, environment: server.environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(15))
            try await server.addStereoSink("loudspeakers")
            try await server.removeSink()
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.outcome(of: thud, within: .seconds(40))
            #expect(outcome.exitCode != nil, "\(outcome)")
            return try await recorder.finish()
        }
        let peak = monitor.channels.prefix(2).joined().map(abs).max() ?? -1
        #expect(isAllowed ? peak > 0.1 : peak == 0, "\(peak)")
    }

    @Test(.heard)
    func
        `where the device that haptics have to themselves is not there, or is pulled, no loudspeaker gets their signal`()
        async throws
    {
        let scratch = try ScratchDirectory(prefix: "thud-actuator")
        let (refusal, outcome, monitor) = try await withPrivatePipeWire { server in
            var environment = server.environment
            let configuration = """
                <\(environment["ALSA_CONFIG_PATH"] ?? "")>
                pcm.actuator { type pipewire playback_node "actuator" }
                """
            environment["ALSA_CONFIG_PATH"] = try scratch.write(configuration, to: "asoundrc")
            let play =
                ["play", "--bot", "3", "--seconds", "6", "--sound", "off", "--clock", "live"]
                + ["--haptics-device", "actuator"]
            let refusal = try await ThudProcess.run(play, environment: environment, within: .seconds(20))
            let recorder = try await MonitorRecorder(server)
            try await server.addStereoSink("actuator")
            let thud = try ThudProcess.start(play, environment: environment)
            try await thud.waitForErrorOutput("kape/tick", within: .seconds(15))
            try await server.removeSink("actuator")
            let outcome = try await ThudProcess.outcome(of: thud, within: .seconds(40))
            return (refusal, outcome, try await recorder.finish())
        }
        #expect(refusal.exitCode == 3)
        #expect(
            refusal.errorOutput.contains("plays to the sink actuator, which is missing"), "\(refusal.errorOutput)")
        // Haptics that were not felt count as a failed check.
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.contains("haptics: the sound device is gone"), "\(outcome.errorOutput)")
        #expect(!outcome.errorOutput.contains("is back"), "\(outcome.errorOutput)")
        let samples = monitor.channels.joined()
        #expect(!samples.isEmpty && samples.allSatisfy { $0 == 0 })
    }
}
