/// Gestures that a recogniser tells apart. It needs no time to decide what nobody asks for: a tap is decided at once where no
/// double tap is awaited.
public struct GestureSet: OptionSet, Hashable, Sendable, Codable {
    /// The gestures as bits.
    public let rawValue: UInt32
    /// Makes it from what was written.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A touch or a click.
    public static let tap = GestureSet(rawValue: 1 << 0)
    /// Two taps in quick succession.
    public static let doubleTap = GestureSet(rawValue: 1 << 1)
    /// A press that is held still for a moment.
    public static let longPress = GestureSet(rawValue: 1 << 2)
    /// A key or a button that is held for as long as the player likes.
    public static let hold = GestureSet(rawValue: 1 << 3)
    /// A quick stroke in a direction.
    public static let swipe = GestureSet(rawValue: 1 << 4)
    /// A movement of something that is held.
    public static let drag = GestureSet(rawValue: 1 << 5)
    /// Two fingers towards each other or away.
    public static let pinch = GestureSet(rawValue: 1 << 6)
    /// The phone is shaken.
    public static let shake = GestureSet(rawValue: 1 << 7)
    /// Of the phone to a side, or of the head that wears it.
    public static let tilt = GestureSet(rawValue: 1 << 8)
    /// The phone is lifted.
    public static let raise = GestureSet(rawValue: 1 << 9)
    /// The phone is lowered.
    public static let lower = GestureSet(rawValue: 1 << 10)

    /// Two fingers that close and part for as long as the player likes.
    public static let scale = GestureSet(rawValue: 1 << 11)

    /// Every gesture.
    public static let all = GestureSet(rawValue: (1 << 12) - 1)
}
