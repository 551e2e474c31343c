import Foundation
import ThudCore
import ThudTestSupport

/// The peers' additions to the tests' private server.
struct Server {
    let pipewire: PrivatePipeWire
    private let pulse: RunningProgram?

    /// Adds PulseAudio's protocol if pipewire-pulse is installed, and caps the quantum at 1024.
    ///
    /// 1024 is PipeWire's usual quantum. The recorder requests 2048 to avoid lowering the quantum for anybody, but it
    /// must not raise it for clients without a request either.
    init(_ pipewire: PrivatePipeWire) async throws {
        self.pipewire = pipewire
        let settings = ["-n", "settings", "0", "clock.max-quantum", "1024"]
        let metadata = try RunningProgram(
            findProgram("pw-metadata", package: "pipewire-bin"), settings, environment: pipewire.environment)
        _ = try await metadata.end(within: .seconds(5))
        guard let path = try? findProgram("pipewire-pulse", package: "pipewire-pulse") else {
            pulse = nil
            return
        }
        let pulse = try RunningProgram(path, environment: pipewire.environment)
        self.pulse = pulse
        try await Task.sleep(for: .milliseconds(500))
        guard pulse.isRunning else { throw HarnessError(description: "pipewire-pulse ended: \(pulse.errorOutput)") }
    }

    /// Ends what was added.
    func stop() async { await pulse?.stop() }
}

/// A command whose sound goes to the private server, and whose output is returned at the end.
struct ServedCommand {
    let path: String
    let arguments: [String]

    /// Longer than any round.
    private static let limit = Interval.seconds(3600)

    /// Runs the command to its end, and passes on its standard error.
    func run(on server: PrivatePipeWire) async throws -> String {
        let program = try RunningProgram(path, arguments, environment: server.environment)
        do {
            try await poll("\(path) to end", within: Self.limit) { !program.isRunning }
            let ending = try await program.end(within: .seconds(1))
            FileHandle.standardError.write(Data(program.errorOutput.utf8))
            guard ending.exitCode == 0 else { throw HarnessError(description: "\(path) failed.") }
            return program.output
        } catch {
            // The command must clean up, even if there is no time to wait for anything else.
            program.send(SIGTERM)
            try? holdOn("\(path) to end", within: .seconds(5)) { !program.isRunning }
            throw error
        }
    }
}
