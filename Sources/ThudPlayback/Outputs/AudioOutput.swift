import ThudCore

/// The destination of rendered frames, as the audio thread holds it: a plain value for a PCM or for the clock alone. An
/// `AudioDevice` opens and closes it. There is no protocol, because the audio thread may not call through one.
///
/// The audio thread calls every method here. A method must not allocate, lock, log, touch a file or wait for a thread.
/// It may hand frames to the device, and sleep in `wait` until there is room, a wake-up or a time-out.
struct AudioOutput: BitwiseCopyable {
    /// The open PCM; nil if the frames go to CLOCK_MONOTONIC alone.
    private var pcm: ALSAOutput?
    /// The clock that takes the frames if there is no PCM.
    private var ownClock: NullOutput

    init(_ pcm: ALSAOutput) {
        self.pcm = pcm
        ownClock = NullOutput(sampleRate: pcm.setup.sampleRate, period: pcm.setup.period)
    }

    @_noLocks @_noAllocation
    init(_ clock: NullOutput) {
        pcm = nil
        ownClock = clock
    }

    /// The clock that takes the frames; nil if a PCM does.
    var clock: NullOutput? {
        @_noLocks @_noAllocation get { pcm == nil ? ownClock : nil }
    }

    /// The number of frames written at a time.
    var period: Int {
        @_noLocks @_noAllocation get { pcm?.setup.period ?? ownClock.period }
    }

    /// The most frames that the output holds.
    var capacity: Int {
        @_noLocks @_noAllocation get { pcm?.setup.capacity ?? ownClock.capacity }
    }

    /// Whether CLOCK_MONOTONIC alone keeps the time, because no device reports a delay.
    var isPacedByClock: Bool { pcm?.isPacedByClock ?? true }

    /// Sleeps until at least a period can be written, or the eventfd `wake` is signalled, which it does not clear.
    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness { pcm?.wait(wake: wake) ?? ownClock.wait(wake: wake) }

    /// Writes the first `count` frames of `block`, at most as many as `wait` reported room for. Returns false if it
    /// wrote none of them, in which case nothing has changed.
    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        pcm?.write(block, count: count) ?? ownClock.write(count: count)
    }

    /// Returns how many of the last written frames may still be replaced: 0 if the output cannot replace frames, and
    /// nil if it has run dry, which the next `wait` will report.
    @_noLocks @_noAllocation
    mutating func replaceable() -> Int? { pcm == nil ? 0 : pcm?.replaceable() }

    /// Prepares the first `count` frames of `block` for `replace`, so that it takes no longer than it must: the queue
    /// is short until the frames are written again.
    @_noLocks @_noAllocation
    func encode(_ block: MixBlock, count: Int) { pcm?.encode(block, count: count) }

    /// Replaces the last `total` written frames with the first `count` that were encoded, at most as many, unless the
    /// device has taken some of them. Returns how many of them could be withdrawn. If that is less than `total`, those
    /// must be written again, and nothing else has changed.
    @_noLocks @_noAllocation
    mutating func replace(last total: Int, by count: Int) -> Int { pcm?.replace(last: total, by: count) ?? 0 }

    /// Starts or stops keeping the device's whole buffer queued, so that the audio thread wakes only a few times in
    /// several seconds. Outputs whose frames cannot be replaced ignore it.
    @_noLocks @_noAllocation
    mutating func rest(_ isResting: Bool) { pcm?.rest(isResting) }

    /// Whether the device's whole buffer is kept queued.
    var isResting: Bool {
        @_noLocks @_noAllocation get { pcm?.isResting ?? false }
    }

    /// The number of frames in the device's own buffer at the last check.
    var held: Int {
        @_noLocks @_noAllocation get { pcm?.held ?? 0 }
    }

    /// Wakes the audio thread several times a millisecond until it knows the stream's position again. Outputs that wake
    /// it with every period ignore it.
    @_noLocks @_noAllocation
    mutating func lookOften() { pcm?.lookOften() }

    /// The most frames that can pass before a replaceable frame is heard, at any time; nil if it is not known.
    var longestWay: Int64? {
        @_noLocks @_noAllocation get { pcm?.longestWay }
    }

    /// The length of one of the server's cycles, in frames; nil if there is no server or its cycles are not known.
    var cycleLength: Int64? {
        @_noLocks @_noAllocation get { pcm?.cycleLength }
    }

    /// The largest known error of `queued`, in frames; 0 if it is exact.
    var doubt: Int64 {
        @_noLocks @_noAllocation get { pcm?.doubt ?? 0 }
    }

    /// Whether many frames are kept queued, of which those that the device has not taken may be replaced.
    var isLateBinding: Bool {
        @_noLocks @_noAllocation get { pcm?.isLateBinding ?? false }
    }

    /// Returns how many written frames are not yet heard at `now`, also past the device's buffer; nil if not known.
    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? { pcm == nil ? ownClock.queued(at: now) : pcm?.queued(at: now) }
}

enum Readiness: BitwiseCopyable {
    /// This many frames can be written.
    case ready(Int)
    /// There is no room yet, but commands may be waiting.
    case woken
    /// The output ran dry. Its buffer is empty and can be filled again.
    case xrun
    /// Time went on while the program was stopped. This many frames were never written and count as played.
    case behind(Int)
    /// The output has taken nothing for long and reports no error: its server hangs.
    case stalled
    /// The output is gone for good.
    case lost
}

/// An open device, which can be closed. The audio thread never touches it, but holds the device's `output`.
protocol AudioDevice: AnyObject, Sendable {
    /// The audio thread's handle, which must not be used after `close`.
    var output: AudioOutput { get }
    var sampleRate: Int { get }
    /// A line for users: name, rate, period and buffer.
    var summary: String { get }
    /// The cycle length that was requested from a sound server, in frames; nil if none was.
    var askedCycle: Int? { get }
    /// Closes the device and drops the queued frames.
    func close()
}

extension AudioDevice { var askedCycle: Int? { nil } }
