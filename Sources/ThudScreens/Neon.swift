public import ThudTerminal

/// The colours of Kape (Kape UX, visual language): true black, white text without glow, neon on borders alone.
public enum Neon {
    /// The brand.
    public static let red = RGB(0xFF3B30)
    /// A card got.
    public static let green = RGB(0x39FF14)
    /// A card passed.
    public static let orange = RGB(0xFF9500)
    /// LEGJENDË.
    public static let gold = RGB(0xFFD700)
    /// Second place.
    public static let silver = RGB(0xC0C0C0)
    /// Third place.
    public static let bronze = RGB(0xCD7F32)
    /// What matters less.
    public static let grey = RGB(0x8E8E93)
    /// Lines and rails that only separate.
    public static let faint = RGB(0x3A3A3C)
}
