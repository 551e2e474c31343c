import ThudCore

/// Follows where the device says that the stream is, without its jitter: small errors are leaned towards, one wild
/// reading is ignored, several in a row are believed.
struct ClockTracker: BitwiseCopyable {
    private(set) var clock: StreamClock
    private var isAnchored = false
    private var hasBeenAnchored = false
    private var wildReadings = 0

    /// A reading further off than this is an outlier or a jump: pipewire-alsa now and then is 2.7 ms out for one call.
    static var wildError: Int64 { 1_000_000 }
    /// So many wild readings in a row are a jump of the stream.
    static var patience: Int { 4 }
    /// The part of a small error that one reading corrects: at 375 readings a second a time constant of 85 ms.
    static var leaning: Int64 { 32 }

    @_noLocks
    init(clock: StreamClock) { self.clock = clock }

    /// The output began anew: the next reading is believed at once, however far off.
    @_noLocks @_noAllocation
    mutating func forget() {
        isAnchored = false
        wildReadings = 0
    }

    /// Whatever was learnt does not hold: the next reading is the truth.
    @_noLocks @_noAllocation
    mutating func restart() {
        forget()
        hasBeenAnchored = false
    }

    /// Learns that `frame` leaves the output at `instant`.
    ///
    /// - Returns: by how much the stream has fallen behind its clock, where that is to be believed: the output stood still
    ///   meanwhile. The clock stays as it is, so that the caller can skip what was missed; zero otherwise.
    @_noLocks @_noAllocation
    mutating func learn(frame: Frame, leaves instant: Instant) -> Interval {
        let expected = clock.instant(of: frame)
        let error = (instant - expected).nanoseconds
        if !isAnchored, !hasBeenAnchored {
            anchor(frame, at: instant)
        } else if error.magnitude < UInt64(ClockTracker.wildError) {
            anchor(frame, at: expected + Interval(nanoseconds: error / ClockTracker.leaning))
        } else {
            wildReadings += 1
            guard !isAnchored || wildReadings >= ClockTracker.patience else { return Interval(nanoseconds: 0) }
            if error > 0 {
                isAnchored = true
                wildReadings = 0
                return Interval(nanoseconds: error)
            }
            anchor(frame, at: instant)
        }
        return Interval(nanoseconds: 0)
    }

    @_noLocks @_noAllocation
    private mutating func anchor(_ frame: Frame, at instant: Instant) {
        clock.anchorFrame = frame
        clock.anchorInstant = instant
        isAnchored = true
        hasBeenAnchored = true
        wildReadings = 0
    }
}
