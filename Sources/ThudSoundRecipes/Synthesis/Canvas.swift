import Glibc

/// Two channels of time to paint sounds on, in double precision.
struct Canvas {
    /// Frames a second.
    static let sampleRate = 48_000

    /// The samples to the left, one a frame.
    private(set) var left: [Double]
    /// The samples to the right, one a frame.
    private(set) var right: [Double]

    /// Silence of that length.
    init(seconds: Double) {
        left = [Double](repeating: 0, count: Int((seconds * Double(Self.sampleRate)).rounded()))
        right = left
    }

    /// How many frames there are.
    var frameCount: Int { left.count }

    /// Adds a voice: `sample` is asked for each frame from `start` on, with the seconds since then.
    ///
    /// - Parameters:
    ///   - start: seconds from the beginning.
    ///   - pan: -1 left, 0 centre, 1 right, at constant power.
    mutating func add(at start: Double = 0, pan: Double = 0, gain: Double = 1, _ sample: (Double) -> Double) {
        let angle = (pan + 1) * .pi / 4
        let (toLeft, toRight) = (gain * cos(angle), gain * sin(angle))
        let first = Int((start * Double(Self.sampleRate)).rounded())
        for frame in max(0, first)..<max(first, frameCount, 0) {
            let value = sample(Double(frame - first) / Double(Self.sampleRate))
            left[frame] += toLeft * value
            right[frame] += toRight * value
        }
    }

    /// Adds a voice with its own movement: `sample` answers left and right.
    mutating func addStereo(_ sample: (Double) -> (left: Double, right: Double)) {
        for frame in 0..<frameCount {
            let value = sample(Double(frame) / Double(Self.sampleRate))
            left[frame] += value.left
            right[frame] += value.right
        }
    }

    /// Passes every frame of both channels through `process`, in order of time.
    mutating func map(_ process: (_ left: Double, _ right: Double) -> (left: Double, right: Double)) {
        for frame in 0..<frameCount { (left[frame], right[frame]) = process(left[frame], right[frame]) }
    }
}
