/// A colour, 8 bits a channel, sRGB.
public struct RGB: Hashable, Sendable {
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

    /// A colour as the web writes it: `0x39FF14`.
    public init(_ hex: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
            blue: UInt8(truncatingIfNeeded: hex))
    }

    /// No light at all.
    public static let black = RGB(0x000000)
    /// All light.
    public static let white = RGB(0xFFFFFF)

    /// This colour with `share` (0 to 1) of `other` mixed in, channel by channel.
    public func mixed(with other: RGB, _ share: Double) -> RGB {
        let share = min(max(share, 0), 1)
        func channel(_ mine: UInt8, _ theirs: UInt8) -> UInt8 {
            UInt8((Double(mine) + (Double(theirs) - Double(mine)) * share).rounded())
        }
        return RGB(
            red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
    }

    /// How light it looks, 0 to 255 (ITU-R BT.601 luma).
    public var luma: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }

    /// The squared distance to `other`, channels weighted as the eye does.
    func distance(to other: RGB) -> Int {
        let red = Int(self.red) - Int(other.red)
        let green = Int(self.green) - Int(other.green)
        let blue = Int(self.blue) - Int(other.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }
}
