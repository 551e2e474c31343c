import ThudCore
import ThudInput

/// One of the four ways.
package enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    case up, down, left, right
}

/// A gesture that is done once it is recognised.
package enum Gesture: Hashable, Sendable, Codable {
    /// A short touch. Keys have no place.
    case tap(at: Point?)
    /// Two taps, the second down within 350 ms of the first up.
    case doubleTap(at: Point?)
    /// Held for 600 ms at one place.
    case longPress(at: Point?)
    case swipe(Direction)
    /// Two fingers that close, to 0.85 of their distance: the wheel, or the right button dragged to the middle.
    case pinch
    case shake
    /// The phone leans to the left or to the right, or the head that wears it nods (down) or tilts back (up).
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

/// What a recogniser finds in what the hand does.
package enum GestureFinding: Hashable, Sendable, Codable {
    /// The hand has begun something that may become a gesture: a button or a key is down, a first tap is made, the wheel turns.
    case began
    case recognized(Gesture)
    /// What had begun has become nothing.
    case dropped
    /// A key or a button is held, from now until `holdEnded`. The key is nil for the pointer.
    case holdBegan(Key?, at: Point?)
    /// It is held no more.
    case holdEnded(Key?)
    /// The pointer goes off with what lies at this place, where the button went down.
    case dragBegan(at: Point)
    case dragMoved(to: Point)
    case dragEnded(at: Point)
    /// Two fingers close or part, at a place; the factor since the last of these, 0.94 a notch.
    case scaled(by: Double, at: Point)
    /// Two fingers have come to rest, or are gone.
    case scaleEnded
}

/// A finding, and when its cause happened.
package struct TimedFinding: Hashable, Sendable, Codable {
    package let finding: GestureFinding
    /// When the hand began what led to it. A prompt's deadline is judged by this.
    package let cause: Instant
    package let decided: Instant

    package init(_ finding: GestureFinding, cause: Instant, decided: Instant) {
        self.finding = finding
        self.cause = cause
        self.decided = decided
    }
}
