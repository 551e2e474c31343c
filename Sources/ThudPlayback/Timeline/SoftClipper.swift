/// A soft limiter without memory: each sample's output depends on that sample alone.
///
/// Up to the knee it changes nothing, so a cue on its own (true peak at most -1 dBTP) passes untouched. Above it a
/// hyperbola with slope one at the knee bends towards full scale and never reaches it.
public enum SoftClipper {
    /// Linear up to here: just above -1 dBFS (0.891).
    static var knee: Float { 0.9 }

    /// The samples as they leave the engine where nothing else plays: for files that are to hold what is heard.
    public static func limited(_ samples: [Float]) -> [Float] {
        var limited = samples
        limited.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { apply(start, count: buffer.count) }
        }
        return limited
    }

    /// Limits `count` samples in place.
    @_noLocks @_noAllocation
    static func apply(_ samples: UnsafeMutablePointer<Float>, count: Int) {
        let room = 1 - knee
        for index in 0..<count {
            let sample = samples[index]
            let magnitude = abs(sample)
            let excess = (magnitude - knee) / room
            let bent = knee + room * (excess / (1 + excess))
            let limited = magnitude > knee ? bent : magnitude
            let signed = sample < 0 ? -limited : limited
            // What is no number is silence: it would trap where samples become integers.
            samples[index] = limited <= 1 ? signed : 0
        }
    }
}
