import ThudCore

/// The feedback that phones offer by name, as patterns: UIKit's generators, SwiftUI's `sensoryFeedback` and the
/// primitives of Android. `Presets/<name>.ahap` holds each of them as a file.
///
/// Nobody publishes what these are as patterns. UIKit's are the iOS column of Pulsar, the one set that was tuned by hand
/// on phones for all nine names at once, but for the sharpness of `impact.heavy`: 0.2, from Pulsar's Android column,
/// instead of 0.45. With it light, medium and heavy grow duller as they grow stronger, as heavier things do, and heavy is
/// a thud. SwiftUI's are the same where they mean the same. For the rest, taps that belong together stand 80 ms or more
/// apart (below about 30 ms they would merge), and what rises or falls does so in both intensity and sharpness. Android's
/// have the durations that a Pixel's driver reports; intensity and sharpness follow what Android's documentation calls
/// them: crisp, light, low.
public enum HapticPreset: String, CaseIterable, Hashable, Sendable {
    /// UIKit, `UIImpactFeedbackGenerator`: light.
    case impactLight = "impact.light"
    /// UIKit, `UIImpactFeedbackGenerator`: medium.
    case impactMedium = "impact.medium"
    /// UIKit, `UIImpactFeedbackGenerator`: heavy.
    case impactHeavy = "impact.heavy"
    /// UIKit, `UIImpactFeedbackGenerator`: soft.
    case impactSoft = "impact.soft"
    /// UIKit, `UIImpactFeedbackGenerator`: rigid.
    case impactRigid = "impact.rigid"
    /// UIKit, `UISelectionFeedbackGenerator`.
    case selection = "selection"
    /// UIKit, `UINotificationFeedbackGenerator`: success.
    case success = "notification.success"
    /// UIKit, `UINotificationFeedbackGenerator`: warning.
    case warning = "notification.warning"
    /// UIKit, `UINotificationFeedbackGenerator`: error.
    case error = "notification.error"

    /// SwiftUI, `.increase`.
    case feedbackIncrease = "feedback.increase"
    /// SwiftUI, `.decrease`.
    case feedbackDecrease = "feedback.decrease"
    /// SwiftUI, `.selection`.
    case feedbackSelection = "feedback.selection"
    /// SwiftUI, `.success`.
    case feedbackSuccess = "feedback.success"
    /// SwiftUI, `.warning`.
    case feedbackWarning = "feedback.warning"
    /// SwiftUI, `.error`.
    case feedbackError = "feedback.error"
    /// SwiftUI, `.impact(weight: .light)`.
    case feedbackImpactLight = "feedback.impact.light"
    /// SwiftUI, `.impact(weight: .medium)`.
    case feedbackImpactMedium = "feedback.impact.medium"
    /// SwiftUI, `.impact(weight: .heavy)`.
    case feedbackImpactHeavy = "feedback.impact.heavy"
    /// SwiftUI, `.impact(flexibility: .rigid)`.
    case feedbackImpactRigid = "feedback.impact.rigid"
    /// SwiftUI, `.impact(flexibility: .solid)`.
    case feedbackImpactSolid = "feedback.impact.solid"
    /// SwiftUI, `.impact(flexibility: .soft)`.
    case feedbackImpactSoft = "feedback.impact.soft"
    /// SwiftUI, `.alignment`.
    case feedbackAlignment = "feedback.alignment"
    /// SwiftUI, `.levelChange`.
    case feedbackLevelChange = "feedback.level-change"
    /// SwiftUI, `.start`.
    case feedbackStart = "feedback.start"
    /// SwiftUI, `.stop`.
    case feedbackStop = "feedback.stop"
    /// SwiftUI, `.pathComplete`.
    case feedbackPathComplete = "feedback.path-complete"

    /// Android, `PRIMITIVE_CLICK`.
    case androidClick = "android.click"
    /// Android, `EFFECT_DOUBLE_CLICK`.
    case androidDoubleClick = "android.double-click"
    /// Android, `PRIMITIVE_THUD`.
    case androidThud = "android.thud"
    /// Android, `PRIMITIVE_SPIN`.
    case androidSpin = "android.spin"
    /// Android, `PRIMITIVE_QUICK_RISE`.
    case androidQuickRise = "android.quick-rise"
    /// Android, `PRIMITIVE_SLOW_RISE`.
    case androidSlowRise = "android.slow-rise"
    /// Android, `PRIMITIVE_QUICK_FALL`.
    case androidQuickFall = "android.quick-fall"
    /// Android, `PRIMITIVE_TICK`.
    case androidTick = "android.tick"
    /// Android, `PRIMITIVE_LOW_TICK`.
    case androidLowTick = "android.low-tick"

    /// What it feels like, in one line.
    public var summary: String { score.summary }

    /// The preset as a pattern.
    public var pattern: HapticPattern {
        HapticPattern(
            score.events, curves: score.curves, metadata: [.init("Description", .string("\(rawValue): \(summary)"))])
    }
}
