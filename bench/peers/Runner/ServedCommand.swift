import Foundation
import ThudCore
import ThudTestSupport

/// A command whose sound goes to the private server: its output when it is over.
struct ServedCommand {
    let path: String
    let arguments: [String]

    /// More than any round lasts.
    private static let limit = Interval.seconds(3600)

    /// Runs the command to its end, and hands on what it writes to standard error.
    func run(on server: PrivatePipeWire) async throws -> String {
        let program = try RunningProgram(path, arguments, environment: server.environment)
        do {
            try await poll("\(path) to end", within: Self.limit) { !program.isRunning }
            let ending = try await program.end(within: .seconds(1))
            FileHandle.standardError.write(Data(program.errorOutput.utf8))
            guard ending.exitCode == 0 else { throw HarnessError(description: "\(path) failed.") }
            return program.output
        } catch {
            // It has something to clear away itself, also when there is no more time to wait for anything else.
            program.send(SIGTERM)
            try? holdOn("\(path) to end", within: .seconds(5)) { !program.isRunning }
            throw error
        }
    }
}
