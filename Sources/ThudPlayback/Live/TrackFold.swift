/// The fold of a live voice's tracks over steps of a millisecond: gains and speed are known at each step and move in straight
/// lines between, so that the place in the sound is a sum of parabolas.
///
/// It follows `SoundAutomation`, by which a pattern's sounds are played from a file.
struct TrackFold: BitwiseCopyable {
    /// Seconds between two steps.
    static var interval: Double {
        @_noLocks @_noAllocation get { 0.001 }
    }

    /// The next step.
    var step: Int64 = 0
    /// Where the sound stands on the first frame of the step, in frames of the tracks; not yet brought back into the loop.
    fileprivate var position = 0.0

    /// The values that hold at a step.
    struct Values: BitwiseCopyable {
        /// Of tracks 0 and 1, linear.
        let volume: Float
        /// Frames of the sound that pass in one frame.
        let speed: Double
        /// Of tracks 2 and 3, linear.
        let heard: Float
        let drive: Float
    }

    /// One step.
    struct Part: BitwiseCopyable {
        /// Its frames, counted from the voice's start.
        let first: Int64
        let end: Int64
        /// Where the sound stands on the first of them.
        let start: Double
        let framesPerStep: Double
        let step: Int64
        let now: Values
        let then: Values

        /// How far between the two ends of the step a frame is.
        @inline(__always) @_noLocks @_noAllocation
        func share(of frame: Int64) -> Double { Double(frame) / framesPerStep - Double(step) }

        /// Where the sound stands on a frame: the sum of the speeds of the frames before it.
        @inline(__always) @_noLocks @_noAllocation
        func position(at frame: Int64) -> Double {
            let count = Double(frame - first)
            let shares = count * Double(first + frame - 1) / (2 * framesPerStep) - count * Double(step)
            return start + count * now.speed + (then.speed - now.speed) * shares
        }
    }
}

extension LiveVoice {
    /// The next step of a fold: what is played on its frames.
    @_noLocks @_noAllocation
    func part(of fold: TrackFold) -> TrackFold.Part {
        let framesPerStep = rate * TrackFold.interval
        let first = LiveVoice.ceiling(Double(fold.step) * framesPerStep)
        return TrackFold.Part(
            first: first, end: LiveVoice.ceiling(Double(fold.step + 1) * framesPerStep), start: fold.position,
            framesPerStep: framesPerStep, step: fold.step, now: sound(at: Double(fold.step) * TrackFold.interval),
            then: sound(at: Double(fold.step + 1) * TrackFold.interval))
    }

    /// The fold after its next step, which is `part`.
    @_noLocks @_noAllocation
    func fold(after part: TrackFold.Part) -> TrackFold {
        TrackFold(step: part.step + 1, position: wrapped(part.position(at: part.end)))
    }

    /// What the tracks are asked for at a time in seconds from the voice's start.
    @_noLocks @_noAllocation
    func sound(at time: Double) -> TrackFold.Values {
        let level = LiveVoice.rise(time, over: soundAttack)
        let volume = Float(level * LiveVoice.unit(ownVolume * value(of: .gain, at: time)))
        let speed = LiveVoice.ratio(ownPitch + value(of: .pitch, at: time))
        guard hasHapticTracks else { return .init(volume: volume, speed: speed, heard: 0, drive: 0) }
        let felt = LiveVoice.unit(value(of: .intensity, at: time))
        return .init(volume: volume, speed: speed, heard: heard.share(of: felt), drive: drive.share(of: felt))
    }

    /// The ratio of speeds that a pitch makes, an octave at each end: 2 to the power of it, by the series of the exponential,
    /// which at ±0.69 leaves less than 1e-15.
    @_noLocks @_noAllocation
    static func ratio(_ pitch: Double) -> Double {
        if pitch == 0 { return 1 }
        let exponent = (pitch < -1 ? -1 : pitch > 1 ? 1 : pitch) * 0.693147180559945309417
        var sum = 1.0
        var order = 16.0
        while order > 0 {
            sum = 1 + sum * exponent / order
            order -= 1
        }
        return sum
    }

    /// A place in the tracks, brought back into the loop.
    @inline(__always) @_noLocks @_noAllocation
    func wrapped(_ position: Double) -> Double {
        let start = Double(loopStart)
        let length = Double(loopLength)
        guard loopLength > 0, position >= start + length else { return position }
        let beyond = position - start
        let wrapped = start + beyond - Double(Int64(beyond / length)) * length
        return wrapped < start + length ? wrapped : start
    }

    /// The whole number that is not below a value.
    @_noLocks @_noAllocation
    static func ceiling(_ value: Double) -> Int64 {
        let whole = Int64(value)
        return Double(whole) < value ? whole + 1 : whole
    }
}
