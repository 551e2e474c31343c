import CThudSystem
import Synchronization
import ThudCore

/// What was missed is either lost, or passed while the program was stopped by its own will.
extension AudioThread {
    /// The gap that begins at the head is one in which the program was stopped by its own will.
    var wasStopped: Bool {
        @_noLocks @_noAllocation get {
            tracker.clock.instant(of: head).nanoseconds < shared.pointee.stoppedUntil.load(ordering: .acquiring)
        }
    }

    /// The program was stopped by its own will not long ago: a device that has moved nothing meanwhile is not gone yet.
    var hasJustGoneOn: Bool {
        @_noLocks @_noAllocation get {
            let until = shared.pointee.stoppedUntil.load(ordering: .acquiring)
            return Instant.now().nanoseconds - until < ALSAOutput.stallLimit
        }
    }

    /// What was taken back before the program was stopped is not missed in the gap that this left.
    @_noLocks @_noAllocation
    mutating func takeBackBeforeGap() {
        thud_realtime_enter()
        takeCommands()
        thud_realtime_exit()
    }

    @_noLocks @_noAllocation
    func countXrun() { shared.pointee.xruns.wrappingAdd(1, ordering: .relaxed) }

    @_noLocks @_noAllocation
    func countMissed(_ frames: Int, _ isOwnWill: Bool) {
        if isOwnWill {
            shared.pointee.framesStopped.wrappingAdd(frames, ordering: .relaxed)
        } else {
            shared.pointee.framesLost.wrappingAdd(frames, ordering: .relaxed)
        }
    }
}
