import Testing
import ThudCore
import ThudPatterns

/// The folder of presets at the root of the package.
private let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/Presets"

@Suite("Presets have the names that platforms use") struct HapticPresetTests {
    @Test(arguments: HapticPreset.allCases) func `each preset has a file equal to its pattern`(preset: HapticPreset)
        throws
    {
        let path = "\(folder)/\(preset.rawValue).ahap"
        let bytes = try SourceFile.read(path)
        #expect(String(decoding: bytes, as: UTF8.self) == AHAP.text(preset.pattern), "write `AHAP.text` to \(path)")
        #expect(AHAP.lint(bytes, file: path).isEmpty)
        #expect(try AHAP.read(bytes, file: path) == preset.pattern)
    }

    @Test func `the folder of presets contains no other file`() throws {
        let names = HapticPreset.allCases.map { "\($0.rawValue).ahap" }
        #expect(try SourceFile.names(in: folder, endingIn: "").filter { $0 != "." && $0 != ".." } == names.sorted())
    }

    @Test func `every name of UIKit, SwiftUI and Android has a preset`() {
        let names = Set(HapticPreset.allCases.map(\.rawValue))
        #expect(
            names.isSuperset(of: [
                "impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection",
                "notification.success", "notification.warning", "notification.error",
            ]))
        let swiftUI = [
            "increase", "decrease", "selection", "success", "warning", "error", "impact.light", "impact.medium",
            "impact.heavy", "impact.rigid", "impact.solid", "impact.soft", "alignment", "level-change", "start", "stop",
            "path-complete",
        ]
        #expect(names.isSuperset(of: swiftUI.map { "feedback.\($0)" }))
        let android = [
            "click", "double-click", "thud", "spin", "quick-rise", "slow-rise", "quick-fall", "tick", "low-tick",
        ]
        #expect(names.isSuperset(of: android.map { "android.\($0)" }))
        #expect(names.count == 9 + swiftUI.count + android.count)
    }

    @Test(arguments: HapticPreset.allCases) func `each preset has a short summary and is felt`(preset: HapticPreset) {
        #expect(preset.summary.hasSuffix(".") && preset.summary.count < 80 && !preset.summary.contains("\n"))
        let samples = HapticRenderer(sampleRate: 8_000).render(preset.pattern, as: .felt(.phone))
        // A phone's overdrive leaves 2.4 dB less for the rest.
        #expect((samples.map(abs).max() ?? 0) > 0.04)
    }

    @Test(arguments: [
        (HapticPreset.androidThud, 0.3), (.androidSpin, 0.133), (.androidQuickRise, 0.15), (.androidSlowRise, 0.5),
        (.androidQuickFall, 0.1),
    ])
    func `Android's waves last as long as on a Pixel`(preset: HapticPreset, seconds: Double) {
        #expect(preset.pattern.duration == seconds)
    }

    @Test(arguments: [(HapticPreset.androidClick, 0.012), (.androidTick, 0.005), (.androidLowTick, 0.012)])
    func `Android's taps last as long as on a Pixel`(preset: HapticPreset, seconds: Double) {
        #expect(preset.pattern.events.map(\.duration) == [seconds])
    }

    @Test func `rising presets rise and falling presets fall`() {
        func intensities(_ preset: HapticPreset) -> [Double] {
            let evaluation = HapticEvaluation(preset.pattern)
            let end = preset.pattern.duration
            return (0..<8).map { evaluation.intensity(at: end * (Double($0) + 0.5) / 8) }
        }
        #expect(rises(intensities(.androidQuickRise)) && rises(intensities(.androidSlowRise)))
        #expect(rises(intensities(.androidQuickFall).reversed()))
        #expect(rises(HapticPreset.feedbackIncrease.pattern.events.map(\.sharpness)))
        #expect(rises(HapticPreset.feedbackDecrease.pattern.events.map(\.sharpness).reversed()))
    }
}
