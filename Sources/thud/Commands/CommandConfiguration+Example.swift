import ArgumentParser

extension CommandConfiguration {
    /// Creates a command whose help opens with a working example.
    init(
        _ name: String, example: String, about: String, discussion: String = "",
        subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        self.init(
            commandName: name, abstract: "Example: \(example)\n\n\(about)", discussion: discussion,
            subcommands: subcommands, defaultSubcommand: defaultSubcommand)
    }
}
