import CThudSystem
import Synchronization
import ThudCore

/// Commands from the callers, and receipts and retired clips for them.
extension AudioThread {
    /// The most commands carried out before the next block. A caller that sends more at once delays only itself.
    private static var mostCommands: Int { 64 }

    /// Carries out the waiting commands in order. If there are too many for one block, the rest stays in the ring.
    @_noLocks @_noAllocation
    mutating func takeCommands() {
        var left = AudioThread.mostCommands
        while left > 0, let command = shared.pointee.commands.pop() { left -= carryOut(command) }
    }

    /// Carries out one command and returns its cost, in ordinary commands.
    @_noLocks @_noAllocation
    private mutating func carryOut(_ command: Command) -> Int {
        switch command.kind {
        case .placeNext:
            place(command.voice, at: nextFrame(askedAt: command.voice.triggered))
            return timeline.effort
        case .placeAtStart:
            place(command.voice, at: command.voice.start)
            return timeline.effort
        case .replace:
            replace(command.voice)
            return timeline.effort
        case .cut:
            let frame = head < command.voice.start ? command.voice.start : head
            cancelComing(id: command.voice.id, from: frame)
            timeline.cut(id: command.voice.id, at: frame)
            markChange(at: frame)
        case .cancelScheduled:
            cancelComing(id: nil, from: head)
            // What the device has taken cannot be taken back, so a voice that begins there is cut after it.
            timeline.cutScheduled(from: command.voice.start, at: head)
            markChange(at: head)
        case .turn: turn(command.turn)
        case .end: end(command.turn)
        }
        return 1
    }

    /// Returns the first frame on which a trigger can be heard; if `isSteady`, the frame after the constant delay.
    @_noLocks @_noAllocation
    func nextFrame(askedAt triggered: Instant) -> Frame {
        // If a young stream stands still, its clock runs on and is reset later, so it cannot be used yet.
        if output.isLateBinding, isYoung { return head }
        // If the device stalls, the head falls behind the clock. No voice may begin in the past.
        let clock = tracker.clock
        var due = clock.frame(at: shared.pointee.now)
        if isSteady, let way = output.isLateBinding ? output.longestWay : usualQueue {
            due = clock.frame(at: triggered) + way + clock.sampleRate / AudioThread.steadyHaste
        }
        return head < due ? due : head
    }

    /// If every trigger has the same delay, the reciprocal of the seconds allowed for reaching the audio thread.
    private static var steadyHaste: Int64 { 2000 }

    /// Places a voice on `frame`, or on the head if that frame has passed.
    @_noLocks @_noAllocation
    private mutating func place(_ asked: Voice, at frame: Frame) {
        var voice = asked
        voice.taken = shared.pointee.now
        voice.isLate = frame < head
        voice.move(to: voice.isLate ? head : frame)
        markChange(at: voice.start)
        if !timeline.place(voice) {
            send(voice, as: .refused)
            retire(voice)
        }
    }

    /// Replaces the voice that has the ID of `asked`, at the point that it has reached. From the head on, one ramps
    /// up while the other ramps down, so two clips that differ only in level join seamlessly. The new voice gets no
    /// receipt of its own. If the old voice has ended, the new one is not heard.
    @_noLocks @_noAllocation
    private mutating func replace(_ asked: Voice) {
        guard let index = timeline.index(of: asked.id) else { return retire(asked) }
        let old = timeline.voices[index]
        var voice = asked
        voice.move(to: old.start)
        voice.taken = old.taken
        voice.hasReceipt = old.hasReceipt
        markChange(at: head)
        if old.start < head {
            // The old voice stays until its ramp is over, and gets the receipt.
            voice.hasReceipt = true
            voice.joined = head
            timeline.cut(id: asked.id, at: head)
        } else {
            retire(timeline.remove(at: index))
        }
        if !timeline.place(voice) {
            if !voice.hasReceipt { send(voice, as: .refused) }
            retire(voice)
        }
    }

    /// Cancels the voices with `id` that do not begin before `frame`; if `id` is nil, all that are scheduled for an
    /// exact frame.
    @_noLocks @_noAllocation
    mutating func cancelComing(id: UInt64?, from frame: Frame) {
        var index = 0
        while index < timeline.count {
            let voice = timeline.voices[index]
            let isMeant = if let id { voice.id == id } else { voice.isScheduled }
            if voice.start < frame || !isMeant {
                index += 1
            } else {
                let voice = timeline.remove(at: index)
                markChange(at: voice.start)
                send(voice, as: .cancelled)
                retire(voice)
            }
        }
    }

