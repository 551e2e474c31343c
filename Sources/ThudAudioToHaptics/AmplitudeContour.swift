import Glibc

/// The amplitude of a sound, a thousand times a second, against a peak-hold of what was before.
///
/// A struck sound grows far beyond the hold within a few milliseconds. The pulses of a low tone do not, because the hold
/// lasts longer than their distance, and neither do beats, which grow as slowly as they fall. Klapuri 1999, "Sound onset detection
/// by applying psychoacoustic knowledge", likewise takes growth in proportion to what is there.
struct AmplitudeContour {
    struct Jump {
        /// The step in which it begins, or up to ``rise`` later.
        let step: Int
        /// The largest magnitude before, as it is held, and within ``rise`` from the step on.
        let held, largest: Float

        /// The share of the magnitude that is new, 0 to 1.
        var share: Float { largest > 0 ? max(0, 1 - held / largest) : 0 }
    }

    /// Samples a step: 1 ms.
    let step: Int

    /// The steps within which an attack grows: 6 ms, a quarter of the period of a drum of 40 Hz.
    let rise: Int

    /// The steps within which an attack is over, so that what still grows is a swell: 26 ms, less than the distance of
    /// two taps.
    private let settling: Int

    private let peaks: [Float]

    /// For each step, the hold over the steps before it: full for 25 ms, which bridges a tone of 40 Hz, then released by a
    /// factor of e in 6 ms, so that a second click 30 ms after the first stands out.
    private let held: [Float]

    init(of sound: AnalysedSound) {
        let step = max(1, Int((0.001 * sound.sampleRate).rounded()))
        let steps = { (seconds: Double) in max(1, Int((seconds * sound.sampleRate / Double(step)).rounded())) }
        self.step = step
        rise = steps(0.006)
        settling = steps(0.026)
        peaks = stride(from: 0, to: sound.count, by: step).map { start in
            sound.magnitudes(start..<min(start + step, sound.count)).max() ?? 0
        }
        held = Self.hold(peaks, full: steps(0.025), release: Float(exp(-Double(step) / sound.sampleRate / 0.006)))
    }

    /// For each value the largest of the `full` values before it, and of older ones, each times `release` for each step
    /// that it is older.
    private static func hold(_ values: [Float], full: Int, release: Float) -> [Float] {
        var released: Float = 0
        return values.indices.map { index in
            let first = max(0, index - full)
            released *= release
            if first > 0 { released = max(released, values[first - 1] * release) }
            return values[first..<index].reduce(released) { max($0, $1) }
        }
    }

    /// How the sound grows from a step on.
    func jump(at step: Int) -> Jump { Jump(step: step, held: held[step], largest: largest(from: step, steps: rise)) }

    private func largest(from step: Int, steps: Int) -> Float {
        peaks[step..<min(step + steps, peaks.count)].max() ?? 0
    }

    /// The jump of the largest share, the first of equals, among those from the step of one sample to that of another.
    func sharpest(in samples: Range<Int>) -> Jump? {
        let steps = samples.lowerBound / step..<min((samples.upperBound + step - 1) / step, peaks.count)
        return steps.map(jump).reduce(nil) { best, jump in
            best.map { $0.share >= jump.share } ?? false ? best : jump
        }
    }

    /// The sharpest jump of each run of steps in which the share of the magnitude that is new is at least `share`, what
    /// is new at least `growth` of the loudest step of all, and the attack soon over.
    func jumps(share: Double, growth: Double) -> [Jump] {
        let smallest = Float(growth) * (peaks.max() ?? 0)
        var jumps: [Jump] = []
        var best: Jump?
        for step in peaks.indices {
            let jump = jump(at: step)
            let isSudden = jump.largest > 0 && jump.share >= Float(share) && jump.largest - jump.held >= smallest
            if isSudden, largest(from: step, steps: settling) <= 2 * jump.largest {
                if best.map({ $0.share < jump.share }) ?? true { best = jump }
            } else if let ended = best {
                jumps.append(ended)
                best = nil
            }
        }
        return jumps + (best.map { [$0] } ?? [])
    }
}
