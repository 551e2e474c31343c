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

    /// An answer as the program logs it: when the sound left the output, and by how much the machine delayed the
    /// program or the server, because then that instant may be wrong.
    typealias Answer = (output: Instant, delay: Interval)

    /// Returns the answers of its log by the numbers of the presses. The press after a rest has the number 0.
    static func answers(_ log: String) -> [Int: Answer] {
        log.split(separator: "\n").reduce(into: [:]) { answers, line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3 else { return }
            let (number, output, delay) = (Int(numbers[0]) - 1, numbers[1], abs(numbers[2]))
            answers[number] = (Instant(nanoseconds: output), Interval(nanoseconds: delay))
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
