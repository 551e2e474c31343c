import Synchronization
import ThudCore

/// Follows where the device says that the stream is, without its jitter: small errors are smoothed, a single outlier is
/// ignored, and several outliers in a row are believed.
struct ClockTracker: BitwiseCopyable {
    private(set) var clock: StreamClock
    private var isAnchored = false
    private var hasBeenAnchored = false
    private var outliers = 0
    /// How often the stream has come nearer in mid-course: what was predicted before each time was wrong.
    private(set) var approaches = 0

    /// A reading that is further off than this, in nanoseconds, is an outlier or shows a jump of the stream: the delay that
    /// pipewire-alsa tells is 2.7 ms wrong now and then, for one call.
    static var outlierError: Int64 { 1_000_000 }
    /// So many outliers in a row are a jump of the stream.
    static var outlierLimit: Int { 4 }
    /// One reading corrects this fraction (1/32) of a small error: at 375 readings a second a time constant of 85 ms. Where readings
    /// are further apart than 1/24 s it is as many times more, up to a half, so that the clock never lags far behind a device's.
    static var smoothing: Int64 { 32 }

    /// The last reading was an outlier, and the next ones tell whether the stream has jumped.
    var isDoubtful: Bool {
        @_noLocks @_noAllocation get { outliers > 0 }
    }

    @_noLocks
    init(clock: StreamClock) { self.clock = clock }

    /// The output began anew: the next reading is believed at once, even where it is an outlier.
    @_noLocks @_noAllocation
    mutating func loseAnchor() {
        isAnchored = false
        outliers = 0
    }

    /// Forgets all that was learnt: the next reading sets the clock.
    @_noLocks @_noAllocation
    mutating func reset() {
        loseAnchor()
        hasBeenAnchored = false
    }

    /// Learns that `frame` leaves the output at `instant`.
    ///
    /// - Returns: how far the stream has fallen behind its clock because the output stood still; zero where it has not, or
    ///   where one outlier alone says so. The clock is left as it is, so that the caller can skip what was missed.
    @_noLocks @_noAllocation
    mutating func learn(frame: Frame, leaves instant: Instant) -> Interval {
        let expected = clock.instant(of: frame)
        let error = (instant - expected).nanoseconds
        if !isAnchored, !hasBeenAnchored {
            anchor(frame, at: instant)
        } else if error.magnitude < UInt64(ClockTracker.outlierError) {
            let share = min(ClockTracker.smoothing / 2, max(1, (frame - clock.anchorFrame) / (clock.sampleRate / 24)))
            anchor(frame, at: expected + Interval(nanoseconds: error * share / ClockTracker.smoothing))
        } else {
            outliers += 1
            guard !isAnchored || outliers >= ClockTracker.outlierLimit else { return .zero }
            if error > 0 {
                isAnchored = true
                outliers = 0
                return Interval(nanoseconds: error)
            }
            if isAnchored { approaches += 1 }
            anchor(frame, at: instant)
        }
        return .zero
    }

    @_noLocks @_noAllocation
    private mutating func anchor(_ frame: Frame, at instant: Instant) {
        clock.anchorFrame = frame
        clock.anchorInstant = instant
        isAnchored = true
        hasBeenAnchored = true
        outliers = 0
    }
}

/// The stream's clock as the audio thread last knew it, for any other thread to read. It is a sequence lock: the writer
/// never waits, and a reader that met a write tries again.
struct PublishedClock: ~Copyable {
    private let sequence = Atomic<UInt64>(0)
    private let frame: Atomic<Int64>
    private let instant: Atomic<Int64>
    private let sampleRate: Int64

    /// Reads as `clock` until another clock is published.
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

    /// Any thread: the clock last published.
    borrowing func read() -> StreamClock {
        while true {
            let before = sequence.load(ordering: .acquiring)
            let clock = StreamClock(
                frame: Frame(frame.load(ordering: .relaxed)),
                instant: Instant(nanoseconds: instant.load(ordering: .relaxed)),
                sampleRate: sampleRate)
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return clock }
        }
    }
}
