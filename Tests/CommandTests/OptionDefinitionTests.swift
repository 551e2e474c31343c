import Testing

@testable import ArgumentParser
@testable import thud

/// ArgumentParser's own examination of the commands. `Package.swift` leaves it out of the debug program, because it
/// would come with every start.
struct OptionDefinitionTests {
    @Test func `no command has two options of one name, or arguments that nothing can fill`() {
        let validators: [any ParsableArgumentsValidator.Type] = [
            PositionalArgumentsValidator.self, CodingKeyValidator.self, UniqueNamesValidator.self,
            NonsenseFlagsValidator.self,
        ]
        func visit(_ command: any ParsableCommand.Type) {
            for validator in validators {
                let fault = validator.validate(command, parent: nil)
                #expect(fault == nil, "\(command): \(fault.map { "\($0)" } ?? "")")
            }
            for subcommand in command.configuration.subcommands { visit(subcommand) }
        }
        visit(Thud.self)
        #expect(UniqueNamesValidator.validate(Doubled.self, parent: nil) != nil)
    }

    private struct Doubled: ParsableArguments {
        @Flag var same = false
        @Flag(name: .customLong("same")) var other = false
    }
}
