import ThudGameKit

/// The fourteen gestures that the game can request.
package enum PocketGesture: String, Hashable, Sendable, Codable, CaseIterable {
    case swipeUp = "swipe-up"
    case swipeDown = "swipe-down"
    case swipeLeft = "swipe-left"
    case swipeRight = "swipe-right"
    case tap
    case doubleTap = "double-tap"
    case longPress = "long-press"
    case pinch
    case shake
    case tiltLeft = "tilt-left"
    case tiltRight = "tilt-right"
    case raise
    case lower
    /// A colour's name in letters of another colour. The player swipes to the label of the letters' colour.
    case stroop

    /// The nine gestures that nobody beside the player notices.
    package static let discreet: [PocketGesture] = [
        .swipeUp, .swipeDown, .swipeLeft, .swipeRight, .tap, .doubleTap, .longPress, .pinch, .stroop,
    ]

    package var title: String { rawValue.split(separator: "-").joined(separator: " ").uppercased() }

    package init(_ gesture: Gesture) {
        switch gesture {
        case .tap: self = .tap
        case .doubleTap: self = .doubleTap
        case .longPress: self = .longPress
        case .swipe(.up): self = .swipeUp
        case .swipe(.down): self = .swipeDown
        case .swipe(.left): self = .swipeLeft
        case .swipe(.right): self = .swipeRight
        case .pinch: self = .pinch
        case .shake: self = .shake
        case .tilt(.left): self = .tiltLeft
        case .tilt: self = .tiltRight
        case .raise: self = .raise
        case .lower: self = .lower
        }
    }

    package static func swipe(_ direction: Direction) -> PocketGesture { PocketGesture(.swipe(direction)) }

    /// The kind of gesture that a recognizer has to detect.
    var kind: GestureSet { made?.kind ?? .swipe }

    var step: PocketCue { PocketCue(rawValue: "step/\(rawValue)") ?? .button }
}

package enum StroopColour: String, Hashable, Sendable, Codable, CaseIterable { case red, blue, green, yellow }

/// The name of a colour in letters of another colour, with four labels around it.
package struct Stroop: Hashable, Sendable, Codable {
    package let word: StroopColour
    package let ink: StroopColour
    /// The colours of the labels above, below, to the left and to the right, in the order of `Direction.allCases`.
    package let labels: [StroopColour]

    /// Whether each colour has exactly one label.
    var isPossible: Bool { labels.count == StroopColour.allCases.count && Set(labels).count == labels.count }

    package func label(_ direction: Direction) -> StroopColour {
        labels[Direction.allCases.firstIndex(of: direction) ?? 0]
    }

    /// The direction of the label with the letters' colour.
    package var direction: Direction { Direction.allCases[labels.firstIndex(of: ink) ?? 0] }

    var text: String {
        let places = Direction.allCases.map { "\($0.rawValue) \(label($0).rawValue)" }.joined(separator: ", ")
        return "STROOP: the word \(word.rawValue.uppercased()) in \(ink.rawValue) letters; \(places)"
    }
}

package struct PocketPrompt: Hashable, Sendable, Codable {
    package let gesture: PocketGesture
    /// The picture of a Stroop prompt. nil for all others.
    package var stroop: Stroop?

    /// The gesture that the hand has to make.
    package var answer: PocketGesture { stroop.map { .swipe($0.direction) } ?? gesture }
    package var text: String { stroop?.text ?? gesture.title }
}

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
