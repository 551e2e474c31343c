/// Renders patterns to samples: offline, the whole pattern at once, memory taken at the start only.
///
/// Every rendering is mono within -1 to 1. It has content from the first sample on, as a cue must start on its frame,
/// and begins and ends at exactly 0. Sounds (`AudioCustom`, `AudioContinuous`) are not rendered here.
public struct HapticRenderer: Sendable {
    /// The rates that are rendered, in hertz.
    public static let sampleRates = 8_000.0...384_000.0

    /// Samples a second.
    public let sampleRate: Double

    /// A renderer. A rate outside ``sampleRates`` is taken as the nearest one, NaN as 48 kHz.
    public init(sampleRate: Double = 48_000) {
        let range = Self.sampleRates
        self.sampleRate = sampleRate.isNaN ? 48_000 : min(max(sampleRate, range.lowerBound), range.upperBound)
    }

    /// The pattern as a rendering, with controls on top; empty when it holds no haptic event.
    public func render(
        _ pattern: HapticPattern, as rendering: Rendering, controls: LiveControls = LiveControls()
    ) -> [Float] {
        switch rendering {
        case .heard: limited(pattern, controls, HeardLaw())
        case .drive: limited(pattern, controls, DriveLaw())
        case .felt(let actuator): felt(pattern, controls, by: actuator)
        }
    }

    /// The electrical signal for an actuator.
    public func drive(_ pattern: HapticPattern) -> [Float] { render(pattern, as: .drive) }

    /// The audible rendering.
    public func heard(_ pattern: HapticPattern) -> [Float] { render(pattern, as: .heard) }

    private func limited<Law: RenderingLaw>(
        _ pattern: HapticPattern, _ controls: LiveControls, _ law: Law
    ) -> [Float] {
        var samples = RenderPlan(pattern, controls: controls, law: law, sampleRate: sampleRate).samples()
        SoftClip.apply(to: &samples)
        return samples
    }

    /// What an actuator's driver puts out, and then the actuator's own movement until it has come to rest.
    private func felt(_ pattern: HapticPattern, _ controls: LiveControls, by actuator: ActuatorProfile) -> [Float] {
        guard let resonance = actuator.resonance else { return limited(pattern, controls, DriveLaw()) }
        let law = FeltLaw(resonance)
        let plan = RenderPlan(pattern, controls: controls, law: law, sampleRate: sampleRate)
        var samples = plan.samples(tail: Int(resonance.restTime * sampleRate))
        var resonator = Resonator(resonance, sampleRate: sampleRate)
        resonator.move(&samples)
        SoftClip.apply(to: &samples)
        Self.cutRest(of: &samples, after: plan.frames)
        return samples
    }

    /// Drops what follows the driven frames once it lies 80 dB below full scale for good, and ends at 0.
    private static func cutRest(of samples: inout [Float], after frames: Int) {
        guard !samples.isEmpty else { return }
        let last = samples.lastIndex { abs($0) >= 1e-4 } ?? 0
        samples.removeLast(max(0, samples.count - max(frames, last + 2)))
        samples[samples.count - 1] = 0
    }
}
