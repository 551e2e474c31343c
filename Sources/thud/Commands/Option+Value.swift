import ArgumentParser

/// Options whose help names the value:
///
///     @Option("Mode of the game.", value: "name") var mode: String?
///     @Option("Seconds of a round: 1 to 3600.", number: "n") var seconds: TypedNumber<Double>?
///
/// A number may begin with a minus, which otherwise looks like another option.
extension Option {
    init<Element: ExpressibleByArgument>(name: NameSpecification = .long, _ help: String, value: String)
    where Value == Element? { self.init(name: name, help: ArgumentHelp(help, valueName: value)) }

    init(wrappedValue: Value, name: NameSpecification = .long, _ help: String, value: String)
    where Value: ExpressibleByArgument {
        self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value))
    }

    init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], name: NameSpecification = .long, _ help: String, value: String
    ) where Value == [Element] {
        self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value))
    }

    init<Element: ExpressibleByArgument>(_ help: String, number: String) where Value == Element? {
        self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: number))
    }

    init(wrappedValue: Value, _ help: String, number: String) where Value: ExpressibleByArgument {
        self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: ArgumentHelp(help, valueName: number))
    }
}
