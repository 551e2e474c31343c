import Glibc

/// Bends what exceeds the knee so that no sum of events leaves -1 to 1; below it nothing changes.
enum SoftLimit {
    /// Above every single event's peak in ``DriveLaw``, so that one tap alone passes untouched.
    private static let knee: Float = 0.8

    static func apply(_ sample: Float) -> Float {
        let size = abs(sample)
        guard size > knee else { return sample }
        let room = 1 - knee
        return (knee + room * tanh((size - knee) / room)) * (sample < 0 ? -1 : 1)
    }
}
