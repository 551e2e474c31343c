import Foundation
import ThudCore
import ThudTestSupport

/// The machine that the checks run on: its cards, and the programs that play on them.
struct Guest {
    /// Loads a driver.
    func load(_ module: String, _ options: String...) async throws {
        _ = try await run("modprobe", package: "kmod", [module] + options)
    }

    /// Starts a program.
    ///
    /// - Parameter configuration: PCM definitions in addition to the system's own.
    func start(
        _ name: String, package: String, _ arguments: [String], configuration: String? = nil
    ) throws -> RunningProgram {
        try RunningProgram(
            findProgram(name, package: package), arguments, environment: environment(configuration), input: nil)
    }

    /// Runs a program to its end, and returns its standard output.
    func run(_ name: String, package: String, _ arguments: [String]) async throws -> String {
        let program = try RunningProgram(findProgram(name, package: package), arguments)
        let ending = try await program.end(within: .seconds(60))
        try require(ending.exitCode == 0, "\(name) ended with \(ending): \(program.errorOutput)")
        return program.output
    }

    func startThud(_ arguments: [String], configuration: String? = nil) throws -> RunningProgram {
        try RunningProgram(findProduct("thud"), arguments, environment: environment(configuration), input: nil)
    }

    func thud(_ arguments: [String], configuration: String? = nil) async throws -> ThudProcess.Outcome {
        let program = try startThud(arguments, configuration: configuration)
        return try await ThudProcess.outcome(of: program, within: .seconds(120))
    }

    private func environment(_ configuration: String?) throws -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        guard let configuration else { return environment }
        let path = "/tmp/asound-\(UInt32.random(in: 0 ... .max)).conf"
        try Data("</usr/share/alsa/alsa.conf>\n\(configuration)\n".utf8).write(to: URL(fileURLWithPath: path))
        environment["ALSA_CONFIG_PATH"] = path
        return environment
    }
}

/// A recording of a card by `arecord`, raw and with two channels.
final class Recorder {
    private let program: RunningProgram
    private let path: String
    private let format: String

    /// Starts recording.
    init(_ guest: Guest, from pcm: String, format: String = "S32_LE") async throws {
        self.format = format
        path = "/tmp/record-\(UInt32.random(in: 0 ... .max)).raw"
        program = try guest.start(
            "arecord", package: "alsa-utils",
            ["-q", "-D", pcm, "-f", format, "-c", "2", "-r", "48000", "--buffer-size=32768", "-t", "raw", path])
        let path = path
        let program = program
        try await poll("arecord to begin", within: .seconds(5)) {
            try require(program.isRunning, "arecord ended: \(program.errorOutput)")
            return FileManager.default.fileExists(atPath: path)
        }
    }

    /// Ends the recording, and returns its bytes.
    func bytes() async throws -> [UInt8] {
        program.send(2)
        _ = try await program.end(within: .seconds(10))
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Ends the recording, and returns its 32-bit samples, one array per channel.
    func samples() async throws -> (left: [Int32], right: [Int32]) {
        let bytes = try await bytes()
        func sample(_ index: Int) -> Int32 {
            let place = 4 * index
            return (0..<4).reduce(0) { $0 | Int32(truncatingIfNeeded: Int(bytes[place + $1]) << (8 * $1)) }
        }
        let frames = 0..<bytes.count / 8
        return (frames.map { sample(2 * $0) }, frames.map { sample(2 * $0 + 1) })
    }
}
