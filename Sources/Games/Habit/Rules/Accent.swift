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

    /// Returns a colour's contrast with black, 1 to 21: (L + 0.05) / 0.05 with the relative luminance L of WCAG 2.2.
    package static func contrastOnBlack(of colour: Colour) -> Double {
        func linear(_ channel: UInt8) -> Double {
            let share = Double(channel) / 255
            return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        let luminance = 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
        return (luminance + 0.05) / 0.05
    }

    /// Returns `base` to the power of 2.4: the 12th power of its fifth root, found by Newton's method.
    private static func power(_ base: Double) -> Double {
        var root = 1.0
        for _ in 0..<60 { root -= (root - base / (root * root * root * root)) / 5 }
        let square = root * root
        let fourth = square * square
        return fourth * fourth * fourth
    }
}
