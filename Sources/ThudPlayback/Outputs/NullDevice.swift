import CThudSystem
import ThudCore

/// No device at all: frames leave on CLOCK_MONOTONIC and nobody hears them.
final class NullDevice: AudioDevice {
    let output: Output
    let sampleRate: Int
    let summary: String

    init(sampleRate: Int, period: Int = 128, summary: String = "no sound device: time is kept by the clock") {
        self.sampleRate = sampleRate
        self.summary = summary
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
        if queue < -sampleRate { return pass(-queue - sampleRate / 2) }
        let room = Int64(capacity) - queue
        if room >= Int64(period) { return .ready(Int(min(room, Int64(capacity)))) }
        let pause = StreamClock.nanoseconds(frames: Int64(period) - room, at: sampleRate)
        return thud_wait_readable(wake, pause) != 0 ? .woken : .ready(period)
    }

    /// What a process that was stopped for less than a second missed is made up for; of a longer stop only the last half
    /// second.
    @_noLocks @_noAllocation
    private mutating func pass(_ count: Int64) -> Readiness {
        written += count
        return .behind(Int(count))
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
