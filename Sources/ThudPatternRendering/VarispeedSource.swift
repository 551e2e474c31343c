import ThudSoundFiles

/// A sound as it is played at the speeds that a pitch asks for.
///
/// A pitch that stays is made once, by the resampler that also makes the rates of files. One that moves is followed frame
/// by frame, by a cubic through four frames (Catmull-Rom): clean below a quarter of the rate, and duller above.
struct VarispeedSource {
    private let left: [Float]
    private let right: [Float]
    /// The speed has been made already.
    private let isBent: Bool
    /// How many frames it has.
    let count: Int

    /// A tape of a sound that is bent as it plays; mono goes to both sides, of more than two channels the first two are
    /// taken.
    init(_ sound: Sound) { self.init(sound.channels, isBent: false, count: sound.frameCount) }

    /// A tape of a bent sound of `count` frames, of which those are there that are played.
    init(_ beginning: Sound, of count: Int) { self.init(beginning.channels, isBent: true, count: count) }

    private init(_ channels: [[Float]], isBent: Bool, count: Int) {
        left = channels[0]
        right = channels.count > 1 ? channels[1] : channels[0]
        self.isBent = isBent
        self.count = count
    }

    /// How many of its frames pass in one frame of the rendition, where a pitch asks for `speed`.
    func speed(_ speed: Double) -> Double { isBent ? 1 : speed }

    /// How many frames of the rendition pass until it is at its end.
    func frames(_ shape: SoundAutomation) -> Int {
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

/// A pitch that stays, made once by the resampler: the sound at another rate, played at that of the rendition.
struct FixedResample: Hashable {
    /// What the sound is resampled to, in hertz.
    let rate: Int
    /// How many frames the whole of it then has.
    let frameCount: Int

    /// The bend that makes a speed.
    ///
    /// Nil where that changes nothing, and where the whole would be too long to hold; that is bent as it plays.
    init?(of sound: Sound, speed: Double, sampleRate: Int) {
        guard speed != 1 else { return nil }
        rate = Int((Double(sampleRate) / speed).rounded())
        guard let count = try? FixedResample.source(sound, sampleRate).frameCount(at: rate) else { return nil }
        frameCount = count
    }

    /// The first frames of the bent sound; nil where the resampler fails.
    func applied(to sound: Sound, sampleRate: Int, upTo frames: Int) -> Sound? {
        try? FixedResample.source(sound, sampleRate).resampled(to: rate, upTo: frames)
    }

    /// A sound as the rendition takes it: at its own rate, with the two channels that are heard.
    private static func source(_ sound: Sound, _ sampleRate: Int) -> Sound {
        Sound(sampleRate: sampleRate, channels: Array(sound.channels.prefix(2)))
    }
}
