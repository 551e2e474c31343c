import Foundation
import ThudCore

/// A child process whose output goes to files, so that it never blocks on a pipe and can be read while it runs.
package final class RunningProgram: Sendable {
    /// How a program ended.
    package struct Ending: Sendable, Equatable {
        /// The exit code, or nil if a signal ended the program.
        package var exitCode: Int32?
        /// The signal that ended the program, if one did.
        package var signal: Int32?

        private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

        /// The signal of a crash, which a shell reports as an exit code; nil if the program did not crash.
        var crash: Int32? {
            let signal = signal ?? exitCode.map { $0 - 128 }
            return signal.flatMap { Self.crashes.contains($0) ? $0 : nil }
        }
    }

    /// The process ID while it runs.
    package var processIdentifier: pid_t { process.identifier }
    private let process: ChildProcess
    private let name: String
    private let input: FileHandle
    private let scratch: ScratchDirectory

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: the executable's full path; see `findProgram`.
    ///   - environment: the whole environment of the child, or nil for this process's own.
    ///   - input: written to standard input, which is then closed; nil keeps standard input open for `write`.
    ///   - terminal: the path of a pseudoterminal that controls the program and serves as its standard input.
    package init(
        _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: String? = "",
        terminal: String? = nil
    ) throws {
        scratch = try ScratchDirectory(prefix: "thud-program")
        name = (path as NSString).lastPathComponent
        let pipe = Pipe()
        let ends = [pipe.fileHandleForReading, pipe.fileHandleForWriting]
        // If a later program inherited the far end, this one would never see the end of its input.
        for end in ends { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        // Writing to a program that has ended should throw an error, not kill this process.
        signal(SIGPIPE, SIG_IGN)
        let streams = try [ends[0], scratch.createFile("stdout"), scratch.createFile("stderr")]
        process = try withExtendedLifetime(streams) {
            try spawn(
                path, arguments, environment: Self.guarded(environment, program: path),
                descriptors: streams.map(\.fileDescriptor), terminal: terminal)
        }
        self.input = pipe.fileHandleForWriting
        if let input {
            try write(input)
            try closeInput()
        }
    }

    deinit { process.send(SIGKILL) }

    /// Returns an environment in which the call guard watches a program of this package.
    private static func guarded(_ environment: [String: String]?, program: String) -> [String: String] {
        let environment = environment ?? ProcessInfo.processInfo.environment
        let library = (program as NSString).deletingLastPathComponent + "/libCallGuard.so"
        guard FileManager.default.fileExists(atPath: library) else { return environment }
        return environment.merging(["LD_PRELOAD": library]) { _, new in new }
    }

    /// The program's standard output so far.
    package var output: String { scratch.text(of: "stdout") }

    /// The program's standard error so far.
    package var errorOutput: String { scratch.text(of: "stderr") }

    package var isRunning: Bool { currentEnding == nil }

    private var currentEnding: Ending? {
        process.ending.map { ending in
            let signal = ending.status & 0x7F
            return signal == 0
                ? Ending(exitCode: (ending.status >> 8) & 0xFF, signal: nil) : Ending(exitCode: nil, signal: signal)
        }
    }

    /// Writes to the program's standard input.
    package func write(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

    package func closeInput() throws { try input.close() }

    /// Sends a signal if the program still runs.
    package func send(_ signal: Int32) { process.send(signal) }

    /// Waits for the program to end. After the limit the program is killed and the wait throws, and so it does if the
    /// program crashes, unless that is meant.
    package func end(within limit: Interval, mayCrash: Bool = false) async throws -> Ending {
        do {
            try await poll("\(name) to end", within: limit) { !isRunning }
        } catch {
            await stop()
            throw HarnessError(description: "\(error)\n\(name) wrote:\n\(output)\n\(errorOutput)")
        }
        guard let ending = currentEnding else { throw HarnessError(description: "\(name) did not end.") }
        if !mayCrash, let signal = ending.crash {
            throw ProgramCrash(description: "\(name) crashed with signal \(signal): \(output)\(errorOutput)")
        }
        return ending
    }

    /// Sends SIGTERM, and after two seconds SIGKILL.
    package func stop() async {
        send(SIGTERM)
        try? await poll("\(name) to stop", within: .seconds(2)) { !isRunning }
        send(SIGKILL)
        try? await poll("\(name) to die", within: .seconds(2)) { !isRunning }
    }

    /// Waits until standard output contains `text`; throws if the program ends or the limit passes first.
    package func waitForOutput(_ text: String, within limit: Interval) async throws {
        try await wait(for: text, within: limit) { output }
    }

    /// Waits until standard error contains `text`; throws like `waitForOutput`.
    package func waitForErrorOutput(_ text: String, within limit: Interval) async throws {
        try await wait(for: text, within: limit) { errorOutput }
    }

    private func wait(for text: String, within limit: Interval, in stream: () -> String) async throws {
        try await poll("\(name) to print “\(text)”", within: limit) {
            // It may print and end between two looks.
            let isRunning = isRunning
            if stream().contains(text) { return true }
            if isRunning { return false }
            throw HarnessError(description: "\(name) ended before it printed “\(text)”: \(output)\(errorOutput)")
        }
    }
}
