import Glibc

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

    /// The movement of an actuator under the signal of its driver, until it has come to rest.
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

/// The signal to which a pattern is rendered.
public enum Rendering: Hashable, Sendable {
    /// For loudspeakers; see ``HeardLaw``.
    case heard
    /// The electrical signal for an actuator that plays what it is given; see ``DriveLaw``.
    case drive
    /// The acceleration of an actuator; see ``ActuatorProfile``.
    case felt(ActuatorProfile)

    /// `heard`, `drive` or `felt`.
    public var name: String {
        switch self {
        case .heard: "heard"
        case .drive: "drive"
        case .felt: "felt"
        }
    }
}

/// Everything about a pattern that is known before the first sample: the taps, the vibration, the length.
struct RenderPlan<Law: RenderingLaw> {
    /// One tap on its frame.
    private struct Tap {
        let frame: Int
        let frames: Int
        let amplitude: Double
        let shape: Law.Transient
    }

    /// How many samples the rendering has; the last one is 0.
    let frames: Int

    private let taps: [Tap]
    private let grid: ContinuousGrid
    private let sampleRate: Double

    init(_ pattern: HapticPattern, controls: LiveControls = LiveControls(), law: Law, sampleRate: Double) {
        let evaluation = HapticEvaluation(pattern, controls: controls)
        taps = pattern.events.filter { $0.kind == .transient }.map { event in
            let shape = law.transient(
                sharpness: evaluation.sharpness(of: event, at: event.time), sampleRate: sampleRate)
            return Tap(
                frame: Int((event.time * sampleRate).rounded()),
                frames: Self.frames(in: shape.length, sampleRate),
                amplitude: law.transientAmplitude(intensity: evaluation.intensity(of: event, at: event.time)),
                shape: shape)
        }
        grid = ContinuousGrid(pattern, evaluation, law: law)
        self.sampleRate = sampleRate
        let tapsEnd = taps.map { $0.frame + $0.frames }.max() ?? 0
        let vibrationEnd = Self.frames(in: Double(grid.amplitudes.count) * ContinuousGrid.step, sampleRate)
        let end = max(tapsEnd, vibrationEnd)
        frames = end > 0 ? end + 1 : 0
    }

    private static func frames(in seconds: Double, _ sampleRate: Double) -> Int {
        Int((seconds * sampleRate).rounded(.up))
    }

    /// The whole of it, not yet limited, with `tail` samples of silence after it; the one place that takes memory.
    func samples(tail: Int = 0) -> [Float] {
        var samples = [Float](repeating: 0, count: frames > 0 ? frames + tail : 0)
        addVibration(to: &samples)
        for tap in taps where tap.amplitude > 0 { add(tap, to: &samples) }
        return samples
    }

    private func add(_ tap: Tap, to samples: inout [Float]) {
        var shape = tap.shape
        for frame in tap.frame..<tap.frame + tap.frames { samples[frame] += Float(tap.amplitude * shape.next()) }
    }

    /// Adds the vibration: one wave whose phase runs on while it sounds and starts at 0 after silence. Amplitude and
    /// frequency move in straight lines from tick to tick, so the first tick rises from 0.
    private func addVibration(to samples: inout [Float]) {
        let wave = Law.wave
        let framesPerTick = sampleRate * ContinuousGrid.step
        var phase = 0.0
        var frame = 0
        for tick in grid.amplitudes.indices {
            let end = min(Int((Double(tick + 1) * framesPerTick).rounded(.up)), frames)
            let after = Double(grid.amplitudes[tick])
            let before = tick > 0 ? Double(grid.amplitudes[tick - 1]) : 0
            if before == 0, after == 0 {
                phase = 0
                frame = max(frame, end)
                continue
            }
            let target = Double(grid.frequencies[tick]) / sampleRate
            let from = before != 0 ? Double(grid.frequencies[tick - 1]) / sampleRate : target
            let start = Double(frame) / framesPerTick - Double(tick)
            let amplitudeStep = (after - before) / framesPerTick
            let phaseBend = (target - from) / framesPerTick
            var amplitude = before + (after - before) * start
            var phaseStep = from + (target - from) * start
            while frame < end {
                samples[frame] += Float(amplitude * wave.value(at: phase))
                phase += phaseStep
                if phase >= 1 { phase -= 1 }
                amplitude += amplitudeStep
                phaseStep += phaseBend
                frame += 1
            }
        }
    }
}

/// Bends samples beyond the knee, so that no sum of events leaves -1 to 1. Below the knee nothing changes.
enum SoftClip {
    /// Above every single event's peak in ``DriveLaw``, so that one tap alone passes untouched.
    private static let knee: Float = 0.8

    static func apply(to samples: inout [Float]) {
        for index in samples.indices where abs(samples[index]) > knee { samples[index] = bent(samples[index]) }
    }

    private static func bent(_ sample: Float) -> Float {
        let room = 1 - knee
        return (knee + room * tanh((abs(sample) - knee) / room)) * (sample < 0 ? -1 : 1)
    }
}
