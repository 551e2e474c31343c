/// What a signal holds that its last 40 ms do not predict: the beginnings of sounds, also over the tails of others.
///
/// What rings on follows from its last samples, so a linear predictor that is fitted to these leaves little of it (the
/// covariance method; Atal and Hanauer 1971). A sound that begins does not follow from them, even at the same pitch.
struct Novelty {
    /// The signal, after as much silence as its first sample needs.
    private let samples: [Double]
    private let count: Int
    /// In frames.
    private let block: Int
    /// The noise that each sum of squares is taken to hold. Less than that is chance, and not predicted.
    private let noise: Double

    /// How many previous samples predict the next one: two for each of four tones.
    private static let order = 8
    /// How many blocks of 5 ms the predictor of the next block is fitted to.
    private static let blocks = 8
    /// The noise as a share of the energy of what is heard, and of the peak's in each sample.
    private static let (leastShare, leastOfPeak) = (1e-7, 1e-9)

    /// Returns the difference between each sample and its prediction.
    static func of(_ signal: [Float], sampleRate: Int) -> [Float] {
        let novelty = Novelty(signal, sampleRate)
        return novelty.noise > 0 ? novelty.differences() : signal
    }

    private init(_ signal: [Float], _ sampleRate: Int) {
        samples = [Double](repeating: 0, count: Self.order) + signal.map(Double.init)
        count = signal.count
        block = max(1, sampleRate / 200)
        let peak = Double(signal.map(abs).max() ?? 0)
        noise = Self.leastOfPeak * peak * peak * Double(block * Self.blocks)
    }

    private subscript(frame: Int) -> Double { samples[Self.order + frame] }

    private func differences() -> [Float] {
        var recent: [[Double]] = []
        return stride(from: 0, to: count, by: block).flatMap { start in
            let frames = start..<min(count, start + block)
            let weights = predictor(recent)
            recent = recent.suffix(Self.blocks - 1) + [products(frames)]
            return frames.map { frame in
                Float(weights.indices.reduce(self[frame]) { $0 - weights[$1] * self[frame - 1 - $1] })
            }
        }
    }

    /// Returns the products of some frames with themselves at each two delays, row by row. Those of a row follow from
    /// the row above.
    private func products(_ frames: Range<Int>) -> [Double] {
        let size = Self.order + 1
        var table = (0..<size).map { lag in frames.reduce(0) { $0 + self[$1] * self[$1 - lag] } }
        for row in 1..<size {
            table += (0..<size).map { column in
                guard column >= row else { return table[column * size + row] }
                let (start, end) = (frames.lowerBound, frames.upperBound)
                return table[(row - 1) * size + column - 1] + self[start - row] * self[start - column]
                    - self[end - row] * self[end - column]
            }
        }
        return table
    }

    /// Returns the weights of the previous samples, the last one first, that leave the least energy of the blocks.
    private func predictor(_ blocks: [[Double]]) -> [Double] {
        let size = Self.order + 1
        var rows = (1..<size).map { row in
            (0..<size).map { column in blocks.reduce(0) { $0 + $1[row * size + column] } }
        }
        let share = Self.leastShare * rows.indices.reduce(0) { $0 + rows[$1][$1 + 1] } / Double(Self.order)
        for row in rows.indices { rows[row][row + 1] += share + noise }
        // Gauss and Jordan's elimination; the first column is the right side. No pivot is zero, because of the noise.
        for pivot in rows.indices {
            for row in rows.indices where row != pivot {
                let factor = rows[row][pivot + 1] / rows[pivot][pivot + 1]
                for column in 0..<size { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        return rows.indices.map { rows[$0][0] / rows[$0][$0 + 1] }
    }
}
