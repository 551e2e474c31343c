import ThudCore

/// Where rendered frames go, as the audio thread holds it: a plain value. The device that stands behind it is opened and
/// closed elsewhere.
///
/// The contract of a call from the audio thread. Forbidden: to allocate, to lock, to log, to touch a file, to wait for
/// another thread. Allowed: to sleep in `wait` until the device has room, the wake descriptor is signalled or the
/// time-out has passed; to hand frames to the device.
protocol AudioOutput: BitwiseCopyable {
    /// Frames written at a time.
    var period: Int { get }
    /// Frames that the output holds at most.
    var capacity: Int { get }

    /// Sleeps until at least a period can be written or `wake` (an eventfd, left signalled) is.
    @_noLocks @_noAllocation
    mutating func wait(wake: Int32) -> Readiness

    /// Takes the first `count` frames of `block`, at most as many as `wait` said there was room for.
    @_noLocks @_noAllocation
    mutating func write(_ block: MixBlock, count: Int) -> Bool

    /// Frames taken and not yet put out at the instant `now`, with what lies behind the device's own buffer; nil where
    /// the device does not know.
    @_noLocks @_noAllocation
    func queued(at now: Instant) -> Int64?
}

/// What `wait` found.
enum Readiness: BitwiseCopyable {
    /// So many frames can be written.
    case ready(Int)
    /// Nothing to do but to look at the commands.
    case woken
    /// The output ran dry, and plays on from empty.
    case xrun
    /// Its time went on while the program stood still: so many frames were never written and count as put out.
    case behind(Int)
    /// It has moved nothing for long, though it says nothing of it: its server hangs.
    case stalled
    /// It is gone for good.
    case lost
}

/// A device that can be opened, held and closed; never touched by the audio thread, which holds its `output`.
protocol AudioDevice: AnyObject, Sendable {
    /// The audio thread's handle; not to be used after `close`.
    var output: Output { get }
    /// Frames a second.
    var sampleRate: Int { get }
    /// One line for people: name, rate, period and buffer.
    var summary: String { get }
    /// Gives the device back. Drops what is queued.
    func close()
}
