import Glibc
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// `thud doctor` on a private server.
@Suite(.timed)
struct DoctorTests {
    /// - Parameter definition: a PCM to define and to play through instead of the default.
    private func doctor(
        quantum: Int? = nil, rate: Int = 48_000, through definition: (name: String, text: String)? = nil,
        hasMusic: Bool = false
    ) async throws -> ThudProcess.Outcome {
        try await withPrivatePipeWire(rate: rate) { server in
            if let quantum { try await server.forceQuantum(quantum) }
            var environment = server.environment
            let scratch = try ScratchDirectory(prefix: "thud-doctor")
            if let definition {
                environment["ALSA_CONFIG_PATH"] = try scratch.write(
                    "</usr/share/alsa/alsa.conf>\npcm.\(definition.name) \(definition.text)\n", to: "asoundrc")
            }
            let device = definition.map { ["--device", $0.name] } ?? []
            let music = hasMusic ? try Music(.seconds(30), on: server) : nil
            defer { withExtendedLifetime(music) {} }
            return try await ThudProcess.run(["doctor"] + device, environment: environment, within: .seconds(60))
        }
    }

    @Test func `an unmodified server allows low latency, and its delay is correct`() async throws {
        let outcome = try await doctor()
        #expect(outcome.exitCode == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n")
        for subject in [
            "quantum             not forced", "resampling          none", "predicted delay     accurate to 0.0",
        ] {
            #expect(lines.contains { $0.hasPrefix("ok    \(subject)") }, "\(subject) in \(outcome.output)")
        }
    }

    @Test func `music that covers the quiet cues is no fault of the machine`() async throws {
        let outcome = try await doctor(hasMusic: true)
        #expect(outcome.exitCode == 0 && outcome.output.contains("-> stop other sounds"), "\(outcome)")
    }

    @Test func `a graph at another rate needs no resampling, because the stream adopts it`() async throws {
        let outcome = try await doctor(rate: 44_100)
        #expect(
            outcome.output.contains("ok    resampling          none: the graph runs at 44100 Hz"), "\(outcome.output)")
    }

    @Test func `a PCM that resamples before the server is named`() async throws {
        let outcome = try await doctor(
            through: (name: "converting", text: "{ type plug slave { pcm { type pipewire } rate 44100 } }"))
        #expect(
            outcome.output.contains("warn  resampling          converting converts the rate in alsa-lib"), "\(outcome)")
    }

    @Test func `a server without a sink is named, and nothing that would follow from it`() async throws {
        try await withPrivatePipeWire { server in
            try await server.removeSink()
            let outcome = try await ThudProcess.run(["doctor"], environment: server.environment, within: .seconds(60))
            let lines = outcome.output.split(separator: "\n")
            #expect(outcome.exitCode == 1 && lines.count == 3, "\(outcome)")
            #expect(lines[1] == "FAIL  sound device        PipeWire runs, but it has no default sink")
            let audition = try await ThudProcess.run(
                ["audition", "impact.heavy"], environment: server.environment, within: .seconds(60))
            let remark = "No sound device: PipeWire has no sink for default; "
            #expect(audition.errorOutput.hasPrefix(remark), "\(audition)")
        }
    }

    @Test func `a signal while doctor listens to its cues ends it without a report`() async throws {
        try await withPrivatePipeWire { server in
            let doctor = try ThudProcess.start(["doctor"], environment: server.environment)
            try await poll("the capture of its cues", within: .seconds(30)) { await server.hasNode("thud-bench") }
            doctor.send(SIGINT)
            let ending = try await doctor.end(within: .seconds(30))
            #expect(ending.signal == SIGINT && doctor.output.isEmpty, "\(ending), \(doctor.output)")
        }
    }

    @Test func `a forced quantum is named, with the command that releases it`() async throws {
        let outcome = try await doctor(quantum: 2048)
        #expect(outcome.output.contains("warn  quantum             forced to 2048 frames"), "\(outcome)")
        #expect(outcome.output.contains("-> pw-metadata -n settings 0 clock.force-quantum 0"))
        // Nothing else would help.
        #expect(!outcome.output.contains("--period") && !outcome.output.contains("-> play through PipeWire"))
    }
}
