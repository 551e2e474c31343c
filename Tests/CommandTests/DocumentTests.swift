import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// README and the documents beside it: their commands run as shown, and every option they name exists.
@Suite(.live) struct DocumentTests {
    static let documents =
        ["README.md"] + ["games", "patterns", "cues", "bench", "devices", "doors", "scripting"].map { "docs/\($0).md" }

    @Test(.heard, arguments: documents) func `the commands of a document print what it shows`(_ document: String)
        async throws
    {
        let examples = try Self.examples(in: document)
        #expect(!examples.isEmpty)
        try await withPrivatePipeWire { server in
            let scratch = try ScratchDirectory(prefix: "thud-document")
            var environment = server.environment
            environment["PATH"] = try "\(Self.folder(of: ThudProcess.path())):\(environment["PATH"] ?? "")"
            environment["NO_COLOR"] = "1"
            for example in examples {
                let shell = try RunningProgram(
                    findProgram("bash", package: "bash"), ["-c", "cd \(scratch.path); { \(example.command)\n} 2>&1"],
                    environment: environment, input: "")
                _ = try await shell.end(within: .seconds(60))
                let printed = shell.output
                #expect(example.matches(printed), "\(document): \(example.command) printed:\n\(printed)")
            }
        }
    }

    @Test(arguments: documents + ["docs/library.md", "docs/testing.md", "CONTRIBUTING.md"])
    func `a document names only commands and options that exist`(_ document: String) async throws {
        let surroundings = try Surroundings()
        let makefile = try Self.text(of: "Makefile")
        for command in try Self.commands(in: document) {
            let words = command.split { " |;)".contains($0) }.map(String.init)
            if words[0] == "make" {
                let target = words.dropFirst().first ?? "help"
                #expect(makefile.contains("\n\(target):"), "\(document): there is no make \(target)")
            } else if words[0] == "thud", let name = words.dropFirst().first, !name.hasPrefix("-") {
                let help = try await surroundings.thud([name, "--help"]).output
                for option in words where option.hasPrefix("--") {
                    let bare = option.prefix { $0 != "=" && $0 != "[" }
                    #expect(help.contains(bare), "\(document): \(command): there is no \(bare)")
                }
            }
        }
    }

    @Test(arguments: [
        ("README.md", "ten-lines"), ("Sources/ThudFeedback/ThudFeedback.docc/TenLines.md", "ten-lines"),
        ("Sources/ThudHaptics/ThudHaptics.docc/LastingCues.md", "lasting"),
        ("Sources/ThudEngine/ThudEngine.docc/WithoutADevice.md", "without-device"),
    ])
    func `the code of a document is that of an example, which is built and run`(document: String, example: String)
        throws
    {
        let code = try Self.text(of: "examples/feedback/Sources/\(example)/main.swift")
        #expect(try Self.text(of: document).contains("```swift\n\(code)```"))
    }

    /// A command that a document shows, and the output below it, in which `…` stands for anything.
    private struct Example {
        var command: String
        var lines: [String] = []

        func matches(_ output: String) -> Bool {
            let parts = lines.map { line in
                line == "…"
                    ? "(.*\\n)*"
                    : line.components(separatedBy: "…").map(NSRegularExpression.escapedPattern).joined(separator: ".*")
                        + "\\n"
            }
            let pattern = "\\A" + parts.joined() + "\\z"
            let text = output.isEmpty || output.hasSuffix("\n") ? output : output + "\n"
            return text.range(of: pattern, options: .regularExpression) != nil
        }
    }

    /// The examples of a document in their order: in blocks marked `console`, a line after `$ ` is a command.
    private static func examples(in document: String) throws -> [Example] {
        var examples: [Example] = []
        var isInside = false
        for line in try text(of: document).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if isInside, !examples.isEmpty {
                examples[examples.count - 1].lines.append(line)
            }
        }
        return examples
    }

    /// What a document shows of `thud` and `make` commands, in blocks and within the text.
    private static func commands(in document: String) throws -> [String] {
        let text = try text(of: document)
        let spans = text.matches(of: /`((?:thud|make) [^`]+)`/).map { String($0.1) }
        let lines = text.matches(of: /(?m)^(?:\$ )?((?:thud|make) [^#\n]+)/).map { String($0.1) }
        let piped = text.matches(of: /[|;] (thud [^#\n]+)/).map { String($0.1) }
        return spans.map { $0.replacing("\n", with: " ") } + lines + piped
    }

    private static func text(of document: String) throws -> String {
        try String(contentsOfFile: "\(Surroundings.checkout)/\(document)", encoding: .utf8)
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }
}
