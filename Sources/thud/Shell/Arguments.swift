import CThudSystem
import ThudCore
import ThudPatterns

/// The command-line arguments after the program's name.
enum Arguments {
    static let given: [String] = {
        var given: [String] = []
        while let argument = thud_argument(Int32(given.count + 1)) { given.append(String(cString: argument)) }
        return given
    }()

    /// Whether all arguments are in UTF-8. A file whose name is not can only be refused.
    private static var areInUTF8: Bool {
        given.indices.allSatisfy { index in
            thud_argument(Int32(index + 1)).map { String(validatingCString: $0) != nil } ?? true
        }
    }

    /// The command line for the argument parser, which has no options with optional values: `--socket PATH` and
    /// `--socket=PATH` become `--socket --socket-path PATH`, and `--lint=LEVEL` becomes `--lint --lint-level LEVEL`.
    static func spelledOut(_ given: [String] = given) throws(ThudError) -> [String] {
        guard areInUTF8 else {
            throw ThudError(.badInput, "an argument is not in UTF-8; if it is the name of a file, rename the file")
        }
        // What follows `--` are names of files, or the words of another program.
        let own = given.prefix { $0 != "--" }
        var spelledOut: [String] = []
        for argument in own {
            if argument.hasPrefix("--lint=") {
                spelledOut += ["--lint", "--lint-level", try lintLevel(argument.dropFirst("--lint=".count))]
            } else if argument.hasPrefix("--socket="), given.first == "listen" {
                spelledOut += ["--socket", "--socket-path", String(argument.dropFirst("--socket=".count))]
            } else {
                let isPath = spelledOut.last == "--socket" && given.first == "listen" && !argument.hasPrefix("-")
                spelledOut += isPath ? ["--socket-path", argument] : [argument]
            }
        }
        return spelledOut + given.dropFirst(own.count)
    }

    private static func lintLevel(_ text: Substring) throws(ThudError) -> String {
        if let level = Disposition.Severity(rawValue: String(text)) { return level.rawValue }
        throw ThudError(.usage, "--lint takes error, warning or style, not \(text.isEmpty ? "nothing" : text)")
    }
}
