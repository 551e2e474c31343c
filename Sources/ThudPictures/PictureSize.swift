/// How large a picture is, in logical pixels; a PNG multiplies them by its scale.
public struct PictureSize: Hashable, Sendable {
    /// Sides below are too small for three lanes, sides above too large for memory at the largest scale.
    public static let sides = 120.0...2_400.0

    /// For a document or a page of its own, 1200 x 675: 16 to 9, as link previews are cut.
    public static let full = PictureSize(width: 1_200, height: 675)

    /// For a card of the gallery, 400 x 260.
    public static let card = PictureSize(width: 400, height: 260)

    /// Across, within ``sides``.
    public let width: Double

    /// Down, within ``sides``.
    public let height: Double

    /// A size; a side outside ``sides`` is taken as the nearest one, NaN as the smallest.
    public init(width: Double, height: Double) {
        self.width = Self.clamp(width)
        self.height = Self.clamp(height)
    }

    private static func clamp(_ side: Double) -> Double {
        side >= sides.lowerBound ? min(side, sides.upperBound).rounded() : sides.lowerBound
    }
}
