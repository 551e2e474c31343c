/// A set of gestures that a recogniser distinguishes. It spends no time on gestures that are not awaited: a tap is
/// decided at once if no double tap is awaited.
package struct GestureSet: OptionSet, Hashable, Sendable, Codable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let tap = GestureSet(rawValue: 1 << 0)
    package static let doubleTap = GestureSet(rawValue: 1 << 1)
    /// A press held still for a moment.
    package static let longPress = GestureSet(rawValue: 1 << 2)
    /// A key or button held for as long as the player likes.
    package static let hold = GestureSet(rawValue: 1 << 3)
    package static let swipe = GestureSet(rawValue: 1 << 4)
    package static let drag = GestureSet(rawValue: 1 << 5)
    package static let pinch = GestureSet(rawValue: 1 << 6)
    package static let shake = GestureSet(rawValue: 1 << 7)
    /// A tilt of the phone to a side, or of the head that wears it.
    package static let tilt = GestureSet(rawValue: 1 << 8)
    package static let raise = GestureSet(rawValue: 1 << 9)
    package static let lower = GestureSet(rawValue: 1 << 10)

    /// Two fingers that close and part for as long as the player likes.
    package static let scale = GestureSet(rawValue: 1 << 11)

    package static let all = GestureSet(rawValue: (1 << 12) - 1)
}
