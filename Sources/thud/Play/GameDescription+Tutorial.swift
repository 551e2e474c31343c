import ThudGameKit

extension GameDescription {
    /// Whether a person's round may begin with the tutorial. A game without a cue that ends it keeps by itself whether it does.
    func mayTeach(_ preferences: Preferences) -> Bool { tutorialCue == nil || !preferences.tutorialDone }
}
