import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The library for C, used by programs in C, C++ and Python.
@Suite(.live) struct LibraryTests {
    private let workshop: LibraryWorkshop

    init() throws { workshop = try LibraryWorkshop() }

    private static let extensions = ["-std=c11", "-D_GNU_SOURCE"]

    @Test(
        arguments: ["cues", "lasting", "wrong", "pulled", "threads", "cycles", "scarce"],
        [[], ["-fsanitize=address"]])
    func `a program in C finds everything as the header says, and loses no memory`(
        checks: String, flags: [String]
    ) async throws {
        let program = try await workshop.compile("Tests/LibraryPrograms/checks.c", Self.extensions + flags)
        #expect(try await workshop.run([program, workshop.folder, checks]) == "")
    }

    @Test func `a thread with the stack of the header calls every function`() async throws {
        let program = try await workshop.compile("Tests/LibraryPrograms/stack.c", ["-std=c11"])
        #expect(try await workshop.run([program, workshop.folder]) == "")
        let size = try String(contentsOfFile: "\(LibraryWorkshop.header)/thud.h", encoding: .utf8)
            .firstMatch(of: /A thread that calls them needs a stack of (\d+) KiB/)
        let code = try String(contentsOfFile: "\(Surroundings.checkout)/Tests/LibraryPrograms/stack.c", encoding: .utf8)
        #expect(try code.contains("STACK = \(#require(size).1) * 1024"))
    }

    @Test func `the example of the documents plays both cues`() async throws {
        let code = try String(contentsOfFile: "\(Surroundings.checkout)/examples/c/cues.c", encoding: .utf8)
        let document = try String(contentsOfFile: "\(Surroundings.checkout)/docs/library.md", encoding: .utf8)
        #expect(document.contains("```c\n\(code)```"))
        let program = try await workshop.compile("examples/c/cues.c")
        let env = try [findProgram("env", package: "coreutils"), "-C", workshop.surroundings.scratch.path]
        let output = try await workshop.run(env + [program, "null"])
        let names = output.split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(names == ["bump: outcome 0", "hum: outcome 0"])
    }

    @Test(arguments: [ForeignProgram.c, .cpp, .python])
    func `a script of cues sounds as in the file of thud render`(program: ForeignProgram) async throws {
        try await program.playsAsRendered(in: workshop)
    }

    @Test func `a program in C++ fails without its script`() async throws {
        let path = try await workshop.compile("examples/cpp/pulled.cpp", with: "g++", ["-std=c++17"])
        let program = try RunningProgram(
            path, [workshop.folder, "nowhere", "1"], environment: workshop.surroundings.environment)
        #expect(try await program.end(within: .seconds(60)).exitCode == 1)
    }

    @Test func `turns of a cue feel as the pattern of the same turns`() async throws {
        let pattern = try workshop.surroundings.scratch.write(
            """
            {"Version": 1, "Pattern": [
                {"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1}},
                {"Parameter": {"ParameterID": "HapticIntensityControl", "Time": 0.1, "ParameterValue": 0.3}},
                {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.2, "ParameterCurveControlPoints":
                    [{"Time": 0, "ParameterValue": 0.3}, {"Time": 0.5, "ParameterValue": 1}]}},
                {"ParameterCurve": {"ParameterID": "HapticSharpnessControl", "Time": 0.4, "ParameterCurveControlPoints":
                    [{"Time": 0, "ParameterValue": 0}, {"Time": 0.1, "ParameterValue": 0.5}]}},
                {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.9, "ParameterCurveControlPoints":
                    [{"Time": 0, "ParameterValue": 1}, {"Time": 0.1, "ParameterValue": 0}]}}
            ]}
            """, to: "turned.ahap")
        let program = try await workshop.compile("Tests/LibraryPrograms/lasting.c")
        let channels = try await workshop.channels(of: [program, workshop.folder, "turned"])
        try await workshop.expect(channels, equal: workshop.rendered(pattern), within: 1e-4)
    }

    @Test func `stop is silent within 10 ms, without a click`() async throws {
        let program = try await workshop.compile("Tests/LibraryPrograms/lasting.c")
        let stop = 4_800
        for samples in try await workshop.channels(of: [program, workshop.folder, "stopped"]) {
            #expect(samples[..<stop].contains { abs($0) > 0.05 })
            #expect(samples[(stop + 480)...].allSatisfy { $0 == 0 })
            // A click is a step that the sound itself does not have.
            let steps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
            #expect(try #require(steps[(stop - 1)...].max()) <= #require(steps[480..<(stop - 1)].max()))
        }
    }

    /// One search for a string in a string would bring in Swift's regular expressions, which are 1.2 MB.
    @Test(.enabled(if: LibraryWorkshop.made == nil)) func `it needs none of Swift's large modules`() async throws {
        let names = try await workshop.run(
            [findProgram("nm", package: "binutils"), "-D", findProduct("libthud-c.so")], isCompiler: true)
        #expect(names.contains("thud_open"))
        #expect(!names.contains("17_StringProcessing") && !names.contains("10Foundation"))
    }

    @Test func `the header compiles as C++, and as strict C`() async throws {
        let scratch = workshop.surroundings.scratch
        let source = try scratch.write(
            "#include <thud.h>\nint main(void) { thud_options o = {0}; (void)o; return thud_stop(NULL) == 0; }\n",
            to: "a.c")
        let plus = try scratch.write(
            "#include <thud.h>\nint main() { thud_options o = {}; (void)o; return thud_stop(nullptr) == 0; }\n",
            to: "a.cpp")
        let common = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-I\(LibraryWorkshop.header)"]
        try await workshop.run([findProgram("gcc", package: "gcc")] + common + ["-std=c11", source])
        try await workshop.run([findProgram("g++", package: "g++")] + common + ["-std=c++11", plus])
    }
}
