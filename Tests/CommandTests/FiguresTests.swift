import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The scripts that copy figures from `make bench` into bench/RESULTS.md, and from there into README.md.
@Suite(.live) struct FiguresTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func run(_ script: String, _ arguments: [String] = []) async throws -> (
        RunningProgram.Ending, RunningProgram
    ) {
        var environment = surroundings.environment
        environment["RESULTS"] = surroundings.scratch.file("RESULTS.md")
        environment["README"] = surroundings.scratch.file("README.md")
        let program = try RunningProgram(
            "\(Surroundings.checkout)/bench/\(script)", arguments, environment: environment)
        return (try await program.end(within: .seconds(20)), program)
    }

    private func block(_ part: String, _ text: String) -> String {
        "<!-- figures: \(part) -->\n\(text)\n<!-- end of figures -->\n"
    }

    private func figures(_ worth: String, _ value: Int) -> String {
        "Measured on 2026-11-22 at commit 1234567, load 0.05 (\(worth)): 2 cores.\n\n| underruns | \(value) | 0 |"
    }

    @Test func `README takes its figures from the results, and a contradiction is reported`() async throws {
        _ = try surroundings.scratch.write("# Results\n\n" + block("round", figures("quiet", 6)), to: "RESULTS.md")
        let text = "# Thud\n\n## Measured\n\n" + block("round", figures("quiet", 0)) + "\nSo much for that.\n"
        let readme = try surroundings.scratch.write(text, to: "README.md")
        let (told, checking) = try await run("readme", ["check"])
        #expect(told.exitCode == 1)
        #expect(checking.errorOutput.contains("say different things"), "\(checking.errorOutput)")
        #expect(try String(contentsOfFile: readme, encoding: .utf8) == text)
        #expect(try await run("readme").0.exitCode == 0)
        #expect(try String(contentsOfFile: readme, encoding: .utf8) == text.replacing("| 0 | 0 |", with: "| 6 | 0 |"))
        #expect(try await run("readme", ["check"]).0.exitCode == 0)
    }

    @Test(arguments: [
        ("## Measured\n\n| underruns | 0 | 0 |\n", "outside of the markers"),
        ("# Thud\n", "no markers"),
        ("<!-- figures: mixing -->\n<!-- end of figures -->\n", "no part for <!-- figures: mixing -->"),
        ("<!-- figures: round -->\n", "no end"),
    ])
    func `a README with figures of unknown origin is refused and left unchanged`(
        readme: String, reason: String
    ) async throws {
        _ = try surroundings.scratch.write(block("round", figures("quiet", 6)), to: "RESULTS.md")
        let path = try surroundings.scratch.write(readme, to: "README.md")
        for arguments in [["check"], []] {
            let (ending, program) = try await run("readme", arguments)
            #expect(ending.exitCode == 1)
            #expect(program.errorOutput.contains(reason), "\(program.errorOutput)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == readme)
        }
    }

    @Test(arguments: [
        ("quiet", "not quiet", false), ("quiet", "a quick look", false), ("not quiet", "a quick look", false),
        ("computed: the same under any load", "computed: the same under any load", true),
        ("quiet", "quiet", true), ("not quiet", "not quiet", true), ("not quiet", "quiet", true),
        ("a quick look", "a quick look", true),
    ])
    func `figures are replaced only by equally reliable ones`(
        old: String, new: String, isReplaced: Bool
    ) async throws {
        let before = block("round", figures(old, 1)) + "\n" + block("tilts", figures("quiet", 3))
        let results = try surroundings.scratch.write(before, to: "RESULTS.md")
        let folder = try surroundings.scratch.directory("new")
        _ = try surroundings.scratch.write(figures(new, 2) + "\n", to: "new/round.md")
        let (ending, program) = try await run("merge", [results, folder, "round"])
        #expect(ending.exitCode == 0, "\(program.errorOutput)")
        #expect(program.output.contains(figures(isReplaced ? new : old, isReplaced ? 2 : 1)), "\(program.output)")
        #expect(program.output.contains(figures("quiet", 3)))
        #expect(program.errorOutput.contains("round is left as it was") != isReplaced, "\(program.errorOutput)")
    }

    @Test func `a figure of the summary is found if some of its keys had no command`() async throws {
        let row = "a key's byte to its command, 199 keys, p50 / p99 / worst | 0.24 / 0.48 / 0.52 ms | 1 ms |"
        let results = try surroundings.scratch.write(block("onset", "| \(row)"), to: "RESULTS.md")
        let (_, program) = try await run("merge", [results, surroundings.scratch.path])
        #expect(program.output.contains("| \(row.replacing(", 199 keys", with: ""))\n"), "\(program.output)")
    }
}
