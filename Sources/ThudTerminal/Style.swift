import ThudCore

package struct Style: Hashable, Sendable {
    /// The attributes of a cell besides its colours.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underlined = Attributes(rawValue: 4)
        package static let reversed = Attributes(rawValue: 8)
        /// The colours are part of a picture, so no theme changes them. Terminals do not see this attribute.
        package static let exact = Attributes(rawValue: 16)
    }

    package var foreground: Colour
    package var background: Colour
    package var attributes: Attributes

    /// Creates a style, by default white on true black.
    package init(_ foreground: Colour = .white, on background: Colour = .black, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let plain = Style()

    /// Removes the attributes that show colours darker or exchanged.
    package mutating func removeShading() { attributes.subtract([.reversed, .dim]) }

    /// Whether a space in this style looks the same in any foreground colour.
    var isPlainForSpaces: Bool { attributes.isDisjoint(with: [.underlined, .reversed]) }
}

struct Cell: Hashable, Sendable {
    /// The character; a space in the cell after a wide character.
    var character: Character
    /// The columns it occupies: 1, 2 for a wide character, 0 for the cell after a wide character.
    var columns: UInt8
    var style: Style

    static func blank(_ style: Style) -> Cell { Cell(character: " ", columns: 1, style: style) }

    /// Returns whether two cells look the same on a screen.
    func looksLike(_ other: Cell) -> Bool {
        if self == other { return true }
        return character == " " && other.character == " " && columns == 1 && other.columns == 1
            && style.background == other.style.background && style.isPlainForSpaces && other.style.isPlainForSpaces
    }
}
