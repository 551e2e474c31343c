/// A colour of a screen, 8 bits a channel, sRGB.
public struct Colour: Hashable, Sendable, CustomStringConvertible {
    /// 0 to 255.
    public let red: UInt8

    /// 0 to 255.
    public let green: UInt8

    /// 0 to 255.
    public let blue: UInt8

    /// A colour by its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A colour as a number: `0x39FF14`.
    public init(_ hex: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
            blue: UInt8(truncatingIfNeeded: hex))
    }

    /// A colour as the web writes it, `#39FF14`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard text.hasPrefix("#"), text.utf8.count == 7, digits.count == 6 else { return nil }
        self.init(digits.reduce(0) { $0 << 4 | UInt32($1) })
    }

    /// No light at all.
    public static let black = Colour(0x000000)
    /// All light.
    public static let white = Colour(0xFFFFFF)

    /// The colour as the web writes it, `#39FF14`.
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// This colour with `share` (0 to 1) of `other` mixed in, channel by channel.
    public func mixed(with other: Colour, _ share: Double) -> Colour {
        let share = min(max(share, 0), 1)
        func channel(_ mine: UInt8, _ theirs: UInt8) -> UInt8 {
            UInt8((Double(mine) + (Double(theirs) - Double(mine)) * share).rounded())
        }
        return Colour(
            red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
    }

    /// How light the colour looks, 0 to 255 (the luma of ITU-R BT.601).
    public var luma: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }

    /// The squared distance to `other`, with the channels weighted by the eye's sensitivity to each.
    public func distance(to other: Colour) -> Int {
        let red = Int(self.red) - Int(other.red)
        let green = Int(self.green) - Int(other.green)
        let blue = Int(self.blue) - Int(other.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }
}
