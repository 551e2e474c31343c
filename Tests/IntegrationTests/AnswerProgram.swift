import Testing
import ThudCore
import ThudTestSupport

/// The program in C that answers each byte with a sound, and logs when.
enum AnswerProgram {
    /// Compiles it, and returns its path.
    static func compiled(in scratch: ScratchDirectory) async throws -> String {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let program = scratch.file("answer")
        let compiler = try RunningProgram(
            findProgram("gcc", package: "gcc"),
            [
                "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, "/\(tests)/AnswerProgram/answer.c", "-lasound",
                "-lm",
            ])
        let ending = try await compiler.end(within: .seconds(60))
        #expect(ending.exitCode == 0, "\(compiler.errorOutput)")
        return program
    }
}