    /// Sends a receipt for each voice that begins in the settled frames and has none yet. Until the device has
    /// reported the stream's position, a predicted instant would be a guess, so nothing is sent. A device that has
    /// taken more frames than it holds without a report never sends one, so receipts no longer wait. With a long
    /// queue, nothing is heard before the device has taken some frames. A young stream that stands still goes on with
    /// another clock, or is given up.
    @_noLocks @_noAllocation
    mutating func sendReceipts(isHeard: Bool) {
        let isKnown = shared.pointee.isClockKnown.load(ordering: .relaxed)
        guard isKnown || !isHeard || head.index > Int64(output.capacity) else { return }
        if isHeard, hasDevice, output.isLateBinding {
            let standsStill = isYoung && isOverdue
            if standsStill { tracker.reset() }
            guard isDeviceMoving, !standsStill else { return }
        }
        for index in 0..<timeline.count where timeline.voices[index].start < settled {
            sendReceipt(at: index, isHeard: isHeard)
        }
    }

    /// Sends the receipt of a voice unless it has one.
    @inline(never) @_noLocks @_noAllocation
    private mutating func sendReceipt(at index: Int, isHeard: Bool) {
        let voice = timeline.voices[index]
        guard !voice.hasReceipt else { return }
        timeline.markReceipt(at: index)
        let outcome: CueOutcome = !isHeard ? .unheard : voice.isLate ? .late : .played
        // A voice that was cut before its first frame lost its place to a more important one.
        send(voice, as: voice.isCutBeforeStart ? .refused : outcome)
    }

    /// Retires the voices whose last frame has left even a full buffer. A short one can have no receipt yet, if a new
    /// device takes frames for long before it reports its position.
    @_noLocks @_noAllocation
    mutating func retireEndedVoices(isHeard: Bool) {
        let played = head - Int64(output.capacity)
        for index in (0..<timeline.count).reversed() where !(played < timeline.voices[index].end) {
            sendReceipt(at: index, isHeard: isHeard)
            sendTurnReceipts(of: timeline.voices[index], isHeard: isHeard)
            retire(timeline.remove(at: index))
        }
    }

    /// Takes the last commands and ends all voices. Those without a receipt are cancelled. Call it once, at the end.
    mutating func endVoices() {
        while !shared.pointee.commands.isEmpty { takeCommands() }
        for index in (0..<timeline.count).reversed() {
            let voice = timeline.remove(at: index)
            if !voice.hasReceipt { send(voice, as: .cancelled) }
            retire(voice)
        }
        tellOfReceipts()
    }

    @_noLocks @_noAllocation
    private func send(_ voice: Voice, as outcome: CueOutcome) {
        send(outcome, id: voice.id, triggered: voice.triggered, taken: voice.taken, frame: voice.start)
    }

    @_noLocks @_noAllocation
    func send(_ outcome: CueOutcome, id: UInt64, triggered: Instant, taken: Instant, frame: Frame) {
        let receipt = Receipt(
            id: id, outcome: outcome, triggered: triggered, taken: taken, frame: frame,
            predicted: tracker.clock.instant(of: frame))
        if !shared.pointee.receipts.push(receipt) { shared.pointee.lostReceipts.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Wakes the reader of the receipts once for all that were sent since the last call.
    @_noLocks @_noAllocation
    mutating func tellOfReceipts() {
        let sent = shared.pointee.receipts.pushedSoFar
        guard sent != toldReceipts else { return }
        toldReceipts = sent
        thud_event_signal(shared.pointee.receiptSignal)
    }

    /// Sends the voice's clip away to be released off the audio thread. If even that ring is full, the clip is leaked
    /// and counted, because releasing it here would free memory on the audio thread.
    @_noLocks @_noAllocation
    private func retire(_ voice: Voice) {
        sendLastTurnReceipts(of: voice)
        if isLost(voice) { send(voice, as: .cancelled) }
        shared.pointee.voices.wrappingSubtract(1, ordering: .relaxed)
        if !shared.pointee.retired.push(voice.owner) { shared.pointee.leakedClips.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Returns whether a live voice that sounded is over although nobody has ended it, and none continues it.
    @_noLocks @_noAllocation
    private func isLost(_ voice: Voice) -> Bool {
        guard let live = voice.clip.live, voice.hasReceipt, !voice.isCutBeforeStart else { return false }
        return live.pointee.lastTurn == .max && timeline.index(of: voice.id) == nil
    }
}
