import Glibc

/// Two channels in double precision, to which voices are added.
struct StereoMix {
    static let sampleRate = 48_000
    private(set) var left: [Double]
    private(set) var right: [Double]

    init(seconds: Double) {
        left = [Double](repeating: 0, count: Self.frame(at: seconds))
        right = left
    }

    var frameCount: Int { left.count }

    /// Adds a voice. `sample` gets the seconds since `start` for each frame from there on.
    /// - Parameter pan: -1 left, 0 centre, 1 right, at constant power.
    mutating func add(at start: Double = 0, pan: Double = 0, gain: Double = 1, _ sample: (Double) -> Double) {
        let (toLeft, toRight) = Self.gains(pan: pan, gain)
        let first = Self.frame(at: start)
        for frame in max(0, first)..<max(first, frameCount, 0) {
            let value = sample(Double(frame - first) / Double(Self.sampleRate))
            left[frame] += toLeft * value
            right[frame] += toRight * value
        }
    }

    /// Adds a voice with its own movement: `sample` returns left and right.
    mutating func addStereo(_ sample: (Double) -> (left: Double, right: Double)) {
        for frame in 0..<frameCount {
            let value = sample(Double(frame) / Double(Self.sampleRate))
            left[frame] += value.left
            right[frame] += value.right
        }
    }

    /// Adds a voice of `length` seconds. Anything after the mix's end continues at its beginning.
    mutating func addAround(
        at start: Double, lasting length: Double, pan: Double, gain: Double, _ sample: (Double) -> Double
    ) {
        let (toLeft, toRight) = Self.gains(pan: pan, gain)
        let first = Self.frame(at: start)
        for frame in 0..<Self.frame(at: length) {
            let value = sample(Double(frame) / Double(Self.sampleRate))
            left[(first + frame) % frameCount] += toLeft * value
            right[(first + frame) % frameCount] += toRight * value
        }
    }

    /// Adds a voice that loops. `sample` runs through all frames twice, and only the second pass is kept, so that
    /// filters and rooms start in the state that they have at the end.
    mutating func addLooping(_ sample: (Int) -> (left: Double, right: Double)) {
        for frame in 0..<frameCount { _ = sample(frame) }
        for frame in 0..<frameCount {
            let value = sample(frame)
            left[frame] += value.left
            right[frame] += value.right
        }
    }

    private static func frame(at seconds: Double) -> Int { Int((seconds * Double(sampleRate)).rounded()) }

    /// Returns the gains of left and right at constant power.
    private static func gains(pan: Double, _ gain: Double) -> (left: Double, right: Double) {
        let angle = (pan + 1) * .pi / 4
        return (gain * cos(angle), gain * sin(angle))
    }

    /// Adds a small bright room: four delay lines of unrelated lengths that feed each other (Jot, 1991).
    /// - Parameters:
    ///   - level: the level of the room relative to the dry sound, linear.
    ///   - decay: seconds until the room has fallen by 60 dB.
    mutating func addRoom(level: Double, decay: Double) {
        // These are 31 to 53 ms, and no length is a multiple of another.
        let lengths = [1_487, 1_783, 2_137, 2_539]
        let rate = Double(Self.sampleRate)
        let gains = lengths.map { Envelope.ring(Double($0) / rate, timeConstant: decay / 6.908) }
        var lines = lengths.map { [Double](repeating: 0, count: $0) }
        var damped = [Double](repeating: 0, count: lengths.count)
        for frame in 0..<frameCount {
            for line in lines.indices {
                let oldest = lines[line][frame % lengths[line]]
                // Air and walls absorb the high frequencies first.
                damped[line] += 0.6 * (oldest - damped[line])
            }
            let sum = damped.reduce(0, +) / 2
            for line in lines.indices {
                let input = line.isMultiple(of: 2) ? left[frame] : right[frame]
                // A Householder matrix mixes all lines without losing energy.
                lines[line][frame % lengths[line]] = input + gains[line] * (damped[line] - sum)
            }
            left[frame] += level * (damped[0] - damped[2])
            right[frame] += level * (damped[1] - damped[3])
        }
    }
}
