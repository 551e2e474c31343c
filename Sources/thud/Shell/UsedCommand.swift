import ArgumentParser
import ThudCore

/// The command that a command line uses, as far as its words name one.
struct UsedCommand {
    /// The full name, for example `thud decks unlock`.
    private(set) var name = "thud"
    /// A sentence about the first word that should name a subcommand and names none; nil if there is no such word.
    let unknownCommand: String?
    /// A sentence about the first word that is no known subcommand or option, or about the first value or argument that
    /// is missing; nil if there is nothing of the kind. All that follows from the command's help alone.
    var refusal: String? {
        if let unknownCommand { return unknownCommand }
        let help = Thud.helpMessage(for: command.configuration.defaultSubcommand ?? command)
        let lines = help.matches(of: /(?m)^  (-\w)?(?:, )?(--[\w-]+)?(?:\/(--[\w-]+))?(?: (<[^>]+>))?/).map { line in
            (names: [line.1, line.2, line.3].compactMap(\.self).map(String.init), value: line.4.map(String.init))
        }
        let options = lines.flatMap(\.names)
        var rest = words.prefix { $0 != "--" }
        var arguments = words.dropFirst(rest.count + 1).count
        while let word = rest.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            if word.hasPrefix("--"), !options.contains(name) {
                let long = options.filter { $0.hasPrefix("--") }
                return "unknown option \(name)\(NearestName.question(name, among: long))"
            }
            if let value = lines.first(where: { $0.names.contains(word) })?.value {
                guard let next = rest.first, !options.contains(next) else { return "\(word) needs a value, \(value)" }
                if !next.hasPrefix("--") { rest.removeFirst() }
            } else if !word.hasPrefix("-") || word == PatternOutput.standard {
                arguments += 1
            }
        }
        let usage = help.firstMatch(of: /USAGE: (.*)/).map { $0.1.replacing(/\[.*?\]|<options>/, with: "") } ?? ""
        return usage.matches(of: /<[^>]+>/).dropFirst(arguments).first.map { "\($0.0) is missing" }
    }

    private let command: any ParsableCommand.Type
    /// The words after the command.
    private let words: ArraySlice<String>

    init(_ arguments: [String]) {
        var command: any ParsableCommand.Type = Thud.self
        var words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        while let word = words.first, let next = Self.subcommand(word, of: command) {
            command = next
            name += " \(word)"
            words = words.dropFirst()
        }
        unknownCommand = words.first.flatMap { [command] in Self.unknownCommand($0, of: command) }
        (self.command, self.words) = (command, words)
    }

    private static func subcommand(_ name: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)?
    { command.configuration.subcommands.first { $0.configuration.commandName == name } }

    private static func unknownCommand(_ word: String, of command: any ParsableCommand.Type) -> String? {
        let known = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        // The parser adds `help` to the commands of this program.
        guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
        return "unknown command \(word)\(NearestName.question(word, among: known))"
    }
}
