/// Everything about a pattern that is settled before the first sample: the taps, the vibration, the length.
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
