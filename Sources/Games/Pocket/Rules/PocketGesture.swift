import ThudGameKit

/// The gestures that the game can request.
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

    /// The nine gestures that nobody beside the player notices, because they do not move the phone.
    package static let discreet = allCases.filter { $0.made.flatMap(PhoneMovement.init) == nil }

    package var title: String { rawValue.split(separator: "-").joined(separator: " ").uppercased() }

    package init(_ gesture: Gesture) { self = Self.allCases.first { $0.made == gesture.placeless } ?? .tap }

    package static func swipe(_ direction: Direction) -> PocketGesture { PocketGesture(.swipe(direction)) }

    /// The kind of gesture that a recognizer has to detect.
    var kind: GestureSet { made?.kind ?? .swipe }

    /// The cue of the gesture in a shown sequence. Each has its own pitch.
    var step: PocketCue { PocketCue("step/\(rawValue)") }
}

extension Gesture {
    /// The same gesture at no place.
    fileprivate var placeless: Gesture {
        switch self {
        case .tap: .tap(at: nil)
        case .doubleTap: .doubleTap(at: nil)
        case .longPress: .longPress(at: nil)
        default: self
        }
    }
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

package struct PocketCue: CueSet, Codable {
    package static let game = "pocket"

    package static let right = PocketCue("right")
    /// Marks every third success, after which there is less time.
    package static let faster = PocketCue("faster")
    package static let round = PocketCue("round")
    package static let failure = PocketCue("failure")
    /// Celebrates a new best score or a won match.
    package static let record = PocketCue("record")
    package static let button = PocketCue("button")

    package static let allCases = [right, faster, round, failure, record, button] + PocketGesture.allCases.map(\.step)
    package let rawValue: String

    fileprivate init(_ name: String) { rawValue = name }

    package init?(rawValue name: String) {
        self.init(name)
        if !Self.allCases.contains(self) { return nil }
    }
}

package typealias PocketEffect = RoundEffect<PocketCue>

package enum PocketEvent: Hashable, Sendable {
    case started
    case found(TimedFinding)
    /// Reports that the prompt is now on the screen. Its time runs from here.
    case shown
}
