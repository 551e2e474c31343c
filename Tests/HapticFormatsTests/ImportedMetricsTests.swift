import Testing
import ThudHapticFormats
import ThudHaptics

@Suite("An imported pattern has the figures of the original") struct ImportedMetricsTests {
    private func rise(_ pattern: HapticPattern) -> Double? {
        PatternMetrics(pattern, samples: [], actuator: .lra).mechanicalT90
    }

    private func check(_ preset: HapticPreset, by format: PatternFormat) throws {
        let back = try read(format.write(preset.pattern).text, format).pattern
        let before = try #require(rise(preset.pattern))
        let after = try #require(rise(back))
        #expect(abs(before - after) < 0.000_5, "\(preset), \(format): \(before) became \(after)")
    }

    @Test(arguments: [
        HapticPreset.impactLight, .impactHeavy, .impactRigid, .success, .androidThud, .androidSpin, .androidSlowRise,
        .androidQuickFall,
    ])
    func `its t90 is the original's, from a .haptic file`(preset: HapticPreset) throws {
        try check(preset, by: .haptic)
    }

    @Test(arguments: [PatternFormat.hjif, .he]) func `and from others`(format: PatternFormat) throws {
        try check(.impactHeavy, by: format)
        try check(.androidSpin, by: format)
    }
}
