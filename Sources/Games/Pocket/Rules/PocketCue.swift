public import ThudGameKit

/// The moments of Out of Pocket that give feedback.
public enum PocketCue: String, CueSet, Codable {
    /// The folder in `Sounds`.
    public static let game = "pocket"

    /// A gesture right.
    case right
    /// Every third success: less time from now on.
    case faster
    /// A sequence is done.
    case round
    /// Wrong or late.
    case failure
    /// The best score so far is beaten, or a match is won.
    case record
    /// A button was pressed.
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
public typealias PocketEffect = RoundEffect<PocketCue>

/// What the body does in Out of Pocket.
public enum PocketEvent: Hashable, Sendable {
    /// The session has begun.
    case started
    /// A recogniser has found something.
    case found(TimedFinding)
    /// The prompt is on the screen since this instant: its time runs from here.
    case shown
}
