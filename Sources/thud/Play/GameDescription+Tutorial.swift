import ThudGameKit

extension GameDescription {
    /// Whether a person's round may begin with the tutorial. A game without a `tutorialCue` decides that by itself.
    func mayTeach(_ preferences: Preferences) -> Bool { tutorialCue == nil || !preferences.tutorialDone }
}
