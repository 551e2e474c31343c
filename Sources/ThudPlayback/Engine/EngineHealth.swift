import ThudCore

/// The losses since the stream began, and the state of the device. Every loss is counted.
public struct EngineHealth: Equatable, Sendable {
    /// How often the device ran dry or stood still.
    public var xruns = 0
    /// How many of the `xruns` occurred although frames were queued. The sound server, its thread in this program or
    /// the whole machine stood still, and every other stream with it. No queue could have been long enough.
    public var standstills = 0
    /// The frames that fell into a gap and were never heard.
    public var framesLost = 0
    /// The frames that passed while the program was suspended on purpose (``Engine/suspend()``). They are not losses.
    public var framesSuspended = 0
    /// How often the device went away.
    public var deviceLosses = 0
    /// The receipts that nobody collected in time.
    public var lostReceipts = 0
    /// The clips of ended voices that could not be returned to be freed. Their memory is leaked.
    public var leakedClips = 0
    /// How often the audio thread woke.
    public var wakeups = 0
    /// How often the sound server's cycle length changed, and with it the delay of a cue.
    public var cycleChanges = 0
    /// The source of the audio thread's real-time priority.
    public var priority = RealtimePriority.refused
    /// Whether the audio thread has real-time priority.
    public var isRealtime: Bool { priority != .refused }
    /// A line about the present device, for users.
    public var device = ""
    /// The number of frames written to the device at a time.
    public var period = 0
    /// The length of the sound server's cycles as measured, in frames; 0 if there are none or it is not yet known.
    public var cycle = 0
    /// The largest known error of predicted instants. A device that moves its position in steps is somewhere between
    /// two of them. Zero if predictions are exact.
    public var doubt = Interval.zero
    /// Whether CLOCK_MONOTONIC alone keeps the time, because no device reports a delay.
    public var isPacedByClock = false

    /// Returns this state of the device with only the losses and wake-ups counted since `earlier`.
    public func since(_ earlier: EngineHealth) -> EngineHealth {
        var later = self
        let counts = [
            \Self.xruns, \.standstills, \.framesLost, \.framesSuspended, \.deviceLosses, \.lostReceipts, \.leakedClips,
            \.wakeups, \.cycleChanges,
        ]
        for count in counts { later[keyPath: count] -= earlier[keyPath: count] }
        return later
    }
}

/// A change of the device that users should know about.
public enum EngineEvent: Equatable, Sendable, CustomStringConvertible {
    /// The device went away. The clock keeps the stream's time until it is back.
    case deviceLost
    /// The first device has appeared. There was none when the engine began.
    case deviceFound(summary: String)
    /// The lost device is back after this many seconds.
    case deviceBack(summary: String, seconds: Double)
    /// The buffer ran dry too often and was reopened with a longer period, in frames.
    case grew(period: Int)
    /// The buffer has run without underruns for long and was reopened with its usual period, in frames.
    case shrank(period: Int)
    /// The buffer runs dry even with the longest period.
    case cannotGrow

    /// A sentence for the status line.
    public var description: String {
        switch self {
        case .deviceLost:
            "the sound device is gone; Thud keeps time and tries to reopen it"
        case .deviceFound(let summary):
            "a sound device is available now (\(summary))"
        case .deviceBack(let summary, let seconds):
            "the sound device is back after \((seconds * 10).rounded() / 10) s (\(summary))"
        case .grew(let period):
            "too many xruns; the buffer now has periods of \(period) frames, which adds latency"
        case .shrank(let period):
            "no xruns for a while; the buffer has periods of \(period) frames again"
        case .cannotGrow:
            "too many xruns even with the longest buffer; `thud doctor` looks for the cause"
        }
    }
}
