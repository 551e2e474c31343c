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
        if environment("NO_COLOR")?.isEmpty == false || terminal == "dumb" || terminal.hasSuffix("-m") {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || terminal.hasSuffix("-direct") {
            self = .full
        } else if ["kitty", "foot", "alacritty", "wezterm", "ghostty"].contains(where: terminal.contains) {
            self = .full
        } else {
            self = terminal.contains("256color") ? .indexed : .sixteen
        }
    }
}

/// The palettes of terminals with fewer colours, and the search for the nearest colour.
enum Palette {
    static let sixteen: [Colour] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map { Colour($0) }

    /// The levels of each channel of xterm's 6 x 6 x 6 cube, which begins at 16.
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The indices of the greys, without black.
    private static let greys: Set = [7, 8, 15]
    /// From this difference of its channels on, as a share of the largest one, a colour must not become a grey.
    private static let leastChroma = 0.16

    /// Returns the nearest of the sixteen. A colour stays a colour however dark it is, so that a fading flash is not
    /// grey.
    static func nearestOfSixteen(to colour: Colour) -> Int {
        let channels = [colour.red, colour.green, colour.blue].map(Double.init)
        let most = channels.max() ?? 0
        let isGrey = most - (channels.min() ?? 0) < leastChroma * most
        return sixteen.indices.filter { isGrey || !greys.contains($0) }
            .min { sixteen[$0].distance(to: colour) < sixteen[$1].distance(to: colour) } ?? 0
    }

    /// Returns the index, 16 to 255, of the nearest colour in the cube and the greys.
    static func nearestIndexed(to colour: Colour) -> Int {
        let cube = [colour.red, colour.green, colour.blue].map { channel in
            steps.indices.min { abs(steps[$0] - Int(channel)) < abs(steps[$1] - Int(channel)) } ?? 0
        }
        let cubed = Colour(red: UInt8(steps[cube[0]]), green: UInt8(steps[cube[1]]), blue: UInt8(steps[cube[2]]))
        // The greys are 8, 18 ... 238, from 232 on.
        let step = min(23, max(0, (colour.luma - 3) / 10))
        let level = UInt8(8 + 10 * step)
        let grey = Colour(red: level, green: level, blue: level)
        return grey.distance(to: colour) < cubed.distance(to: colour)
            ? 232 + step : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}
