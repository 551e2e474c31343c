import Synchronization
public import ThudCore

/// Time that is not real: without a device nothing forces a stream to take as long as it lasts.
///
///     let engine = try Engine.virtual(recordingTo: "round.wav")
///     _ = engine.play(request)
///     engine.advance(to: engine.now + .milliseconds(500))     // renders and records half a second at once
///     let receipts = engine.receipts()
///     try engine.stop()
///
/// What is rendered, told and recorded depends on nothing but the calls and the instants in them: the same calls give the same
/// file to the byte, however busy the machine is.
extension Engine {
    /// The most time that one call of `advance` lets pass, so that what is recorded goes to the disk in between.
    private static let longestAdvance = Interval.seconds(1)

    /// An engine without a device and without threads, whose caller moves time on.
    ///
    /// - Parameters:
    ///   - path: what is played is recorded there; nil keeps nothing.
    ///   - start: the instant at which the stream's first frame leaves.
    /// - Throws: `ThudError` where the file cannot be written.
    public static func virtual(
        recordingTo path: String? = nil, sampleRate: Int = 48_000, start: Instant = Instant(nanoseconds: 0)
    ) throws -> Engine {
        let recording = try path.map { try Recording(path: $0, sampleRate: sampleRate, isCarriedByCaller: true) }
        let device = NullDevice(sampleRate: sampleRate, start: start, summary: "no sound device: time is virtual")
        return Engine(device: device, recording: recording, open: nil, start: start)
    }

    /// Time is moved on by `advance` alone.
    public var isVirtual: Bool { shared.pointee.isVirtual }

    /// Lets time go on to `instant` at once, by a second at the most, or only to the end of the period in which there are
    /// receipts to collect, as a live stream would wake its caller then. `now` tells where it stands.
    ///
    /// An engine that is not virtual does nothing here.
    public func advance(to instant: Instant) {
        stepped.withLock { $0?.advance(to: min(instant, now + Engine.longestAdvance)) }
        recording?.carryWaiting()
    }

    /// Ends the stream of a virtual engine; false where there is none, or it has ended.
    func finishSteps() -> Bool {
        stepped.withLock { thread in
            guard var last = thread.take() else { return false }
            last.finishRecording()
            last.releaseVoices()
            return true
        }
    }
}

extension AudioThread {
    /// Does all that the thread would have done by `instant`, period by period; after one with receipts it stops.
    mutating func advance(to instant: Instant) {
        if !shared.pointee.commands.isEmpty { handle(.woken) }
        while let clocked = output.clock, clocked.nextRoom <= instant {
            guard shared.pointee.receipts.isEmpty else { return }
            move(to: clocked.nextRoom)
            handle(.ready(clocked.period))
        }
        if shared.pointee.receipts.isEmpty { move(to: instant) }
    }

    /// Time never goes back.
    func move(to instant: Instant) {
        let time = max(instant, shared.pointee.now)
        shared.pointee.virtualTime.store(time.nanoseconds, ordering: .relaxed)
    }
}
