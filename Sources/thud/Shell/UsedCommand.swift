import ArgumentParser
import ThudCore

/// The command that a command line uses, as far as its words name one.
struct UsedCommand {
    /// The full name, for example `thud decks unlock`.
    private(set) var name = "thud"
    /// A sentence about the first word that should name a subcommand and names none; nil if there is no such word.
    let unknownCommand: String?
    /// A sentence about the first word that is no known subcommand or option; nil if every word is known.
    var refusal: String? { unknownCommand ?? Self.unknownOption(words, of: command) }

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

    private static func unknownOption(_ words: ArraySlice<String>, of command: any ParsableCommand.Type) -> String? {
        let help = Thud.helpMessage(for: command.configuration.defaultSubcommand ?? command)
        let known = help.matches(of: /(?m)^  (?:-\w, )?(--[\w-]+)(?:\/(--[\w-]+))?/)
            .flatMap { [$0.1, $0.2 ?? $0.1] }.map(String.init)
        let typed = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }
        guard let unknown = typed.first(where: { !known.contains($0) }) else { return nil }
        return "unknown option \(unknown)\(NearestName.question(unknown, among: known))"
    }
}
