import ArgumentParser
import ThudGameKit
import ThudGames
import ThudPatterns

/// Options whose help names the value:
///
///     @Option("Mode of the game.", value: "mode") var mode: String?
///     @Option("Seconds of a round: 1 to 3600.", number: "n") var seconds: TypedNumber<Double>?
///
/// Shells complete the value by that name. A number may begin with a minus, which otherwise looks like another option.
extension Option {
    init<Element: ExpressibleByArgument>(name: NameSpecification = .long, _ help: String, value: String)
    where Value == Element? {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: .named(value))
    }

    init(wrappedValue: Value, name: NameSpecification = .long, _ help: String, value: String)
    where Value: ExpressibleByArgument {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: .named(value))
    }

    init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], name: NameSpecification = .long, _ help: String, value: String
    ) where Value == [Element] {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: .named(value))
    }

    init<Element: ExpressibleByArgument>(_ help: String, number: String) where Value == Element? {
        self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: number))
    }

    init(wrappedValue: Value, _ help: String, number: String) where Value: ExpressibleByArgument {
        self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: ArgumentHelp(help, valueName: number))
    }
}

extension CompletionKind {
    /// Returns how shells complete a value that help calls `name`; nil if its type decides. If the value may be a file
    /// or a name, they complete files: beside a list of names they would offer none.
    static func named(_ name: String) -> CompletionKind? {
        switch name {
        case "game": .list(Games.names)
        case "mode": .list(Games.all.flatMap { $0.description.modes.map(\.name) })
        case "template": .list(PatternTemplate.all.map(\.name))
        case "cue": .shellCommand("thud names 2>/dev/null | cut -d' ' -f1")
        case "deck": .shellCommand("thud decks 2>/dev/null | cut -d' ' -f1")
        case "dir", "folder": .directory
        case let file where file.contains("file") || file.contains("out") || file == "path": .file()
        default: nil
        }
    }
}
