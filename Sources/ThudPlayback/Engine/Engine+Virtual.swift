import Synchronization
public import ThudCore

/// Virtual time: without a device, a stream need not take as long as it lasts.
///
///     let engine = try Engine.virtual(recordingTo: "round.wav")
///     _ = engine.play(request)
///     engine.advance(to: engine.now + .milliseconds(500))     // renders and records half a second at once
///     let receipts = engine.receipts()
///     try engine.stop()
///
/// The output depends only on the calls and the instants in them: the same calls give the same file, byte for byte.
extension Engine {
    /// The most time that one call of `advance` passes, so that the recording is written to disk in between.
    private static let longestAdvance = Interval.seconds(1)

    /// Creates an engine without a device and without threads, whose caller advances time.
    ///
    /// - Parameters:
    ///   - path: The file to record everything played to; nil for no recording.
    ///   - sampleRate: The sample rate, in Hz.
    ///   - start: The instant at which the stream's first frame leaves. Pass `.now()` if the caller renders in an audio
    ///     callback, whose instants are those of CLOCK_MONOTONIC.
    /// - Throws: `ThudError` if the file cannot be created.
    /// - Precondition: `sampleRate` is within 1...10,000,000.
    public static func virtual(
        recordingTo path: String? = nil, sampleRate: Int = 48_000, start: Instant = Instant(nanoseconds: 0)
    ) throws -> Engine {
        let recording = try path.map { try Recording(path: $0, sampleRate: sampleRate, isCarriedByCaller: true) }
        let device = NullDevice(sampleRate: sampleRate, start: start, summary: "no sound device: time is virtual")
        return try Engine(device: device, recording: recording, open: nil, start: start)
    }

    /// Whether only the caller advances time, with ``advance(to:)`` or ``render(_:leaving:left:right:haptic:)``.
    public var isVirtual: Bool { shared.pointee.isVirtual }

    /// Advances time to `instant` at once, by at most a second. It stops sooner, at the end of a period, if there are
    /// receipts to collect, because a live stream would wake its caller then. `now` tells how far it came.
    ///
    /// Time also passes after the engine was stopped. An engine that is not virtual does nothing here.
    public func advance(to instant: Instant) {
        let instant = min(instant, now + Engine.longestAdvance)
        stepped.withLock { thread in
            thread?.advance(to: instant)
            if thread == nil, isVirtual { shared.pointee.move(to: instant) }
        }
        recording?.carryWaiting()
    }

    /// Ends the stream of a virtual engine. Returns false if the engine is not virtual or has already ended.
    func finishSteps() -> Bool {
        stepped.withLock { thread in
            guard var last = thread.take() else { return false }
            last.finishRecording()
            last.endVoices()
            return true
        }
    }
}

extension AudioThread {
    /// Does what the thread would have done until `instant`, by periods, and stops after a period with receipts.
    mutating func advance(to instant: Instant) {
        if !shared.pointee.commands.isEmpty { handle(.woken) }
        while let clocked = output.clock, clocked.nextRoom <= instant {
            guard shared.pointee.receipts.isEmpty else { return }
            shared.pointee.move(to: clocked.nextRoom)
            handle(.ready(clocked.period))
        }
        if shared.pointee.receipts.isEmpty { shared.pointee.move(to: instant) }
    }
}

extension SharedState {
    /// Sets the virtual time to `instant`. Time never goes back.
    func move(to instant: Instant) { virtualTime.store(max(instant, now).nanoseconds, ordering: .relaxed) }
}
