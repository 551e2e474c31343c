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
        let lines = lines
        let options = lines.flatMap(\.names)
        var rest = words.prefix { $0 != "--" }
        var arguments = words.dropFirst(rest.count + 1).count
        while let word = rest.popFirst() {
            let name = String(word.prefix { $0 != "=" })
            if word.hasPrefix("--"), !options.contains(name) {
                let long = options.filter { $0.hasPrefix("--") }
                return "unknown option \(name)\(NearestName.question(name, among: long))"
            }
            if Self.isLetters(word, without: options) { return Self.sentence(onLetters: word, options) }
            if let value = lines.lazy.filter({ $0.names.contains(word) }).compactMap(\.value).first {
                guard let next = rest.first, !options.contains(next) else { return "\(word) needs a value, \(value)" }
                if !next.hasPrefix("--") { rest.removeFirst() }
            } else if !word.hasPrefix("-") || word == PatternOutput.standard {
                arguments += 1
            }
        }
        let usage = help.firstMatch(of: /USAGE: (.*)/).map { $0.1.replacing(/\[.*?\]|<options>/, with: "") } ?? ""
        return usage.matches(of: /<[^>]+>/).dropFirst(arguments).first.map { "\($0.0) is missing" }
    }

    /// A sentence about the first word that looks like letters of options (`-vh`) but holds one that the command does
    /// not have; nil if there is none.
    var unknownLetters: String? {
        let options = lines.flatMap(\.names)
        return words.prefix { $0 != "--" }.first { Self.isLetters($0, without: options) }
            .map { Self.sentence(onLetters: $0, options) }
    }

    private var help: String { Thud.helpMessage(for: command.configuration.defaultSubcommand ?? command) }

    /// The names of each option in the help, and what it calls the option's value.
    private var lines: [(names: [String], value: String?)] {
        help.matches(of: /(?m)^  (-\w)?(?:, )?(--[\w-]+)?(?:\/(--[\w-]+))?(?: (<[^>]+>))?/).map { line in
            (names: [line.1, line.2, line.3].compactMap(\.self).map(String.init), value: line.4.map(String.init))
        }
    }

    private static func isLetters(_ word: String, without options: [String]) -> Bool {
        // A number is a value.
        guard let first = word.dropFirst().first, word.hasPrefix("-"), first != "-", !first.isNumber, first != ".",
            word != "-help"
        else { return false }
        return word.dropFirst().contains { !options.contains("-\($0)") }
    }

    private static func sentence(onLetters word: String, _ options: [String]) -> String {
        let long = options.filter { $0.hasPrefix("--") }
        let advice = word.count > 2 ? "; if that is a file, write ./\(word)" : ""
        return "unknown option \(word)\(NearestName.question("-" + word, among: long, or: advice))"
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
