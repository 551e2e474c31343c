import ThudCore

/// Counts of all that was lost since the stream began, and the state of the device. Nothing is lost without being counted.
public struct EngineHealth: Equatable, Sendable {
    /// Times that the device ran dry, or stood still.
    public var xruns = 0
    /// Those of them in which frames were queued and nobody took them: the sound server, its thread in this program or the whole machine
    /// stood still, and every other stream with it. No queue could have been long enough.
    public var standstills = 0
    /// Frames that fell into a gap and were never heard.
    public var framesLost = 0
    /// Frames that passed while the program was suspended on purpose (`Engine.suspend`): no loss.
    public var framesSuspended = 0
    /// Times that the device went away.
    public var deviceLosses = 0
    /// Receipts that nobody collected in time.
    public var lostReceipts = 0
    /// Clips that were over and were not collected in time: their memory is not freed.
    public var leakedClips = 0
    /// Times that the audio thread woke.
    public var wakeups = 0
    /// Times that the sound server's cycles changed their length, and with it how long a cue takes.
    public var cycleChanges = 0
    /// Who gave the audio thread real-time priority.
    public var priority = RealtimePriority.refused
    /// The audio thread has real-time priority.
    public var isRealtime: Bool { priority != .refused }
    /// One line on the device that plays now.
    public var device = ""
    /// The frames that are written to it at a time.
    public var period = 0
    /// Frames in one of the sound server's cycles, as they are seen; 0 where there are none, or that is not known yet.
    public var cycle = 0
    /// By how much predicted instants may be wrong, as far as that is known: a device that moves its position in steps is in between
    /// them. Zero where it is always exact.
    public var doubt = Interval.zero
    /// No device tells a delay: frames leave on CLOCK_MONOTONIC and nobody hears them.
    public var isPacedByClock = false

    /// The same device, with what has been counted since `earlier` alone.
    public func since(_ earlier: EngineHealth) -> EngineHealth {
        var later = self
        later.xruns -= earlier.xruns
        later.standstills -= earlier.standstills
        later.framesLost -= earlier.framesLost
        later.framesSuspended -= earlier.framesSuspended
        later.deviceLosses -= earlier.deviceLosses
        later.lostReceipts -= earlier.lostReceipts
        later.leakedClips -= earlier.leakedClips
        later.wakeups -= earlier.wakeups
        later.cycleChanges -= earlier.cycleChanges
        return later
    }
}

/// Something about the device that a person should be told.
public enum EngineEvent: Equatable, Sendable, CustomStringConvertible {
    /// The device went away; the clock keeps the stream's time until it is back.
    case deviceLost
    /// There was none when the engine began, and now there is.
    case deviceFound(summary: String)
    /// It is back after so many seconds.
    case deviceBack(summary: String, seconds: Double)
    /// The buffer ran dry too often and was opened anew with a longer period, in frames.
    case grew(period: Int)
    /// It has run clean for long and was opened anew with its usual period, in frames.
    case shrank(period: Int)
    /// Even the longest period runs dry.
    case cannotGrow

    /// A sentence for the status line.
    public var description: String {
        switch self {
        case .deviceLost:
            "the sound device went away; time goes on, and it is tried again"
        case .deviceFound(let summary):
            "a sound device is there now (\(summary))"
        case .deviceBack(let summary, let seconds):
            "the sound device is back after \((seconds * 10).rounded() / 10) s (\(summary))"
        case .grew(let period):
            "the buffer ran dry too often; it now holds periods of \(period) frames, which costs latency"
        case .shrank(let period):
            "the buffer has run clean for a while; it holds periods of \(period) frames again"
        case .cannotGrow:
            "the buffer runs dry even at its longest; low latency cannot be had here (`thud doctor` may know why)"
        }
    }
}
