import ThudCore

/// One clip on the timeline. A plain value: the audio thread copies it and never counts references.
struct Voice: BitwiseCopyable {
    /// The caller's name for this voice; receipts carry it.
    var id: UInt64
    /// Keeps the clip alive until it has been released through the retired ring.
    var owner: Unmanaged<Clip>
    var clip: ClipView
    var routing: Routing
    /// The first frame on which the voice is heard.
    var start: Frame
    /// The first frame on which it is heard no more, cut or not.
    var end: Frame
    /// The loop's length in frames; 0 plays the clip once.
    var loop: Int64
    /// Linear fades in frames at the two ends.
    var fadeIn: Int64
    var fadeOut: Int64
    /// The length of the ramp of a cut, and of the ramp on which a replacement joins, in frames.
    var cutRamp: Int64
    /// Where a cut begins; `.never` while the voice may run to its end.
    var cut: Frame = .never
    /// The frame on which this voice took over from another in the middle of its clip: it ramps up there as the other
    /// ramps down.
    var joined = Frame.longAgo
    /// Among voices that compete for a place, the lower is stolen first.
    var priority: UInt8
    /// When the caller asked for the voice, and when the audio thread learnt of it.
    var triggered: Instant
    var taken = Instant(nanoseconds: 0)
    /// The voice was asked for an exact frame and may be cancelled before that frame comes.
    var isScheduled = false
    /// Until it begins, the voice moves to wherever the stream's clock puts the instant `triggered`.
    var followsClock = false
    /// The voice was asked for an exact frame that had already gone by.
    var isLate = false
    /// Its caller has been told what became of it.
    var hasReceipt = false

    /// How long the ramp of a cut takes: short enough to free a voice at once, long enough that no cut clicks.
    static let cutRampLength = Interval.milliseconds(5)

    /// Cuts the voice at `frame` with a ramp; a voice that has not begun by then is not heard at all. A voice that ends
    /// sooner, or has been cut sooner, is left alone.
    @_noLocks @_noAllocation
    mutating func cutOff(at frame: Frame) {
        guard frame < cut, frame < end else { return }
        cut = frame
        let silence = start < cut ? cut + cutRamp : start
        if silence < end { end = silence }
    }

    /// Moves the voice so that it begins at `frame`, as long as before; one that was cut stays where it is.
    @_noLocks @_noAllocation
    mutating func move(to frame: Frame) {
        guard cut == .never else { return }
        end = frame + (end - start)
        start = frame
    }

    /// The voice was cut before it began, so nothing of it is heard.
    var isCutBeforeStart: Bool {
        @_noLocks @_noAllocation get { !(start < cut) }
    }

    /// The envelope at `frame`, a function of the frame number alone.
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

    /// The end of the stretch beginning at `frame` (no further than `limit`) on which the envelope is one everywhere;
    /// equal to `frame` where it is not one.
    @_noLocks @_noAllocation
    func flatEnd(from frame: Int64, limit: Int64) -> Int64 {
        if frame < rampedUp { return frame }
        var stop = limit
        let fading = fadeOut == 0 ? Int64.max : end.index - fadeOut
        if fading < stop { stop = fading }
        if cut.index < stop { stop = cut.index }
        return stop < frame ? frame : stop
    }

    /// The end of the stretch beginning at `frame`, inside a fade or a cut, after which the envelope may be flat again.
    @_noLocks @_noAllocation
    func slopeEnd(from frame: Int64, limit: Int64) -> Int64 {
        frame < rampedUp && rampedUp < limit ? rampedUp : limit
    }

    /// The first frame after the fade-in, or after the ramp of a replacement.
    private var rampedUp: Int64 {
        @_noLocks @_noAllocation get { max(start.index + fadeIn, joined.index + cutRamp) }
    }
}

extension Frame {
    /// Before the first frame of any stream, and far enough from the ends of the integers that distances do not overflow.
    static var longAgo: Frame {
        @_noLocks @_noAllocation get { Frame(.min / 2) }
    }
}
