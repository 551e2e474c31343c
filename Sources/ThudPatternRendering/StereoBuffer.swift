/// Two loudspeakers' samples, as long as what was added to them.
public struct StereoBuffer: Sendable {
    /// The left one's.
    public private(set) var left: [Float] = []
    /// The right one's, as many.
    public private(set) var right: [Float] = []

    /// Silence of no length.
    init() {}

    /// Makes room for `count` frames.
    mutating func reserve(_ count: Int) {
        guard count > left.count else { return }
        left += [Float](repeating: 0, count: count - left.count)
        right += [Float](repeating: 0, count: count - right.count)
    }

    /// Adds a frame at a place for which there is room.
    mutating func add(_ leftSample: Float, _ rightSample: Float, at frame: Int) {
        left[frame] += leftSample
        right[frame] += rightSample
    }

    /// Adds a mono signal from the first frame on, as loud on both.
    mutating func add(_ samples: [Float], gain: Float) {
        reserve(samples.count)
        for (frame, sample) in samples.enumerated() { add(sample * gain, sample * gain, at: frame) }
    }
}
