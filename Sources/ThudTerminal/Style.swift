public import ThudCore

/// How a cell is drawn.
public struct Style: Hashable, Sendable {
    /// The attributes that a cell may have besides its colours.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit each.
        public let rawValue: UInt8

        /// Attributes from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Heavier letters.
        public static let bold = Attributes(rawValue: 1)
        /// Fainter letters.
        public static let dim = Attributes(rawValue: 2)
        /// A line beneath.
        public static let underlined = Attributes(rawValue: 4)
        /// Foreground and background swapped.
        public static let reversed = Attributes(rawValue: 8)
    }

    /// The colour of the letters.
    public var foreground: Colour
    /// The colour behind them.
    public var background: Colour
    /// The other attributes.
    public var attributes: Attributes

    /// A style; white on true black unless said otherwise.
    public init(_ foreground: Colour = .white, on background: Colour = .black, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// White on black.
    public static let plain = Style()

    /// Whether a space in this style looks the same in any foreground.
    var isPlainForSpaces: Bool { attributes.isDisjoint(with: [.underlined, .reversed]) }
}

/// One cell of a grid.
struct Cell: Hashable, Sendable {
    /// The character; a space in the cell behind a wide character.
    var character: Character
    /// How many columns it takes: 1, 2 for a wide character, 0 for the cell behind a wide character.
    var columns: UInt8
    var style: Style

    static func blank(_ style: Style) -> Cell { Cell(character: " ", columns: 1, style: style) }

    /// Whether the two cells look the same on a screen.
    func looksLike(_ other: Cell) -> Bool {
        if self == other { return true }
        return character == " " && other.character == " " && columns == 1 && other.columns == 1
            && style.background == other.style.background
            && style.isPlainForSpaces && other.style.isPlainForSpaces
    }
}
