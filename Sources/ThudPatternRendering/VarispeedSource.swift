import ThudSoundFiles

/// A sound that plays at the speeds that its pitch requires.
///
/// A constant pitch is produced once, by the resampler that also converts the rates of files. A moving pitch is
/// interpolated with a cubic through four frames (Catmull-Rom), clean below a quarter of the rate, duller above.
struct VarispeedSource {
    private let left: [Float]
    private let right: [Float]
    /// Whether the resampler has already changed the speed.
    private let isResampled: Bool
    let count: Int

    /// Creates a source that is resampled live. Mono goes to both sides; channels after the second are unused.
    init(_ sound: Sound) { self.init(sound.channels, isResampled: false, count: sound.frameCount) }

    /// Creates a source from a resampled sound of `count` frames, of which only those that are played are present.
    init(_ beginning: Sound, of count: Int) { self.init(beginning.channels, isResampled: true, count: count) }

    private init(_ channels: [[Float]], isResampled: Bool, count: Int) {
        left = channels[0]
        right = channels.count > 1 ? channels[1] : channels[0]
        self.isResampled = isResampled
        self.count = count
    }

    /// Returns how many of its frames pass in one frame of the rendition if the pitch requires `speed`.
    func speed(_ speed: Double) -> Double { isResampled ? 1 : speed }

    /// Returns how many frames of the rendition pass until the source ends.
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

    /// Whether the source plays without interpolation, because its pitch changes nothing or was already applied.
    func passes(_ automation: SoundAutomation) -> Bool { isResampled || automation.constant?.speed == 1 }

    func samples(of frame: Int) -> (left: Float, right: Float) { (left[frame], right[frame]) }

    /// Returns the samples at a position, which may be between two frames.
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

/// Produces a constant pitch: resamples the sound once to another rate, to be played at the rate of the rendition.
struct FixedResample: Hashable {
    /// The rate to which the sound is resampled, in hertz.
    let rate: Int
    /// How many frames the whole sound then has.
    let frameCount: Int

    /// Prepares the resampling for a speed; nil if it changes nothing, or if the whole would be too long to hold. Such
    /// a sound is resampled as it plays.
    init?(of sound: Sound, speed: Double, sampleRate: Int) {
        guard speed != 1 else { return nil }
        rate = Int((Double(sampleRate) / speed).rounded())
        guard let count = try? FixedResample.source(sound, sampleRate).frameCount(at: rate) else { return nil }
        frameCount = count
    }

    /// Returns the first frames of the resampled sound; nil if the resampler fails.
    func applied(to sound: Sound, sampleRate: Int, upTo frames: Int) -> Sound? {
        try? FixedResample.source(sound, sampleRate).resampled(to: rate, upTo: frames)
    }

    /// Returns a sound as the rendition uses it: at the rendition's rate, with the two channels that are heard.
    private static func source(_ sound: Sound, _ sampleRate: Int) -> Sound {
        Sound(sampleRate: sampleRate, channels: Array(sound.channels.prefix(2)))
    }
}
