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

    @Test func `a file whose name is not in UTF-8 is refused with a reason`() async throws {
        let outcome = try await surroundings.shell(
            """
            bad=set/$'b\\xFF.ahap'; mkdir set; thud new tap $bad; echo $?; thud new tap set/a.ahap; mv set/a.ahap $bad
            thud convert set out --to he; echo $?; thud audition --lint set; echo $?
            """)
        #expect(outcome.output.filter(\.isNumber).hasPrefix("4"), "\(outcome)")
        #expect(outcome.told.contains("thud: an argument is not in UTF-8; if it is the name of a file, rename "))
        let lines = (outcome.told + outcome.output).split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("its name is not in UTF-8; rename it") } == 2, "\(outcome)")
    }

    @Test func `the words after -- are another program's, or names of files`() async throws {
        let outcome = try await surroundings.thud(
            ["bench", "--capture", "none.wav", "--presses", "none.txt", "--", "game", "--lint=foo"])
        #expect(outcome.exitCode == 2 && !outcome.errorOutput.contains("--lint takes"), "\(outcome)")
        let file = try await surroundings.thud(["audition", "--silent", "--", "--lint=foo"])
        #expect(file.exitCode == 4 && file.errorOutput.contains("called --lint=foo;"), "\(file)")
    }

    @Test func `without /proc the arguments are the same`() async throws {
        let hide = "mount -t tmpfs none /proc && exec \"$@\""
        try await expectRefusal(
            unlock(behind: ["unshare", "--map-root-user", "--mount", "sh", "-c", hide, "sh"]))
    }
}
