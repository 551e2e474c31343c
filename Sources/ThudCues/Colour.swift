/// A colour of the screen, 8 bits a channel, sRGB.
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

    /// A colour as the web writes it, `#39FF14`; nil for anything else.
    public init?(_ text: String) {
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard text.hasPrefix("#"), text.utf8.count == 7, digits.count == 6 else { return nil }
        red = UInt8(digits[0] << 4 | digits[1])
        green = UInt8(digits[2] << 4 | digits[3])
        blue = UInt8(digits[4] << 4 | digits[5])
    }

    /// White.
    public static let white = Colour(red: 255, green: 255, blue: 255)

    /// `#39FF14`.
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
