import ThudCore

/// Inputs with their times, for tests and demonstrations. Each line is `SECONDS NAME`, with any arguments after it.
///
///     # A round in which one card is guessed.
///     6.00 tilt-down
///     8.25 laugh
///
/// Seconds are plain decimals and count from the start of the session. `#` begins a comment. The lines need not be in
/// order. Inputs with equal times happen in the order of the file.
package struct InputScript<Command: ScriptCommand>: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// The time after the start of the session.
        package let time: Interval
        package let command: Command
    }

    /// The most inputs in a script: more than six minutes of readings of a DualSense pad, which gives 250 a second.
    package static var mostEntries: Int { 100_000 }
    /// The most bytes in a script: 160 for each input, as many as a reading takes with all the digits of its numbers.
    package static var mostBytes: Int { 160 * mostEntries }
    /// The latest second that a script may name: an hour.
    package static var longest: Double { 3_600 }

    package let entries: [Entry]

    /// Creates a script of `entries`, sorted by time.
    package init(_ entries: [Entry] = []) { self.entries = entries.sorted { $0.time < $1.time } }

    /// Reads the text of a script, which errors call `file`.
    package init(parsing text: String, file: String) throws(ThudError) {
        guard text.utf8.count <= Self.mostBytes else {
            throw ThudError(file: file, message: "is larger than \(Self.mostBytes) bytes; split the script")
        }
        let vocabulary = Command.vocabulary
        let known = Dictionary(vocabulary.map { ($0.word, $0) }, uniquingKeysWith: { first, _ in first })
        let names = vocabulary.map(\.word).joined(separator: ", ")
        var entries: [Entry] = []
        var number = 0
        // Some editors put a byte order mark before a text. It has no meaning.
        let lines = text.unicodeScalars.first == "\u{FEFF}" ? text.dropFirst() : text[...]
        for line in lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { continue }
            func error(at word: Substring, _ message: String) -> ThudError {
                let column = line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
                return ThudError(file: file, line: number, column: column, message: message)
            }
            guard let seconds = TypedText.seconds(first), seconds <= Self.longest else {
                throw error(
                    at: first,
                    "expected seconds from 0 to \(Int(Self.longest)), found `\(TypedText.shown(first))`; "
                        + "write `1.25 \(RoundButton.pause.rawValue)`")
            }
            guard words.count >= 2 else { throw error(at: first, "expected an input after the time: one of \(names)") }
            let name = String(words[1])
            guard let word = known[name] else {
                throw error(at: words[1], "unknown input `\(TypedText.shown(words[1]))`; choose one of \(names)")
            }
            let arguments = words.dropFirst(2)
            let count = word.argumentCount
            guard arguments.count <= count else {
                throw error(
                    at: arguments[arguments.startIndex + count],
                    "expected the end of the line, found `\(TypedText.shown(arguments[arguments.startIndex + count]))`; "
                        + "one input a line")
            }
            guard let command = word.command(arguments.map(String.init)) else {
                throw error(at: words[1], "`\(name)` needs other arguments; write `\(name) \(word.form)`")
            }
            guard entries.count < Self.mostEntries else {
                throw error(at: first, "more than \(Self.mostEntries) inputs; split the script")
            }
            entries.append(Entry(time: .seconds(seconds), command: command))
        }
        self.init(entries)
    }
}

/// A word allowed in a line of a script, with the arguments after it.
package struct ScriptWord<Command: Sendable>: Sendable {
    package let word: String
    /// What stands for the arguments in an error, separated by blanks: `X Y`.
    package let form: String
    package let argumentCount: Int
    private let meaning: @Sendable ([String]) -> Command?

    /// Creates a word with arguments. `meaning` returns nil if they mean nothing.
    package init(_ word: String, _ form: String, _ meaning: @escaping @Sendable ([String]) -> Command?) {
        self.word = word
        self.form = form
        argumentCount = form.split(separator: " ").count
        self.meaning = meaning
    }

    package init(_ word: String, _ command: Command) { self.init(word, "") { _ in command } }

    package static func each<Choice: RawRepresentable<String>>(
        _ choices: [Choice], _ command: (Choice) -> Command
    ) -> [Self] {
        choices.map { Self($0.rawValue, command($0)) }
    }

    /// Returns the meaning of the word with these arguments. nil if their number is wrong or they mean nothing.
    func command(_ arguments: [String]) -> Command? { arguments.count == argumentCount ? meaning(arguments) : nil }

    /// Returns the same word with another meaning, such as an action that contains this one's.
    package func map<Other>(_ transform: @escaping @Sendable (Command) -> Other?) -> ScriptWord<Other> {
        ScriptWord<Other>(word, form) { [meaning] in meaning($0).flatMap(transform) }
    }
}

/// What a line of a script can request.
///
///     enum TapAction: ScriptCommand {
///         case tap(Int), rest
///         static let vocabulary = [ScriptWord("tap", "N") { Int($0[0]).map { .tap($0) } }, ScriptWord("rest", .rest)]
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
