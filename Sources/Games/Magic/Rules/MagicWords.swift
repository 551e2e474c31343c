import ThudCore
import ThudGameKit

/// The moments of Aria's Magic that give feedback.
package enum MagicCue: String, CueSet {
    package static let game = "magic"

    /// The picker has come to the next card.
    case snap
    case toggle
    /// A character was picked, a button without a cue of its own was pressed, a gesture was understood.
    case select
    case spawn
    /// There is no room here, or on the stage. It is soft.
    case warning
    case grab
    case release
    /// A character becomes larger or smaller: it lasts.
    case pinch
    case detent
    /// It can become no larger, or no smaller.
    case stop
    case wave, twirl, dance, jump
    /// What falls and rises over the stage: these last.
    case sparkles, snow, bubbles
    /// One of them pulses: a soft swell that yields to every touch.
    case pulse
    case face
    case friend
    case farewell
}

package enum CharacterKind: String, Hashable, Sendable, Codable, CaseIterable {
    case sparkle, luna, rosie, crystal, willow

    package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var colour: Colour {
        switch self {
        case .sparkle: Colour(0xFF66CC)
        case .luna: Colour(0x9966FF)
        case .rosie: Colour(0xFF3366)
        case .crystal: Colour(0x33CCFF)
        case .willow: Colour(0x33FF99)
        }
    }

    /// Her colour as it lies over the whole screen.
    var pastel: Colour { colour.mixed(with: .white, 0.65) }
}

/// What characters do when they are asked.
package enum CharacterAction: String, Hashable, Sendable, Codable, CaseIterable {
    case wave, dance, twirl, jump

    var cue: MagicCue {
        switch self {
        case .wave: .wave
        case .dance: .dance
        case .twirl: .twirl
        case .jump: .jump
        }
    }
}

/// What lasts over the stage until it is switched off.
package enum StageEffect: String, Hashable, Sendable, Codable, CaseIterable {
    case sparkles, snow, bubbles

    var cue: MagicCue {
        switch self {
        case .sparkles: .sparkles
        case .snow: .snow
        case .bubbles: .bubbles
        }
    }

    /// How often it pulses, in Hz.
    package var pulse: Double {
        switch self {
        case .sparkles: 1.25
        case .snow: 0.5
        case .bubbles: 2
        }
    }
}

/// What a face can do that is magic.
package enum FaceGesture: String, Hashable, Sendable, Codable, CaseIterable {
    case smile, eyebrows, mouth
}

/// A place on the stage: from its left (0) to its right (1), and from its back (0) to its front (1).
package struct Spot: Hashable, Sendable, Codable {
    package let x: Double
    package let y: Double

    /// A place; what lies beyond an edge is brought to it, and what is no number to the left or to the back.
    package init(x: Double, y: Double) {
        self.x = x >= 0 ? min(x, 1) : 0
        self.y = y >= 0 ? min(y, 1) : 0
    }

    /// How far it is to another place, in widths of the stage. The stage is half as deep as it is wide.
    package func distance(to other: Spot) -> Double {
        let (dx, dy) = (x - other.x, (y - other.y) / 2)
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// What the hands, the face and the friends do.
package enum MagicEvent: Hashable, Sendable {
    /// The picker goes on by so many cards.
    case scroll(Int)
    /// A character is chosen for the next tap.
    case pick(CharacterKind)
    case tap(Spot)
    /// Brings the chosen character to a free place: for those who have no pointer.
    case bring
    case doubleTap(Spot)
    case longPress(Spot)
    case grab(Spot)
    case drag(Spot)
    case drop
    /// The character that was touched last goes a step.
    case nudge(dx: Double, dy: Double)
    /// The next character becomes the one that was touched last.
    case next
    /// By the natural logarithm of the factor; of the character at a place, or of the one that was touched last.
    case pinch(Double, Spot?)
    /// A character leaves: the one at a place, or the one that was touched last.
    case remove(Spot?)
    case effect(StageEffect)
    case action(CharacterAction)
    /// How strongly the face does something now, 0...1.
    case face(FaceGesture, Double)
    case friend
    /// The friend who came last leaves.
    case farewell
    case set(MagicOption, String)
    /// Opens a panel, or goes back to the stage.
    case panel(MagicPanel?)
    /// To another row or page of a panel.
    case turn(Int)
    /// Does what the row of a panel says.
    case choose
    /// Does what another row says, from 0.
    case row(Int)
    /// The pages of the beginning are not shown again.
    case dismissForGood
    /// Asks for the end of the play: it comes with another one of these within three seconds.
    case askGoodNight
    /// The end of the play: the characters say good night.
    case goodNight
}

/// What can be shown over the stage.
package enum MagicPanel: Hashable, Sendable, Codable {
    case help(Int)
    case settings(Int)
    case menu(Int, of: Int)
}

/// What a round of Aria's Magic asks for.
package typealias MagicRoundEffect = RoundEffect<MagicCue>
