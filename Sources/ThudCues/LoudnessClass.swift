/// How loud a cue is meant to be among the others. Sounds are mastered to their class, so nothing is turned up or down
/// while playing; the order is what a check of shipped sounds holds them to.
public enum LoudnessClass: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Behind everything: a button.
    case quiet
    /// The common run of cues, all levelled alike.
    case normal
    /// "Amplify the win": the loudest thing in the interface.
    case win

    /// How far below a win, in decibels; 0 for a win itself.
    public var decibelsBelowWin: Double {
        switch self {
        case .quiet: 9
        case .normal: 3
        case .win: 0
        }
    }

    /// Quieter than.
    public static func < (a: LoudnessClass, b: LoudnessClass) -> Bool { a.decibelsBelowWin > b.decibelsBelowWin }
}
