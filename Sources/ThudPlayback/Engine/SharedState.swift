import Synchronization
import ThudCore

/// All that the audio thread and the others share: rings, counters and the published clock, behind one stable pointer so
/// that the audio thread follows no reference and counts none.
struct SharedState: ~Copyable {
    let commands = Ring<Command>(capacity: 512)
    let receipts = Ring<Receipt>(capacity: 2048)
    /// Clips that no voice plays any more, to be released off the audio thread.
    let retired = Ring<Unmanaged<Clip>>(capacity: 1024)

    /// With how many nanoseconds to spare each period was begun; what nobody collects is not kept.
    let margins = Ring<Int64>(capacity: 4096)

    /// Devices that were opened for the audio thread after it had given one up.
    let devices = Ring<Output>(capacity: 4)

    let clock: PublishedClock

    let stopRequested = Atomic<Bool>(false)
    /// Why the audio thread has given its device up, as a `DeviceFault`; `none` while it has one.
    let surrender = Atomic<UInt8>(DeviceFault.none)

    let xruns = Atomic<Int>(0)
    let framesLost = Atomic<Int>(0)
    let framesStopped = Atomic<Int>(0)
    /// Until when the program is, or last was, stopped by its own will, in nanoseconds of CLOCK_MONOTONIC: what passed
    /// before is no loss. The end of all time while it is about to be.
    let stoppedUntil = Atomic<Int64>(.min / 2)
    let lostReceipts = Atomic<Int>(0)
    let leakedClips = Atomic<Int>(0)
    let wakeups = Atomic<Int>(0)
    /// Voices asked for and not yet over, for those who want to finish before they stop: the callers add, the audio
    /// thread takes away.
    let voices = Atomic<Int>(0)
    /// The end of what has been rendered.
    let head = Atomic<Int64>(0)

    /// Wakes the audio thread; wakes whoever reads receipts; wakes the supervisor.
    let wake: Int32
    let receiptSignal: Int32
    let supervisorSignal: Int32

    init(clock: StreamClock, wake: Int32, receiptSignal: Int32, supervisorSignal: Int32) {
        self.clock = PublishedClock(clock)
        self.wake = wake
        self.receiptSignal = receiptSignal
        self.supervisorSignal = supervisorSignal
    }
}

/// Why the audio thread gave its device up.
enum DeviceFault {
    static var none: UInt8 {
        @_noLocks @_noAllocation get { 0 }
    }
    /// The device is gone, or its server.
    static var lost: UInt8 {
        @_noLocks @_noAllocation get { 1 }
    }
    /// The device moves nothing; its server hangs.
    static var stalled: UInt8 {
        @_noLocks @_noAllocation get { 3 }
    }
    /// The buffer is too small to run cleanly here.
    static var tooSmall: UInt8 {
        @_noLocks @_noAllocation get { 2 }
    }
}
