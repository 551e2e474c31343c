import Glibc

/// Bends what exceeds the knee so that no sum of events leaves -1 to 1; below it nothing changes.
enum SoftClip {
    /// Above every single event's peak in ``DriveLaw``, so that one tap alone passes untouched.
    private static let knee: Float = 0.8

    static func apply(to samples: inout [Float]) {
        for index in samples.indices where abs(samples[index]) > knee { samples[index] = bent(samples[index]) }
    }

    private static func bent(_ sample: Float) -> Float {
        let room = 1 - knee
        return (knee + room * tanh((abs(sample) - knee) / room)) * (sample < 0 ? -1 : 1)
    }
}
