import Foundation
import ThudCore

/// The built `thud`, run as users run it.
package enum ThudProcess {
    /// A run that has ended.
    package struct Outcome: Hashable, Sendable {
        /// The exit code, or nil if a signal ended it.
        package var exitCode: Int32?
        package var output: String
        package var errorOutput: String

        /// Both outputs as one line, because line breaks in a sentence depend on its numbers and on the machine.
        package var words: String {
            (output + " " + errorOutput).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// Returns the path of a script that stands for the built program in shell commands. It runs the program with the
    /// call guard preloaded. Programs that are started directly get the guard through their environment.
    package static func path() throws -> String { try script.get() }

    private static let script = Result {
        let (program, guardian) = (try findProduct("thud"), try findProduct("libCallGuard.so"))
        let path = try scripts.get().file("thud")
        let text = "#!/bin/sh\nLD_PRELOAD='\(guardian)' exec '\(program)' \"$@\"\n"
        // If a program that another test starts inherited the descriptor, the script could not be run while it is open.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755)
        defer { close(descriptor) }
        guard write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw HarnessError(description: "The script \(path) cannot be written: \(ThudError.words())")
        }
        return path
    }

    private static let scripts = Result { try ScratchDirectory(prefix: "thud-script") }

    /// Runs `thud` to its end.
    ///
    /// - Parameters:
    ///   - environment: the whole environment, usually `PrivatePipeWire.environment`; nil inherits the test's own.
    ///   - directory: the working directory; nil inherits the test's own.
    ///   - limit: the time after which the program is killed and the call throws.
    package static func run(
        _ arguments: [String], environment: [String: String]? = nil, input: String = "", in directory: String? = nil,
        within limit: Interval = .seconds(30)
    ) async throws -> Outcome {
        var command = try [findProduct("thud")] + arguments
        if let directory {
            command = try [findProgram("env", package: "coreutils"), "-C", directory, path()] + arguments
        }
        let program = try RunningProgram(
            command[0], Array(command.dropFirst()), environment: environment, input: input)
        return try await outcome(of: program, within: limit)
    }

    /// Starts `thud`; `outcome` waits for its end. If `input` is nil, standard input stays open for `write`.
    package static func start(
        _ arguments: [String], environment: [String: String], input: String? = ""
    ) throws -> RunningProgram {
        try RunningProgram(findProduct("thud"), arguments, environment: environment, input: input)
    }

    /// Waits for the end of a `thud` that was started.
    package static func outcome(of program: RunningProgram, within limit: Interval) async throws -> Outcome {
        let ending = try await program.end(within: limit)
        return Outcome(exitCode: ending.exitCode, output: program.output, errorOutput: program.errorOutput)
    }

    /// Starts `thud` and passes it to `body` while it runs, with standard input open; it is stopped afterwards.
    package static func running<Result>(
        _ arguments: [String], environment: [String: String]? = nil,
        _ body: (RunningProgram) async throws -> Result
    ) async throws -> Result {
        let program = try RunningProgram(findProduct("thud"), arguments, environment: environment, input: nil)
        do {
            let result = try await body(program)
            await program.stop()
            return result
        } catch {
            await program.stop()
            throw error
        }
    }
}
