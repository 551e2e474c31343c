import ThudCore
import ThudInput

package enum Direction: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right
}

/// A gesture that is complete once it is recognised.
package enum Gesture: Hashable, Sendable {
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
package enum GestureFinding: Hashable, Sendable {
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

package struct TimedFinding: Hashable, Sendable {
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

/// A set of gestures that a recogniser distinguishes. It spends no time on gestures that are not awaited: a tap is
/// decided at once if no double tap is awaited.
package struct GestureSet: OptionSet, Hashable, Sendable {
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
    package static let all = GestureSet(rawValue: .max)
}

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
    static let doubleTapReach = 45.0
    package static let longPress = Interval.milliseconds(600)
    /// How long the intent to hold takes precedence over a swipe while a long press is awaited.
    static let holdIntent = Interval.milliseconds(700)
    /// The distance of two fingers after a pinch, as a fraction of their first distance.
    package static let pinch = 0.85
    /// The least change of that fraction that counts as intended.
    static let leastPinch = 0.06
    /// How long after a movement of a pinch no other gesture counts.
    package static let pinchIntent = Interval.milliseconds(150)
    /// The factor by which a notch of the wheel changes the distance.
    package static let notch = 0.94
    /// How long the wheel may rest within a pinch.
    package static let wheelRest = Interval.milliseconds(500)
}

/// A raw action of a hand at the mouse or the keys, before recognition. In a script it is written as `SECONDS
/// down|move|up|wheel X Y` or `SECONDS key+|key*|key- NAME`, which `InputScript<HandEvent>` reads.
package enum HandEvent: Hashable, Sendable {
    case pointer(PointerEvent)
    case key(KeyEvent)
    /// Everything held counts as released without any gesture, because the terminal lost the focus or the game paused.
    case letGo
}

extension HandEvent: ScriptCommand {
    /// The largest coordinate on any screen, in points.
    private static let farthest = 1e6

    /// The pointer's words, each with two numbers. The left button is the finger. Dragging the right inwards pinches.
    package static let pointerWords = [
        at("down", .down, .left), at("move", .move, .left), at("up", .up, .left), at("right-down", .down, .right),
        at("right-move", .move, .right), at("right-up", .up, .right), at("wheel", .wheel, .none),
        at("wheel-away", .wheelAway, .none),
    ]
    package static let keyWords = KeyEvent.Kind.allCases.map { kind in
        ScriptWord(kind.rawValue, "KEY") { Key(name: $0[0]).map { HandEvent.key(KeyEvent($0, kind)) } }
    }
    package static let letGoWord = ScriptWord("let-go", HandEvent.letGo)
    package static let vocabulary = pointerWords + keyWords + [letGoWord]

    private static func at(
        _ word: String, _ kind: PointerEvent.Kind, _ button: PointerEvent.Button
    ) -> ScriptWord<HandEvent> {
        ScriptWord(word, "X Y") { arguments in
            let numbers = arguments.compactMap(Double.init).filter { $0.magnitude <= farthest }
            guard numbers.count == 2 else { return nil }
            return .pointer(PointerEvent(kind, button, at: Point(x: numbers[0], y: numbers[1])))
        }
    }
}

/// What recognisers need to know about the screen: its size, and how precisely the terminal reports the pointer.
package struct PointerSurface: Hashable, Sendable {
    package enum Grain: String, Hashable, Sendable, CaseIterable {
        /// To the pixel (mode 1016).
        case pixels
        /// To the cell, with movements (mode 1002).
        case cells
        /// To the cell, and only when a button goes down or up (mode 1000).
        case presses
    }

    /// The size in points.
    package var width: Double
    package var height: Double
    package var grain: Grain

    package init(columns: Int = 80, rows: Int = 24, grain: Grain = .cells) {
        width = Double(columns) * Point.cellWidth
        height = Double(rows) * Point.cellHeight
        self.grain = grain
    }

    package var middle: Point { Point(x: width / 2, y: height / 2) }
}
