public import ThudCore

/// The colours of the screens: true black, white text without glow, neon on borders alone.
public enum Neon {
    /// The brand.
    public static let red = Colour(0xFF3B30)
    /// What is right.
    public static let green = Colour(0x39FF14)
    /// What was passed, and what to mind.
    public static let orange = Colour(0xFF9500)
    /// The first place.
    public static let gold = Colour(0xFFD700)
    /// Second place.
    public static let silver = Colour(0xC0C0C0)
    /// Third place.
    public static let bronze = Colour(0xCD7F32)
    /// Secondary text.
    public static let grey = Colour(0x8E8E93)
    /// Lines and rails that only separate.
    public static let faint = Colour(0x3A3A3C)
}
