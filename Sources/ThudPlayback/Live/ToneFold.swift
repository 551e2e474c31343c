/// The running state of one tone of a vibration, before its next tick.
///
/// It follows `HapticRenderer` tick by tick, down to the rounding in single precision, so that a live vibration has
/// the same samples as the same pattern rendered to a file.
struct ToneFold: BitwiseCopyable {
    struct Span: BitwiseCopyable {
        var amplitudeBefore = 0.0
        var amplitudeAfter = 0.0
        var frequencyBefore = 0.0
        var frequencyAfter = 0.0
        /// The phase at the start of the tick, in cycles.
        var phase = 0.0
        var isSilent = true
    }

    private let tone: ToneView?
    private(set) var tick: Int64 = 0
    private var phase = 0.0
    private var amplitude: Float = 0
    private var frequency: Float = 0
    /// The target amplitudes of the last eight ticks, the oldest first.
    private var asked = SIMD8<Float>.zero

    init(_ tone: ToneView?) { self.tone = tone }

    /// Restarts at `tick`, from silence.
    @_noLocks @_noAllocation
    mutating func restart(at tick: Int64) {
        self.tick = tick
        phase = 0
        amplitude = 0
        asked = .zero
    }

    @_noLocks @_noAllocation
    mutating func next(_ moment: LiveVoice.Values) -> Span {
        tick += 1
        guard let tone else { return Span() }
        let target = ask(moment, of: tone)
        let before = amplitude
        let mean = mean(over: tone.mean)
        amplitude = mean
        var span = Span()
        if before != 0 || mean != 0 {
            if before == 0 { phase = 0 }
            span.amplitudeBefore = Double(before)
            span.amplitudeAfter = Double(mean)
            span.frequencyBefore = Double(before != 0 ? frequency : target)
            span.frequencyAfter = Double(target)
            span.phase = Double(Float(phase))
            span.isSilent = false
            phase += 0.5 * (span.frequencyBefore + span.frequencyAfter) * 0.0005
            phase -= Double(Int64(phase))
        }
        frequency = target
        return span
    }

    /// Records the target amplitude of a tick and returns the target frequency: the last one if the tone is silent.
    @_noLocks @_noAllocation
    private mutating func ask(_ moment: LiveVoice.Values, of tone: ToneView) -> Float {
        for index in 0..<7 { asked[index] = asked[index + 1] }
        guard moment.intensity > 0 else {
            asked[7] = 0
            return frequency
        }
        let level = ToneView.value(tone.level, at: moment.sharpness)
        let amplitude = Float(ToneView.value(tone.amplitude, at: moment.intensity) * level)
        asked[7] = amplitude
        guard amplitude > 0 else { return frequency }
        // The renderer takes a mean weighted by amplitude. Here it has only one term, but it must round alike.
        return amplitude * Float(ToneView.value(tone.frequency, at: moment.sharpness)) / amplitude
    }

    @_noLocks @_noAllocation
    private func mean(over count: Int) -> Float {
        guard count > 1 else { return asked[7] }
        var sum: Float = 0
        for index in 8 - count..<8 { sum += asked[index] }
        return sum / Float(count)
    }

    /// Returns how intensity scales a rendered track: the tone's amplitude at `intensity` divided by that at 1.
    @_noLocks @_noAllocation
    func share(of intensity: Double) -> Float {
        guard let tone else { return 1 }
        return Float(ToneView.value(tone.amplitude, at: intensity) / ToneView.value(tone.amplitude, at: 1))
    }

    @inline(__always) @_noLocks @_noAllocation
    func wave(at cycles: Double) -> Double { tone?.wave(at: cycles) ?? 0 }
}
