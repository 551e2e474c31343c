import Synchronization
import ThudCore

/// Follows the device's reports of the stream's position and removes their jitter: small errors are smoothed, a
/// single outlier is ignored, and several outliers in a row are accepted.
struct ClockTracker: BitwiseCopyable {
    private(set) var clock: StreamClock
    private var isAnchored = false
    private var hasBeenAnchored = false
    private var outliers = 0
    /// When which frame was written at the last reading that agreed with the clock; nil if none has since a restart.
    private var pace: StreamClock?
    /// How often the stream has jumped nearer while it played. Predictions made before such a jump were wrong.
    private(set) var approaches = 0

    /// The error, in nanoseconds, from which a reading is an outlier or shows a jump of the stream. The delay that
    /// pipewire-alsa reports is now and then wrong by 2.7 ms, for one call.
    static var outlierError: Int64 { 1_000_000 }
    /// The number of consecutive outliers that count as a jump of the stream.
    static var outlierLimit: Int { 4 }
    /// The reciprocal of the part of a small error that one reading corrects: 1/32, which at 375 readings a second is a
    /// time constant of 85 ms. If readings are more than 1/24 s apart, the part grows in proportion, up to a half.
    static var smoothing: Int64 { 32 }

    /// Whether the last reading was an outlier, so that the next ones will show whether the stream has jumped.
    var isDoubtful: Bool {
        @_noLocks @_noAllocation get { outliers > 0 }
    }

    @_noLocks
    init(clock: StreamClock) { self.clock = clock }

    /// Accepts the next reading at once, even if it is an outlier, because the output has restarted.
    @_noLocks @_noAllocation
    mutating func loseAnchor() {
        isAnchored = false
        outliers = 0
        pace = nil
    }

    /// Forgets everything learned, so that the next reading sets the clock.
    @_noLocks @_noAllocation
    mutating func reset() {
        loseAnchor()
        hasBeenAnchored = false
    }

    /// Learns that `frame` leaves the output at `instant`. Returns how far the stream has fallen behind its clock
    /// because the output stood still; zero if it has not, or if a single outlier says so. The clock is not changed, so
    /// that the caller can skip the missed frames.
    ///
    /// - Parameter written: When the frames before `frame` filled a queue that is always filled to the same level; nil
    ///   for another queue. An output that stands still delays this. If it came in time, only the reported delay has
    ///   grown, and nothing was missed.
    @_noLocks @_noAllocation
    mutating func learn(frame: Frame, leaves instant: Instant, written: Instant? = nil) -> Interval {
        let expected = clock.instant(of: frame)
        let error = (instant - expected).nanoseconds
        if !isAnchored, !hasBeenAnchored {
            anchor(frame, at: instant)
        } else if error.magnitude < UInt64(ClockTracker.outlierError) {
            let grown = 24 * (frame - clock.anchorFrame) / clock.sampleRate
            let share = min(ClockTracker.smoothing / 2, max(1, grown))
            anchor(frame, at: expected + Interval(nanoseconds: error * share / ClockTracker.smoothing))
        } else {
            outliers += 1
            guard !isAnchored || outliers >= ClockTracker.outlierLimit else { return .zero }
            if error > 0, !hasKeptPace(frame, written, within: error / 2) {
                isAnchored = true
                outliers = 0
                pace = nil
                return Interval(nanoseconds: error)
            }
            if isAnchored, error < 0 { approaches += 1 }
            anchor(frame, at: instant)
        }
        if let written { pace = StreamClock(frame: frame, instant: written, sampleRate: clock.sampleRate) }
        return .zero
    }

    @_noLocks @_noAllocation
    private func hasKeptPace(_ frame: Frame, _ written: Instant?, within limit: Int64) -> Bool {
        guard let pace, let written else { return false }
        return (written - pace.instant(of: frame)).nanoseconds < limit
    }

    /// Sets the clock, without smoothing.
    @_noLocks @_noAllocation
    mutating func anchor(_ frame: Frame, at instant: Instant) {
        clock.anchorFrame = frame
        clock.anchorInstant = instant
        isAnchored = true
        hasBeenAnchored = true
        outliers = 0
    }
}

/// The stream's clock as the audio thread last knew it, readable from any thread. It is a sequence lock: the writer
/// never waits, and a reader that met a write tries again.
struct PublishedClock: ~Copyable {
    private let sequence = Atomic<UInt64>(0)
    private let frame: Atomic<Int64>
    private let instant: Atomic<Int64>
    private let sampleRate: Int64

    /// Creates a published clock that reads as `clock` until another one is published.
    init(_ clock: StreamClock) {
        frame = Atomic(clock.anchorFrame.index)
        instant = Atomic(clock.anchorInstant.nanoseconds)
        sampleRate = clock.sampleRate
    }

    /// Audio thread: publishes `clock`.
    @_noLocks @_noAllocation
    borrowing func publish(_ clock: StreamClock) {
        let before = sequence.load(ordering: .relaxed)
        sequence.store(before &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        frame.store(clock.anchorFrame.index, ordering: .relaxed)
        instant.store(clock.anchorInstant.nanoseconds, ordering: .relaxed)
        sequence.store(before &+ 2, ordering: .releasing)
    }

    /// Any thread: returns the clock last published.
    borrowing func read() -> StreamClock {
        while true {
            let before = sequence.load(ordering: .acquiring)
            let clock = StreamClock(
                frame: Frame(frame.load(ordering: .relaxed)),
                instant: Instant(nanoseconds: instant.load(ordering: .relaxed)), sampleRate: sampleRate)
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return clock }
        }
    }
}
