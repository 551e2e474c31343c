import CThudSystem
import ThudCore

/// Late binding: frames that were written but not yet taken by the device are rendered again with new commands. Those
/// of the next cycles are rewritten first, the others after them. If the queue is longer than a block, as it is at
/// rest, only its first frames are rewritten; the rest is withdrawn.
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
    mutating func markChange(at frame: Frame) { if frame < changed { changed = frame } }

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
        prepare(from: head, count: count)
        let had = output.replace(last: open, by: count)
        moveHead(to: had == open ? head + Int64(count) : rewritten(from: tail - Int64(had), had: had))
    }

    /// Renders and writes the frames from `changed` to the tail again. The device may take some of them in the
    /// meantime. Voices that would have begun there begin on the first frame that is left.
    @_noLocks @_noAllocation
    private mutating func rewrite() {
        var first = changed
        var free = head
        var tries = 0
        let end = tail
        let reach = rewritingReach
        while true {
            prepare(from: first, count: min(Int(tail - first), reach))
            guard let count = output.replaceable() else { return }
            let now = tail - Int64(count)
            guard first < now, tries < AudioThread.mostTries else { break }
            timeline.delay(from: first, to: now)
            (first, free) = (now, now)
            tries += 1
        }
        let open = Int(tail - first)
        let count = min(open, reach)
        let had = output.replace(last: open, by: count)
        if had < open {
            free = tail - Int64(had)
            timeline.delay(from: first, to: free)
            tail = rewritten(from: free, had: had)
        } else {
            tail = first + Int64(count)
            if !timeline.hasLiveVoices { write(until: end) }
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

    /// Writes the frames from the tail to `end`, at most a block.
    @_noLocks @_noAllocation
    private mutating func write(until end: Frame) {
        let count = min(Int(end - tail), stretch)
        guard count > 0 else { return }
        render(from: tail, count: count)
        if output.write(block, count: count) { tail = tail + Int64(count) }
    }

    /// How many frames are rewritten before the others: two of the server's cycles, so that a trigger reaches the next
    /// one without waiting until the whole queue is rendered. With live voices at least 1024 are, and the others are
    /// written later, as usual, because live voices cost many times as much as clips and change often.
    private var rewritingReach: Int {
        let isLive = timeline.hasLiveVoices
        guard let cycle = output.cycleLength ?? (isLive ? 1024 : nil) else { return stretch }
        return min(stretch, max(isLive ? 1024 : MixBlock.shortStretch, 2 * Int(cycle)))
    }

    /// How often frames are rendered again if the device was faster.
    private static var mostTries: Int { 3 }

    /// Renders frames and encodes them, so that they only have to be written.
    @_noLocks @_noAllocation
    private func prepare(from first: Frame, count: Int) {
        render(from: first, count: count)
        output.encode(block, count: count)
    }

    @_noLocks @_noAllocation
    private func render(from first: Frame, count: Int) {
        thud_realtime_enter()
        Mixer.render(timeline, from: first, count: count, into: block)
        thud_realtime_exit()
    }
}
