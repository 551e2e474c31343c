public import ThudCore

/// How a cell is drawn.
public struct Style: Hashable, Sendable {
    /// What a cell may be beside its colours.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit each.
        public let rawValue: UInt8

        /// Attributes by those bits.
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
    /// What else.
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
