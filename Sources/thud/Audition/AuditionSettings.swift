import ThudHaptics

/// How patterns are to be auditioned.
struct AuditionSettings {
    /// The renderings that can be chosen while one listens; the first is in force at the start.
    var renderings: [Rendering]
    /// Whose rise the figures tell.
    var actuator = ActuatorProfile.phone
    /// The live controls.
    var controls = LiveControls()
    /// How fast, 1 being as written.
    var rate = 1.0
    /// Which part of it, in seconds as written.
    var from = 0.0
    var to = Double.infinity
    /// Whether its sounds and its haptics are there.
    var hasSounds = true
    var hasHaptics = true

    /// The rates that make sense: below a tenth nothing is recognised, beyond ten times it is over at once.
    static let rates = 0.1...10.0

    /// What is left of a pattern: without sounds or haptics where they are off.
    func kept(of pattern: HapticPattern) -> HapticPattern {
        var kept = pattern
        kept.events.removeAll { $0.kind.isHaptic ? !hasHaptics : !hasSounds }
        return kept
    }
}
