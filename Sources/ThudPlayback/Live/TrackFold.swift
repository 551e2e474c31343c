import ThudCore

/// The running position of a live voice's tracks, in steps of a millisecond.
///
/// Gains and speed are computed at each step and change linearly in between, so the position in the sound is a sum of
/// parabolas. It follows `SoundAutomation`, which plays a pattern's sounds from a file.
struct TrackFold: BitwiseCopyable {
    static var interval: Double {
        @_noLocks @_noAllocation get { 0.001 }
    }

    var step: Int64 = 0
    /// The position on the first frame of the step, in frames of the tracks, before it is wrapped into the loop.
    fileprivate var position = 0.0

    struct Values: BitwiseCopyable {
        /// The linear gain of tracks 0 and 1.
        let volume: Float
        /// The frames of the sound that pass in one frame of output.
        let speed: Double
        /// The linear gains of tracks 2 and 3.
        let heard: Float
        let drive: Float
    }

    struct Part: BitwiseCopyable {
        /// The frames of the step, counted from the voice's start.
        let first: Int64
        let end: Int64
        /// The position in the sound on the first of them.
        let start: Double
        let framesPerStep: Double
        let step: Int64
        let now: Values
        let then: Values

        /// Returns how much of the step has passed on `frame`, 0 to 1.
        @inline(__always) @_noLocks @_noAllocation
        func share(of frame: Int64) -> Double { Double(frame) / framesPerStep - Double(step) }

        /// Returns the position in the sound on `frame`: the sum of the speeds of the frames before it.
        @inline(__always) @_noLocks @_noAllocation
        func position(at frame: Int64) -> Double {
            let count = Double(frame - first)
            let shares = count * Double(first + frame - 1) / (2 * framesPerStep) - count * Double(step)
            return start + count * now.speed + (then.speed - now.speed) * shares
        }
    }
}

extension LiveVoice {
    /// Returns the next step of a fold: its frames, and the values at both of its ends.
    @_noLocks @_noAllocation
    func part(of fold: TrackFold) -> TrackFold.Part {
        let framesPerStep = rate * TrackFold.interval
        let first = LiveVoice.ceiling(Double(fold.step) * framesPerStep)
        return TrackFold.Part(
            first: first, end: LiveVoice.ceiling(Double(fold.step + 1) * framesPerStep), start: fold.position,
            framesPerStep: framesPerStep, step: fold.step, now: sound(at: Double(fold.step) * TrackFold.interval),
            then: sound(at: Double(fold.step + 1) * TrackFold.interval))
    }

    @_noLocks @_noAllocation
    func fold(after part: TrackFold.Part) -> TrackFold {
        TrackFold(step: part.step + 1, position: wrapped(part.position(at: part.end)))
    }

    /// Returns the gains and the speed of the tracks at `time`, in seconds from the voice's start.
    @_noLocks @_noAllocation
    func sound(at time: Double) -> TrackFold.Values {
        let level = LiveVoice.rise(time, over: soundAttack)
        let volume = Float(level * LiveVoice.unit(ownVolume * value(of: .gain, at: time)))
        let speed = LiveVoice.ratio(ownPitch + value(of: .pitch, at: time))
        guard hasHapticTracks else { return .init(volume: volume, speed: speed, heard: 0, drive: 0) }
        let felt = LiveVoice.unit(value(of: .intensity, at: time))
        return .init(volume: volume, speed: speed, heard: heard.share(of: felt), drive: drive.share(of: felt))
    }

    /// Returns the speed ratio for a pitch in octaves, -1 to 1: 2 to the power of `pitch`. It sums the exponential
    /// series, whose error at the ends (an exponent of ±0.69) is less than 1e-15.
    @_noLocks @_noAllocation
    static func ratio(_ pitch: Double) -> Double {
        guard pitch < 0 || pitch > 0 else { return 1 }
        let exponent = (pitch < -1 ? -1 : pitch > 1 ? 1 : pitch) * 0.693147180559945309417
        var sum = 1.0
        var order = 16.0
        while order > 0 {
            sum = 1 + sum * exponent / order
            order -= 1
        }
        return sum
    }

    /// Wraps a position in the tracks into the loop.
    @inline(__always) @_noLocks @_noAllocation
    func wrapped(_ position: Double) -> Double {
        let start = Double(loopStart)
        let length = Double(loopLength)
        guard loopLength > 0, position >= start + length else { return position }
        let beyond = position - start
        let wrapped = start + beyond - Double(Int64(beyond / length)) * length
        return wrapped < start + length ? wrapped : start
    }

    @_noLocks @_noAllocation
    static func ceiling(_ value: Double) -> Int64 {
        let whole = Int64(value)
        return Double(whole) < value ? whole + 1 : whole
    }
}
