/// What a colour is for. Which colour that is depends on the theme, and in an SVG on the reader's.
///
/// Dark is the brand: red #FF3B30, green #39FF14, orange #FF9500 on black. On white its orange and green cannot be
/// read, so light has the same hues darkened until each has a contrast of at least 4.5 : 1, as WCAG 2.2 asks of text.
enum Paint: String, CaseIterable, Hashable, Sendable {
    case paper, panel, ink, muted, grid, axis, intensity, sharpness, waveform, sound

    /// Red, green and blue of a light picture, 0xRRGGBB.
    var light: UInt32 {
        switch self {
        case .paper: 0xFFFFFF
        case .panel: 0xF6F6F8
        case .ink: 0x111114
        case .muted: 0x5A5A64
        case .grid: 0xE3E3E8
        case .axis: 0xA9A9B3
        case .intensity: 0xD6241A
        case .sharpness: 0xB45A00
        case .waveform: 0x107A0A
        case .sound: 0x4A5A8A
        }
    }

    /// Red, green and blue of a dark picture, 0xRRGGBB.
    var dark: UInt32 {
        switch self {
        case .paper: 0x000000
        case .panel: 0x0E0E10
        case .ink: 0xF5F5F7
        case .muted: 0xA4A4AE
        case .grid: 0x26262B
        case .axis: 0x5A5A64
        case .intensity: 0xFF3B30
        case .sharpness: 0xFF9500
        case .waveform: 0x39FF14
        case .sound: 0x9DB4FF
        }
    }

    /// The colour in a theme.
    func colour(_ theme: PictureTheme) -> UInt32 { theme == .dark ? dark : light }
}
