public import ThudPatterns

/// A pattern as it is heard, with sounds and haptics; or as it drives an actuator or is felt, with haptics alone.
public struct Rendition: Sendable {
    /// Samples a second.
    public let sampleRate: Int
    /// How long the pattern is, in seconds: to the end of its last event. Where it is heard, that may be a sound that ends
    /// with its file. The samples may ring on after it.
    public let seconds: Double
    /// The signal for the left loudspeaker. It is within -1 to 1 if the sum of sounds and haptics is, and silent where a
    /// duration pads the pattern. Only the rendering `heard` has sounds; an actuator gets none of them.
    public let left: [Float]
    /// The signal for the right loudspeaker, as long as ``left``.
    public let right: [Float]
    /// The rendering of the haptics alone, mono.
    public let haptic: [Float]

    /// Whether the highest peak is on the right.
    public var isLouderOnTheRight: Bool { Self.peak(left) < Self.peak(right) }

    private static func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

    /// Renders a pattern.
    ///
    /// - Parameters:
    ///   - sounds: its sounds, at `sampleRate`; an event whose sound is not among them is silent.
    ///   - rendering: of its haptics.
    ///   - controls: act on its haptics.
    ///   - balance: how loud its haptics are beside its sounds where they are heard, in decibels; alone they play in full.
    ///   - sampleRate: in hertz, 8000 to 384000.
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

    /// The sounds of a pattern alone. Sounds beyond ``HapticLimits/soundSeconds`` are left out, so that no file takes for
    /// ever. Readers refuse such a pattern, unless only a sound's own file tells how long it is.
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
        // A sound that ends with its file ends a tone too, which the pattern alone cannot know.
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
    /// For the left loudspeaker.
    public private(set) var left: [Float] = []
    /// For the right loudspeaker, as many.
    public private(set) var right: [Float] = []

    /// Silence of no length.
    init() {}

    /// Makes room for `count` frames.
    mutating func reserve(_ count: Int) {
        guard count > left.count else { return }
        left += [Float](repeating: 0, count: count - left.count)
        right += [Float](repeating: 0, count: count - right.count)
    }

    /// Adds a frame at a place for which there is room.
    mutating func add(_ leftSample: Float, _ rightSample: Float, at frame: Int) {
        left[frame] += leftSample
        right[frame] += rightSample
    }

    /// Adds a mono signal from the first frame on, as loud on both.
    mutating func add(_ samples: [Float], gain: Float) {
        reserve(samples.count)
        for (frame, sample) in samples.enumerated() { add(sample * gain, sample * gain, at: frame) }
    }
}
