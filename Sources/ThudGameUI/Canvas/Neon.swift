import ThudCore

/// The colours of the screens: true black, white text without glow, neon colours on borders only.
package enum Neon {
    package static let red = Colour(0xFF3B30)
    package static let green = Colour(0x39FF14)
    package static let orange = Colour(0xFF9500)
    package static let gold = Colour(0xFFD700)
    /// The colour of second place.
    package static let silver = Colour(0xC0C0C0)
    package static let bronze = Colour(0xCD7F32)
    package static let grey = Colour(0x8E8E93)
    /// The colour of lines and rails that only separate.
    package static let faint = Colour(0x3A3A3C)
}
