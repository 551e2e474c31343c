import Foundation
import Testing
import ThudTestSupport

/// A document of this repository, and the commands that it shows.
struct Document: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    /// The documents for users and for those who work on Thud.
    static let all =
        (["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "bench/RESULTS.md"] + docs).map(Self.init)

    private static var docs: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(Surroundings.checkout)/docs")) ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    init(_ name: String) {
        self.name = name
        text = (try? String(contentsOfFile: "\(Surroundings.checkout)/\(name)", encoding: .utf8)) ?? ""
    }

    /// A command that a document shows, and the output below it, in which `…` stands for anything.
    struct Example {
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

    /// The examples in their order: in blocks marked `console`, a line after `$ ` is a command.
    var examples: [Example] {
        lines(ofBlock: "console").reduce(into: []) { examples, line in
            if line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if !examples.isEmpty {
                examples[examples.count - 1].lines.append(line)
            }
        }
    }

    /// Whether an example is a benchmark that passes, which a busy machine prevents.
    var measures: Bool { examples.contains { $0.lines.contains { $0.hasSuffix(": pass") } } }

    /// The commands without output: those within sentences, and the lines of blocks marked `sh`.
    var commands: [String] {
        let spans = text.matches(of: /`((?:(?:thud|make|swift|cp) |(?:scripts|bench)\/[a-z-]+\b(?!\.))[^`]*)`/)
        let lines = lines(ofBlock: "sh").map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) }
        return spans.map { String($0.1).replacing("\n", with: " ") } + lines.filter { !$0.isEmpty }
    }

    /// The options that sentences and tables name, such as `--json`.
    var options: [String] { text.matches(of: /`(--[a-z-]+)/).map { String($0.1) } }

    private func lines(ofBlock language: String) -> [String] {
        var isInside = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter { line in
            guard line.hasPrefix("```") else { return isInside }
            isInside = line == "```" + language
            return false
        }
    }
}
