import ArgumentParser
import TestTraits
import Testing
import ThudTestSupport

@testable import thud

/// The errors for an invalid command line.
@Suite struct UsageTests {
    private func refusal(of line: String) throws -> String {
        let arguments = line.split(separator: " ").map(String.init)
        let error = #expect(throws: (any Error).self, "\(line)") {
            var command = try Thud.parseAsRoot(arguments)
            try command.run()
        }
        let (text, status) = Failure.ending(with: try #require(error), of: arguments)
        #expect(status == .usage)
        return text
    }

    @Test(arguments: [
        ("plya", "unknown command plya; did you mean play? (`thud --help` shows examples)"),
        ("plya --seconds 5", "unknown command plya; did you mean play? (`thud --help` shows examples)"),
        ("bogus", "unknown command bogus (`thud --help` shows examples)"),
        ("decks unlok", "unknown command unlok; did you mean unlock? (`thud decks --help` shows examples)"),
        ("sounds eat", "unknown command eat (`thud sounds --help` shows examples)"),
    ])
    func `an unknown command suggests another only if its name is near`(line: String, sentence: String) throws {
        #expect(try refusal(of: line) == "thud: \(sentence)")
    }

    @Test(arguments: [
        ("listen --bad", "unknown option --bad (`thud listen --help` shows examples)"),
        (
            "play --secnods 5",
            "unknown option --secnods; did you mean --seconds? (`thud play --help` shows examples)"
        ),
        ("decks unlock --lal", "unknown option --lal (`thud decks unlock --help` shows examples)"),
        ("decks --jsno", "unknown option --jsno; did you mean --json? (`thud decks --help` shows examples)"),
        (
            "play kape --no-luod",
            "unknown option --no-luod; did you mean --no-loud? (`thud play --help` shows examples)"
        ),
        ("play -q", "Unknown option '-q' (`thud play --help` shows examples)"),
        ("--vresion", "unknown option --vresion; did you mean --version? (`thud --help` shows examples)"),
    ])
    func `an unknown option suggests another only if its name is near`(line: String, sentence: String) throws {
        #expect(try refusal(of: line) == "thud: \(sentence)")
    }

    @Test(arguments: [
        ("listen --volume 2", "thud listen"), ("play habit --motion auto --bot 1", "thud play"),
        ("listen kape/correct", "thud listen"), ("sounds build --into", "thud sounds build"),
        ("bench --game chess", "thud bench"), ("help --bad", "thud"),
    ])
    func `every refusal points to the help of its command`(line: String, command: String) throws {
        #expect(try refusal(of: line).hasSuffix(" (`\(command) --help` shows examples)"))
    }

    @Test(.live) func `the program itself says so, and ends with 2`() async throws {
        let outcome = try await Surroundings().thud(["listen", "--bad"])
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errorOutput == "thud: unknown option --bad (`thud listen --help` shows examples)\n")
    }
}
