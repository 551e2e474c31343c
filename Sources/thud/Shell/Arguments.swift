import CThudSystem
import ThudCore

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
    /// `--socket=PATH` become `--socket --socket-path PATH`.
    static func spelledOut(_ given: [String] = given) throws(ThudError) -> [String] {
        guard areInUTF8 else {
            throw ThudError(.badInput, "an argument is not in UTF-8; if it is the name of a file, rename the file")
        }
        // What follows `--` are names of files, or the words of another program.
        let own = given.prefix { $0 != "--" }
        var spelledOut: [String] = []
        for argument in try LintLevel.spelledOut(Array(own)) {
            if argument.hasPrefix("--socket="), given.first == "listen" {
                spelledOut += ["--socket", "--socket-path", String(argument.dropFirst("--socket=".count))]
            } else {
                let isPath = spelledOut.last == "--socket" && given.first == "listen" && !argument.hasPrefix("-")
                spelledOut += isPath ? ["--socket-path", argument] : [argument]
            }
        }
        return spelledOut + given.dropFirst(own.count)
    }
}
