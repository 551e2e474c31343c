import ThudCore
import ThudTerminal

/// A character as a terminal emulator shows it.
struct ShownCharacter: Equatable {
    var character: Character
    /// The parameters that set a colour, for example `2;255;0;0`. Empty for the terminal's own colour.
    var foreground = ""
    var background = ""
    /// The parameters 1, 2, 4 and 7.
    var attributes: Set<Int> = []

    /// Whether it looks like a cell of a grid shown in full colour.
    func looksLike(_ character: Character, _ style: Style) -> Bool {
        guard self.character == character, background == Self.parameters(of: style.background) else { return false }
        var expected: Set<Int> = []
        for (attribute, code) in [(Style.Attributes.bold, 1), (.dim, 2), (.underlined, 4), (.reversed, 7)]
        where style.attributes.contains(attribute) { expected.insert(code) }
        // A space shows only underlining and reversal, and its foreground only in them.
        if character == " " {
            let visible: Set = [4, 7]
            guard attributes.intersection(visible) == expected.intersection(visible) else { return false }
            return expected.isDisjoint(with: visible) || foreground == Self.parameters(of: style.foreground)
        }
        return attributes == expected && foreground == Self.parameters(of: style.foreground)
    }

    private static func parameters(of colour: Colour) -> String { "2;\(colour.red);\(colour.green);\(colour.blue)" }

    /// Returns the rows of a text with SGR sequences. The style continues from row to row.
    static func rows(of text: String) -> [[ShownCharacter]] {
        var style = ShownCharacter(character: " ")
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var row: [ShownCharacter] = []
            var rest = line
            while let first = rest.popFirst() {
                if first == "\u{1B}", let end = rest.firstIndex(of: "m") {
                    style.take(rest[..<end].dropFirst().split(separator: ";").compactMap { Int($0) })
                    rest = rest[rest.index(after: end)...]
                } else {
                    style.character = first
                    row.append(style)
                }
            }
            return row
        }
    }

    private mutating func take(_ parameters: [Int]) {
        var rest = parameters[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = ShownCharacter(character: character)
            case 1...8: attributes.insert(code)
            case 22: attributes.subtract([1, 2])
            case 24, 27: attributes.remove(code - 20)
            case 38, 48:
                let colour = rest.prefix(rest.first == 2 ? 4 : 2).map(String.init).joined(separator: ";")
                rest = rest.dropFirst(rest.first == 2 ? 4 : 2)
                if code == 38 { foreground = colour } else { background = colour }
            case 39: foreground = ""
            case 49: background = ""
            case 30...37, 90...97: foreground = "\(code)"
            case 40...47, 100...107: background = "\(code)"
            default: break
            }
        }
    }
}
