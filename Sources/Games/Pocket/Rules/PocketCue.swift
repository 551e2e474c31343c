import ThudGameKit

package enum PocketCue: String, CueSet, Codable {
    package static let game = "pocket"

    case right
    /// Marks every third success, after which there is less time.
    case faster
    case round
    case failure
    /// Celebrates a new best score or a won match.
    case record
    case button
    // The steps of a shown sequence, each with its own pitch.
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

package typealias PocketEffect = RoundEffect<PocketCue>

package enum PocketEvent: Hashable, Sendable {
    case started
    case found(TimedFinding)
    /// Reports that the prompt is now on the screen. Its time runs from here.
    case shown
}
