import Synchronization
import ThudCore

/// Where the stream is, as its output tells it: what is learnt, and what other threads may read of it.
extension AudioThread {
    /// Looks where the stream is between two writes, which are far apart where the queue is long.
    @_noLocks @_noAllocation
    mutating func followClock() {
        let now = shared.pointee.now
        guard hasDevice, output.isLateBinding, let queued = output.queued(at: now) else { return }
        let behind = learn(tail, leavesAfter: queued, at: now)
        publishClock()
        if behind > .zero { catchUp(by: behind) }
    }

    /// Publishes where the stream is, and then that this is known.
    @_noLocks @_noAllocation
    func publishClock() {
        shared.pointee.clock.publish(tracker.clock)
        if hasLearnt { shared.pointee.isClockKnown.store(true, ordering: .releasing) }
        shared.pointee.isDeviceMoving.store(isDeviceMoving, ordering: .relaxed)
    }

    /// Learns that `frame` leaves the output when `queued` frames have left it after `now`.
    ///
    /// - Returns: how far the stream has fallen behind its clock; zero where it has not.
    @_noLocks @_noAllocation
    mutating func learn(_ frame: Frame, leavesAfter queued: Int64, at now: Instant) -> Interval {
        let leaves = now + Interval(frames: queued, at: tracker.clock.sampleRate)
        let behind = tracker.learn(frame: frame, leaves: leaves)
        hasLearnt = true
        isDeviceMoving = hasDevice
        if tracker.isDoubtful { output.lookOften() }
        return behind
    }

    /// Learns that the frame at the head leaves at `instant`, as whoever takes the frames says.
    mutating func follow(_ instant: Instant) {
        let behind = learn(head, leavesAfter: 0, at: instant)
        publishClock()
        if behind > .zero { catchUp(by: behind) }
    }

    /// Tells how long a cue takes at the most. Of a long queue that is not known while the server's cycles are being learnt, and
    /// what was known before is left as it is.
    @_noLocks @_noAllocation
    mutating func publishWay() {
        let length = output.cycleLength
        cycles.note(length)
        if let length { shared.pointee.cycle.store(length, ordering: .relaxed) }
        // Of a short queue the server's cycles are not learnt; where they become shorter, so does its way to the output.
        let changes = output.isLateBinding ? cycles.count : tracker.approaches
        shared.pointee.cycleChanges.store(changes, ordering: .relaxed)
        shared.pointee.doubt.store(output.doubt, ordering: .relaxed)
        guard let way = output.isLateBinding ? output.longestWay : usualQueue else { return }
        shared.pointee.way.store(way, ordering: .relaxed)
    }

    /// So little of the stream has been written that its server may still be changing its cycles for it, and takes nothing meanwhile.
    var isYoung: Bool {
        @_noLocks @_noAllocation get { head.index <= tracker.clock.sampleRate / 2 }
    }

    /// Nothing is known of the present output yet.
    @_noLocks @_noAllocation
    mutating func noteStandstill() {
        isDeviceMoving = false
        shared.pointee.isDeviceMoving.store(false, ordering: .relaxed)
        shared.pointee.cycle.store(0, ordering: .relaxed)
    }
}
