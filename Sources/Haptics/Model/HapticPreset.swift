import JSONText

/// The feedback that UIKit offers by name (`UIImpactFeedbackGenerator` and its kin), as patterns.
///
/// Apple publishes no values. These are the iOS column of Pulsar, the one set that was tuned by hand on phones for all
/// nine names at once, but for the sharpness of `impact.heavy`: 0.2, from Pulsar's Android column, instead of 0.45. With
/// it light, medium and heavy grow duller as they grow stronger, as heavier things do, and heavy is a thud.
public enum HapticPreset: String, CaseIterable, Hashable, Sendable {
    /// A light tap.
    case impactLight = "impact.light"
    /// A tap.
    case impactMedium = "impact.medium"
    /// A thud.
    case impactHeavy = "impact.heavy"
    /// A dull, cushioned tap.
    case impactSoft = "impact.soft"
    /// A hard click.
    case impactRigid = "impact.rigid"
    /// The notch of a picker.
    case selection = "selection"
    /// Two taps, rising.
    case success = "notification.success"
    /// Two taps, falling.
    case warning = "notification.warning"
    /// Four quick taps.
    case error = "notification.error"

    /// The preset as a pattern.
    public var pattern: HapticPattern {
        HapticPattern(
            taps.map { HapticEvent(.transient, at: $0.time, intensity: $0.intensity, sharpness: $0.sharpness) },
            metadata: [.init("Description", .string(rawValue))])
    }

    private var taps: [(time: Double, intensity: Double, sharpness: Double)] {
        switch self {
        case .impactLight: [(0, 0.55, 0.4)]
        case .impactMedium: [(0, 0.7, 0.3)]
        case .impactHeavy: [(0, 1, 0.2)]
        case .impactSoft: [(0, 0.6, 0.1)]
        case .impactRigid: [(0, 0.8, 0.95)]
        case .selection: [(0, 0.4, 0.7)]
        case .success: [(0, 0.6, 0.6), (0.15, 1, 1)]
        case .warning: [(0, 0.95, 1), (0.15, 0.6, 0.9)]
        case .error: [(0, 0.7, 0.5), (0.1, 0.7, 0.5), (0.2, 0.7, 0.8), (0.25, 0.8, 0.4)]
        }
    }
}
