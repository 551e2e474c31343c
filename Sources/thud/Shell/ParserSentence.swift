import ArgumentParser
import ThudCore

/// An error of the argument parser, in the words of this program's own errors.
enum ParserSentence {
    /// Returns the sentence about an error of the parser. The program's own errors stay as they are.
    static func of(_ error: any Error) -> String {
        let message = Thud.message(for: error)
        if let match = message.wholeMatch(of: /(?s)The value '(.*)' is invalid for '(?:(-\S+) )?<([^>]+)>'.*/) {
            let subject = match.2.map(String.init) ?? "<\(match.3)>"
            return refusal(of: String(match.1), for: subject, taking: String(match.3), help(for: error))
        }
        if let match = message.wholeMatch(of: /(?s)Unknown option '(.*)'/) { return "unknown option \(match.1)" }
        if let match = message.wholeMatch(of: /Missing value for '(-\S+) (<.+>)'/) {
            return "\(match.1) needs a value, \(match.2)"
        }
        if let match = message.wholeMatch(of: /(?s)The option '(-\S+)' does not take any value, but '.*/) {
            return "\(match.1) takes no value"
        }
        if let match = message.wholeMatch(of: /(?s)Value to be set with flag '(-\S+)' had .* with flag '(-\S+)'.*/) {
            return "\(match.2) and \(match.1) exclude each other; choose one"
        }
        if let match = message.wholeMatch(of: /(?s)Unexpected argument '(.*)'/) {
            return "unexpected argument \(TypedText.visible(String(match.1)))"
        }
        if let match = message.wholeMatch(of: /(?s)(\d+) unexpected arguments: '(.*)'/) {
            return "\(match.1) unexpected arguments: \(match.2.replacing("', '", with: ", "))"
        }
        return message
    }

    private static func refusal(of value: String, for subject: String, taking name: String, _ help: String?) -> String {
        var choices = name.split(separator: "|").map(String.init)
        guard choices.count > 1, let last = choices.popLast() else {
            let meaning = help.map { ". Its help: \($0)" } ?? ""
            return "\(subject) does not take \(TypedText.visible(value))\(meaning)"
        }
        return "\(subject) takes \(choices.joined(separator: ", ")) or \(last), not \(TypedText.visible(value))"
    }

    /// Returns the help of the option or argument that an error is about.
    private static func help(for error: any Error) -> String? {
        Thud.fullMessage(for: error).firstMatch(of: /(?m)^Help:\s+\S.*?>\s+(.+)$/).map { String($0.1) }
    }
}
