import ThudCore

package enum ColourDepth: String, Hashable, Sendable, CaseIterable {
    /// No colours, because there are none or the user wants none. A cell with the lighter background is drawn reversed.
    case none
    case sixteen
    /// The 256 of xterm: the sixteen, a colour cube and greys.
    case indexed
    /// 24 bits.
    case full

    /// Detects the depth from COLORTERM and TERM; `none` if NO_COLOR (no-color.org) is set and not empty.
    package init(environment: (String) -> String?) {
        let terminal = environment("TERM") ?? ""
        let isFull =
            ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || terminal.hasSuffix("-direct")
            || ["kitty", "foot", "alacritty", "wezterm", "ghostty"].contains(where: terminal.contains)
        if environment("NO_COLOR")?.isEmpty == false || terminal == "dumb" || terminal.hasSuffix("-m") {
            self = .none
        } else if isFull, environment("STY") == nil {
            self = .full
        } else {
            // GNU screen (STY) passes on what is said about the terminal around it, but has no colours of 24 bits.
            self = terminal.contains("256color") ? .indexed : .sixteen
        }
    }
}

/// The palettes of terminals with fewer colours, and the search for the nearest colour.
package enum Palette {
    package static let sixteen: [Colour] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map { Colour($0) }

    /// The levels of each channel of xterm's 6 x 6 x 6 cube, which begins at 16.
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The difference of its channels, as a share of the largest one, from which a colour must not become a grey. A
    /// bright one, such as skin, may become white up to the second share.
    private static let (leastChroma, palest) = (0.16, 0.26)
    /// The same difference from which a colour must not become one of the 24 greys.
    private static let leastPure = 0.7
    /// The levels of the largest channel from which a grey must not become black, so that a thin line stays visible,
    /// from which black is unwelcome for a colour, and from which a colour is bright.
    private static let (leastGrey, leastColour, leastBright) = (48.0, 88.0, 200.0)
    /// What the opposite hue costs, halved, and what black costs, in the unit of `Colour.distance`.
    private static let (wrongHue, darkness) = (220_000.0, 30_000.0)

    /// Returns the nearest of the sixteen, which has about the same hue, so that a brown face is not blue. A colour
    /// stays a colour however dark it is, so that a fading flash is not grey.
    package static func nearestOfSixteen(to colour: Colour) -> Int {
        let (most, chroma) = chroma(of: colour)
        let isGrey = chroma < leastChroma
        func cost(_ index: Int) -> Double {
            let distance = Double(sixteen[index].distance(to: colour))
            return switch index {
            case 0 where isGrey: most < leastGrey ? distance : .infinity
            case 0: most < leastColour ? distance : distance + darkness
            case 7, 8, 15: isGrey || chroma < palest && most > leastBright ? distance : .infinity
            default: isGrey ? distance : distance + wrongHue * (1 - likeness(of: colour, sixteen[index]))
            }
        }
        return sixteen.indices.min { cost($0) < cost($1) } ?? 0
    }

    /// Returns the largest level, and the difference of the levels as a share of it.
    private static func chroma(of colour: Colour) -> (most: Double, share: Double) {
        let levels = levels(of: colour)
        let most = levels.max() ?? 0
        return (most, (most - (levels.min() ?? 0)) / max(1, most))
    }

    private static func levels(of colour: Colour) -> [Double] {
        [colour.red, colour.green, colour.blue].map(Double.init)
    }

    /// Returns the cosine of the angle between the hues of two colours that are not grey: 1 for the same hue, -1 for
    /// the opposite.
    private static func likeness(of first: Colour, _ second: Colour) -> Double {
        func hue(_ colour: Colour) -> [Double] {
            let levels = levels(of: colour)
            return levels.map { $0 - levels.reduce(0, +) / 3 }
        }
        func product(_ first: [Double], _ second: [Double]) -> Double { zip(first, second).map(*).reduce(0, +) }
        let (first, second) = (hue(first), hue(second))
        return product(first, second) / (product(first, first) * product(second, second)).squareRoot()
    }

    /// Returns the index, 16 to 255, of the nearest colour in the cube and the greys. A pure colour does not become
    /// a grey, so that the glow of red letters is not smoke.
    static func nearestIndexed(to colour: Colour) -> Int {
        let cube = [colour.red, colour.green, colour.blue].map { channel in
            steps.indices.min { abs(steps[$0] - Int(channel)) < abs(steps[$1] - Int(channel)) } ?? 0
        }
        let cubed = Colour(red: UInt8(steps[cube[0]]), green: UInt8(steps[cube[1]]), blue: UInt8(steps[cube[2]]))
        // The greys are 8, 18 ... 238, from 232 on.
        let step = min(23, max(0, (colour.luma - 3) / 10))
        let level = UInt8(8 + 10 * step)
        let grey = Colour(red: level, green: level, blue: level)
        return chroma(of: colour).share < leastPure && grey.distance(to: colour) < cubed.distance(to: colour)
            ? 232 + step : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}
