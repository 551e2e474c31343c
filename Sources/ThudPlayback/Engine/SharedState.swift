import Synchronization
import ThudCore

/// A request to the audio thread. Requests are carried out in the order in which they were sent.
struct Command: BitwiseCopyable {
    enum Kind: UInt8 {
        /// Places `voice` on the first frame that is not yet written.
        case placeNext
        case placeAtStart
        /// Replaces the voice that has the ID of `voice`.
        case replace
        /// Cuts the voices that have the ID of `voice`, and cancels those that have not begun.
        case cut
        /// Cancels every scheduled voice that has not begun.
        case cancelScheduled
        case turn
        case end

        /// Whether the command's voice is to be heard, so that the audio thread keeps its clip.
        var carriesVoice: Bool { self == .placeNext || self == .placeAtStart || self == .replace }
        /// Whether its caller counts on a receipt, or on the voice that it replaces.
        var isAnswered: Bool { self != .cut && self != .cancelScheduled }
    }

    var kind: Kind
    var voice: Voice
    var turn = TurnCommand.none
}

/// Why the audio thread gave its device up.
enum DeviceFault: UInt8 {
    /// The device or its server is gone.
    case lost = 1
    /// The buffer is too small to run without underruns.
    case tooSmall
    /// The device takes no frames: its server hangs.
    case stalled
    /// The supervisor requested the device.
    case released
    /// The buffer is too small but cannot be longer. The device is kept.
    case longestIsTooSmall

    /// The raw value, in a form that the audio thread may read.
    var number: UInt8 {
        @_noLocks @_noAllocation get { rawValue }
    }

    /// The value of `SharedState.deviceFault` while there is no fault.
    static var none: UInt8 { 0 }
}

/// Everything that the audio thread shares with other threads: rings, counters and the published clock. It is stored
/// behind one stable pointer, so that the audio thread follows and counts no references.
struct SharedState: ~Copyable {
    let commands = Ring<Command>(capacity: 512)
    let receipts = Ring<Receipt>(capacity: 2048)
    /// Clips that no voice plays any more, to be released off the audio thread.
    let retired = Ring<Unmanaged<Clip>>(capacity: 1024)
    /// For each period, how many nanoseconds before its due time the audio thread began it.
    let wakeupSlack = Ring<Int64>(capacity: 4096)
    /// Devices that the supervisor has opened for the audio thread.
    let devices = Ring<AudioOutput>(capacity: 4)

    // Written by the callers and the supervisor.
    private let beforeRequests = CacheLineGap()
    let stopRequested = Atomic<Bool>(false)
    /// Whether the supervisor wants the device back.
    let releaseRequested = Atomic<Bool>(false)
    /// Whether the supervisor can open the device with a longer period.
    let mayGrow = Atomic<Bool>(true)
    /// When the last suspension of the program ended, in nanoseconds of CLOCK_MONOTONIC. Frames that were due before do
    /// not count as lost. While the program is suspended it is `Int64.max`.
    let suspendedUntil = Atomic<Int64>(.min / 2)

    // Written by both sides.
    private let beforeVoices = CacheLineGap()
    /// The number of voices requested and not yet over. The callers add, the audio thread subtracts.
    let voices = Atomic<Int>(0)
    /// The `DeviceFault` for which the audio thread has given its device up, until the supervisor has read it.
    let deviceFault = Atomic<UInt8>(DeviceFault.none)

    // Written by the audio thread with every block.
    private let beforeClock = CacheLineGap()
    let clock: PublishedClock
    /// Whether the device has reported the stream's position.
    let isClockKnown: Atomic<Bool>
    /// The end of the rendered frames.
    let head = Atomic<Int64>(0)
    /// Whether the present device has taken frames. It takes none if its server hangs or no sink is linked to it.
    let isDeviceMoving = Atomic<Bool>(false)
    /// The length of the sound server's cycles, in frames; 0 if it is not yet known.
    let cycle = Atomic<Int64>(0)
    /// The most frames from a trigger to its cue; 0 if it is not yet known.
    let way = Atomic<Int64>(0)
    /// The largest known error of predictions, in frames.
    let doubt = Atomic<Int64>(0)
    let wakeups = Atomic<Int>(0)
    let cycleChanges = Atomic<Int>(0)

    // Written by the audio thread after losses.
    private let beforeLosses = CacheLineGap()
    let xruns = Atomic<Int>(0)
    /// The xruns in which frames were waiting and were not taken.
    let standstills = Atomic<Int>(0)
    let framesLost = Atomic<Int>(0)
    let framesSuspended = Atomic<Int>(0)
    let lostReceipts = Atomic<Int>(0)
    let leakedClips = Atomic<Int>(0)
    /// The kernel's ID of the audio thread; 0 until it runs.
    let thread = Atomic<Int32>(0)
    let priority = Atomic<UInt8>(RealtimePriority.refused.rawValue)
    /// The present of a virtual engine, in nanoseconds; `.min` if CLOCK_MONOTONIC keeps the time.
    let virtualTime: Atomic<Int64>
    /// Whether the engine's caller has stated when the frames that it renders are heard. Virtual time is that of the
    /// last ones then, which lie ahead.
    let isTimedByCaller = Atomic<Bool>(false)
    /// Whether the engine's caller advances time.
    let isVirtual: Bool
    var now: Instant {
        @_noLocks @_noAllocation get {
            let time = virtualTime.load(ordering: .relaxed)
            return time == .min ? .now() : Instant(nanoseconds: time)
        }
    }

    /// Eventfds that wake the audio thread, the reader of the receipts, and the supervisor.
    let wake: Int32
    let receiptSignal: Int32
    let supervisorSignal: Int32

    /// - Parameter start: The start of virtual time; nil if CLOCK_MONOTONIC keeps the time.
    init(clock: StreamClock, start: Instant? = nil, wake: Int32, receiptSignal: Int32, supervisorSignal: Int32) {
        isClockKnown = Atomic(start != nil)
        virtualTime = Atomic(start?.nanoseconds ?? .min)
        isVirtual = start != nil
        self.clock = PublishedClock(clock)
        self.wake = wake
        self.receiptSignal = receiptSignal
        self.supervisorSignal = supervisorSignal
    }
}
