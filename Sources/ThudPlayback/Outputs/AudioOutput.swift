import ThudCore

/// Where rendered frames go, as the audio thread holds it: a plain value. An `AudioDevice` opens and closes what stands
/// behind it.
///
/// Every method is called from the audio thread. It must not allocate, lock, log, touch a file or wait for another thread.
/// It may sleep in `wait` until the device has room, the wake descriptor is signalled or a time-out has passed, and it may
/// hand frames to the device.
protocol AudioOutput: BitwiseCopyable {
    /// Frames written at a time.
    var period: Int { get }
    /// Frames that the output holds at most.
    var capacity: Int { get }

    /// Sleeps until at least a period can be written, or until the eventfd `wake` is signalled, which it leaves signalled.
    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness

    /// Takes the first `count` frames of `block`, at most as many as `wait` said there was room for. False where it took
    /// none of them and nothing has changed.
    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool

    /// Frames at the end of what was written that may still be replaced; 0 where the output cannot do that, and nil where it has
    /// run dry and the next wait will say so.
    @_noLocks @_noAllocation
    mutating func replaceable() -> Int?

    /// Replaces the last `total` frames that were written by the first `count` of `block`, at most as many, unless the device has
    /// taken some of them meanwhile.
    ///
    /// - Returns: how many of the last frames could be had. Where that is less than `total`, these are taken back and wait to be
    ///   written again, and nothing else has changed.
    @_noLocks @_noAllocation
    mutating func replace(last total: Int, by count: Int, of block: MixBlock) -> Int

    /// Begins or ends to keep as much queued as the device holds, so that the audio thread is woken a few times in several seconds.
    /// Outputs whose frames cannot be replaced go on as they are.
    @_noLocks @_noAllocation
    mutating func rest(_ isResting: Bool)

    /// As much is kept queued as the device holds.
    var isResting: Bool { get }

    /// Frames in the device's own buffer when it was looked at last.
    var held: Int { get }

    /// Wakes the audio thread several times a millisecond until it knows again where the stream is; outputs that wake it with
    /// every period do nothing.
    @_noLocks @_noAllocation
    mutating func lookOften()

    /// The most frames until a frame that may be replaced is heard, whenever one asks; nil where the output does not know.
    var longestWay: Int64? { get }

    /// By how many frames what `queued` tells may be wrong, as far as that is known; 0 where it is true.
    var doubt: Int64 { get }

    /// Frames taken and not yet heard at the instant `now`, with those that lie behind the device's own buffer; nil where
    /// the device does not know.
    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64?
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
    var output: Output { get }
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

/// Every output there is, as one plain value. The audio thread switches over it, because it may not call through a protocol.
enum Output: AudioOutput {
    case alsa(ALSAOutput)
    case null(NullOutput)

    var period: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.period
            case .null(let output): output.period
            }
        }
    }

    var capacity: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.capacity
            case .null(let output): output.capacity
            }
        }
    }

    /// No device tells a delay: CLOCK_MONOTONIC alone keeps the time.
    var isPacedByClock: Bool {
        switch self {
        case .alsa(let output): output.isPacedByClock
        case .null: true
        }
    }

    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness {
        switch self {
        case .alsa(var output):
            let readiness = output.wait(wake: wake)
            self = .alsa(output)
            return readiness
        case .null(var output):
            let readiness = output.wait(wake: wake)
            self = .null(output)
            return readiness
        }
    }

    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool {
        switch self {
        case .alsa(var output):
            let taken = output.write(block, count: count)
            self = .alsa(output)
            return taken
        case .null(var output):
            let taken = output.write(block, count: count)
            self = .null(output)
            return taken
        }
    }

    @_noLocks @_noAllocation
    mutating func replaceable() -> Int? {
        switch self {
        case .alsa(var output):
            let count = output.replaceable()
            self = .alsa(output)
            return count
        case .null(let output): return output.replaceable()
        }
    }

    @_noLocks @_noAllocation
    mutating func replace(last total: Int, by count: Int, of block: MixBlock) -> Int {
        switch self {
        case .alsa(var output):
            let replaced = output.replace(last: total, by: count, of: block)
            self = .alsa(output)
            return replaced
        case .null(let output): return output.replace(last: total, by: count, of: block)
        }
    }

    @_noLocks @_noAllocation
    mutating func rest(_ isResting: Bool) {
        guard case .alsa(var output) = self else { return }
        output.rest(isResting)
        self = .alsa(output)
    }

    var isResting: Bool {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.isResting
            case .null: false
            }
        }
    }

    var held: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.held
            case .null: 0
            }
        }
    }

    @_noLocks @_noAllocation
    mutating func lookOften() {
        guard case .alsa(var output) = self else { return }
        output.lookOften()
        self = .alsa(output)
    }

    var longestWay: Int64? {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.longestWay
            case .null(let output): output.longestWay
            }
        }
    }

    /// Frames in one of the server's cycles; nil where there is no server, or that is not known.
    var cycleLength: Int64? {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.cycleLength
            case .null: nil
            }
        }
    }

    var doubt: Int64 {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.doubt
            case .null: 0
            }
        }
    }

    /// Many frames are kept queued, and those that the device has not taken may be replaced.
    var isLateBinding: Bool {
        @_noLocks @_noAllocation get {
            switch self {
            case .alsa(let output): output.isLateBinding
            case .null: false
            }
        }
    }

    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64? {
        switch self {
        case .alsa(let output): output.queued(at: now)
        case .null(let output): output.queued(at: now)
        }
    }
}
