import Glibc

/// The peak amplitude of a sound in steps of 1 ms, compared with a peak-hold of what came before.
/// A struck sound exceeds the hold many times over within a few milliseconds. The pulses of a low tone do not, because
/// the hold outlasts the gap between them. Beats do not either, because they grow as slowly as they fade. Klapuri 1999,
/// "Sound onset detection by applying psychoacoustic knowledge", also measures growth relative to the current level.
struct AmplitudeContour {
    struct Jump {
        /// The step in which the jump begins. The attack itself may begin up to ``rise`` steps later.
        let step: Int
        /// The held peak before the step, and the largest magnitude within ``rise`` steps from it.
        let held, largest: Float

        /// The share of the magnitude that is new, 0 to 1.
        var share: Float { largest > 0 ? max(0, 1 - held / largest) : 0 }
    }

    let sound: AnalysedSound
    let largest: Float
    /// Samples per step: 1 ms.
    let step: Int
    /// The steps within which an attack grows: 6 ms, a quarter of the period of a 40 Hz drum.
    let rise: Int

    /// The steps after which an attack is over, and growth is a swell: 26 ms, less than the gap between two taps.
    private let settling: Int
    private let peaks: [Float]
    /// The held peak before each step. Full for 25 ms, it bridges a 40 Hz tone. Then it is released by a factor of e
    /// every 6 ms, so that a second click 30 ms after the first stands out.
    private let held: [Float]

    /// Follows a sound with a hold that stays full for `full` seconds, and then falls by a factor of e every `release`
    /// seconds.
    init(of sound: AnalysedSound, full: Double, release: Double = 0.006) {
        self.sound = sound
        let step = sound.step
        let steps = { (seconds: Double) in max(1, Int((seconds * sound.sampleRate / Double(step)).rounded())) }
        self.step = step
        rise = steps(0.006)
        settling = steps(0.026)
        peaks = sound.steps { sound.magnitudes($0).max() ?? 0 }
        largest = peaks.max() ?? 0
        held = Self.hold(peaks, full: steps(full), release: Float(exp(-Double(step) / sound.sampleRate / release)))
    }

    /// Returns for each value the largest of the `full` values before it and of all older ones, which are multiplied
    /// by `release` for each further step of age.
    private static func hold(_ values: [Float], full: Int, release: Float) -> [Float] {
        var released: Float = 0
        return values.indices.map { index in
            let first = max(0, index - full)
            released *= release
            if first > 0 { released = max(released, values[first - 1] * release) }
            return values[first..<index].reduce(released) { max($0, $1) }
        }
    }

    func jump(at step: Int) -> Jump { Jump(step: step, held: held[step], largest: largest(from: step, steps: rise)) }

    /// Returns the largest share in the 120 ms before a jump, without its own rise.
    func largestShare(before jump: Jump) -> Float {
        let before = max(0, jump.step - 20 * rise)..<max(0, jump.step - 2 * rise)
        return before.reduce(0) { max($0, self.jump(at: $1).share) }
    }

    /// Returns for each cell of so many steps how alike the peaks around it are to those one period later, on a
    /// logarithmic scale: the largest correlation after the first lag without one. Neighbours are alike in any sound.
    func likenesses(every cell: Int, periods: ClosedRange<Int>) -> [Float] {
        let levels = peaks.map { log2(max($0, 1e-4 * largest)) }
        return stride(from: 0, to: levels.count, by: cell).map { start in
            let part = levels[max(0, start - cell / 2)..<min(levels.count, start + cell + cell / 2)]
            let mean = part.reduce(0, +) / Float(part.count)
            let values = part.map { $0 - mean }
            let power = values.reduce(0) { $0 + $1 * $1 } / Float(values.count)
            let likenesses = periods.filter { 2 * $0 < values.count && power > 0 }.map { period in
                let products = zip(values, values.dropFirst(period)).reduce(0) { $0 + $1.0 * $1.1 }
                return products / power / Float(values.count - period)
            }
            return likenesses.drop { $0 >= 0.1 }.max() ?? 0
        }
    }

    private func largest(from step: Int, steps: Int) -> Float {
        peaks[step..<min(step + steps, peaks.count)].max() ?? 0
    }

    /// Returns the jump with the largest share in the steps that cover `samples`; of equal ones the first.
    func sharpest(in samples: Range<Int>) -> Jump? {
        let steps = samples.lowerBound / step..<min((samples.upperBound + step - 1) / step, peaks.count)
        return steps.map(jump).reduce(nil) { best, jump in best.map { $0.share >= jump.share } ?? false ? best : jump }
    }

    /// Returns the sharpest jump of each run of sudden steps. In such a step at least `share` of the magnitude is
    /// new, the new part is at least `growth`, and the attack is soon over.
    func jumps(share: Double, growth smallest: Float) -> [Jump] {
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
