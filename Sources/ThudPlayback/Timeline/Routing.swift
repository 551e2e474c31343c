/// The channels of every mix, in the order in which they are recorded.
public enum Channel: Int, CaseIterable, Sendable {
    case left, right, haptic
}

/// How loud each track of a clip is on each channel: four rows of linear gains.
public struct Routing: BitwiseCopyable, Sendable {
    /// Row by track; the lanes are left, right, haptic and one that is always zero.
    var rows: [4 of SIMD4<Float>]

    /// Nothing is heard anywhere.
    public static var silent: Routing { Routing(rows: [4 of SIMD4<Float>](repeating: .zero)) }

    /// The linear gain of `track` (0..<4) on `channel`.
    ///
    /// - Precondition: `track` is within 0..<4.
    public subscript(track: Int, channel: Channel) -> Float {
        get { rows[track][channel.rawValue] }
        set { rows[track][channel.rawValue] = newValue }
    }

    /// Routes one mono track to left and right at `position` (-1 left, 0 middle, 1 right), as a balance control does:
    /// the middle leaves the level alone and the far side fades out linearly.
    ///
    /// - Precondition: `track` is within 0..<4.
    public mutating func pan(track: Int, gain: Float, position: Float) {
        self[track, .left] = gain * min(1, 1 - position)
        self[track, .right] = gain * min(1, 1 + position)
    }
}
