import Foundation
import ThudCore

/// The environment of a run of `thud`: no sound server, none of the machine's settings, and a copy of the assets to
/// damage.
package struct Surroundings {
    /// The root folder of the package under test.
    package static var checkout: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }

    package let scratch: ScratchDirectory
    /// An environment in which no sound server answers.
    package var environment: [String: String]

    package init() throws {
        scratch = try ScratchDirectory(prefix: "thud-command")
        environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("THUD_") && !$0.key.hasPrefix("PULSE_") && !$0.key.hasPrefix("PIPEWIRE_")
        }
        environment["XDG_RUNTIME_DIR"] = try scratch.directory("run")
        environment["HOME"] = try scratch.directory("home")
        environment["XDG_DATA_HOME"] = scratch.file("data")
        environment["XDG_CONFIG_HOME"] = scratch.file("config")
        // A default device on a missing server, whatever the machine's own default is.
        environment["ALSA_CONFIG_PATH"] = try scratch.write(PrivatePipeWire.alsaConfiguration, to: "asoundrc")
        environment["CI"] = nil
        // `swift test` sets it if its own output is not a terminal.
        environment["NO_COLOR"] = nil
    }

    /// Copies `Sounds` and `Decks`, and points `THUD_ASSETS` to the copy.
    package mutating func copyAssets() throws -> String {
        let folder = try scratch.directory("assets")
        for name in ["Sounds", "Decks"] {
            try FileManager.default.copyItem(atPath: "\(Self.checkout)/\(name)", toPath: "\(folder)/\(name)")
        }
        environment["THUD_ASSETS"] = folder
        return folder
    }

    /// Writes a file into the folder of the player's own decks and returns its path.
    package func writeOwnDeck(_ text: String, to name: String) throws -> String {
        let folder = try scratch.directory("data/thud/decks")
        return try scratch.write(text, to: "\(folder.dropFirst(scratch.path.count + 1))/\(name)")
    }

    package func thud(_ arguments: [String], in directory: String? = nil) async throws -> ThudProcess.Outcome {
        try await ThudProcess.run(
            arguments, environment: environment, in: directory, within: .seconds(60))
    }

    /// The environment with the built program as the first `thud` of the path.
    package var environmentWithProgram: [String: String] {
        get throws {
            var environment = environment
            let folder = SourceFile.folder(of: try findProduct("thud"))
            environment["PATH"] = "\(folder):\(environment["PATH"] ?? "")"
            return environment
        }
    }

    /// Runs a shell script in the scratch folder, in which `thud` is the program. `words` start the shell.
    package func shell(
        _ script: String, by words: String = "", within limit: Interval = .seconds(60)
    ) async throws -> (code: Int32?, output: String, told: String) {
        let path = try scratch.write(script, to: "script.sh")
        let shell = try RunningProgram(
            findProgram("bash", package: "bash"), ["-c", "cd \(scratch.path); exec \(words) bash \(path)"],
            environment: environmentWithProgram)
        let ending = try await shell.end(within: limit)
        return (ending.exitCode, shell.output, shell.errorOutput)
    }

    /// Runs a shell command on a screen in the scratch folder.
    @discardableResult
    package func onScreen<Result>(
        _ command: String, size: (columns: Int, rows: Int) = (80, 23),
        _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        try await TmuxScreen.running(command, size: size, environment: environment, in: scratch.path, body)
    }

    /// Runs `thud play` on a screen, with the clock as its sound device.
    ///
    /// - Parameter report: the file in the scratch folder that receives standard output, if any.
    package func play<Result>(
        _ arguments: String, size: (columns: Int, rows: Int) = (80, 23), report: String? = nil,
        _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        let redirection = report.map { " >\($0)" } ?? ""
        return try await onScreen(
            "exec \(try ThudProcess.path()) play \(arguments)\(redirection)", size: size, body)
    }
}
