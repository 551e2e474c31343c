/// An sRGB colour with 8 bits per channel.
public struct Colour: Hashable, Sendable, CustomStringConvertible {
    /// The red channel, 0 to 255.
    public let red: UInt8
    /// The green channel, 0 to 255.
    public let green: UInt8
    /// The blue channel, 0 to 255.
    public let blue: UInt8

    /// Creates a colour from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a colour from a number such as `0x39FF14`.
    public init(_ hex: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
            blue: UInt8(truncatingIfNeeded: hex))
    }

    /// Creates a colour from web notation, `#39FF14`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard text.hasPrefix("#"), text.utf8.count == 7, digits.count == 6 else { return nil }
        self.init(digits.reduce(0) { $0 << 4 | UInt32($1) })
    }

    /// Black, `#000000`.
    public static let black = Colour(0x000000)
    /// White, `#FFFFFF`.
    public static let white = Colour(0xFFFFFF)

    /// The colour in web notation, `#39FF14`.
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// Returns this colour with `share` (0 to 1) of `other` mixed in, channel by channel.
    public func mixed(with other: Colour, _ share: Double) -> Colour {
        let share = min(max(share, 0), 1)
        func channel(_ mine: UInt8, _ theirs: UInt8) -> UInt8 {
            let (from, to) = (Double(mine), Double(theirs))
            return UInt8((from + (to - from) * share).rounded())
        }
        return Colour(red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
    }

    /// The perceived brightness, 0 to 255 (the luma of ITU-R BT.601).
    public var luma: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }

    /// Returns the squared distance to `other`, with the channels weighted by the eye's sensitivity.
    public func distance(to other: Colour) -> Int {
        let red = Int(self.red) - Int(other.red)
        let green = Int(self.green) - Int(other.green)
        let blue = Int(self.blue) - Int(other.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }
}
