import ThudCore

package enum PictureTheme: String, CaseIterable, Hashable, Sendable {
    case light
    case dark
    /// An SVG follows the reader's `prefers-color-scheme`; a PNG, which cannot, is light.
    case automatic
}

/// The roles of colours. The theme decides the colour for each; in an SVG the reader's theme may.
///
/// Dark is the brand: red #FF3B30, green #39FF14, orange #FF9500 on black. Its orange and green are unreadable on
/// white. Light therefore darkens the same hues to a contrast of at least 4.5 : 1 each, as WCAG 2.2 asks for text.
enum Paint: String, CaseIterable, Hashable, Sendable {
    case paper, panel, ink, muted, grid, axis, intensity, sharpness, waveform, sound

    private var colours: (light: UInt32, dark: UInt32) {
        switch self {
        case .paper: (0xFFFFFF, 0x000000)
        case .panel: (0xF6F6F8, 0x0E0E10)
        case .ink: (0x111114, 0xF5F5F7)
        case .muted: (0x5A5A64, 0xA4A4AE)
        case .grid: (0xE3E3E8, 0x26262B)
        case .axis: (0xA9A9B3, 0x5A5A64)
        case .intensity: (0xD6241A, 0xFF3B30)
        case .sharpness: (0xB45A00, 0xFF9500)
        case .waveform: (0x107A0A, 0x39FF14)
        case .sound: (0x4A5A8A, 0x9DB4FF)
        }
    }

    func colour(_ theme: PictureTheme) -> Colour { Colour(theme == .dark ? colours.dark : colours.light) }
}

/// The colours and fonts of pictures as CSS, for an SVG file or once for a page with many pictures.
enum PictureStyleSheet {
    /// A PNG uses DejaVu Sans. Verdana, its model, is equally wide, so nothing collides if it is substituted.
    private static let families = "'DejaVu Sans',Verdana,system-ui,sans-serif"

    /// Returns the rules for pictures that match `scope`, a CSS selector.
    static func text(_ theme: PictureTheme, scope: String) -> String {
        let letters = "\(scope) text{font-family:\(families);font-variant-numeric:tabular-nums}"
        let lines = "\(scope) [class^=s-]{fill:none;stroke-linejoin:round;stroke-linecap:round}"
        let colours = rules(theme, scope)
        let dark = theme == .automatic ? "@media (prefers-color-scheme:dark){\(rules(.dark, scope))}" : ""
        return letters + lines + colours + dark
    }

    private static func rules(_ theme: PictureTheme, _ scope: String) -> String {
        Paint.allCases.map { paint in
            let colour = paint.colour(theme)
            return "\(scope) .f-\(paint.rawValue){fill:\(colour)}\(scope) .s-\(paint.rawValue){stroke:\(colour)}"
        }.joined()
    }
}
