/// The part of a rendered pattern that is played, and how it repeats.
struct TakePart {
    let range: Range<Int>
    /// The distance between two repetitions of a loop, in frames. What rings on after it sounds over the next one.
    let period: Int
    /// Whether the part is all of the rendering.
    let isWhole: Bool
    private let beginsInside: Bool
    /// How many frames after the end are kept to fade out, because the next repetition fades in at the same time.
    private let overhang: Int

    /// The length of a fade at a cut, in frames: 2 ms at 48 kHz.
    private static let longestRamp = 96

    /// Creates the part between two instants in seconds of a pattern that lasts `duration` seconds, without what rings
    /// on, and whose rendering has `frames` frames.
    init(from: Double, to: Double, lasting duration: Double, frames: Int, _ sampleRate: Int) {
        func frame(_ seconds: Double) -> Int {
            Int(min(max(0, (seconds * Double(sampleRate)).rounded()), Double(frames)))
        }
        let first = frame(from)
        range = first..<max(first, frame(to))
        beginsInside = first > 0
        let endsInside = range.upperBound < frames
        isWhole = !beginsInside && !endsInside
        let end = endsInside ? range.upperBound : Int((duration * Double(sampleRate)).rounded())
        period = max(1, end - first)
        overhang = endsInside ? min(Self.longestRamp, range.count / 2, frames - range.upperBound) : 0
    }

    /// Returns this part of a signal, padded with silence, with fades at cuts inside the signal. The fade at the end
    /// follows the part.
    func cut(_ samples: [Float]) -> [Float] {
        let wanted = range.lowerBound..<range.upperBound + overhang
        let there = wanted.clamped(to: 0..<samples.count)
        var piece = Array(samples[there]) + [Float](repeating: 0, count: wanted.count - there.count)
        if beginsInside { fade(min(Self.longestRamp, range.count / 2)) { piece[$0] *= $1 } }
        fade(overhang) { piece[wanted.count - 1 - $0] *= $1 }
        return piece
    }

    /// Returns a signal of this part with its fade inside the part, for a file of exactly its length.
    func ended(_ piece: [Float]) -> [Float] {
        var ended = Array(piece.dropLast(overhang))
        fade(overhang) { ended[range.count - 1 - $0] *= $1 }
        return ended
    }

    /// Calls `scale` for each frame from the cut on, with its gain.
    private func fade(_ length: Int, _ scale: (Int, Float) -> Void) {
        for index in 0..<length { scale(index, Float(index) / Float(length)) }
    }
}
