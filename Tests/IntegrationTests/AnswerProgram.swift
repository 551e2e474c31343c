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
