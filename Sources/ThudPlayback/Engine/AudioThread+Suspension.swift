import CThudSystem
import Synchronization
import ThudCore

/// Suspensions, in which the whole program was stopped on purpose. Frames that pass in one do not count as lost.
extension AudioThread {
    /// Whether the frames from the head on were due while the whole program was suspended (`Engine.suspend`).
    var isInSuspension: Bool {
        @_noLocks @_noAllocation get {
            tracker.clock.instant(of: head).nanoseconds < shared.pointee.suspendedUntil.load(ordering: .acquiring)
        }
    }

    /// Handles the end of a suspension. The stream stood still, so the first new reading of its clock is accepted.
    @_noLocks @_noAllocation
    mutating func handleResumption() {
        let until = shared.pointee.suspendedUntil.load(ordering: .acquiring)
        guard until != lastResumed, until != .max else { return }
        lastResumed = until
        tracker.loseAnchor()
        output.lookOften()
    }

    /// Carries out the waiting commands first, so that voices cancelled before a suspension do not count as missed.
    @_noLocks @_noAllocation
    mutating func takeCommandsBeforeGap() {
        thud_realtime_enter()
        while !shared.pointee.commands.isEmpty { takeCommands() }
        changed = .never
        thud_realtime_exit()
    }

    @_noLocks @_noAllocation
    func countXrun(unless isSuspended: Bool) {
        if !isSuspended { shared.pointee.xruns.wrappingAdd(1, ordering: .relaxed) }
    }

    @_noLocks @_noAllocation
    func countMissed(_ frames: Int, _ isSuspended: Bool) {
        if isSuspended {
            shared.pointee.framesSuspended.wrappingAdd(frames, ordering: .relaxed)
        } else {
            shared.pointee.framesLost.wrappingAdd(frames, ordering: .relaxed)
        }
    }
}
