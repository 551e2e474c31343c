import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `--actuator`: one shaped drive signal in every command, and what is felt under it.
@Suite(.live) struct ActuatorCommandTests {
    private let surroundings: Surroundings
    private let pattern: String

    init() throws {
        surroundings = try Surroundings()
        pattern = try surroundings.scratch.write(
            """
            {"Version": 1, "Pattern": [{"Event": {"Time": 0.05, "EventType": "HapticTransient"}},
              {"Event": {"Time": 0.1, "EventType": "HapticContinuous", "EventDuration": 0.2}}]}
            """, to: "a.ahap")
    }

    /// Runs a command that writes a file, and returns one of the file's channels.
    private func channel(_ index: Int, of name: String, _ arguments: [String]) async throws -> [Float] {
        let outcome = try await surroundings.thud(arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 0, "\(outcome)")
        return try SoundFile.read(surroundings.scratch.file(name)).channels[index]
    }

    private func saved(_ rendering: String, _ more: String...) async throws -> [Float] {
        let arguments = ["audition", pattern, "--silent", "--as", rendering, "--save", "a.wav"]
        return try await channel(0, of: "a.wav", arguments + more)
    }

    @Test func `haptics that only an actuator plays count for the length`() async throws {
        let outcome = try await surroundings.thud(["audition", pattern, "--device", "null", "--haptics-device", "null"])
        #expect(outcome.exitCode == 0 && outcome.output.contains("length 0.300 s"), "\(outcome)")
    }

    @Test func `every command writes the same shaped drive`() async throws {
        let drive = try await saved("drive", "--actuator", "lra")
        #expect(try await saved("drive") != drive)
        let shaped = ["--actuator", "lra"]
        for (name, arguments) in [
            ("c.wav", ["convert", pattern, "c.wav"]), ("r.wav", ["render", pattern, "r.wav"]),
            ("p.wav", ["audition", pattern, "--device", "null", "--record", "p.wav"]),
        ] {
            let written = try await channel(2, of: name, arguments + shaped)
            let peaks = [drive, written].map { samples in samples.indices.max { samples[$0] < samples[$1] } ?? 0 }
            let first = peaks[1] - peaks[0]
            #expect(first >= 0 && zip(drive, written[max(0, first)...]).allSatisfy { abs($0 - $1) < 1e-4 }, "\(name)")
        }
    }

    /// What is played comes at any time and without later samples than the cue's.
    @Test func `a played cue drives the actuator as a rendered one does`() async throws {
        let cue = "kape/correct"
        let played = ["--haptics", "drive", "--device", "null", "--record", "p.wav"]
        let bench = ["bench", "--loopback", "off", "--count", "1", "--game", "none", "--no-cold-start", "--cue", cue]
        for actuator in [[], ["--actuator", "lra"]] {
            let rendered = try await channel(2, of: "r.wav", ["render", cue, "r.wav", "--haptics", "drive"] + actuator)
            let loud = try #require(rendered.firstIndex { abs($0) > 0.01 })
            for (arguments, input) in [(bench, ""), (["listen"], "\(cue)\n")] {
                let outcome = try await ThudProcess.run(
                    arguments + played + actuator, environment: surroundings.environment, input: input,
                    in: surroundings.scratch.path, within: .seconds(60))
                #expect(outcome.exitCode == 0, "\(outcome)")
                let drive = try SoundFile.read(surroundings.scratch.file("p.wav")).channels[2]
                let first = try #require(drive.firstIndex { abs($0) > 0.01 })
                let differences = zip(rendered[loud...], drive[first...]).map { abs($0 - $1) }
                #expect(differences.count > 1_000 && differences.allSatisfy { $0 < 1e-3 }, "\(arguments + actuator)")
            }
        }
    }

    @Test func `a round drives an actuator with a shaped signal`() async throws {
        let round = ["play", "kape", "--bot", "3", "--seconds", "5", "--clock", "virtual", "--haptics", "drive"]
        func drive(_ more: String...) async throws -> [Float] {
            try await channel(2, of: "p.wav", round + ["--record", "p.wav"] + more)
        }
        let (neutral, shaped) = (try await drive(), try await drive("--actuator", "lra"))
        #expect(neutral.contains { $0 != 0 } && neutral != shaped)
    }

    @Test func `without an actuator what is felt is the neutral drive`() async throws {
        #expect(try await saved("felt") == saved("drive"))
        #expect(try await saved("felt", "--actuator", "ideal") == saved("drive"))
    }

    @Test(arguments: [
        ["convert", "a.ahap", "b.he", "--actuator", "lra"], ["convert", "a.ahap", "b.wav", "--actuator", "none"],
        ["render", "a.ahap", "b.wav", "--actuator", "none"], ["listen", "--haptics", "drive", "--actuator", "none"],
        ["play", "--bot", "1", "--clock", "virtual", "--haptics", "drive", "--actuator", "none"],
        ["bench", "--actuator", "lra", "--", "true"],
    ])
    func `an actuator that does not apply or is unknown gives one sentence`(arguments: [String]) async throws {
        let outcome = try await surroundings.thud(arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == (arguments.contains("lra") ? 2 : 4) && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errorOutput.split(separator: "\n").count == 1)
    }

    /// `bench/felt` passes the saved drive through a resonator of its own, in numpy.
    @Test(.timeLimit(.minutes(5))) func `a resonator in numpy moves as felt shows`() async throws {
        let cues = ["kape/correct", "habit/complete", "impact.heavy", "android.spin", "notification.error", pattern]
        // Debian's own, because another one earlier in the path does not know Debian's packages.
        let python = "/usr/bin/python3"
        let numpy = try RunningProgram(python, ["-c", "import numpy"], environment: surroundings.environment)
        try #require(try await numpy.end(within: .seconds(60)).exitCode == 0, "install python3-numpy")
        let felt = ["\(Surroundings.checkout)/bench/felt", "--thud", try ThudProcess.path()]
        let program = try RunningProgram(python, felt + cues, environment: surroundings.environment)
        let ending = try await program.end(within: .seconds(240))
        #expect(ending.exitCode == 0, "\(program.output)\(program.errorOutput)")
        #expect(program.output.split(separator: "\n").count == 4 && program.output.contains("lra: 6 patterns"))
        let unfelt = try RunningProgram(python, felt + ["magic/snow"], environment: surroundings.environment)
        #expect(try await unfelt.end(within: .seconds(60)).exitCode == 1, "\(unfelt.output)\(unfelt.errorOutput)")
    }
}
