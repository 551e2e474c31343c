import TestTraits
import Testing
import ThudCore
import ThudReports
import ThudTestSupport

/// What is learnt of the sound server, so that nothing that is played has to be converted or mixed down.
@Suite struct GraphTests {
    @Test(.timed, arguments: [44_100, 96_000])
    func `a bench runs and captures at the rate of the graph`(rate: Int) async throws {
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

    @Test(.heard) func `a drive signal does not come out of two loudspeakers, and the refusal tells what there is`()
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

    @Test(.heard) func `whoever says so has the drive signal mixed down`() async throws {
        let play = ["play", "--bot", "3", "--seconds", "2", "--sound", "off", "--haptics", "drive", "--allow-downmix"]
        let monitor = try await withPrivatePipeWire { server in
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(play, environment: server.environment, within: .seconds(30))
            #expect(outcome.exitCode == 0, "\(outcome)")
            return try await recorder.finish()
        }
        #expect(monitor.channels[0].contains { abs($0) > 0.1 })
    }

    @Test(.heard) func `a device of four channels has it on the third and fourth alone`() async throws {
        let play = ["play", "--bot", "3", "--seconds", "2", "--sound", "off", "--haptics", "drive"]
        let monitor = try await withPrivatePipeWire(channels: 4) { server in
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(play, environment: server.environment, within: .seconds(30))
            #expect(outcome.exitCode == 0, "\(outcome)")
            return try await recorder.finish()
        }
        #expect(monitor.channels[2].contains { abs($0) > 0.1 } && monitor.channels[3].contains { abs($0) > 0.1 })
        #expect(monitor.channels[0].allSatisfy { $0 == 0 } && monitor.channels[1].allSatisfy { $0 == 0 })
    }
}
