import ThudCore
import ThudInput

package enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    case up, down, left, right
}

/// A gesture that is complete once it is recognised.
package enum Gesture: Hashable, Sendable, Codable {
    /// A short touch. It has no position if it is made by a key.
    case tap(at: Point?)
    /// Two taps, the second down within 350 ms of the first up.
    case doubleTap(at: Point?)
    /// Held for 600 ms at one place.
    case longPress(at: Point?)
    case swipe(Direction)
    /// Two fingers that close to 0.85 of their distance: the wheel, or the right button dragged to the middle.
    case pinch
    case shake
    /// The phone leans to the left or right, or the head that wears it nods (down) or tilts back (up).
    case tilt(Direction)
    case raise
    case lower

    package var kind: GestureSet {
        switch self {
        case .tap: .tap
        case .doubleTap: .doubleTap
        case .longPress: .longPress
        case .swipe: .swipe
        case .pinch: .pinch
        case .shake: .shake
        case .tilt: .tilt
        case .raise: .raise
        case .lower: .lower
        }
    }
}

/// What a recogniser finds in the actions of a hand.
package enum GestureFinding: Hashable, Sendable, Codable {
    /// The hand has begun a possible gesture: a button or key is down, a first tap is made, the wheel turns.
    case began
    case recognized(Gesture)
    /// What had begun did not become a gesture.
    case dropped
    /// A key or a button is held, from now until `holdEnded`. The key is nil for the pointer.
    case holdBegan(Key?, at: Point?)
    case holdEnded(Key?)
    /// The pointer drags what is at this point, at which the button went down.
    case dragBegan(at: Point)
    case dragMoved(to: Point)
    case dragEnded(at: Point)
    /// Two fingers close or part at a point. The factor since the last scaling, 0.94 a notch.
    case scaled(by: Double, at: Point)
    /// Two fingers have come to rest, or are gone.
    case scaleEnded
}

package struct TimedFinding: Hashable, Sendable, Codable {
    package let finding: GestureFinding
    /// When the hand began what led to it. A prompt's deadline is judged by this time.
    package let cause: Instant
    package let decided: Instant

    package init(_ finding: GestureFinding, cause: Instant, decided: Instant) {
        self.finding = finding
        self.cause = cause
        self.decided = decided
    }
}
