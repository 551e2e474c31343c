import ThudCore

/// The figures by which gestures are told apart (Out of Pocket, gesture detection), and the few that it leaves open.
package enum GestureLimits {
    /// How far a swipe goes at least, in points, along its direction.
    package static let swipeDistance = 50.0
    /// How fast a swipe is at least, in points a second, from where the button went down.
    package static let swipeSpeed = 80.0
    /// A swipe begins no nearer to an edge than this, in points.
    package static let edge = 24.0
    /// How far a touch may wander, in points, and still be a tap or a long press.
    package static let wander = 12.0
    /// How long after the end of a tap another makes it a double tap.
    package static let doubleTap = Interval.milliseconds(350)
    /// How far apart the two taps of a double tap may be, in points: a finger's width.
    package static let doubleTapReach = 45.0
    package static let longPress = Interval.milliseconds(600)
    /// How long the intent to hold wins over a swipe where a long press is awaited.
    package static let holdIntent = Interval.milliseconds(700)
    /// What is left of the distance of two fingers that have pinched.
    package static let pinch = 0.85
    /// The least change of their distance that is meant.
    package static let leastPinch = 0.06
    /// How long after a movement of a pinch nothing else is meant.
    package static let pinchIntent = Interval.milliseconds(150)
    /// What a notch of the wheel leaves of the distance.
    package static let notch = 0.94
    /// How long the wheel may rest within a pinch.
    package static let wheelRest = Interval.milliseconds(500)
}
