import ThudSoundFiles

/// A sound as it is played at the speeds that a pitch asks for.
///
/// A pitch that does not move is made once, by the resampler that also makes the rates of files. A pitch that moves is
/// followed frame by frame with a cubic through four frames (Catmull-Rom): clean below a quarter of the rate, duller above.
struct VarispeedSource {
    private let left: [Float]
    private let right: [Float]
    /// Whether the resampler has made the speed already.
    private let isResampled: Bool
    /// How many frames it has.
    let count: Int

    /// A sound whose speed is made as it plays. Mono goes to both sides; of more than two channels the first two are taken.
    init(_ sound: Sound) { self.init(sound.channels, isResampled: false, count: sound.frameCount) }

    /// A resampled sound of `count` frames, of which only those are there that are played.
    init(_ beginning: Sound, of count: Int) { self.init(beginning.channels, isResampled: true, count: count) }

    private init(_ channels: [[Float]], isResampled: Bool, count: Int) {
        left = channels[0]
        right = channels.count > 1 ? channels[1] : channels[0]
        self.isResampled = isResampled
        self.count = count
    }

    /// How many of its frames pass in one frame of the rendition, where a pitch asks for `speed`.
    func speed(_ speed: Double) -> Double { isResampled ? 1 : speed }

    /// How many frames of the rendition pass until it is at its end.
    func frames(_ automation: SoundAutomation) -> Int {
        if passes(automation) { return min(count, automation.frames) }
        var position = 0.0
        var frame = 0
        while position < Double(count), frame < automation.frames {
            position += automation.speed(at: frame)
            frame += 1
        }
        return frame
    }

    /// Whether it is played as it is, frame by frame: its pitch makes no difference, or was made already.
    func passes(_ automation: SoundAutomation) -> Bool { isResampled || automation.constant?.speed == 1 }

    /// The samples of a frame.
    func samples(of frame: Int) -> (left: Float, right: Float) { (left[frame], right[frame]) }

    /// The samples at a position, also between two frames.
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

/// Makes a pitch that does not move: the sound is resampled once to another rate and played at that of the rendition.
struct FixedResample: Hashable {
    /// The rate to which the sound is resampled, in hertz.
    let rate: Int
    /// How many frames the whole of it then has.
    let frameCount: Int

    /// The resampling that makes a speed.
    ///
    /// Nil where that changes nothing, and where the whole would be too long to hold. Such a sound is resampled as it plays.
    init?(of sound: Sound, speed: Double, sampleRate: Int) {
        guard speed != 1 else { return nil }
        rate = Int((Double(sampleRate) / speed).rounded())
        guard let count = try? FixedResample.source(sound, sampleRate).frameCount(at: rate) else { return nil }
        frameCount = count
    }

    /// The first frames of the resampled sound; nil where the resampler fails.
    func applied(to sound: Sound, sampleRate: Int, upTo frames: Int) -> Sound? {
        try? FixedResample.source(sound, sampleRate).resampled(to: rate, upTo: frames)
    }

    /// A sound as the rendition takes it: at its own rate, with the two channels that are heard.
    private static func source(_ sound: Sound, _ sampleRate: Int) -> Sound {
        Sound(sampleRate: sampleRate, channels: Array(sound.channels.prefix(2)))
    }
}
