public import ThudCore
public import ThudPlayback

/// Cues that last.
extension FeedbackScheduler {
    /// Begins a cue that lasts until `end`.
    ///
    /// - Parameters:
    ///   - cause: when the event happened that the cue answers.
    ///   - now: the present; latency counts from here.
    /// - Returns: the cue; nil where there is no such cue, where it does not last, or where the engine could not take it. Its
    ///   beginning is reported as that of any other cue.
    public func begin(_ name: String, cause: Instant, now: Instant) -> LiveCue? {
        guard let prepared = library.cues[name], prepared.live != nil else {
            lostTriggers += 1
            return nil
        }
        let instant = max(engine.soonest(now), hapticEngine?.soonest(now) ?? now)
        let start = hapticEngine == nil ? (main: .next, haptic: nil) : exactly(instant, by: clocks)
        let handle = place(
            name, cause: cause, triggered: now, isScheduled: false, start: start.main, hapticStart: start.haptic,
            isLive: true)
        guard let handle else { return nil }
        let cue = LiveCue(handle, of: prepared, sampleRate: engine.sampleRate, start: instant)
        live[handle.id] = cue
        return cue
    }

    /// Turns a control of a cue that lasts, from wherever it stands: `over` no time at all it steps.
    ///
    /// What is turned later rules from its start on, and whatever was to be turned after that is dropped.
    ///
    /// - Parameters:
    ///   - due: when it begins; nil is as soon as can be.
    ///   - now: the present.
    /// - Returns: the turn's id; nil where the engine could not take it, and of a cue that is muted, which remembers it.
    @discardableResult
    public func turn(
        _ cue: LiveCue, _ control: LiveControl, to value: Double, over duration: Interval = .zero,
        at due: Instant? = nil, now: Instant
    ) -> UInt64? {
        cue.levels[control] = cue.level(of: control, at: due ?? now).moving(to: value, over: duration, from: due ?? now)
        if cue.isMuted, control.isLevel { return nil }
        return send(cue, control, to: value, over: duration, at: due, now: now)
    }

    private func send(
        _ cue: LiveCue, _ control: LiveControl, to value: Double, over duration: Interval, at due: Instant?,
        now: Instant
    ) -> UInt64? {
        let id = nextID()
        let start = start(of: cue, at: due, now: now)
        var turn = Turn(
            id: id, of: cue.id, control, to: value, over: duration, start: start.main, triggered: due ?? now)
        var isTaken = engine.turn(turn)
        if isTaken, let hapticEngine, let hapticStart = start.haptic {
            turn.start = hapticStart
            isTaken = hapticEngine.turn(turn)
        }
        return note(
            LiveTurn(id: id, control: control, value: control.clamp(value), duration: duration, isEnd: false), of: cue,
            isTaken)
    }

    /// Ends a cue that lasts: its sound and its haptics go to nothing over `fade`, 5 ms at least.
    ///
    /// - Parameters:
    ///   - due: when the fade begins; nil is as soon as can be.
    ///   - now: the present.
    /// - Returns: the id of the end, which is two of the cue's turns, of gain and intensity; nil where the engine could not take it.
    @discardableResult
    public func end(_ cue: LiveCue, fade: Interval, at due: Instant? = nil, now: Instant) -> UInt64? {
        let id = nextID()
        let nextID = nextID()
        let start = start(of: cue, at: due, now: now)
        var isTaken = engine.end(cue.id, as: id, fade: fade, start: start.main, triggered: due ?? now)
        if isTaken, let hapticEngine, let hapticStart = start.haptic {
            isTaken = hapticEngine.end(cue.id, as: id, fade: fade, start: hapticStart, triggered: due ?? now)
        }
        let length = max(fade, Engine.shortestFade)
        let end = note(LiveTurn(id: id, control: .gain, value: 0, duration: length, isEnd: true), of: cue, isTaken)
        if end != nil {
            _ = note(LiveTurn(id: nextID, control: .intensity, value: 0, duration: length, isEnd: true), of: cue, true)
        }
        return end
    }

    /// Silences a cue that goes on, or lets it be heard again as it has been turned meanwhile.
    public func mute(_ cue: LiveCue, _ isMuted: Bool, now: Instant) {
        guard cue.isMuted != isMuted, !cue.isEnded else { return }
        cue.isMuted = isMuted
        for control in LiveControl.allCases where control.isLevel {
            let level = cue.level(of: control, at: now)
            _ = send(
                cue, control, to: isMuted ? 0 : level.value(at: now), over: Engine.shortestFade, at: nil, now: now)
            let left = level.end - now
            if !isMuted, left > Engine.shortestFade {
                _ = send(
                    cue, control, to: level.value(at: level.end), over: left - Engine.shortestFade,
                    at: now + Engine.shortestFade, now: now)
            }
        }
    }

    /// Ends all cues that last, as an interruption does.
    public func endAll(fade: Interval, now: Instant) {
        for cue in live.values.sorted(by: { $0.id < $1.id }) { end(cue, fade: fade, now: now) }
    }

    /// Where a turn begins. On two devices it is asked for in the middle of the steps in which live voices are turned, so that both
    /// devices take it in the same one.
    private func start(
        of cue: LiveCue, at due: Instant?, now: Instant
    ) -> (main: VoiceRequest.Start, haptic: VoiceRequest.Start?) {
        guard let hapticEngine else { return due.map { exactly($0, by: clocks) } ?? (.next, nil) }
        let instant = due ?? max(engine.soonest(now), hapticEngine.soonest(now))
        let step = LiveSource.step.nanoseconds
        let since = max(0, (instant - cue.start).nanoseconds)
        let steps = (since + step / 2 - 1) / step
        return exactly(cue.start + Interval(nanoseconds: steps * step + step / 2), by: clocks)
    }

    private func note(_ turn: LiveTurn, of cue: LiveCue, _ isTaken: Bool) -> UInt64? {
        guard isTaken else {
            lostTriggers += 1
            return nil
        }
        cue.note(turn)
        turned[turn.id] = cue
        return turn.id
    }

    /// Notes a receipt, if it is one of a cue that lasts.
    func note(_ receipt: Receipt, isHaptic: Bool) {
        if let cue = live[receipt.id] { return cue.note(receipt, isHaptic: isHaptic) }
        guard let cue = turned[receipt.id] else { return }
        cue.note(receipt, isHaptic: isHaptic)
        guard let turn = cue.turns.last(where: { $0.id == receipt.id }) else { return }
        if hapticEngine == nil || (turn.receipt != nil && turn.hapticReceipt != nil) {
            turned[receipt.id] = nil
            if turn.isEnd { live[cue.id] = nil }
        }
    }
}
