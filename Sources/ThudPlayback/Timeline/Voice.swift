import ThudCore

extension Frame {
    /// Before the first frame of any stream, and far enough from the ends of the integers that distances do not overflow.
    static var longAgo: Frame {
        @_noLocks @_noAllocation get { Frame(.min / 2) }
    }
}

/// One sounding of a clip on the timeline. A plain value: the audio thread copies it and never counts references.
struct Voice: BitwiseCopyable {
    /// What the caller calls this voice; receipts carry it.
    var id: UInt64
    /// Keeps the clip alive; given back through the retired ring.
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
    /// Where a cut begins; `.never` while the voice may run to its end.
    var cut: Frame = .never
    /// Where a voice came in on the midst of its way, in the place of another; it ramps up there as the other ramps down.
    var joined = Frame.longAgo
    /// Among voices competing for a place, the lower is stolen first.
    var priority: UInt8
    /// When the caller asked for the voice, and when the audio thread learnt of it.
    var triggered: Instant
    var taken = Instant(nanoseconds: 0)
    /// The voice was asked for an exact frame and may be taken back before that comes.
    var isScheduled = false
    /// The voice is to be heard at the instant `triggered`, wherever the stream's clock puts that until it begins.
    var followsClock = false
    /// The voice was asked for an exact frame that had already gone by.
    var isLate = false

    /// 5 ms at 48 kHz: short enough to free a voice at once, long enough that no cut clicks.
    static var cutRamp: Int64 { 240 }

    /// Stops the voice at `frame` with a ramp, or before it is heard at all where it would begin no sooner; a voice that
    /// ends sooner, or has been cut sooner, is left alone.
    @_noLocks @_noAllocation
    mutating func cutOff(at frame: Frame) {
        guard frame < cut, frame < end else { return }
        cut = frame
        let silence = start < cut ? cut + Voice.cutRamp : start
        if silence < end { end = silence }
    }

    /// Has the voice begin at `frame`, as long as before; one that was cut stays where it is.
    @_noLocks @_noAllocation
    mutating func move(to frame: Frame) {
        guard cut == .never else { return }
        end = frame + (end - start)
        start = frame
    }

    /// The voice was cut before it began, so nothing of it is heard.
    var isStillborn: Bool {
        @_noLocks @_noAllocation get { !(start < cut) }
    }

    /// The envelope at `frame`, a function of the frame number alone.
    @_noLocks @_noAllocation
    func envelope(at frame: Int64) -> Float {
        var gain: Float = 1
        let since = frame - start.index
        if since < fadeIn { gain *= Float(since) / Float(fadeIn) }
        let along = frame - joined.index
        if along < Voice.cutRamp { gain *= Float(along + 1) / Float(Voice.cutRamp) }
        let left = end.index - frame
        if left <= fadeOut { gain *= Float(left - 1) / Float(fadeOut) }
        if frame >= cut.index { gain *= Float(Voice.cutRamp - (frame - cut.index) - 1) / Float(Voice.cutRamp) }
        return gain
    }

    /// The end of the stretch beginning at `frame` (no further than `limit`) on which the envelope is one everywhere;
    /// equal to `frame` where it is not one.
    @_noLocks @_noAllocation
    func flatEnd(from frame: Int64, limit: Int64) -> Int64 {
        if frame < risen { return frame }
        var stop = limit
        let fading = fadeOut == 0 ? Int64.max : end.index - fadeOut
        if fading < stop { stop = fading }
        if cut.index < stop { stop = cut.index }
        return stop < frame ? frame : stop
    }

    /// The end of the stretch beginning at `frame`, inside a fade or a cut, after which the envelope may be flat again.
    @_noLocks @_noAllocation
    func slopeEnd(from frame: Int64, limit: Int64) -> Int64 {
        frame < risen && risen < limit ? risen : limit
    }

    /// Where the voice has come up in full.
    private var risen: Int64 {
        @_noLocks @_noAllocation get { max(start.index + fadeIn, joined.index + Voice.cutRamp) }
    }
}
