import Glibc
import ThudCore

/// Renders patterns to samples offline: the whole pattern at once, with memory allocated only at the start.
///
/// Every rendering is mono within -1 to 1. It has content from the first sample on, because a cue must start on its
/// frame, and starts and ends at exactly 0. Sounds (`AudioCustom`, `AudioContinuous`) are not rendered here.
public struct HapticRenderer: Sendable {
    /// The sample rates that are supported, in hertz.
    public static let sampleRates = 8_000.0...384_000.0

    /// Samples per second.
    public let sampleRate: Double

    /// Creates a renderer. A rate outside ``sampleRates`` becomes the nearest one, and NaN becomes 48 kHz.
    public init(sampleRate: Double = 48_000) {
        self.sampleRate = sampleRate.isNaN ? 48_000 : sampleRate.clamped(to: Self.sampleRates)
    }

    /// Renders a pattern with live controls on top. The result is empty if the pattern has no haptic event.
    public func render(
        _ pattern: HapticPattern, as rendering: Rendering, controls: LiveControls = LiveControls()
    ) -> [Float] {
        switch rendering {
        case .heard: return rendered(pattern, controls, HeardLaw())
        case .driven(let actuator): return driven(pattern, controls, actuator)
        case .felt(let actuator):
            let drive = driven(pattern, controls, actuator)
            guard let resonance = actuator.resonance else { return drive }
            return limited(resonance.acceleration(under: drive, sampleRate: sampleRate))
        }
    }

    /// Renders the neutral electrical signal, for an actuator that follows it exactly.
    public func drive(_ pattern: HapticPattern) -> [Float] { render(pattern, as: .drive) }

    /// Renders the audible signal for loudspeakers.
    public func heard(_ pattern: HapticPattern) -> [Float] { render(pattern, as: .heard) }

    private func rendered<Law: RenderingLaw>(
        _ pattern: HapticPattern, _ controls: LiveControls, _ law: Law
    ) -> [Float] {
        limited(RenderPlan(pattern, controls: controls, law: law, sampleRate: sampleRate).samples())
    }

    private func driven(_ pattern: HapticPattern, _ controls: LiveControls, _ actuator: ActuatorProfile) -> [Float] {
        let command = rendered(pattern, controls, DriveLaw(actuator))
        guard let resonance = actuator.resonance else { return command }
        return limited(resonance.drive(for: command, sampleRate: sampleRate))
    }

    private func limited(_ samples: [Float]) -> [Float] {
        var limited = samples
        PeakGain.apply(to: &limited, sampleRate: sampleRate)
        return limited
    }
}

/// The kind of signal that a pattern is rendered to.
public enum Rendering: Hashable, Sendable {
    /// A signal for loudspeakers; see ``HeardLaw``.
    case heard
    /// The electrical signal for an actuator; see ``DriveLaw`` and ``ActuatorResonance``.
    case driven(ActuatorProfile)
    /// The acceleration of an actuator under the signal `driven`; see ``ActuatorProfile``.
    case felt(ActuatorProfile)

    /// The neutral electrical signal, for an actuator that follows it exactly.
    public static let drive = Rendering.driven(.ideal)

    /// The name of the kind: `heard`, `drive` or `felt`.
    public var name: String {
        switch self {
        case .heard: "heard"
        case .driven: "drive"
        case .felt: "felt"
        }
    }
}

/// Everything about a pattern that is known before the first sample: taps, vibrations and length.
struct RenderPlan<Law: RenderingLaw> {
    /// How many samples the rendering has; the last one is 0.
    let frames: Int
    private let law: Law
    private let taps: [PlacedTap]
    private let vibrations: VibrationLayers
    private let sampleRate: Double

