import ArgumentParser
import Testing

@testable import thud

/// Returns the words and the exit status with which the program refuses a command line, or answers it with help.
///
/// The program is not started, which would take a hundred times as long. What it would do before the refusal is done in
/// the test's process.
func refusal(of arguments: [String]) throws -> (text: String, status: thud.ExitStatus) {
    let error = #expect(throws: (any Error).self, "\(arguments)") {
        var command = try Thud.parseAsRoot(Arguments.spelledOut(arguments))
        try command.run()
    }
    return Failure.ending(with: try #require(error), of: arguments)
}

/// Expects that a command line is refused as wrong usage, in one sentence with these words.
func expectRefusal(of arguments: [String], saying words: String...) throws {
    let (sentence, status) = try refusal(of: arguments)
    #expect(status == .usage && sentence.hasPrefix("thud: ") && !sentence.contains("\n"), "\(sentence)")
    for word in words { #expect(sentence.contains(word), "\(sentence)") }
}
