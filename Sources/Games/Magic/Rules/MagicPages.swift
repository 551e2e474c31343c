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

    /// The page as a sentence, for people who listen.
    package var spoken: String { "\(title) \(lines.joined(separator: ". "))." + (trial == nil ? "" : " Try it!") }
}

/// The texts of the pages (onboarding and help of the source).
package enum MagicPages {
    package static let welcome = [
        MagicPage("Welcome to Aria's Magic!", ["Five princess friends are waiting", "Let's begin!"]),
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
                "Nothing is recorded, sent or bought", "o: settings   b twice: good night",
                "All sounds are soft; pause to set the volume",
            ]),
    ]
}