    init(_ pattern: HapticPattern, controls: LiveControls = LiveControls(), law: Law, sampleRate: Double) {
        let evaluation = HapticEvaluation(pattern, controls: controls)
        let transients = pattern.events.filter { $0.kind == .transient }.sorted { $0.time < $1.time }
        let placed = transients.map { event in
            let sharpness = evaluation.sharpness(of: event, at: event.time)
            return PlacedTap(
                frame: Int((event.time * sampleRate).rounded()), sharpness: sharpness,
                frames: Self.frames(in: law.transientLength(sharpness: sharpness), sampleRate),
                amplitude: law.transientAmplitude(intensity: evaluation.intensity(of: event, at: event.time)))
        }
        taps = Self.joined(placed)
        vibrations = VibrationLayers(pattern, evaluation, law: law)
        self.law = law
        self.sampleRate = sampleRate
        let tapsEnd = placed.map { $0.frame + $0.frames }.max() ?? 0
        let vibrationsEnd = Self.frames(in: Double(vibrations.ticks) * VibrationLayers.step, sampleRate)
        let end = max(tapsEnd, vibrationsEnd)
        frames = end > 0 ? end + 1 : 0
    }

    private static func frames(in seconds: Double, _ sampleRate: Double) -> Int {
        Int((seconds * sampleRate).rounded(.up))
    }

    /// Joins the taps of one frame. Beyond full scale those of one sharpness are one tap of all their energy, which
    /// keeps their timbre. The third and further others only add their amplitudes to the one of most energy, because
    /// more frequencies together would be weaker; see ``VibrationLayers``.
    private static func joined(_ taps: [PlacedTap]) -> [PlacedTap] {
        var joined: [PlacedTap] = []
        var first = 0
        for tap in taps {
            if joined.last?.frame != tap.frame { first = joined.count }
            let others = joined[first...]
            let sum = others.reduce(tap.amplitude) { $0 + $1.amplitude }
            let isTooMuch = sum > Double(PeakGain.ceiling)
            let strongest = others.count > 1 ? others.indices.max { others[$0].energy < others[$1].energy } : nil
            if isTooMuch, let alike = others.firstIndex(where: { $0.sharpness == tap.sharpness }) {
                let amplitude = joined[alike].amplitude
                joined[alike].amplitude = (amplitude * amplitude + tap.amplitude * tap.amplitude).squareRoot()
            } else if isTooMuch, let strongest {
                joined[strongest].amplitude += tap.amplitude
            } else {
                joined.append(tap)
            }
        }
        return joined
    }

    /// Renders all samples, before they are limited to full scale. Only this method allocates memory.
    func samples() -> [Float] {
        var samples = [Float](repeating: 0, count: frames)
        for layer in vibrations.layers { add(layer, to: &samples) }
        let mixer = TapMixer(law: law, sampleRate: sampleRate)
        for tap in taps where tap.amplitude > 0 { mixer.add(tap, to: &samples) }
        return samples
    }

    /// Adds a layer of vibrations. Within a tick amplitude and frequency move in straight lines, so the first tick
    /// rises from 0. The phase is the integral of the frequency.
    private func add(_ layer: VibrationLayer, to samples: inout [Float]) {
        let wave = Law.wave
        let framesPerTick = sampleRate * VibrationLayers.step
        for tick in layer.start..<layer.end {
            guard let span = layer.span(of: tick) else { continue }
            let start = Double(tick) * framesPerTick
            let first = Int(start.rounded(.up))
            let end = min(Int((start + framesPerTick).rounded(.up)), frames)
            let offset = Double(first) - start
            let amplitudeStep = (span.amplitudes.after - span.amplitudes.before) / framesPerTick
            let phaseBend = (span.frequencies.after - span.frequencies.before) / (framesPerTick * sampleRate)
            let startStep = span.frequencies.before / sampleRate
            var amplitude = span.amplitudes.before + amplitudeStep * offset
            var phase = layer.phase(at: tick) + offset * (startStep + phaseBend * offset / 2)
            var phaseStep = startStep + phaseBend * (offset + 0.5)
            for frame in first..<max(first, end) {
                samples[frame] += Float(amplitude * wave.value(at: phase))
                phase += phaseStep
                amplitude += amplitudeStep
                phaseStep += phaseBend
            }
        }
    }
}
