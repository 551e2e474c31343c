import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The program in C that answers each byte with a sound, and logs when, and one with a window that sends it the bytes.
enum AnswerProgram {
    /// Compiles it, and returns its path.
    static func compiled(in scratch: ScratchDirectory) async throws -> String {
        try await compile("answer", libraries: ["-lasound", "-lm"], in: scratch)
    }

    /// Compiles the program with the window, and returns its path.
    static func compiledWindow(in scratch: ScratchDirectory) async throws -> String {
        try await compile("window", libraries: ["-lX11"], in: scratch)
    }

    /// An answer as the program logs it: when it read the byte, and when the sound left the output, if there was one.
    typealias Answer = (read: Instant, output: Instant?)

    /// Returns the complete lines of its log. If the machine delayed the program or the server, the log itself may be
    /// wrong, so this is recorded as a disturbance.
    static func answers(_ log: String) -> [Answer] {
        log.split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3 else { return nil }
            Disturbances.record(Interval(nanoseconds: abs(numbers[2])), .ordinary)
            return (Instant(nanoseconds: numbers[0]), numbers[1] == 0 ? nil : Instant(nanoseconds: numbers[1]))
        }
    }

    private static func compile(
        _ name: String, libraries: [String], in scratch: ScratchDirectory
    ) async throws -> String {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let program = scratch.file(name)
        let compiler = try RunningProgram(
            findProgram("gcc", package: "gcc"),
            ["-O2", "-Wall", "-Wextra", "-Werror", "-o", program, "/\(tests)/AnswerProgram/\(name).c"] + libraries)
        let ending = try await compiler.end(within: .seconds(60))
        #expect(ending.exitCode == 0, "\(compiler.errorOutput)")
        return program
    }
}
