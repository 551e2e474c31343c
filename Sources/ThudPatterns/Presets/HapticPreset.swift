import ThudCore

/// The feedback that phones offer by name, as patterns: UIKit's generators, SwiftUI's `sensoryFeedback` and the
/// primitives of Android. `Presets/<name>.ahap` contains each of them as a file.
///
/// Nobody publishes these as patterns. The UIKit values are the iOS column of Pulsar, the only set that was tuned by
/// hand on phones for all nine names together. The one exception is the sharpness of `impact.heavy`: 0.2, from
/// Pulsar's Android column, instead of 0.45. With it light, medium and heavy grow duller as they grow stronger, as
/// heavier things do, and heavy is a thud.
///
/// SwiftUI's presets reuse these if they mean the same. In the others, taps that belong together are 80 ms or more
/// apart, because below about 30 ms they would merge. A rise or fall changes both intensity and sharpness. Android's
/// presets have the durations that a Pixel's driver reports. Their intensity and sharpness follow the words of
/// Android's documentation: crisp, light, low.
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

    /// A one-line description of how it feels.
    public var summary: String { definition.summary }

    /// The preset as a pattern.
    public var pattern: HapticPattern {
        HapticPattern(
            definition.events, curves: definition.curves,
            metadata: [.init("Description", .string("\(rawValue): \(summary)"))])
    }

    /// The events and curves of the preset; see ``HapticPreset`` for the sources of the values.
    var definition: PresetDefinition {
        switch self {
        case .impactLight: .taps("A light tap.", (0, 0.55, 0.4))
        case .impactMedium: .taps("A tap.", (0, 0.7, 0.3))
        case .impactHeavy: .taps("A thud.", (0, 1, 0.2))
        case .impactSoft: .taps("A dull, cushioned tap.", (0, 0.6, 0.1))
        case .impactRigid: .taps("A hard click.", (0, 0.8, 0.95))
        case .selection: .taps("The notch of a picker.", (0, 0.4, 0.7))
        case .success: .taps("Two taps, rising.", (0, 0.6, 0.6), (0.15, 1, 1))
        case .warning: .taps("Two taps, falling.", (0, 0.95, 1), (0.15, 0.6, 0.9))
        case .error: .taps("Four quick taps.", (0, 0.7, 0.5), (0.1, 0.7, 0.5), (0.2, 0.7, 0.8), (0.25, 0.8, 0.4))

        case .feedbackIncrease: .taps("A value rises: a light tap and a brighter one.", (0, 0.4, 0.4), (0.08, 0.7, 0.8))
        case .feedbackDecrease: .taps("A value falls: a bright tap and a duller one.", (0, 0.7, 0.8), (0.08, 0.4, 0.4))
        case .feedbackSelection: Self.selection.definition
        case .feedbackSuccess: Self.success.definition
        case .feedbackWarning: Self.warning.definition
        case .feedbackError: Self.error.definition
        case .feedbackImpactLight: Self.impactLight.definition
        case .feedbackImpactMedium: Self.impactMedium.definition
        case .feedbackImpactHeavy: Self.impactHeavy.definition
        case .feedbackImpactRigid: Self.impactRigid.definition
        case .feedbackImpactSolid: .taps("A firm tap, between rigid and soft.", (0, 0.75, 0.55))
        case .feedbackImpactSoft: Self.impactSoft.definition
        case .feedbackAlignment: .taps("Something snaps into line: a small, crisp tap.", (0, 0.5, 0.85))
        case .feedbackLevelChange: .taps("A level of pressure is reached: a clear tap.", (0, 0.65, 0.5))
        case .feedbackStart: .taps("An activity begins: one strong, clear tap.", (0, 0.9, 0.6))
        case .feedbackStop: .taps("An activity ends: two strong, even taps.", (0, 0.9, 0.4), (0.16, 0.9, 0.4))
        case .feedbackPathComplete:
            .taps("A path is closed: three taps, rising.", (0, 0.4, 0.4), (0.08, 0.6, 0.6), (0.16, 0.9, 0.9))

        case .androidClick: .primitive(.click, "A sharp, crisp click.")
        case .androidDoubleClick:
            .repeated(.click, after: 100, "Two clicks, the second 100 ms after the first has ended.")
        case .androidThud: .primitive(.thud, "A fall, its impact, and a reverberation.")
        case .androidSpin: .primitive(.spin, "A spin: up and down again.")
        case .androidQuickRise: .primitive(.quickRise, "A quick rise against gravity.")
        case .androidSlowRise: .primitive(.slowRise, "A slow rise against gravity.")
        case .androidQuickFall: .primitive(.quickFall, "A quick fall with gravity.")
        case .androidTick: .primitive(.tick, "A light, crisp tick, to be repeated.")
        case .androidLowTick: .primitive(.lowTick, "A light, low tick, to be repeated.")
        }
    }
}

struct PresetDefinition {
    let summary: String
    let events: [HapticEvent]
    var curves: [ParameterCurve] = []

    static func taps(_ summary: String, _ taps: (time: Double, intensity: Double, sharpness: Double)...)
        -> PresetDefinition
    {
        PresetDefinition(
            summary: summary,
            events: taps.map { HapticEvent(.transient, at: $0.time, intensity: $0.intensity, sharpness: $0.sharpness) })
    }

    static func primitive(_ primitive: AndroidPrimitive, _ summary: String) -> PresetDefinition {
        let duration = Double(primitive.length) / 1e3
        switch primitive.shape {
        case .tap(let intensity, let sharpness):
            let tap = HapticEvent(.transient, duration: duration, intensity: intensity, sharpness: sharpness)
            return PresetDefinition(summary: summary, events: [tap])
        case .swell(let intensity, let sharpness, let hasHit):
            // The curves drive both events alike, so the hit has the first sharpness of the swell.
            let tap = HapticEvent(.transient, intensity: 1, sharpness: 0)
            let swell = HapticEvent(.continuous, duration: duration, intensity: 1, sharpness: 0)
            return PresetDefinition(
                summary: summary, events: hasHit ? [tap, swell] : [swell],
                curves: [
                    ParameterCurve(.hapticIntensity, at: 0, points: points(intensity, over: duration)),
                    ParameterCurve(.hapticSharpness, at: 0, points: points(sharpness, over: duration)),
                ])
        }
    }

    /// Creates a preset that plays a one-tap primitive twice, the second `pause` milliseconds after the first ends.
    static func repeated(_ primitive: AndroidPrimitive, after pause: Int, _ summary: String) -> PresetDefinition {
        guard case .tap(let intensity, let sharpness) = primitive.shape else {
            return Self.primitive(primitive, summary)
        }
        let second = Double(primitive.length + pause) / 1e3
        return taps(summary, (0, intensity, sharpness), (second, intensity, sharpness))
    }

    private static func points(_ values: [Double], over duration: Double) -> [ParameterCurve.Point] {
        values.enumerated().map { index, value in
            .init(time: duration * Double(index) / Double(max(values.count - 1, 1)), value: value)
        }
    }
}
