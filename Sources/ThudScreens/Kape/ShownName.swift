import ThudTerminal

/// A player's name as screens show it. Players type what they like; a screen must survive it.
struct ShownName: Hashable {
    /// One line of at most `longest` characters, each of which takes room.
    let text: String

    private static let longest = 40
    /// A family of four with skin tones is eleven scalars; what has more is a pile of accents.
    private static let mostScalars = 12

    init(_ name: String) {
        var text = ""
        var length = 0
        // Whatever is shown is near the start: a name of megabytes is not read to its end.
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
