import CThudSystem
import Synchronization
import ThudCore

/// Pauses in which the whole program was stopped on purpose: what passes in them is not lost.
extension AudioThread {
    /// The frames from the head on were due while the whole program was suspended (`Engine.suspend`).
    var isInSuspension: Bool {
        @_noLocks @_noAllocation get {
            tracker.clock.instant(of: head).nanoseconds < shared.pointee.suspendedUntil.load(ordering: .acquiring)
        }
    }

    /// Sees that a suspension has ended. The stream has stood still meanwhile, so that the first reading of its clock that is new is
    /// believed, however far off it is.
    @_noLocks @_noAllocation
    mutating func noteResumption() {
        let until = shared.pointee.suspendedUntil.load(ordering: .acquiring)
        guard until != lastResumed, until != .max else { return }
        lastResumed = until
        tracker.loseAnchor()
        output.lookOften()
    }

    /// The program was resumed so recently that a device which has moved nothing since is not gone yet.
    var hasJustResumed: Bool {
        @_noLocks @_noAllocation get {
            let until = shared.pointee.suspendedUntil.load(ordering: .acquiring)
            return shared.pointee.now.nanoseconds - until < ALSAOutput.stallLimit
        }
    }

    /// Voices cancelled before a suspend are not counted as missed in its gap: their commands are carried out first.
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
