import Glibc
import ThudCore
import ThudTerminal

extension Colour {
    /// The background of a screen on a terminal whose own is light.
    package static let lightGround = Colour(0xF2F2FF)

    /// The relative luminance of WCAG 2.2, 0 to 1.
    package var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let share = Double(channel) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast with another colour, 1 to 21 (WCAG 2.2, 1.4.3).
    package func contrast(with other: Colour) -> Double {
        let (first, second) = (luminance, other.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns the colour that does on a light ground what this one does on black: a faint line stays faint, a text
    /// stays legible, and an accent keeps its hue.
    package var onLight: Colour {
        let before = contrast(with: .black)
        let grey = 1 - Double(max(red, green, blue) - min(red, green, blue)) / 255
        // Text needs 4.5. An accent needs no more, and would lose its hue.
        return standingOut(before < 4.5 ? before : 4.7 + 0.7 * grey * (before - 4.5), from: .lightGround)
    }

    /// Returns this colour, fainter or stronger, with a contrast with its ground as close as possible above `wanted`.
    package func standingOut(_ wanted: Double, from ground: Colour) -> Colour {
        let end: Colour = ground.luma > 127 ? .black : .white
        // From the ground to the colour, and from there to black or white.
        func colour(_ way: Double) -> Colour { way < 1 ? ground.mixed(with: self, way) : mixed(with: end, way - 1) }
        var (near, far) = (0.0, 2.0)
        for _ in 0..<10 {
            let middle = (near + far) / 2
            if colour(middle).contrast(with: ground) < wanted { near = middle } else { far = middle }
        }
        return colour(far)
    }
}

extension Grid {
    /// Turns what was drawn on black into the same on a light ground. Exact colours and other backgrounds stay.
    package mutating func lighten(_ area: Area) {
        var known: [Colour: Colour] = [:]
        restyle(area) { style in
            guard style.background == .black else { return }
            style.background = .lightGround
            guard !style.attributes.contains(.exact) else { return }
            let light = known[style.foreground] ?? style.foreground.onLight
            known[style.foreground] = light
            style.foreground = light
        }
    }
}
