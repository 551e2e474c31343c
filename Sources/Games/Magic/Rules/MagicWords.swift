import ThudCore
import ThudGameKit

package enum MagicCue: String, CueSet {
    package static let game = "magic"

    /// The selection moved to another card, row or page, or a key moved a character.
    case snap
    case toggle
    /// A character was picked, a button without a cue of its own was pressed, or a gesture was understood.
    case select
    case spawn
    /// There is no room here, or on the whole stage. The cue is soft.
    case warning
    case grab
    case release
    /// A continuous cue while a character grows or shrinks.
    case pinch
    case detent
    /// The character has reached its largest or smallest size.
    case stop
    case wave, twirl, dance, jump
    /// Continuous cues of what falls and rises over the stage.
    case sparkles, snow, bubbles
    /// The pulse of an effect: a soft swell that yields to every touch.
    case pulse
    case face
    case friend
    case farewell
}

/// What people know by its word in scripts, with a capital.
package protocol MagicNamed: RawRepresentable<String> {}
extension MagicNamed { package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() } }

package enum CharacterKind: String, MagicNamed, Hashable, Sendable, Codable, CaseIterable {
    case sparkle, luna, rosie, crystal, willow

    var colour: Colour {
        switch self {
        case .sparkle: Colour(0xFF66CC)
        case .luna: Colour(0x9966FF)
        case .rosie: Colour(0xFF3366)
        case .crystal: Colour(0x33CCFF)
        case .willow: Colour(0x33FF99)
        }
    }

    /// Her colour as a tint of the whole screen.
    var pastel: Colour { colour.mixed(with: .white, 0.65) }
}

package enum CharacterAction: String, MagicNamed, Hashable, Sendable, Codable, CaseIterable {
    case wave, dance, twirl, jump

    var cue: MagicCue { MagicCue(rawValue: rawValue) ?? .select }
}

/// An effect over the stage that lasts until it is switched off.
package enum StageEffect: String, MagicNamed, Hashable, Sendable, Codable, CaseIterable {
    case sparkles, snow, bubbles

    var cue: MagicCue { MagicCue(rawValue: rawValue) ?? .select }

    /// The rate of its pulse, in Hz.
    package var pulse: Double {
        switch self {
        case .sparkles: 1.25
        case .snow: 0.5
        case .bubbles: 2
        }
    }
}

package enum FaceGesture: String, Hashable, Sendable, Codable, CaseIterable { case smile, eyebrows, mouth }

/// A place on the stage: from its left (0) to its right (1), and from its back (0) to its front (1).
package struct Spot: Hashable, Sendable, Codable {
    package let x: Double
    package let y: Double

    /// Creates a place. Moves values beyond an edge to that edge, and values that are not numbers to 0.
    package init(x: Double, y: Double) {
        self.x = x >= 0 ? min(x, 1) : 0
        self.y = y >= 0 ? min(y, 1) : 0
    }

    /// Returns the distance to another place, in widths of the stage. The stage is half as deep as it is wide.
    package func distance(to other: Spot) -> Double {
        let (dx, dy) = (x - other.x, (y - other.y) / 2)
        return (dx * dx + dy * dy).squareRoot()
    }
}

