public import ThudPatterns

/// A rendered pattern: sounds and haptics if it is heard, or haptics alone if it drives an actuator or is felt.
public struct Rendition: Sendable {
    /// Samples per second.
    public let sampleRate: Int
    /// The length of the pattern in seconds, to the end of its last event. If it is heard, that may be a sound that
    /// ends with its file. The samples can ring on after it.
    public let seconds: Double
    /// The signal for the left loudspeaker. It is within -1 to 1 if the sum of sounds and haptics is, and silent while
    /// a duration pads the pattern. Only the rendering `heard` has sounds; an actuator gets none.
    public let left: [Float]
    /// The signal for the right loudspeaker, of the same length as ``left``.
    public let right: [Float]
    /// The rendering of the haptics alone, mono.
    public let haptic: [Float]

    /// Whether the highest peak is on the right.
    public var isLouderOnTheRight: Bool { Self.peak(left) < Self.peak(right) }

    private static func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

    /// Renders a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to render.
    ///   - sounds: Its sounds, at `sampleRate`. An event whose sound is missing is silent.
    ///   - rendering: The kind of signal for its haptics.
    ///   - controls: The live controls on its haptics.
    ///   - balance: The level of audible haptics relative to sounds, in decibels. Without sounds they play in full.
    ///   - sampleRate: The sample rate in hertz, 8000 to 384000.
    public init(
        _ pattern: HapticPattern, sounds: PatternSounds, as rendering: Rendering,
        controls: LiveControls = LiveControls(), balance: Double = HeardLaw.usualBalance, sampleRate: Int = 48_000
    ) {
        self.sampleRate = sampleRate
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        haptic = renderer.render(pattern, as: rendering, controls: controls)
        var output =
            rendering == .heard ? Rendition.sounds(of: pattern, sounds, sampleRate: sampleRate) : StereoBuffer()
        let isBeside = !output.left.isEmpty
        seconds = max(pattern.duration, Double(output.left.count) / Double(sampleRate))
        output.add(haptic, gain: isBeside ? Float(HeardLaw.gain(balance: balance)) : 1)
        output.reserve(Int((seconds * Double(sampleRate)).rounded()))
        left = output.left
        right = output.right
    }

    /// Renders the sounds of a pattern alone. Sounds beyond `HapticLimits/soundSeconds` are left out, so that no
    /// file takes forever. Readers refuse such a pattern, unless only a sound's own file determines its length.
    public static func sounds(of pattern: HapticPattern, _ sounds: PatternSounds, sampleRate: Int) -> StereoBuffer {
        var output = StereoBuffer()
        let evaluation = HapticEvaluation(pattern)
        var left = Int(HapticLimits.soundSeconds * Double(sampleRate))
        var plays: [FilePlay] = []
        for event in pattern.events where left > 0 && event.kind == .audioCustom {
            guard let sound = event.waveformPath.flatMap({ sounds.sounds[$0] }),
                let play = FilePlay(event, of: sound, evaluation, sampleRate: sampleRate)
            else { continue }
            left -= play.frames
            plays.append(play)
        }
        // A sound that ends with its file also ends a tone, which the pattern alone cannot know.
        let end = plays.reduce(pattern.statedEnd) { max($0, $1.event.time + $1.seconds) }
        let player = ToneRenderer(sampleRate: sampleRate)
        for event in pattern.events where left > 0 && event.kind == .audioContinuous {
            left -= player.add(event, evaluation, patternEnd: end, to: &output)
        }
        FileRenderer(evaluation: evaluation, sampleRate: sampleRate).add(plays, to: &output)
        return output
    }
}

/// Samples for two loudspeakers. The buffer grows with the signals that are added to it.
public struct StereoBuffer: Sendable {
    /// The samples for the left loudspeaker.
    public private(set) var left: [Float] = []
    /// The samples for the right loudspeaker, of the same number.
    public private(set) var right: [Float] = []

    init() {}

    mutating func reserve(_ count: Int) {
        guard count > left.count else { return }
        left += [Float](repeating: 0, count: count - left.count)
        right += [Float](repeating: 0, count: count - right.count)
    }

    /// Adds to a frame that must already exist.
    mutating func add(_ leftSample: Float, _ rightSample: Float, at frame: Int) {
        left[frame] += leftSample
        right[frame] += rightSample
    }

    /// Adds a mono signal from the first frame on, equally loud on both sides.
    mutating func add(_ samples: [Float], gain: Float) {
        reserve(samples.count)
        for (frame, sample) in samples.enumerated() { add(sample * gain, sample * gain, at: frame) }
    }
}
