import Foundation
import ThudCore

/// 16-bit noise in 32-bit samples, with the inverse on the right channel.
struct Noise {
    private let samples: [Int32]

    init(frames: Int) {
        var state: UInt32 = 1
        samples = (0..<frames).map { _ in
            // Numerical Recipes' generator; its top bits are the random ones. Never 0, which means silence.
            state = state &* 1_664_525 &+ 1_013_904_223
            return (Int32(state >> 17) - 16_384 | 1) << 14
        }
    }

    /// Writes the noise to a file of raw frames, and returns its path.
    func write() throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * samples.count)
        for sample in samples {
            for value in [sample, -sample] {
                for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> Int32(shift))) }
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: "/tmp/noise.raw"))
        return "/tmp/noise.raw"
    }

    /// What a capture contains of the noise, and what else it contains.
    struct Verdict {
        /// The frames of noise that the capture covers, and how many of them are unchanged.
        let heard: Int
        let unharmed: Int
        /// Tenths of a second with another sound that is the same on both channels.
        let cues: Int

        var words: String {
            "\(unharmed) of \(heard) frames as they were written, and \(cues) tenths of a second of cues"
        }
    }

    /// Finds the noise, whatever else sounds.
    func seek(in captured: (left: [Int32], right: [Int32])) throws -> Verdict {
        let half = zip(captured.left, captured.right).map { Int32((Int64($0) - Int64($1)) / 2) }
        let sum = zip(captured.left, captured.right).map { abs((Int64($0) + Int64($1)) / 2) }
        // The capture's position in the noise, from its first frames that are not silent.
        guard let first = half.firstIndex(where: { abs($0) > 8 }) else {
            throw Refuted(description: "nothing was heard")
        }
        let start = samples.indices.first { place in
            (0..<32).allSatisfy { offset in
                place + offset < samples.count && first + offset < half.count
                    && abs(samples[place + offset] - half[first + offset]) <= 1
            }
        }
        guard let start else { throw Refuted(description: "the noise is nowhere in what was captured") }
        let count = min(samples.count - start, half.count - first)
        let unharmed = (0..<count).count { abs(samples[start + $0] - half[first + $0]) <= 1 }
        let blocks = stride(from: 0, to: sum.count - 4800, by: 4800)
        let cues = blocks.count { block in sum[block..<block + 4800].contains { $0 > 1 << 24 } }
        return Verdict(heard: count, unharmed: unharmed, cues: cues)
    }
}
