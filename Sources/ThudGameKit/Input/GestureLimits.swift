import ThudCore

/// The thresholds that separate gestures (Out of Pocket, gesture detection), and the few that the design leaves open.
package enum GestureLimits {
    /// The least distance of a swipe along its direction, in points.
    package static let swipeDistance = 50.0
    /// The least average speed of a swipe from the point at which the button went down, in points a second.
    package static let swipeSpeed = 80.0
    /// A swipe must begin at least this far from an edge, in points.
    package static let edge = 24.0
    /// The farthest that a touch may wander and still be a tap or a long press, in points.
    package static let wander = 12.0
    /// The longest time between the end of a tap and the next one of a double tap.
    package static let doubleTap = Interval.milliseconds(350)
    /// The farthest that the two taps of a double tap may be apart, in points: a finger's width.
    package static let doubleTapReach = 45.0
    package static let longPress = Interval.milliseconds(600)
    /// How long the intent to hold takes precedence over a swipe while a long press is awaited.
    package static let holdIntent = Interval.milliseconds(700)
    /// The distance of two fingers after a pinch, as a fraction of their first distance.
    package static let pinch = 0.85
    /// The least change of that fraction that counts as intended.
    package static let leastPinch = 0.06
    /// How long after a movement of a pinch no other gesture counts.
    package static let pinchIntent = Interval.milliseconds(150)
    /// The factor by which a notch of the wheel changes the distance.
    package static let notch = 0.94
    /// How long the wheel may rest within a pinch.
    package static let wheelRest = Interval.milliseconds(500)
}
