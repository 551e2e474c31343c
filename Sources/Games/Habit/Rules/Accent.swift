import ThudCore

/// The colour of a habit's ring. Each is readable as text on black: its contrast is at least 4.5:1 (WCAG 2.2, 1.4.3).
package enum Accent: String, Hashable, Sendable, CaseIterable {
    case blue, green, orange, purple, pink, yellow, cyan, red, mint, indigo, teal, sand, lime, rose

    package var colour: Colour {
        switch self {
        case .blue: Colour(0x3D9BFF)
        case .green: Colour(0x30D158)
        case .orange: Colour(0xFF9F0A)
        case .purple: Colour(0xC678FF)
        case .pink: Colour(0xFF5C8A)
        case .yellow: Colour(0xFFD60A)
        case .cyan: Colour(0x64D2FF)
        case .red: Colour(0xFF5A4F)
        case .mint: Colour(0x63E6C8)
        case .indigo: Colour(0x8E8BFF)
        case .teal: Colour(0x2FB8C6)
        case .sand: Colour(0xC9A27E)
        case .lime: Colour(0xB6E34A)
        case .rose: Colour(0xFFA8C5)
        }
    }
}