package enum MagicEvent: Hashable, Sendable {
    /// Moves the picker by this number of cards.
    case scroll(Int)
    /// Selects the character for the next tap.
    case pick(CharacterKind)
    case tap(Spot)
    /// Brings the selected character to a free place, for players without a pointer.
    case bring
    case doubleTap(Spot)
    case longPress(Spot)
    case grab(Spot)
    case drag(Spot)
    case drop
    /// Moves the last touched character by a step.
    case nudge(dx: Double, dy: Double)
    /// Selects the next character, as if it were touched.
    case next
    /// Resizes by the natural logarithm of a factor: the character at a place, or the one touched last.
    case pinch(Double, Spot?)
    /// Removes the character at a place, or the one touched last.
    case remove(Spot?)
    case effect(StageEffect)
    case action(CharacterAction)
    /// Reports how strongly the face does something now, 0...1.
    case face(FaceGesture, Double)
    case friend
    /// Removes the friend who came last.
    case farewell
    case set(MagicOption, String)
    /// Opens a panel, or returns to the stage.
    case panel(MagicPanel?)
    /// Turns to another row or page of a panel.
    case turn(Int)
    /// Does what the current row of a panel says.
    case choose
    /// Does what another row says, from 0.
    case row(Int)
    /// Stops the welcome pages from being shown again.
    case dismissForGood
    /// Asks whether to end. A second one within three seconds ends the game.
    case askGoodNight
    /// Ends the game: the characters say good night.
    case goodNight
}

package enum MagicPanel: Hashable, Sendable, Codable {
    case help(Int)
    case settings(Int)
    case menu(Int, of: Int)
}

package typealias MagicRoundEffect = RoundEffect<MagicCue>

/// A page of the welcome or of the help: a few words, and something to try.
package struct MagicPage: Hashable, Sendable {
    package enum Trial: Hashable, Sendable {
        case bring
        case action(CharacterAction)
        case effect(StageEffect)

        /// Whether it needs a character on the stage.
        var needsSomebody: Bool { if case .action = self { true } else { false } }
    }

    package let title: String
    package let lines: [String]
    /// What the reader can try. nil if there is nothing.
    package let trial: Trial?

    init(_ title: String, _ lines: [String], trial: Trial? = nil) {
        self.title = title
        self.lines = lines
        self.trial = trial
    }

    /// The page in sentences, for people who listen. A line that begins with a word in lower case, not with a key,
    /// goes on with the sentence of the line before.
    package var spoken: String {
        let text = lines.dropFirst().reduce(lines.first ?? "") { text, line in
            let goesOn = line.prefix { $0.isLowercase }.count > 1
            return text + (goesOn ? " " : ". ") + line
        }
        return "\(title) \(text)" + (text.hasSuffix("!") ? "" : ".") + (trial == nil ? "" : " Try it!")
    }
}

/// The texts of the pages (onboarding and help of the source).
package enum MagicPages {
    package static let welcome = [
        MagicPage(
            "Welcome to Aria's Magic!", ["Five princess friends are waiting", "to make magical moments with you"]),
        MagicPage(
            "Tap to bring them to life!",
            ["Tap anywhere: a princess comes", "Drag: she goes with you", "Wheel: larger and smaller"]),
        MagicPage(
            "Your face is magic!",
            ["Smile: sparkles (4)", "Raise your eyebrows: they wave (5)", "Open your mouth: they jump (6)"]),
        MagicPage("Share the magic!", ["A friend joins with f", "and waves goodbye with g", "Have fun!"]),
    ]

    package static let help = [
        MagicPage(
            "Tap anywhere to add a princess!", ["Or press the space bar", "There's room for eight"], trial: .bring),
        MagicPage(
            "Make them dance!", ["w wave   d dance   t twirl   j jump", "Tap one twice, and she does what she likes"],
            trial: .action(.dance)),
        MagicPage(
            "Drag a princess to move her!",
            ["Tab chooses one, Shift and arrows move her", "The wheel, + and - change her size"]),
        MagicPage(
            "Fill the air!", ["1 sparkles   2 snow   3 bubbles", "Press it again to stop"], trial: .effect(.sparkles)),
        MagicPage("Hold her for a menu!", ["Long press on a princess, or m", "Delete sends her home"]),
        MagicPage("Smile for sparkles!", ["4 smile   5 eyebrows   6 mouth", "f a friend joins, g one leaves"]),
        MagicPage(
            "For parents",
            [
                "Nothing is recorded, sent or bought", "o: settings   s: sounds and volume",
                "All sounds are soft   b twice: good night",
            ]),
    ]
}
