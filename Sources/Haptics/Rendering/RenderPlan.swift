/// Everything about a pattern that is settled before the first sample: the taps, the vibration, the length.
struct RenderPlan<Law: RenderingLaw> {
    /// One tap on its frame.
    struct Tap {
        let frame: Int
        let amplitude: Double
        let shape: Law.Transient
    }

    let taps: [Tap]

    /// How many samples the rendering has; the last one is 0.
    let frames: Int

    private let grid: ContinuousGrid
    private let sampleRate: Double

    init(_ pattern: HapticPattern, law: Law.Type, sampleRate: Double) {
        let evaluation = HapticEvaluation(pattern)
        taps = pattern.events.filter { $0.kind == .transient }.map { event in
            Tap(
                frame: Int((event.time * sampleRate).rounded()),
                amplitude: Law.transientAmplitude(intensity: evaluation.intensity(of: event, at: event.time)),
                shape: Law.transient(
                    sharpness: evaluation.sharpness(of: event, at: event.time), sampleRate: sampleRate))
        }
        grid = ContinuousGrid(pattern, evaluation, law: law)
        self.sampleRate = sampleRate
        let tapsEnd = taps.map { $0.frame + Self.frames(in: $0.shape.length, sampleRate) }.max() ?? 0
        let vibrationEnd = Self.frames(in: Double(grid.amplitudes.count) * ContinuousGrid.step, sampleRate)
        let end = max(tapsEnd, vibrationEnd)
        frames = end > 0 ? end + 1 : 0
    }

    private static func frames(in seconds: Double, _ sampleRate: Double) -> Int {
        Int((seconds * sampleRate).rounded(.up))
    }

    /// Adds one tap.
    func add(_ tap: Tap, to samples: inout [Float]) {
        guard tap.amplitude > 0 else { return }
        for offset in 0..<Self.frames(in: tap.shape.length, sampleRate) {
            samples[tap.frame + offset] += Float(tap.amplitude * tap.shape.value(at: Double(offset) / sampleRate))
        }
    }

    /// Adds the vibration: one wave whose phase runs on while it sounds and starts at 0 after silence. Amplitude and
    /// frequency move in straight lines from tick to tick, so the first tick rises from 0.
    func addVibration(to samples: inout [Float]) {
        let ticksPerFrame = 1 / (sampleRate * ContinuousGrid.step)
        var phase = 0.0
        for frame in samples.indices {
            let position = Double(frame) * ticksPerFrame
            let tick = Int(position)
            guard tick < grid.amplitudes.count else { return }
            let before = tick > 0 ? grid.amplitudes[tick - 1] : 0
            let after = grid.amplitudes[tick]
            if before == 0, after == 0 {
                phase = 0
                continue
            }
            let fraction = Float(position - Double(tick))
            let amplitude = before + (after - before) * fraction
            let from = before > 0 ? grid.frequencies[tick - 1] : grid.frequencies[tick]
            let frequency = from + (grid.frequencies[tick] - from) * fraction
            samples[frame] += amplitude * Float(Law.wave(phase: phase))
            phase += Double(frequency) / sampleRate
            if phase >= 1 { phase -= 1 }
        }
    }
}
