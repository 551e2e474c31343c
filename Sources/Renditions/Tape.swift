import SoundFiles

/// A sound as it is played at the speeds that a pitch asks for.
///
/// A pitch that stays is made once, by the resampler that also makes the rates of files. One that moves is followed frame
/// by frame, by a cubic through four frames (Catmull-Rom): clean below a quarter of the rate, and duller above.
struct Tape {
    private let left: [Float]
    private let right: [Float]
    /// The speed has been made already.
    private let isBent: Bool

    /// A tape of a sound.
    ///
    /// - Parameters:
    ///   - speed: at which it begins.
    ///   - isSteady: the speed does not change.
    ///   - sampleRate: of the rendition, which is the sound's own.
    init(_ sound: Sound, speed: Double, isSteady: Bool, sampleRate: Int) {
        let bent = isSteady && speed != 1 ? Tape.bent(sound, speed, sampleRate) : nil
        isBent = bent != nil
        let channels = (bent ?? sound).channels
        left = channels[0]
        right = channels.count > 1 ? channels[1] : channels[0]
    }

    /// The sound at another speed; nil where that would be too long to hold, so that it is bent as it plays.
    private static func bent(_ sound: Sound, _ speed: Double, _ sampleRate: Int) -> Sound? {
        let own = Sound(sampleRate: sampleRate, channels: Array(sound.channels.prefix(2)))
        return try? own.resampled(to: Int((Double(sampleRate) / speed).rounded()))
    }

    /// How many frames it has.
    var count: Int { left.count }

    /// How many of its frames pass in one frame of the rendition, where a pitch asks for `speed`.
    func speed(_ speed: Double) -> Double { isBent ? 1 : speed }

    /// How many frames of the rendition pass until it is at its end.
    func frames(_ shape: SoundShape) -> Int {
        if isBent { return count }
        var position = 0.0
        var frame = 0
        while position < Double(count), frame < shape.frames {
            position += shape.speed(at: frame)
            frame += 1
        }
        return frame
    }

    /// What stands at a place, between two frames too.
    func samples(at position: Double, loops: Bool) -> (left: Float, right: Float) {
        let index = Int(position)
        let share = Float(position - Double(index))
        if share == 0 { return (left[index], right[index]) }
        return (cubic(left, index, share, loops), cubic(right, index, share, loops))
    }

    private func cubic(_ samples: [Float], _ index: Int, _ share: Float, _ loops: Bool) -> Float {
        func at(_ index: Int) -> Float {
            if samples.indices.contains(index) { return samples[index] }
            return loops ? samples[(index + samples.count) % samples.count] : 0
        }
        let (a, b, c, d) = (at(index - 1), at(index), at(index + 1), at(index + 2))
        return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
    }
}
