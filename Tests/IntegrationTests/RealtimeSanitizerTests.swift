import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// RealtimeSanitizer verifies the compiler's proof that the render path neither allocates nor locks.
@Suite(.live) struct RealtimeSanitizerTests {
    /// Runs a part of realtime-probe, which is linked with the sanitizer, and returns the exit code.
    private func run(_ part: String) async throws -> (exitCode: Int32?, errorOutput: String) {
        let probe = try RunningProgram(findProduct("realtime-probe"), [part])
        let ending = try await probe.end(within: .seconds(60))
        return (ending.exitCode, probe.errorOutput)
    }

    @Test func `an allocation between enter and exit ends the process with 43`() async throws {
        #expect(try await run("allocate").exitCode == 43)
    }

    @Test func `reading the clock between enter and exit is allowed`() async throws {
        #expect(try await run("clock").exitCode == 0)
    }

    @Test func `the audio thread handles every fate of a voice without a violation`() async throws {
        let judged = try await run("engine")
        #expect(judged.exitCode == 0, "\(judged.errorOutput)")
    }
}
