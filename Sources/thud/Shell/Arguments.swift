import CThudSystem
import ThudCore

/// The command-line arguments after the program's name.
enum Arguments {
    static let given: [String] = {
        var given: [String] = []
        while let argument = thud_argument(Int32(given.count + 1)) { given.append(String(cString: argument)) }
        return given
    }()

    /// The command line for the argument parser, which has no options with optional values: `--socket PATH` and
    /// `--socket=PATH` become `--socket --socket-path PATH`.
    static func spelledOut(_ given: [String] = given) throws(ThudError) -> [String] {
        var spelledOut: [String] = []
        for argument in try LintLevel.spelledOut(given) {
            if argument.hasPrefix("--socket="), given.first == "listen" {
                spelledOut += ["--socket", "--socket-path", String(argument.dropFirst("--socket=".count))]
            } else {
                let isPath = spelledOut.last == "--socket" && given.first == "listen" && !argument.hasPrefix("-")
                spelledOut += isPath ? ["--socket-path", argument] : [argument]
            }
        }
        return spelledOut
    }
}
