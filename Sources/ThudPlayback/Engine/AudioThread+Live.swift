import ThudCore

extension AudioThread {
    /// Changes a control of a live voice, on the requested frame or as soon after it as possible.
    @_noLocks @_noAllocation
    mutating func turn(_ asked: TurnCommand) {
        guard let voice = liveVoice(asked.voice), let live = voice.clip.live else { return answer(asked, .refused) }
        let frame = frame(of: asked)
        guard frame - voice.start < live.pointee.lastTurn,
            add(asked, to: asked.lane, id: asked.id, of: voice, at: frame)
        else { return answer(asked, .refused) }
    }

    /// Fades gain and intensity of a live voice to zero, after which the voice ends.
    @_noLocks @_noAllocation
    mutating func end(_ asked: TurnCommand) {
        guard let voice = liveVoice(asked.voice), let live = voice.clip.live else { return answer(asked, .refused) }
        let frame = frame(of: asked)
        guard voice.start < frame else {
            cancelComing(id: asked.voice, from: head)
            return answer(asked, .cancelled)
        }
        let (gain, intensity) = (LiveControl.gain.lane, LiveControl.intensity.lane)
        // Ask both lanes before adding to either, because a turn that was added gets a receipt.
        guard !live.pointee.lanes[gain].isFull, !live.pointee.lanes[intensity].isFull,
            add(asked, to: gain, id: asked.id, of: voice, at: frame),
            add(asked, to: intensity, id: asked.id + 1, of: voice, at: frame)
        else {
            // If a lane is full of turns, cut the voice rather than let it play on.
            timeline.cut(id: asked.voice, at: frame)
            markChange(at: frame)
            return answer(asked, .refused)
        }
        live.pointee.lastTurn = min(live.pointee.lastTurn, frame - voice.start)
        let rest = tracker.clock.sampleRate / AudioThread.restsPerSecond
        if let index = timeline.index(of: asked.voice) { timeline.end(at: index, on: frame + asked.length + rest) }
    }

    /// The reciprocal of the time, in seconds, for which a voice goes on after its fade. It covers the averaging of
    /// its last amplitudes and turns that had to begin later than requested.
    private static var restsPerSecond: Int64 { 50 }

    /// Returns the live voice with `id` that sounds or is due; nil if there is none.
    @_noLocks @_noAllocation
    private func liveVoice(_ id: UInt64) -> Voice? {
        guard let index = timeline.index(of: id), timeline.voices[index].clip.live != nil else { return nil }
        return timeline.voices[index]
    }

    @_noLocks @_noAllocation
    private func frame(of asked: TurnCommand) -> Frame {
        let due = asked.isScheduled ? asked.start : nextFrame(askedAt: asked.triggered)
        return due < head ? head : due
    }

    /// Adds a turn to a lane of `voice` at `frame`, or on its first frame if that is later. Returns false if the lane
    /// is full.
    @_noLocks @_noAllocation
    private mutating func add(_ asked: TurnCommand, to lane: Int, id: UInt64, of voice: Voice, at frame: Frame) -> Bool
    {
        guard let live = voice.clip.live, !live.pointee.lanes[lane].isFull else { return false }
        if let dropped = live.pointee.lanes[lane].makeRoom() {
            markChange(at: voice.start + dropped.heard)
            send(dropped, of: voice, as: .cancelled)
        }
        var segment = Lane.Segment()
        segment.id = id
        segment.length = asked.length
        segment.to = asked.value
        segment.triggered = asked.triggered
        segment.taken = shared.pointee.now
        segment.isLate = asked.isScheduled && asked.start < head
        segment.hasReceipt = false
        segment = live.pointee.place(segment, on: max(0, frame - voice.start), of: lane)
        guard live.pointee.lanes[lane].add(segment) else { return false }
        markChange(at: voice.start + segment.heard)
        return true
    }

    @_noLocks @_noAllocation
    private func answer(_ asked: TurnCommand, _ outcome: CueOutcome) {
        let now = shared.pointee.now
        send(outcome, id: asked.id, triggered: asked.triggered, taken: now, frame: frame(of: asked))
    }

    // MARK: Receipts

    /// Sends a receipt for each turn of a voice that begins in the settled frames and has none yet. The voice's own
    /// comes first.
    @_noLocks @_noAllocation
    func sendTurnReceipts(of voice: Voice, isHeard: Bool) {
        guard voice.hasReceipt, let live = voice.clip.live else { return }
        let end = settled - voice.start
        for lane in 0..<LiveVoice.laneCount {
            for number in 0..<live.pointee.lanes[lane].count {
                let segment = live.pointee.lanes[lane].segments[number]
                guard !segment.hasReceipt, segment.heard < end else { continue }
                let isOverruled = live.pointee.lanes[lane].isOverruled(number)
                let begun: CueOutcome = !isHeard ? .unheard : segment.isLate ? .late : .played
                live.pointee.lanes[lane].markReceipt(at: number)
                send(segment, of: voice, as: isOverruled ? .cancelled : begun)
            }
        }
    }

    /// Sends `cancelled` receipts for the turns that a voice ended before.
    @_noLocks @_noAllocation
    func sendLastTurnReceipts(of voice: Voice) {
        guard let live = voice.clip.live else { return }
        for lane in 0..<LiveVoice.laneCount {
            for number in 0..<live.pointee.lanes[lane].count where !live.pointee.lanes[lane].segments[number].hasReceipt
            { send(live.pointee.lanes[lane].segments[number], of: voice, as: .cancelled) }
        }
    }

    @_noLocks @_noAllocation
    private func send(_ segment: Lane.Segment, of voice: Voice, as outcome: CueOutcome) {
        let frame = voice.start + segment.start
        send(outcome, id: segment.id, triggered: segment.triggered, taken: segment.taken, frame: frame)
    }
}
