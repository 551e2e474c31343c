import CRealtime
import Timebase

/// No device at all: frames leave on CLOCK_MONOTONIC and nobody hears them. Keeps time while a device is away.
final class NullDevice: AudioDevice {
    let output: Output
    let sampleRate: Int
    var summary: String { "no sound device: time is kept by the clock" }

    init(sampleRate: Int, period: Int = 128) {
        self.sampleRate = sampleRate
        output = .null(NullOutput(sampleRate: sampleRate, period: period))
    }

    func close() {}
}

/// The null device as the audio thread sees it: a clock that began with its first write.
struct NullOutput: AudioOutput {
    let period: Int
    var capacity: Int {
        @_noLocks @_noAllocation get { 2 * period }
    }
    private let sampleRate: Int64
    private var written: Int64 = 0
    private var isRunning = false
    /// Where its own first frame stands on the clock.
    private var began: StreamClock

    init(sampleRate: Int, period: Int) {
        self.sampleRate = Int64(sampleRate)
        self.period = period
        began = StreamClock(frame: .zero, instant: Instant(nanoseconds: 0), sampleRate: self.sampleRate)
    }

    /// Takes over in mid-stream: what `clock` says is still queued before `frame` leaves first.
    @_noLocks @_noAllocation
    mutating func resume(at frame: Frame, on clock: StreamClock) {
        began.anchorInstant = clock.instant(of: frame)
        written = 0
        isRunning = true
    }

    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness {
        let now = Instant.now()
        let queue = queued(at: now) ?? 0
        let room = Int64(capacity) - queue
        if room >= Int64(period) { return .ready(Int(min(room, Int64(capacity)))) }
        let pause = StreamClock.nanoseconds(frames: Int64(period) - room, at: sampleRate)
        return thud_wait_readable(wake, pause) != 0 ? .woken : .ready(period)
    }

    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        if !isRunning {
            began.anchorInstant = .now()
            isRunning = true
        }
        written += Int64(count)
        return true
    }

    /// May be negative: then the clock has run past the end of what was written.
    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        guard isRunning else { return written }
        return written - began.frame(at: now).index
    }
}
