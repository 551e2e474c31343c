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

    /// The amplitude reached at the end of each tick, smoothed.
    let amplitudes: [Float]

    /// The frequency in each tick, in hertz.
    let frequencies: [Float]

    init<Law: RenderingLaw>(_ pattern: HapticPattern, _ evaluation: HapticEvaluation, law: Law.Type) {
        let events = pattern.events.filter { $0.kind == .continuous }
        let end = events.map { evaluation.span(of: $0).upperBound }.max() ?? 0
        let count = events.isEmpty ? 0 : Int((end / Self.step).rounded(.up)) + Law.smoothingTicks
        var amplitudes = [Float](repeating: 0, count: count)
        var weighted = [Float](repeating: 0, count: count)
        for event in events {
            let envelope = evaluation.continuousEnvelope(of: event)
            let first = Int((event.time / Self.step).rounded())
            let last = min(Int(((event.time + envelope.length) / Self.step).rounded(.up)), count)
            for tick in first..<max(first, last) {
                // The middle of the tick stands for all of it.
                let time = (Double(tick) + 0.5) * Self.step
                let level = envelope.level(at: time - event.time)
                guard level > 0 else { continue }
                let intensity = level * evaluation.value(of: .hapticIntensity, on: event, at: time)
                let sharpness = evaluation.value(of: .hapticSharpness, on: event, at: time)
                let amplitude = Float(Law.continuousAmplitude(intensity: intensity))
                amplitudes[tick] += amplitude
                weighted[tick] += amplitude * Float(Law.continuousFrequency(sharpness: sharpness))
            }
        }
        frequencies = Self.frequencies(weighted, amplitudes)
        let full = Float(Law.continuousAmplitude(intensity: 1))
        for tick in amplitudes.indices { amplitudes[tick] = min(amplitudes[tick], full) }
        Self.duck(&amplitudes, under: pattern, evaluation)
        self.amplitudes = Self.smooth(amplitudes, over: Law.smoothingTicks)
    }

    /// The weighted mean in each tick; where nothing vibrates the last frequency stays, for the fade that follows.
    private static func frequencies(_ weighted: [Float], _ amplitudes: [Float]) -> [Float] {
        var last: Float = 0
        return zip(weighted, amplitudes).map { sum, amplitude in
            if amplitude > 0 { last = sum / amplitude }
            return last
        }
    }

    private static func duck(_ amplitudes: inout [Float], under pattern: HapticPattern, _ evaluation: HapticEvaluation)
    {
        guard !amplitudes.isEmpty else { return }
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

    /// The mean of the last `ticks` values. Summed anew each time, so that silence is exactly 0 and not almost.
    private static func smooth(_ values: [Float], over ticks: Int) -> [Float] {
        if ticks <= 1 { return values }
        return values.indices.map { tick in
            values[max(0, tick - ticks + 1)...tick].reduce(0, +) / Float(ticks)
        }
    }
}
