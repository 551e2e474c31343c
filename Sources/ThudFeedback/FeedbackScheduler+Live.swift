public import ThudCore
import ThudPlayback

/// Starts, controls and ends live cues: those that last until they are ended.
extension FeedbackScheduler {
    /// Starts a cue that lasts until `end`. Its start is reported like that of any other cue.
    ///
    /// - Parameters:
    ///   - name: The full name of the cue, for example `habit/hold`.
    ///   - cause: The time of the event that the cue responds to.
    ///   - due: When it is to be heard; nil means as soon as possible.
    ///   - now: The current time; without `due`, latency is measured from here.
    /// - Returns: The live cue; nil if there is no such cue that lasts, or if the engine could not accept it.
    public func begin(_ name: String, cause: Instant, at due: Instant? = nil, now: Instant) -> LiveCue? {
        guard let prepared = library.cues[name], prepared.live != nil else {
            lostTriggers += 1
            return nil
        }
        let start = due ?? soonest(now)
        let handle = place(
            name, cause: cause, triggered: due ?? now, isScheduled: due != nil,
            starts: starts(at: hapticEngine == nil ? due : start, now), isLive: true)
        guard let handle else { return nil }
        let cue = LiveCue(handle, of: prepared, on: self, start: start)
        live[handle.id] = cue
        return cue
    }

    /// Moves a control of a live cue from its current value to `value`. If `duration` is zero, the control jumps.
    ///
    /// A turn replaces any part of earlier turns that would come after its start.
    ///
    /// - Parameters:
    ///   - cue: The live cue.
    ///   - control: The control to move.
    ///   - value: The value to reach; it is clamped to the control's range.
    ///   - duration: How long the move takes, 300 s at most.
    ///   - due: When the move starts; nil means as soon as possible.
    ///   - now: The current time.
    /// - Returns: The turn's id; nil if the engine could not accept it.
    @discardableResult
    public func turn(
        _ cue: LiveCue, _ control: LiveControl, to value: Double, over duration: Interval = .zero,
        at due: Instant? = nil, now: Instant
    ) -> UInt64? {
        let duration = min(max(duration, .zero), Turn.longest)
        let id = send(cue, control, to: value, over: duration, at: due, now: now)
        // Such a turn overrules the fade of an end that is still to come, which is therefore requested again.
        if control.isLevel, let ending = cue.ending, due ?? now < ending.start {
            end(cue, fade: ending.fade, at: ending.start, now: now)
        }
        return id
    }

    private func send(
        _ cue: LiveCue, _ control: LiveControl, to value: Double, over duration: Interval, at due: Instant?,
        now: Instant
    ) -> UInt64? {
        let id = nextID()
        let isTaken = request(at: starts(of: cue, at: due, now)) { engine, start in
            engine.turn(
                Turn(id: id, of: cue.id, control, to: value, over: duration, start: start, triggered: due ?? now))
        }
        return record(
            LiveTurn(id: id, control: control, value: control.clamp(value), duration: duration, isEnd: false), of: cue,
            isTaken)
    }

    /// Ends a live cue: its sound and its haptics fade to zero over `fade`, within 5 ms to 300 s.
    ///
    /// - Parameters:
    ///   - cue: The live cue.
    ///   - fade: How long the fade takes.
    ///   - due: When the fade starts; nil means as soon as possible.
    ///   - now: The current time.
    /// - Returns: The id of the end; nil if the engine could not accept it. The end counts as two of the cue's turns,
    ///   one of gain and one of intensity.
    @discardableResult
    public func end(_ cue: LiveCue, fade: Interval, at due: Instant? = nil, now: Instant) -> UInt64? {
        let fade = min(max(fade, Engine.shortestFade), Turn.longest)
        let id = nextID()
        let nextID = nextID()
        let isTaken = request(at: starts(of: cue, at: due, now)) { engine, start in
            engine.end(cue.id, as: id, fade: fade, start: start, triggered: due ?? now)
        }
        let end = record(LiveTurn(id: id, control: .gain, value: 0, duration: fade, isEnd: true), of: cue, isTaken)
        if end != nil {
            let start = due ?? now
            if cue.ending.map({ start <= $0.start }) ?? true { cue.ending = (start, fade) }
            _ = record(LiveTurn(id: nextID, control: .intensity, value: 0, duration: fade, isEnd: true), of: cue, true)
        }
        return end
    }

    /// Ends all live cues, for example when the game is interrupted.
    public func endAll(fade: Interval, now: Instant) {
        for cue in live.values.sorted(by: { $0.id < $1.id }) { end(cue, fade: fade, now: now) }
    }

    /// Returns the start of a turn. With two devices it is moved to the middle of one of the steps in which live
    /// voices apply turns, so that both devices apply it in the same step.
    private func starts(of cue: LiveCue, at due: Instant?, _ now: Instant) -> [VoiceRequest.Start] {
        if hapticEngine == nil { return starts(at: due, now) }
        let instant = due ?? soonest(now)
        let step = LiveSource.step.nanoseconds
        let since = max(0, (instant - cue.start).nanoseconds)
        let steps = (since + step / 2 - 1) / step
        return starts(at: cue.start + Interval(nanoseconds: steps * step + step / 2), by: clocks)
    }

    private func record(_ turn: LiveTurn, of cue: LiveCue, _ isTaken: Bool) -> UInt64? {
        guard isTaken else {
            lostTriggers += 1
            return nil
        }
        cue.append(turn, atMost: mostTurns)
        turned[turn.id] = cue
        return turn.id
    }

    /// Records a receipt if it belongs to a live cue or to one of its turns.
    func record(_ receipt: Receipt, isHaptic: Bool) {
        if let cue = live[receipt.id] {
            cue.record(receipt, isHaptic: isHaptic)
            // It never began, or it lost its voice to a more important cue. On two devices both halves end.
            guard [.refused, .cancelled].contains(receipt.outcome) else { return }
            live[cue.id] = nil
            if hapticEngine != nil { cut(cue.id) }
            return
        }
        guard let cue = turned[receipt.id] else { return }
        cue.record(receipt, isHaptic: isHaptic)
        guard let turn = cue.turns.last(where: { $0.id == receipt.id }) else { return }
        if hapticEngine == nil || (turn.receipt != nil && turn.hapticReceipt != nil) {
            turned[receipt.id] = nil
            // An end that came before the cue, or after it, gets one receipt for both of its turns.
            if turn.isEnd, turn.control == .gain, !turn.isDone { turned[receipt.id + 1] = nil }
            if turn.isEnd { live[cue.id] = nil }
        }
    }
}
