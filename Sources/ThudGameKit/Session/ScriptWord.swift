/// A word that a line of a script may have, with as many numbers or names behind it as it takes.
package struct ScriptWord<Command: Sendable>: Sendable {
    package let word: String
    package let argumentCount: Int
    private let meaning: @Sendable ([String]) -> Command?

    /// A word whose arguments decide what it means; nil if they mean nothing.
    package init(_ word: String, _ argumentCount: Int, _ meaning: @escaping @Sendable ([String]) -> Command?) {
        self.word = word
        self.argumentCount = argumentCount
        self.meaning = meaning
    }

    /// A word that takes no arguments.
    package init(_ word: String, _ command: Command) { self.init(word, 0) { _ in command } }

    /// One word a choice, none of which takes arguments.
    package static func each<Choice: RawRepresentable<String>>(
        _ choices: [Choice], _ command: (Choice) -> Command
    ) -> [Self] {
        choices.map { Self($0.rawValue, command($0)) }
    }

    /// What the word means with these arguments; nil if they are too few, too many, or mean nothing.
    func command(_ arguments: [String]) -> Command? {
        arguments.count == argumentCount ? meaning(arguments) : nil
    }

    /// The same word for something else, such as an action that holds what this one means.
    package func map<Other>(_ transform: @escaping @Sendable (Command) -> Other?) -> ScriptWord<Other> {
        ScriptWord<Other>(word, argumentCount) { [meaning] in meaning($0).flatMap(transform) }
    }
}

/// What a line of a script can ask for.
///
///     enum TapAction: ScriptCommand {
///         case tap(Int), rest
///         static let vocabulary = [ScriptWord("tap", 1) { Int($0[0]).map { .tap($0) } }, ScriptWord("rest", .rest)]
///     }
package protocol ScriptCommand: Hashable, Sendable {
    /// Every word, in the order in which they are listed.
    static var vocabulary: [ScriptWord<Self>] { get }
}

extension ScriptCommand {
    package static var words: [String] { vocabulary.map(\.word) }

    /// What a word with its arguments means; nil if there is no such word, or they mean nothing.
    package init?(word: String, arguments: [String]) {
        guard let command = Self.vocabulary.first(where: { $0.word == word })?.command(arguments) else { return nil }
        self = command
    }
}
