/// A word allowed in a line of a script, with the number of arguments after it.
package struct ScriptWord<Command: Sendable>: Sendable {
    package let word: String
    package let argumentCount: Int
    private let meaning: @Sendable ([String]) -> Command?

    /// Creates a word with arguments. `meaning` returns nil if they mean nothing.
    package init(_ word: String, _ argumentCount: Int, _ meaning: @escaping @Sendable ([String]) -> Command?) {
        self.word = word
        self.argumentCount = argumentCount
        self.meaning = meaning
    }

    package init(_ word: String, _ command: Command) { self.init(word, 0) { _ in command } }

    package static func each<Choice: RawRepresentable<String>>(
        _ choices: [Choice], _ command: (Choice) -> Command
    ) -> [Self] {
        choices.map { Self($0.rawValue, command($0)) }
    }

    /// Returns the meaning of the word with these arguments. nil if their number is wrong or they mean nothing.
    func command(_ arguments: [String]) -> Command? { arguments.count == argumentCount ? meaning(arguments) : nil }

    /// Returns the same word with another meaning, such as an action that contains this one's.
    package func map<Other>(_ transform: @escaping @Sendable (Command) -> Other?) -> ScriptWord<Other> {
        ScriptWord<Other>(word, argumentCount) { [meaning] in meaning($0).flatMap(transform) }
    }
}

/// What a line of a script can request.
///
///     enum TapAction: ScriptCommand {
///         case tap(Int), rest
///         static let vocabulary = [ScriptWord("tap", 1) { Int($0[0]).map { .tap($0) } }, ScriptWord("rest", .rest)]
///     }
package protocol ScriptCommand: Hashable, Sendable {
    static var vocabulary: [ScriptWord<Self>] { get }
}

extension ScriptCommand {
    package static var words: [String] { vocabulary.map(\.word) }

    /// Creates the command that a word with its arguments means. nil if there is no such word or they mean nothing.
    package init?(word: String, arguments: [String]) {
        guard let command = Self.vocabulary.first(where: { $0.word == word })?.command(arguments) else { return nil }
        self = command
    }
}
