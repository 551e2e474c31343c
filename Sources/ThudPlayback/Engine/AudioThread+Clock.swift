import Synchronization
import ThudCore

/// The position of the stream: learning it from the output, and publishing it for other threads.
extension AudioThread {
    /// Reads the stream's position between two writes, because writes are far apart if the queue is long.
    @_noLocks @_noAllocation
    mutating func followClock() {
        let now = shared.pointee.now
        guard hasDevice, output.isLateBinding, let queued = output.queued(at: now) else { return }
        let behind = learn(tail, leavesAfter: queued, at: now)
        publishClock()
        if behind > .zero { catchUp(by: behind) }
    }

    /// Publishes the stream's position, and then that it is known.
    @_noLocks @_noAllocation
    func publishClock() {
        shared.pointee.clock.publish(tracker.clock)
        if hasLearnt { shared.pointee.isClockKnown.store(true, ordering: .releasing) }
        shared.pointee.isDeviceMoving.store(isDeviceMoving, ordering: .relaxed)
    }

    /// Learns that `frame` leaves the output `queued` frames after `now`. Returns how far the stream has fallen behind
    /// its clock; zero if it has not.
    @_noLocks @_noAllocation
    mutating func learn(_ frame: Frame, leavesAfter queued: Int64, at now: Instant) -> Interval {
        let leaves = now + Interval(frames: queued, at: tracker.clock.sampleRate)
        let behind = tracker.learn(frame: frame, leaves: leaves, written: output.isLateBinding ? nil : now)
        hasLearnt = true
        isDeviceMoving = hasDevice
        if tracker.isDoubtful { output.lookOften() }
        return behind
    }

    /// Learns from the caller of a virtual engine that the frame at the head leaves at `instant`. Its word counts at
    /// once: a caller with an unsteady clock, or one that paused, takes every frame all the same, so none is skipped.
    mutating func follow(_ instant: Instant) {
        tracker.anchor(head, at: instant)
        hasLearnt = true
        publishClock()
    }

    /// Publishes the longest time that a cue takes to be heard. With a long queue this is not known while the
    /// server's cycles are being learned; until then the previous value stays.
    @_noLocks @_noAllocation
    mutating func publishWay() {
        let length = output.cycleLength
        cycles.observe(length)
        if let length { shared.pointee.cycle.store(length, ordering: .relaxed) }
        // With a short queue the cycles are not measured, but shorter cycles bring the stream nearer, which is counted.
        let changes = output.isLateBinding ? cycles.count : tracker.approaches
        shared.pointee.cycleChanges.store(changes, ordering: .relaxed)
        shared.pointee.doubt.store(output.doubt, ordering: .relaxed)
        guard let way = output.isLateBinding ? output.longestWay : usualQueue else { return }
        shared.pointee.way.store(way, ordering: .relaxed)
    }

    /// Whether the stream is so new that its server may still be changing its cycles for it and taking no frames.
    var isYoung: Bool {
        @_noLocks @_noAllocation get { head.index <= tracker.clock.sampleRate / 2 }
    }

    /// Whether everything that was written should have been heard by now, so the stream stands still.
    var isOverdue: Bool {
        @_noLocks @_noAllocation get { tracker.clock.instant(of: head) < shared.pointee.now }
    }

    /// Resets what is known of the output after another one has taken its place.
    @_noLocks @_noAllocation
    mutating func forgetOutput() {
        isDeviceMoving = false
        shared.pointee.isDeviceMoving.store(false, ordering: .relaxed)
        shared.pointee.cycle.store(0, ordering: .relaxed)
    }
}
