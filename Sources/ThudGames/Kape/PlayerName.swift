/// The names of players: any script, one line, short enough to show.
public enum PlayerName {
    /// The most characters, as a reader counts them.
    public static let longest = 40
    /// The most Unicode scalars: a character may carry any number of accents, a family emoji has seven.
    public static let mostScalars = 8 * longest

    /// `name` as it is shown, or `Lojtari n` where nothing of it can be seen.
    ///
    /// - Parameter index: the player's place in the order of play, from 0.
    static func shown(_ name: String, index: Int) -> String {
        let visible = name.unicodeScalars.lazy.filter { !isRemoved($0) }.map { isBlank($0) ? " " : $0 }
        var line = String.UnicodeScalarView()
        for scalar in visible.prefix(mostScalars) where scalar != " " || (line.last ?? " ") != " " {
            line.append(scalar)
        }
        var cut = String(line).prefix(longest)
        while cut.last == " " { cut.removeLast() }
        return ShownText.isVisible(cut) ? String(cut) : "Lojtari \(index + 1)"
    }

    /// A line's end and a tabulator separate words, as a blank does.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// Control characters, and what turns the direction of all that follows; joiners stay, since scripts and emoji
    /// need them.
    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        ShownText.turnsDirection(scalar) || scalar.properties.generalCategory == .control && !isBlank(scalar)
    }
}
