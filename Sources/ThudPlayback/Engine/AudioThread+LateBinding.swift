import CThudSystem
import Synchronization
import ThudCore

/// Late binding: what was written and is not yet taken by the device is rendered again with the commands in it. Of a queue that is
/// longer than a block, as it is at rest, the first frames are, and the others are taken back.
extension AudioThread {
    /// Carries out every command that waits, as early as the output allows.
    @_noLocks @_noAllocation
    mutating func carryOutCommands() {
        guard !shared.pointee.commands.isEmpty, takeHeadBack() else { return }
        thud_realtime_enter()
        takeCommands()
        // What is left waits for the next block, which in a long queue is far away.
        if !shared.pointee.commands.isEmpty { thud_event_signal(shared.pointee.wake) }
        thud_realtime_exit()
        output.rest(false)
        if changed < tail { rewrite() }
        moveHead(to: tail)
        quietSince = tail
        changed = .never
    }

    /// Commands have changed the mix from `frame` on.
    @_noLocks @_noAllocation
    mutating func note(changeAt frame: Frame) {
        if frame < changed { changed = frame }
    }

    /// Takes the head back to the first frame that the output can still replace.
    ///
    /// - Returns: false where the output has run dry, so that what is queued is lost and the head will be elsewhere.
    @_noLocks @_noAllocation
    private mutating func takeHeadBack() -> Bool {
        guard let count = output.replaceable() else { return false }
        let first = tail - Int64(count)
        head = first < settled ? settled : first
        return true
    }

    /// Skips as many frames as the stream has fallen behind. What is queued would be late by as much, so that the frames which
    /// are due now take its place where the output allows it.
    @_noLocks @_noAllocation
    mutating func skip(behind: Int64) {
        guard takeHeadBack() else { return }
        let open = Int(tail - head)
        skip(to: head + behind)
        guard open > 0 else { return }
        tail = head + Int64(open)
        let count = min(open, stretch)
        render(from: head, count: count)
        let had = output.replace(last: open, by: count, of: block)
        moveHead(to: had == open ? head + Int64(count) : rewritten(from: tail - Int64(had), had: had))
    }

    /// Renders and writes the frames from `changed` to the tail again. What the device has taken, or is about to take, by the time
    /// in which they are rendered can no longer be changed: voices that would have begun there begin on the first frame that
    /// is left.
    @_noLocks @_noAllocation
    private mutating func rewrite() {
        var first = changed
        var free = head
        var tries = 0
        let reach = rewritingReach
        while true {
            render(from: first, count: min(Int(tail - first), reach))
            guard let count = output.replaceable() else { return }
            let now = tail - Int64(count)
            guard first < now, tries < AudioThread.mostTries else { break }
            timeline.delay(from: first, to: now)
            (first, free) = (now, now)
            tries += 1
        }
        let open = Int(tail - first)
        let count = min(open, reach)
        let had = output.replace(last: open, by: count, of: block)
        if had < open {
            free = tail - Int64(had)
            timeline.delay(from: first, to: free)
            tail = rewritten(from: free, had: had)
        } else {
            tail = first + Int64(count)
        }
        thud_realtime_enter()
        // A voice on the first frame that was free is told of now, so that this frame may not change any more.
        settle(until: changed < free || changed == head ? free + 1 : free, isHeard: true)
        thud_realtime_exit()
    }

    /// Renders and writes again the first of the `had` frames from `first` on, which were taken back: a few, because the queue is
    /// empty meanwhile. What lies behind them is written in its turn.
    ///
    /// - Returns: the end of what is written.
    @_noLocks @_noAllocation
    private mutating func rewritten(from first: Frame, had: Int) -> Frame {
        let count = min(had, MixBlock.shortStretch)
        guard count > 0 else { return first }
        render(from: first, count: count)
        _ = output.write(block, count: count)
        return first + Int64(count)
    }

    /// How many frames are rendered again at once; those behind them are written in their turn. A voice that is turned while it plays
    /// costs many times what a clip does, and is turned often, so that two of the server's cycles have to do.
    private var rewritingReach: Int {
        @_noLocks @_noAllocation get {
            timeline.hasLiveVoices ? min(stretch, max(1024, 2 * Int(output.cycleLength ?? 1024))) : stretch
        }
    }

    /// How often frames are rendered anew where the device was quicker.
    private static var mostTries: Int { 3 }

    @_noLocks @_noAllocation
    private func render(from first: Frame, count: Int) {
        thud_realtime_enter()
        Mixer.render(timeline, from: first, count: count, into: block)
        thud_realtime_exit()
    }
}
