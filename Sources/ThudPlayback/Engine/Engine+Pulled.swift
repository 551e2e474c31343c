import Synchronization
public import ThudCore

/// Rendering by the caller, for a program with an audio callback of its own, and for rendering without a device.
///
///     let engine = try Engine.virtual(sampleRate: 48_000, start: .now())
///     // in the callback, which knows when its block is heard:
///     engine.render(512, leaving: instant, left: left, right: right, haptic: haptic)
///     // anywhere else:
///     _ = engine.play(request)
///     let receipts = engine.receipts()
extension Engine {
    /// Renders the next `count` frames of a virtual engine into the caller's buffers.
    ///
    /// With an `instant` it never allocates or waits, so a real-time callback may call it. If the engine is not
    /// virtual, or another thread is using it, it writes silence.
    ///
    /// If the engine records, a call without an `instant` also writes the recording to disk. Otherwise ``receipts()``
    /// does, and must be called at least every four seconds.
    ///
    /// - Parameters:
    ///   - count: The number of frames.
    ///   - instant: When the first of the frames is heard; the engine's clock follows it, and no frame is skipped. If
    ///     nil, the engine's clock goes on with the frames.
    ///   - left: Receives `count` samples for the left loudspeaker, -1 to 1.
    ///   - right: Receives `count` samples for the right loudspeaker.
    ///   - haptic: Receives the drive signal of an actuator; nil if there is none.
    public func render(
        _ count: Int, leaving instant: Instant? = nil, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>, haptic: UnsafeMutablePointer<Float>? = nil
    ) {
        let block = PulledBlock(channels: (left, right, haptic))
        let isRendered = stepped.withLockIfAvailable { thread -> Bool in
            guard thread != nil else { return false }
            thread?.pull(count, leaving: instant, into: block, carrying: instant == nil ? recording : nil)
            return true
        }
        guard isRendered != true else { return }
        for samples in [left, right, haptic] { samples?.update(repeating: 0, count: max(0, count)) }
    }
}

private struct PulledBlock: @unchecked Sendable {  // Only used during one call, whose caller waits for it.
    let channels: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>?)
}

extension AudioThread {
    /// Renders the next `count` frames into `pulled`. The first of them is heard at `instant`. Writes `recording` to
    /// disk in between.
    fileprivate mutating func pull(
        _ count: Int, leaving instant: Instant?, into pulled: PulledBlock, carrying recording: Recording?
    ) {
        if let instant {
            shared.pointee.isTimedByCaller.store(true, ordering: .relaxed)
            follow(instant)
        }
        let (left, right, haptic) = pulled.channels
        var done = 0
        while done < count {
            let part = min(count - done, stretch)
            shared.pointee.virtualTime.store(tracker.clock.instant(of: head).nanoseconds, ordering: .relaxed)
            handle(.ready(part))
            (left + done).update(from: block.channel(0), count: part)
            (right + done).update(from: block.channel(1), count: part)
            if let haptic { (haptic + done).update(from: block.channel(2), count: part) }
            done += part
            recording?.carryWaiting()
        }
    }
}
