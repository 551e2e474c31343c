import ThudCore

/// Where rendered frames go, as the audio thread holds it: a plain value, a PCM or the clock alone. An `AudioDevice`
/// opens and closes what stands behind it. There is no protocol, because the audio thread may not call through one.
///
/// Every method is called from the audio thread. It must not allocate, lock, log, touch a file or wait for another
/// thread. It may sleep in `wait` until the device has room, the wake descriptor is signalled or a time-out has passed,
/// and it may hand frames to the device.
struct AudioOutput: BitwiseCopyable {
    /// The open PCM; nil if CLOCK_MONOTONIC alone takes the frames.
    private var pcm: ALSAOutput?
    /// What takes the frames if there is no PCM.
    private var ownClock: NullOutput

    init(_ pcm: ALSAOutput) {
        self.pcm = pcm
        ownClock = NullOutput(sampleRate: pcm.sampleRate, period: pcm.period)
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

    /// Frames written at a time.
    var period: Int {
        @_noLocks @_noAllocation get { pcm?.period ?? ownClock.period }
    }

    /// Frames that the output holds at most.
    var capacity: Int {
        @_noLocks @_noAllocation get { pcm?.capacity ?? ownClock.capacity }
    }

    /// No device tells a delay: CLOCK_MONOTONIC alone keeps the time.
    var isPacedByClock: Bool { pcm?.isPacedByClock ?? true }

    /// Sleeps until at least a period can be written, or until the eventfd `wake` is signalled, which it leaves
    /// signalled.
    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness { pcm?.wait(wake: wake) ?? ownClock.wait(wake: wake) }

    /// Takes the first `count` frames of `block`, at most as many as `wait` said there was room for. False if it took
    /// none of them and nothing has changed.
    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        pcm?.write(block, count: count) ?? ownClock.write(count: count)
    }

    /// Frames at the end of what was written that may still be replaced; 0 if the output cannot do that, and nil if it
    /// has run dry and the next wait will say so.
    @_noLocks @_noAllocation
    mutating func replaceable() -> Int? { pcm == nil ? 0 : pcm?.replaceable() }

    /// Replaces the last `total` frames that were written by the first `count` of `block`, at most as many, unless the
    /// device has taken some of them in the meantime.
    ///
    /// - Returns: how many of the last frames could be had. If that is less than `total`, these are taken back and wait to be
    ///   written again, and nothing else has changed.
    @_noLocks @_noAllocation
    mutating func replace(last total: Int, by count: Int, of block: MixBlock) -> Int {
        pcm?.replace(last: total, by: count, of: block) ?? 0
    }

    /// Begins or ends to keep as much queued as the device holds, so that the audio thread is woken a few times in
    /// several seconds. Outputs whose frames cannot be replaced go on as they are.
    @_noLocks @_noAllocation
    mutating func rest(_ isResting: Bool) { pcm?.rest(isResting) }

    /// As much is kept queued as the device holds.
    var isResting: Bool {
        @_noLocks @_noAllocation get { pcm?.isResting ?? false }
    }

    /// Frames in the device's own buffer when it was looked at last.
    var held: Int {
        @_noLocks @_noAllocation get { pcm?.held ?? 0 }
    }

    /// Wakes the audio thread several times a millisecond until it knows again where the stream is; outputs that wake
    /// it with every period do nothing.
    @_noLocks @_noAllocation
    mutating func lookOften() { pcm?.lookOften() }

    /// The most frames until a frame that may be replaced is heard, whenever one asks; nil if the output does not know.
    var longestWay: Int64? {
        @_noLocks @_noAllocation get { pcm?.longestWay }
    }

    /// Frames in one of the server's cycles; nil if there is no server, or that is not known.
    var cycleLength: Int64? {
        @_noLocks @_noAllocation get { pcm?.cycleLength }
    }

    /// By how many frames what `queued` tells may be wrong, as far as that is known; 0 if it is true.
    var doubt: Int64 {
        @_noLocks @_noAllocation get { pcm?.doubt ?? 0 }
    }

    /// Many frames are kept queued, and those that the device has not taken may be replaced.
    var isLateBinding: Bool {
        @_noLocks @_noAllocation get { pcm?.isLateBinding ?? false }
    }

    /// Frames taken and not yet heard at the instant `now`, with those that lie behind the device's own buffer; nil if
    /// the device does not know.
    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? { pcm == nil ? ownClock.queued(at: now) : pcm?.queued(at: now) }
}

/// The result of `AudioOutput.wait`.
enum Readiness: BitwiseCopyable {
    /// So many frames can be written.
    case ready(Int)
    /// No room yet; commands may wait.
    case woken
    /// The output ran dry; its buffer is empty and it is ready to be filled again.
    case xrun
    /// The output's time went on while the program stood still: so many frames were never written and count as played.
    case behind(Int)
    /// The output has moved nothing for long and reports no error: its server hangs.
    case stalled
    /// The output is gone for good.
    case lost
}

/// A device that is open and can be closed. The audio thread never touches it; it holds the device's `output`.
protocol AudioDevice: AnyObject, Sendable {
    /// The audio thread's handle; not to be used after `close`.
    var output: AudioOutput { get }
    /// Frames a second.
    var sampleRate: Int { get }
    /// One line for people: name, rate, period and buffer.
    var summary: String { get }
    /// The length of the cycles that a sound server was asked for, in frames; nil where nothing was asked.
    var askedCycle: Int? { get }
    /// Closes the device and drops what is queued.
    func close()
}

extension AudioDevice {
    var askedCycle: Int? { nil }
}
