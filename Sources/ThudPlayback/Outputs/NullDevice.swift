import CThudSystem
import ThudCore

/// A stand-in if there is no device: frames leave on CLOCK_MONOTONIC and are not heard.
final class NullDevice: AudioDevice {
    let output: AudioOutput
    let sampleRate: Int
    let summary: String

    /// - Parameter start: When the first frame leaves; nil to start when it is written.
    init(
        sampleRate: Int, period: Int = 128, start: Instant? = nil,
        summary: String = "no sound device: the clock keeps time"
    ) {
        precondition(Engine.sampleRates.contains(sampleRate), "a stream has 1 to 10,000,000 frames a second")
        self.sampleRate = sampleRate
        self.summary = summary
        var output = NullOutput(sampleRate: sampleRate, period: period)
        if let start {
            output.resume(at: .zero, on: StreamClock(frame: .zero, instant: start, sampleRate: Int64(sampleRate)))
        }
        self.output = AudioOutput(output)
    }

    func close() {}
}

/// The null device as the audio thread sees it: a clock that starts with the first write.
struct NullOutput: BitwiseCopyable {
    let period: Int
    var capacity: Int {
        @_noLocks @_noAllocation get { 2 * period }
    }
    private let sampleRate: Int64
    private var written: Int64 = 0
    private var isRunning = false
    /// The instant at which its own first frame left.
    private var began: StreamClock

    init(sampleRate: Int, period: Int) {
        self.sampleRate = Int64(sampleRate)
        self.period = period
        began = StreamClock(frame: .zero, instant: Instant(nanoseconds: 0), sampleRate: self.sampleRate)
    }

    /// Takes over in mid-stream. Frames before `frame` that are still queued according to `clock` leave first.
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
        // A pause of less than a second is made up for completely, a longer one only for the last half second.
        if queue < -sampleRate {
            let missed = -queue - sampleRate / 2
            miss(Int(missed))
            return .behind(Int(missed))
        }
        let room = Int64(capacity) - queue
        if room >= Int64(period) { return .ready(Int(min(room, Int64(capacity)))) }
        let pause = Interval(frames: Int64(period) - room, at: sampleRate).nanoseconds
        return thud_wait_readable(wake, pause) != 0 ? .woken : .ready(period)
    }

    /// Counts `count` frames as written although they never were.
    @_noLocks @_noAllocation
    mutating func miss(_ count: Int) { written += Int64(count) }

    /// When there will be room for another period.
    var nextRoom: Instant {
        @_noLocks @_noAllocation get { began.instant(of: Frame(written + Int64(period - capacity))) }
    }

    @_noLocks @_noAllocation
    mutating func write(count: Int) -> Bool {
        if !isRunning {
            began.anchorInstant = .now()
            isRunning = true
        }
        written += Int64(count)
        return true
    }

    /// Returns the number of queued frames, which is negative if the clock has run past the last written frame.
    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        guard isRunning else { return written }
        return written - began.frame(at: now).index
    }
}
