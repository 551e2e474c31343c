/// All vibrations of a pattern as one amplitude and one frequency on a grid of half milliseconds.
///
/// An actuator is one thing and swings one way, so vibrations at the same time are joined before any wave is made:
/// amplitudes add up to the full one, frequencies meet in the middle weighted by amplitude. The wave that follows is
/// then phase continuous throughout, and its cost does not depend on how many events made it.
struct ContinuousGrid {
    /// Seconds between two ticks.
    static let step = 0.0005

    /// During a tap vibrations are held down by as much as the tap is strong, to this at most, so that taps stay crisp
    /// (Meta's renderer for `.haptic` files does the same, to one half).
    private static let duckedTo = 0.5

    /// The amplitude reached at the end of each tick; below 0 where an actuator is braked.
    let amplitudes: [Float]

    /// The frequency in each tick, in hertz.
    let frequencies: [Float]

    init<Law: RenderingLaw>(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, law: Law) {
        let vibrations = pattern.events.filter { $0.kind == .continuous }.map {
            EnvelopedEvent(event: $0, envelope: evaluation.continuousEnvelope(of: $0))
        }
        guard let end = vibrations.map(\.end).max() else {
            amplitudes = []
            frequencies = []
            return
        }
        let count = Int((end / Self.step).rounded(.up)) + law.tailTicks
        var sum = Sum(evaluation, ticks: count)
        for vibration in vibrations { sum.add(vibration, law) }
        frequencies = sum.frequencies
        let full = Float(law.continuousAmplitude(intensity: 1))
        for tick in 0..<count { sum.amplitudes[tick] = min(sum.amplitudes[tick], full) }
        Self.duck(&sum.amplitudes, under: pattern, evaluation)
        amplitudes = law.settled(sum.amplitudes, at: frequencies)
    }

    private static func duck(_ amplitudes: inout [Float], under pattern: HapticPattern, _ evaluation: HapticEvaluation)
    {
        var factors = [Float](repeating: 1, count: amplitudes.count)
        for event in pattern.events where event.kind == .transient {
            let intensity = evaluation.intensity(of: event, at: event.time)
            let factor = Float(1 - (1 - duckedTo) * intensity)
            let first = Int((event.time / step).rounded())
            let last = min(first + Int(HapticLimits.transientLength / step), amplitudes.count)
            for tick in first..<max(first, last) { factors[tick] = min(factors[tick], factor) }
        }
        for tick in amplitudes.indices { amplitudes[tick] *= factors[tick] }
    }
}

/// A `HapticContinuous` and how its level moves.
private struct EnvelopedEvent {
    let event: HapticEvent
    let envelope: Envelope

    /// When it has faded, in seconds from the start of the pattern.
    var end: Double { event.time + envelope.length }
}

/// The sum of the vibrations of a pattern in each tick.
private struct Sum {
    var amplitudes: [Float]

    /// The mean of the frequencies by amplitude. Where nothing vibrates, the last one stays for the fade that follows.
    var frequencies: [Float] {
        var last: Float = 0
        return zip(weighted, amplitudes).map { sum, amplitude in
            if amplitude > 0 { last = sum / amplitude }
            return last
        }
    }

    private var weighted: [Float]
    private let evaluation: HapticEvaluation
    private let intensities: [Double]
    private let sharpnesses: [Double]

    init(_ evaluation: HapticEvaluation, ticks: Int) {
        self.evaluation = evaluation
        amplitudes = [Float](repeating: 0, count: ticks)
        weighted = amplitudes
        intensities = evaluation.values(of: .hapticIntensity, every: ContinuousGrid.step, count: ticks)
        sharpnesses = evaluation.values(of: .hapticSharpness, every: ContinuousGrid.step, count: ticks)
    }

    /// Adds one vibration. The middle of a tick stands for all of the tick. Values that are the same as in the last tick are
    /// not computed again, because powers are the most expensive part of a rendering.
    mutating func add<Law: RenderingLaw>(_ vibration: EnvelopedEvent, _ law: Law) {
        let (time, step) = (vibration.event.time, ContinuousGrid.step)
        let (ownIntensity, ownSharpness) = (vibration.event.intensity, vibration.event.sharpness)
        let first = Int((time / step).rounded())
        let last = min(Int((vibration.end / step).rounded(.up)), amplitudes.count)
        var (intensity, sharpness) = (-1.0, -1.0)
        var (amplitude, frequency): (Float, Float) = (0, 0)
        for tick in first..<max(first, last) {
            let level = vibration.envelope.level(at: (Double(tick) + 0.5) * step - time)
            guard level > 0 else { continue }
            let intensityControl = intensities.isEmpty ? 1 : intensities[tick]
            let sharpnessControl = sharpnesses.isEmpty ? 0 : sharpnesses[tick]
            let newIntensity =
                level * evaluation.combined(.hapticIntensity, own: ownIntensity, control: intensityControl)
            let newSharpness = evaluation.combined(.hapticSharpness, own: ownSharpness, control: sharpnessControl)
            if newIntensity != intensity {
                intensity = newIntensity
                amplitude = Float(law.continuousAmplitude(intensity: intensity))
            }
            if newSharpness != sharpness {
                sharpness = newSharpness
                frequency = Float(law.continuousFrequency(sharpness: sharpness))
            }
            amplitudes[tick] += amplitude
            weighted[tick] += amplitude * frequency
        }
    }
}
