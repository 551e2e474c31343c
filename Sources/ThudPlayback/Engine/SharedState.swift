import Synchronization
import ThudCore

/// A request to the audio thread, which carries requests out in the order in which they were sent.
struct Command: BitwiseCopyable {
    enum Kind: UInt8 {
        /// Place `voice` on the first frame that is not yet written.
        case placeNext
        /// Place `voice` on its `start`.
        case placeAtStart
        /// Let `voice` take over from the voice that has its id.
        case replace
        /// Cut the voice with the id of `voice`; before its start that cancels it.
        case cut
        /// Cancel every voice that is scheduled and has not started.
        case cancelScheduled
        /// Turn a control of a live voice.
        case turn
        /// Turn a live voice down, and end it.
        case end

        /// The command's voice is to be heard, so the audio thread keeps its clip.
        var carriesVoice: Bool { self == .placeNext || self == .placeAtStart || self == .replace }
    }

    var kind: Kind
    var voice: Voice
    var turn = TurnCommand.none
}

/// Why the audio thread gave its device up.
enum DeviceFault: UInt8 {
    /// The device is gone, or its server.
    case lost = 1
    /// The buffer is too small to run cleanly here.
    case tooSmall
    /// The device moves nothing: its server hangs.
    case stalled
    /// The supervisor asked for it.
    case released
    /// The buffer is too small and cannot be longer. The device is kept.
    case longestIsTooSmall

    /// The raw value, for the audio thread.
    var number: UInt8 {
        @_noLocks @_noAllocation get { rawValue }
    }

    /// The value of `SharedState.deviceFault` while nothing is wrong.
    static var none: UInt8 { 0 }
}

/// All that the audio thread and the others share: rings, counters and the published clock. They stand behind one stable
/// pointer, so that the audio thread follows no reference and counts none.
struct SharedState: ~Copyable {
    let commands = Ring<Command>(capacity: 512)
    let receipts = Ring<Receipt>(capacity: 2048)
    /// Clips that no voice plays any more, to be released off the audio thread.
    let retired = Ring<Unmanaged<Clip>>(capacity: 1024)
    /// For each period how many nanoseconds before its due time the audio thread began it.
    let wakeupSlack = Ring<Int64>(capacity: 4096)
    /// Devices that the supervisor has opened for the audio thread.
    let devices = Ring<AudioOutput>(capacity: 4)

    // What the callers and the supervisor write.
    private let beforeRequests = CacheLineGap()
    let stopRequested = Atomic<Bool>(false)
    /// The supervisor wants the device back.
    let releaseRequested = Atomic<Bool>(false)
    /// The supervisor may open the device with a longer period.
    let mayGrow = Atomic<Bool>(true)
    /// When the last suspension of the program ended, in nanoseconds of CLOCK_MONOTONIC; frames that were due before are
    /// not counted as lost. While the program is suspended it is the largest number.
    let suspendedUntil = Atomic<Int64>(.min / 2)

    // What both sides write.
    private let beforeVoices = CacheLineGap()
    /// Voices that were asked for and are not yet over. The callers add, the audio thread subtracts.
    let voices = Atomic<Int>(0)
    /// A `DeviceFault` once the audio thread has given its device up, until the supervisor has read it.
    let deviceFault = Atomic<UInt8>(DeviceFault.none)

    // What the audio thread writes with every block.
    private let beforeClock = CacheLineGap()
    let clock: PublishedClock
    /// The device has told where the stream is.
    let isClockKnown: Atomic<Bool>
    /// The end of what has been rendered.
    let head = Atomic<Int64>(0)
    /// The present device has taken frames; one whose server hangs, or that no sink is linked to, takes none.
    let isDeviceMoving = Atomic<Bool>(false)
    /// Frames in one of the sound server's cycles; 0 until that is known.
    let cycle = Atomic<Int64>(0)
    /// Frames from a trigger to its cue at the most; 0 until that is known.
    let way = Atomic<Int64>(0)
    /// By how many frames predictions may be wrong.
    let doubt = Atomic<Int64>(0)
    let wakeups = Atomic<Int>(0)
    /// Times that the server's cycles changed their length.
    let cycleChanges = Atomic<Int>(0)

    // What it writes where something is lost.
    private let beforeLosses = CacheLineGap()
    let xruns = Atomic<Int>(0)
    /// Those of them in which frames waited and were not taken.
    let standstills = Atomic<Int>(0)
    let framesLost = Atomic<Int>(0)
    let framesSuspended = Atomic<Int>(0)
    let lostReceipts = Atomic<Int>(0)
    let leakedClips = Atomic<Int>(0)
    /// The kernel's number of the audio thread; 0 until it runs.
    let thread = Atomic<Int32>(0)
    /// A `RealtimePriority`.
    let priority = Atomic<UInt8>(RealtimePriority.refused.rawValue)

    /// The present of an engine whose caller moves time on, in nanoseconds; `.min` where CLOCK_MONOTONIC does.
    let virtualTime: Atomic<Int64>
    /// The engine's caller moves time on.
    var isVirtual: Bool {
        @_noLocks @_noAllocation get { virtualTime.load(ordering: .relaxed) != .min }
    }
    /// The present, as the engine takes it.
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

    /// - Parameter start: where time begins that the engine's caller moves on; nil where CLOCK_MONOTONIC does.
    init(clock: StreamClock, start: Instant? = nil, wake: Int32, receiptSignal: Int32, supervisorSignal: Int32) {
        isClockKnown = Atomic(start != nil)
        virtualTime = Atomic(start?.nanoseconds ?? .min)
        self.clock = PublishedClock(clock)
        self.wake = wake
        self.receiptSignal = receiptSignal
        self.supervisorSignal = supervisorSignal
    }
}
