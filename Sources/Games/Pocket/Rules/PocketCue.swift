import ThudGameKit

/// The moments of Out of Pocket that give feedback.
package enum PocketCue: String, CueSet, Codable {
    /// The folder in `Sounds`.
    package static let game = "pocket"

    case right
    /// Every third success: less time from now on.
    case faster
    case round
    case failure
    /// The best score so far is beaten, or a match is won.
    case record
    case button
    // The steps of a sequence as they are shown, a pitch each.
    case stepSwipeUp = "step/swipe-up"
    case stepSwipeDown = "step/swipe-down"
    case stepSwipeLeft = "step/swipe-left"
    case stepSwipeRight = "step/swipe-right"
    case stepTap = "step/tap"
    case stepDoubleTap = "step/double-tap"
    case stepLongPress = "step/long-press"
    case stepPinch = "step/pinch"
    case stepShake = "step/shake"
    case stepTiltLeft = "step/tilt-left"
    case stepTiltRight = "step/tilt-right"
    case stepRaise = "step/raise"
    case stepLower = "step/lower"
    case stepStroop = "step/stroop"
}

/// The effects that a round of Out of Pocket asks for.
package typealias PocketEffect = RoundEffect<PocketCue>

/// What the body does in Out of Pocket.
package enum PocketEvent: Hashable, Sendable {
    case started
    case found(TimedFinding)
    /// The prompt is on the screen since this instant: its time runs from here.
    case shown
}
