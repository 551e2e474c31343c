import Foundation
import Synchronization
import ThudCore

/// A private sound server for a test: PipeWire with one null sink, and WirePlumber for policy. It runs in a fresh
/// directory, without D-Bus and isolated from the machine's sound.
package final class PrivatePipeWire: Sendable {
    /// The null sink's node name.
    package static let sinkName = "thud-sink"

    /// The number of channels: 2 (FL FR) or 4 (FL FR RL RR).
    package let channels: Int
    /// The whole environment for programs that use this server.
    package let environment: [String: String]
    private let scratch: ScratchDirectory
    private let programs = Mutex<(daemon: RunningProgram, policy: RunningProgram)?>(nil)

    /// Prepares the directory; `start` starts the server.
    init(channels: Int, rate: Int) throws {
        self.channels = channels
        let scratch = try ScratchDirectory(prefix: "thud-pipewire")
        self.scratch = scratch
        _ = try scratch.directory("config/pipewire")
        _ = try scratch.directory("config/wireplumber/policy.lua.d")
        try scratch.write(Self.daemonConfiguration(channels: channels, rate: rate), to: "config/pipewire/private.conf")
        try scratch.write(Self.sessionPolicy, to: "config/wireplumber/policy.lua.d/80-private.lua")
        var environment = ProcessInfo.processInfo.environment
        for name in environment.keys where name.hasPrefix("PIPEWIRE_") || name.hasPrefix("PULSE_") {
            environment[name] = nil
        }
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["XDG_RUNTIME_DIR"] = try scratch.directory("run")
        environment["XDG_CONFIG_HOME"] = scratch.file("config")
        environment["XDG_STATE_HOME"] = try scratch.directory("state")
        environment["XDG_DATA_HOME"] = try scratch.directory("data")
        environment["HOME"] = try scratch.directory("home")
        environment["ALSA_CONFIG_PATH"] = try scratch.write(Self.alsaConfiguration, to: "asoundrc")
        self.environment = environment
    }

    /// Starts the daemon and its policy, and waits until the null sink is the default sink.
    func start() async throws {
        let daemon = try RunningProgram(
            findProgram("pipewire", package: "pipewire-bin"), ["-c", "private.conf"], environment: environment)
        try await poll("PipeWire's socket", within: .seconds(30)) {
            try Self.check(daemon, "pipewire")
            return FileManager.default.fileExists(atPath: scratch.file("run/pipewire-0"))
        }
        // WirePlumber 0.4 selects a part of itself by configuration file, 0.5 by profile. The policy part alone watches
        // no device and needs no D-Bus.
        let isOlder = FileManager.default.fileExists(atPath: "/usr/share/wireplumber/policy.conf")
        let policy = try RunningProgram(
            findProgram("wireplumber", package: "wireplumber"),
            isOlder ? ["-c", "policy.conf"] : ["--profile=policy"], environment: environment)
        programs.withLock { $0 = (daemon, policy) }
        try await poll("the null sink to become the default", within: .seconds(30)) {
            try Self.check(daemon, "pipewire")
            try Self.check(policy, "wireplumber")
            return await defaultSink.contains("\"\(Self.sinkName)\"")
        }
    }

    private static func check(_ program: RunningProgram, _ name: String) throws {
        guard program.isRunning else {
            throw HarnessError(description: "\(name) ended at once: \(program.output)\(program.errorOutput)")
        }
    }

    /// The metadata of the default sink; empty before the server answers.
    private var defaultSink: String {
        get async { (try? await run("pw-metadata", ["0", "default.audio.sink"])) ?? "" }
    }

    /// Runs a tool on this server and returns its output. Throws an error if the tool fails.
    @discardableResult
    package func run(_ tool: String, _ arguments: [String], package: String = "pipewire-bin") async throws -> String {
        let start = Instant.now()
        let program = try RunningProgram(findProgram(tool, package: package), arguments, environment: environment)
        let ending = try await program.end(within: .seconds(30))
        Disturbances.recordLateTest(.now() - start)
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "\(tool) \(arguments) failed: \(program.output)\(program.errorOutput)")
        }
        return program.output
    }

    /// Sets the volume or the muting of the default sink: the arguments of wpctl except for the sink.
    package func mix(_ command: String, _ value: String) async throws {
        try await run("wpctl", [command, "@DEFAULT_AUDIO_SINK@", value], package: "wireplumber")
    }

    /// Returns whether a node of that name plays or captures now; false without a server.
    package func hasNode(_ name: String) async -> Bool {
        let nodes = try? await run("pw-cli", ["ls", "Node"])
        return nodes?.contains("node.name = \"\(name)\"") ?? false
    }

    /// Returns the description of a node by the server's own tool, with its properties.
    package func description(of name: String) async throws -> String {
        try await run("pw-cli", ["info", name])
    }

    /// Forces the graph's quantum for every client, or with nil lets it follow the clients' requests.
    package func forceQuantum(_ frames: Int?) async throws {
        try await run("pw-metadata", ["-n", "settings", "0", "clock.force-quantum", "\(frames ?? 0)"])
    }

    /// Adds a stereo sink that becomes the default once the first sink is removed.
    package func addStereoSink(_ name: String) async throws {
        let properties =
            "{ factory.name = support.null-audio-sink, node.name = \(name), media.class = Audio/Sink, object.linger = true, "
            + "audio.position = [ FL FR ], session.suspend-timeout-seconds = 0 }"
        try await run("pw-cli", ["create-node", "adapter", properties])
    }

    /// Removes a sink, as unplugging it would, and waits until another one is the default.
    package func removeSink(_ name: String = sinkName) async throws {
        try await run("pw-cli", ["destroy", name])
        try await poll("another default sink", within: .seconds(30)) {
            let sink = await defaultSink
            return !sink.isEmpty && !sink.contains("\"\(name)\"")
        }
    }

    /// Ends the server cleanly.
    package func stop() async {
        guard let programs = programs.withLock({ $0.take() }) else { return }
        await programs.policy.stop()
        await programs.daemon.stop()
    }

    /// Suspends the daemon: its clients stay connected, and it delivers nothing.
    package func freeze() { programs.withLock { $0?.daemon.send(SIGSTOP) } }

    /// Resumes the daemon.
    package func thaw() { programs.withLock { $0?.daemon.send(SIGCONT) } }

    /// Kills the daemon without warning, as a crash would; clients see a dead server.
    package func kill() async throws {
        guard let programs = programs.withLock({ $0.take() }) else { return }
        programs.daemon.send(SIGKILL)
        _ = try await programs.daemon.end(within: .seconds(30))
        await programs.policy.stop()
    }

    /// Restarts the server in the same directory, after `stop` or `kill`.
    package func restart() async throws {
        await stop()
        try? FileManager.default.removeItem(atPath: scratch.file("run/pipewire-0"))
        try await start()
    }
}
