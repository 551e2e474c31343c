extension HapticPreset {
    /// What the preset is made of; see ``HapticPreset`` for where the values come from.
    var score: PresetScore {
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
        case .feedbackSelection: Self.selection.score
        case .feedbackSuccess: Self.success.score
        case .feedbackWarning: Self.warning.score
        case .feedbackError: Self.error.score
        case .feedbackImpactLight: Self.impactLight.score
        case .feedbackImpactMedium: Self.impactMedium.score
        case .feedbackImpactHeavy: Self.impactHeavy.score
        case .feedbackImpactRigid: Self.impactRigid.score
        case .feedbackImpactSolid: .taps("A firm tap, between rigid and soft.", (0, 0.75, 0.55))
        case .feedbackImpactSoft: Self.impactSoft.score
        case .feedbackAlignment: .taps("Something snaps into line: a small, crisp tap.", (0, 0.5, 0.85))
        case .feedbackLevelChange: .taps("A level of pressure is reached: a clear tap.", (0, 0.65, 0.5))
        case .feedbackStart: .taps("An activity begins: one strong, clear tap.", (0, 0.9, 0.6))
        case .feedbackStop: .taps("An activity ends: two strong, even taps.", (0, 0.9, 0.4), (0.16, 0.9, 0.4))
        case .feedbackPathComplete:
            .taps("A path is closed: three taps, rising.", (0, 0.4, 0.4), (0.08, 0.6, 0.6), (0.16, 0.9, 0.9))

        case .androidClick: .primitive(.click, "A sharp, crisp click.")
        case .androidDoubleClick:
            .repeated(.click, after: 100, "Two clicks, the second 100 ms after the first has ended.")
        case .androidThud: .primitive(.thud, "A fall, its hit, and what reverberates.")
        case .androidSpin: .primitive(.spin, "A spin: up and down again.")
        case .androidQuickRise: .primitive(.quickRise, "A quick rise against gravity.")
        case .androidSlowRise: .primitive(.slowRise, "A slow rise against gravity.")
        case .androidQuickFall: .primitive(.quickFall, "A quick fall with gravity.")
        case .androidTick: .primitive(.tick, "A light, crisp tick, to be repeated.")
        case .androidLowTick: .primitive(.lowTick, "A light, low tick, to be repeated.")
        }
    }
}
