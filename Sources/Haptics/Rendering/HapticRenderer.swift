/// Renders patterns to samples: offline, the whole pattern at once, memory taken at the start only.
///
/// Both renderings are mono within -1 to 1. They have content from the first sample on, as a cue must start on its
/// frame, and begin and end at exactly 0. Sounds (`AudioCustom`, `AudioContinuous`) are not rendered here.
public struct HapticRenderer: Sendable {
    /// What a pattern is rendered for.
    public enum Purpose: String, CaseIterable, Hashable, Sendable {
        /// An actuator; see ``DriveLaw``.
        case drive
        /// Loudspeakers; see ``HeardLaw``.
        case heard
    }

    /// The rates that are rendered, in hertz.
    public static let sampleRates = 8_000.0...384_000.0

    /// Samples a second.
    public let sampleRate: Double

    /// A renderer. A rate outside ``sampleRates`` is taken as the nearest one, NaN as 48 kHz.
    public init(sampleRate: Double = 48_000) {
        let range = Self.sampleRates
        self.sampleRate = sampleRate.isNaN ? 48_000 : min(max(sampleRate, range.lowerBound), range.upperBound)
    }

    /// The electrical signal for an actuator.
    public func drive(_ pattern: HapticPattern) -> [Float] { render(pattern, law: DriveLaw.self) }

    /// The audible rendering.
    public func heard(_ pattern: HapticPattern) -> [Float] { render(pattern, law: HeardLaw.self) }

    /// The pattern rendered for a purpose; empty when it holds no haptic event.
    public func render(_ pattern: HapticPattern, for purpose: Purpose) -> [Float] {
        switch purpose {
        case .drive: drive(pattern)
        case .heard: heard(pattern)
        }
    }

    /// How long the rendered pattern is, in seconds, without rendering it. It may exceed ``HapticPattern/duration`` by
    /// the ring of the last tap.
    public func duration(of pattern: HapticPattern, for purpose: Purpose) -> Double {
        let frames =
            switch purpose {
            case .drive: RenderPlan(pattern, law: DriveLaw.self, sampleRate: sampleRate).frames
            case .heard: RenderPlan(pattern, law: HeardLaw.self, sampleRate: sampleRate).frames
            }
        return Double(frames) / sampleRate
    }

    private func render<Law: RenderingLaw>(_ pattern: HapticPattern, law: Law.Type) -> [Float] {
        let plan = RenderPlan(pattern, law: law, sampleRate: sampleRate)
        var samples = [Float](repeating: 0, count: plan.frames)
        plan.addVibration(to: &samples)
        for tap in plan.taps { plan.add(tap, to: &samples) }
        for index in samples.indices { samples[index] = SoftLimit.apply(samples[index]) }
        return samples
    }
}
