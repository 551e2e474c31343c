/// The colours of a picture.
public enum PictureTheme: String, CaseIterable, Hashable, Sendable {
    /// Dark on white.
    case light
    /// Neon on black.
    case dark
    /// An SVG follows the reader's `prefers-color-scheme`; a PNG, which cannot, is light.
    case automatic
}
