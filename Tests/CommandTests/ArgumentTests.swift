import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The arguments reach the program even if Swift's own `CommandLine` finds none.
@Suite(.live) struct ArgumentTests {
    private let surroundings: Surroundings

    init() throws {
        var surroundings = try Surroundings()
        // Without /proc the program cannot find its own location.
        surroundings.environment["THUD_ASSETS"] = Surroundings.checkout
        self.surroundings = surroundings
    }

    /// Runs `thud decks unlock nope` behind another command, such as `env NAME=VALUE`.
    private func unlock(behind command: [String]) async throws -> ThudProcess.Outcome {
        let program = try RunningProgram(
            findProgram(command[0], package: "util-linux"),
            command.dropFirst() + [findProduct("thud"), "decks", "unlock", "nope"],
            environment: surroundings.environment)
        return try await ThudProcess.outcome(of: program, within: .seconds(60))
    }

    private func expectRefusal(_ outcome: ThudProcess.Outcome) async throws {
        let usual = try await surroundings.thud(["decks", "unlock", "nope"])
        #expect(usual.exitCode == 4 && usual.errorOutput.contains("unknown deck nope"))
        #expect(outcome == usual)
    }

    @Test func `a preloaded library may set the environment before main`() async throws {
        let library = try findProduct("libSetsEnvironment.so")
        try await expectRefusal(unlock(behind: ["env", "LD_PRELOAD=\(library)"]))
    }

    @Test func `without /proc the arguments are the same`() async throws {
        let hide = "mount -t tmpfs none /proc && exec \"$@\""
        try await expectRefusal(
            unlock(behind: ["unshare", "--map-root-user", "--mount", "sh", "-c", hide, "sh"]))
    }
}
