public import ThudCore

/// A flash of the whole screen, back to black.
public struct Flash: Hashable, Sendable {
    /// The colour at its brightest.
    public let colour: Colour

    /// How long it takes to be black again, in seconds.
    public let seconds: Double

    /// The lengths that a catalog may ask for, in seconds: three frames at 60 Hz, and no longer than a celebration.
    public static let lengths = 0.05...5.0

    /// A flash; its length is clamped into ``lengths``.
    public init(_ colour: Colour, seconds: Double) {
        self.colour = colour
        self.seconds = min(max(seconds, Self.lengths.lowerBound), Self.lengths.upperBound)
    }
}
