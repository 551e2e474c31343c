import CThudSystem
import ThudCore

/// Late binding: frames that were written but not yet taken by the device are rendered again with new commands. If the
/// queue is longer than a block, as it is at rest, only its first frames are rewritten; the rest is withdrawn.
extension AudioThread {
    /// Carries out every waiting command, to take effect as early as the output allows.
    @_noLocks @_noAllocation
    mutating func carryOutCommands() {
        guard !shared.pointee.commands.isEmpty, takeHeadBack() else { return }
        thud_realtime_enter()
        takeCommands()
        // Wake up again at once, because in a long queue the next block, which takes more commands, is far away.
        if !shared.pointee.commands.isEmpty { thud_event_signal(shared.pointee.wake) }
        thud_realtime_exit()
        output.rest(false)
        if changed < tail { rewrite() }
        moveHead(to: tail)
        quietSince = tail
        changed = .never
    }

    @_noLocks @_noAllocation
    mutating func note(changeAt frame: Frame) {
        if frame < changed { changed = frame }
    }

    /// Moves the head back to the first frame that the output can still replace. Returns false if the output has run
    /// dry: the queued frames are then lost, and the head will move elsewhere.
    @_noLocks @_noAllocation
    private mutating func takeHeadBack() -> Bool {
        guard let count = output.replaceable() else { return false }
        let first = tail - Int64(count)
        head = first < settled ? settled : first
        return true
    }

    /// Skips as many frames as the stream has fallen behind. The queued frames would be late by as much, so the
    /// frames that are due now replace them if the output allows it.
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

    /// Renders and writes the frames from `changed` to the tail again. The device may take some of them in the
    /// meantime. Voices that would have begun there begin on the first frame that is left.
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
        // A voice that begins on the first free frame gets its receipt now, so this frame must become final too.
        settle(until: changed < free || changed == head ? free + 1 : free, isHeard: true)
        thud_realtime_exit()
    }

    /// Renders and writes the first of the `had` withdrawn frames from `first` on, only a few, because the queue is
    /// empty in the meantime. The others are written later, as usual. Returns the end of the written frames.
    @_noLocks @_noAllocation
    private mutating func rewritten(from first: Frame, had: Int) -> Frame {
        let count = min(had, MixBlock.shortStretch)
        guard count > 0 else { return first }
        render(from: first, count: count)
        _ = output.write(block, count: count)
        return first + Int64(count)
    }

    /// The most frames that are rewritten at once; later ones are written as usual. With live voices the limit is two
    /// of the server's cycles (at least 1024 frames), because they cost many times as much as clips and change often.
    private var rewritingReach: Int {
        @_noLocks @_noAllocation get {
            timeline.hasLiveVoices ? min(stretch, max(1024, 2 * Int(output.cycleLength ?? 1024))) : stretch
        }
    }

    /// How often frames are rendered again if the device was faster.
    private static var mostTries: Int { 3 }

    @_noLocks @_noAllocation
    private func render(from first: Frame, count: Int) {
        thud_realtime_enter()
        Mixer.render(timeline, from: first, count: count, into: block)
        thud_realtime_exit()
    }
}
