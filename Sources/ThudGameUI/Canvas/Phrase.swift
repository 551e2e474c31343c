import ThudTerminal

/// Words of a game in its language, with their English meaning as a gloss.
package struct Phrase: Hashable, Sendable {
    package let text: String
    package let gloss: String

    package init(_ text: String, _ gloss: String = "") {
        self.text = text
        self.gloss = gloss
    }

    /// Returns the words of the game's own language, or the English ones.
    package func text(inEnglish isEnglish: Bool) -> String { isEnglish && !gloss.isEmpty ? gloss : text }

    /// The words of both languages in one line, for a player who reads only one of them.
    var inBoth: Phrase { Phrase("\(text) · \(gloss)") }
}

/// A player's name made safe for the screen, because players can type anything.
package struct ShownName: Hashable {
    /// One line of at most `longest` characters, each at least one column wide.
    package let text: String
    private static let longest = 40
    /// The most scalars a character keeps. A family of four with skin tones has eleven; more is a pile of accents.
    private static let mostScalars = 12

    package init(_ name: String) {
        var text = ""
        var length = 0
        // Only the start is shown, so a name of several megabytes is not read to its end.
        for character in name.prefix(4 * ShownName.longest) where length < ShownName.longest {
            let tamed = ShownName.tamed(character)
            // Control characters, direction overrides and the like have no columns.
            guard TextWidth.columns(of: tamed) > 0 else { continue }
            text.append(tamed)
            length += 1
        }
        self.text = text.isEmpty ? "?" : text
    }

    private static func tamed(_ character: Character) -> Character {
        guard character.unicodeScalars.count > mostScalars else { return character }
        return character.unicodeScalars.first.map(Character.init) ?? "?"
    }
}

/// Times as the screens show them.
package enum Seconds {
    /// Returns the remaining time, rounded up so that 0 appears only at the end: `42`, or `2:05` from 100 s on.
    package static func left(_ seconds: Double) -> String {
        let whole = Int(finite(seconds).rounded(.up))
        guard whole >= 100 else { return String(whole) }
        return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + String(whole % 60)
    }

    /// Returns the remaining time with its unit: `42 s`, or `2:05`.
    package static func amount(_ seconds: Double) -> String {
        let time = left(seconds)
        return time.contains(":") ? time : "\(time) s"
    }

    /// Returns the words that follow `left`: seconds, one second, or minutes.
    package static func word(_ seconds: Double) -> ShellWord {
        let time = left(seconds)
        return time.contains(":") ? .minutesLeft : time == "1" ? .secondLeft : .secondsLeft
    }

    /// Returns the fraction of `length` that `seconds` makes up, 0 to 1.
    package static func share(_ seconds: Double, of length: Double) -> Double {
        length > 0 ? min(finite(seconds) / length, 1) : 1
    }

    /// Clamps a time to between zero and one day. NaN becomes zero.
    private static func finite(_ seconds: Double) -> Double { seconds > 0 ? min(seconds, 86_400) : 0 }
}
