import ThudCore

/// One clip on the timeline. It is a plain value, which the audio thread copies without counting references.
struct Voice: BitwiseCopyable {
    /// The caller's ID for this voice, which receipts carry.
    var id: UInt64
    /// The reference that keeps the clip alive until the clip is released through the retired ring.
    var owner: Unmanaged<Clip>
    var clip: ClipView
    var routing: Routing
    var start: Frame
    /// The first frame on which the voice is no longer heard, whether it was cut or not.
    var end: Frame
    /// The distance between two repetitions of the clip, in frames; 0 if it plays once.
    var period: Int64
    /// How many times the clip begins, if it repeats.
    var repetitions: Int64
    /// The lengths of the linear fades at both ends, in frames.
    var fadeIn: Int64
    var fadeOut: Int64
    /// The length in frames of the ramp after a cut, and of the ramp with which a replacement joins.
    var cutRamp: Int64
    /// The frame on which a cut begins; `.never` if the voice has not been cut.
    var cut: Frame = .never
    /// The frame on which this voice took over from another inside its clip. It ramps up there as the other ramps down.
    var joined = Frame.longAgo
    /// The rank among competing voices: the lowest is stolen first.
    var priority: UInt8
    /// The instants at which the caller triggered the voice and at which the audio thread received it.
    var triggered: Instant
    var taken = Instant(nanoseconds: 0)
    /// Whether the voice has an exact frame and may be cancelled before that frame.
    var isScheduled = false
    /// Whether the voice, until it begins, moves to the frame that the clock gives for `triggered`.
    var followsClock = false
    /// Whether the voice was requested for an exact frame that had already passed.
    var isLate = false
    /// Whether the caller has received the voice's receipt.
    var hasReceipt = false

    /// The length of a cut's ramp: short enough to free a voice quickly, long enough to avoid a click.
    static let cutRampLength = Interval.milliseconds(5)

    /// Cuts the voice at `frame` with a ramp. A voice that has not begun by that frame is not heard at all. A voice
    /// that ends sooner, or was cut sooner, is left unchanged.
    @_noLocks @_noAllocation
    mutating func cutOff(at frame: Frame) {
        guard frame < cut, frame < end else { return }
        cut = frame
        let silence = start < cut ? cut + cutRamp : start
        if silence < end { end = silence }
    }

    /// Moves the voice to begin at `frame` and keeps its length. A voice that was cut is not moved.
    @_noLocks @_noAllocation
    mutating func move(to frame: Frame) {
        guard cut == .never else { return }
        end = frame + (end - start)
        start = frame
    }

    /// Whether the voice was cut before it began, so that nothing of it is heard.
    var isCutBeforeStart: Bool {
        @_noLocks @_noAllocation get { !(start < cut) }
    }

    /// Returns the envelope at `frame`. It depends on the frame number alone.
    @_noLocks @_noAllocation
    func envelope(at frame: Int64) -> Float {
        var gain: Float = 1
        let sinceStart = frame - start.index
        if sinceStart < fadeIn { gain *= Float(sinceStart) / Float(fadeIn) }
        let sinceJoin = frame - joined.index
        if sinceJoin < cutRamp { gain *= Float(sinceJoin + 1) / Float(cutRamp) }
        let left = end.index - frame
        if left <= fadeOut { gain *= Float(left - 1) / Float(fadeOut) }
        if frame >= cut.index { gain *= Float(cutRamp - (frame - cut.index) - 1) / Float(cutRamp) }
        return gain
    }

    /// Returns the end of the range from `frame`, at most `limit`, with an envelope of 1; `frame` if it is not 1 there.
    @_noLocks @_noAllocation
    func flatEnd(from frame: Int64, limit: Int64) -> Int64 {
        if frame < rampedUp { return frame }
        var stop = limit
        let fading = fadeOut == 0 ? Int64.max : end.index - fadeOut
        if fading < stop { stop = fading }
        if cut.index < stop { stop = cut.index }
        return stop < frame ? frame : stop
    }

    /// Returns the end of the range from `frame`, inside a fade or a cut, after which the envelope may be 1 again.
    @_noLocks @_noAllocation
    func slopeEnd(from frame: Int64, limit: Int64) -> Int64 { frame < rampedUp && rampedUp < limit ? rampedUp : limit }

    /// The first frame after the fade-in and after the ramp of a replacement.
    private var rampedUp: Int64 { max(start.index + fadeIn, joined.index + cutRamp) }
}

extension Frame {
    /// A frame before the first of any stream, far enough from the limits of integers that distances do not overflow.
    static var longAgo: Frame {
        @_noLocks @_noAllocation get { Frame(.min / 2) }
    }
}
