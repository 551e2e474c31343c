import ThudCore
import ThudGameKit

extension PocketRound {
    mutating func take(_ found: TimedFinding, at now: Instant, _ effects: inout [PocketEffect]) {
        switch phase {
        case .asking(let asked): judge(found, asked, at: now, &effects)
        case .finished(_, let since):
            // A double tap that was only late for the last prompt does not request another round.
            guard case .recognized(.doubleTap) = found.finding, found.cause >= since + GestureLimits.doubleTap else {
                return
            }
            playAgain(at: now, &effects)
            effects.append(.cue(.button))
        case .opening, .handOver, .ready, .showing, .between, .paused, .over: return
        }
    }

    private mutating func judge(_ found: TimedFinding, _ asked: Asked, at now: Instant, _ effects: inout [PocketEffect])
    {
        // A gesture that began before the prompt belongs to the previous one. So does the tail after a success.
        guard found.cause >= asked.shown + (asked.followsSuccess ? PocketSettings.tail : .zero) else {
            if asked.followsSuccess, case .recognized = found.finding { _ = ignore(asked, at: now, &effects) }
            return
        }
        if let deadline = asked.deadline, found.cause > deadline { return }
        switch found.finding {
        case .began:
            guard asked.begun == nil else { return }
            var begun = asked
            begun.begun = found.cause
            phase = .asking(begun)
            if asked.deadline != nil { reschedule(failure: nil, at: now, &effects) }
        case .dropped: drop(found.cause, asked, at: now, &effects)
        case .recognized(let gesture): decide(PocketGesture(gesture), found.cause, asked, at: now, &effects)
        case .holdBegan, .holdEnded, .dragBegan, .dragMoved, .dragEnded, .scaled, .scaleEnded: return
        }
    }

    /// Drops a gesture that came to nothing. The failure is due again, or already overdue.
    private mutating func drop(_ cause: Instant, _ asked: Asked, at now: Instant, _ effects: inout [PocketEffect]) {
        guard asked.begun == cause else { return }
        var waiting = asked
        waiting.begun = nil
        phase = .asking(waiting)
        guard let deadline = asked.deadline else { return }
        if now < deadline {
            reschedule(failure: deadline, at: now, &effects)
        } else {
            fail(.late, isScheduled: false, at: now, &effects)
        }
    }

    private mutating func decide(
        _ made: PocketGesture, _ cause: Instant, _ asked: Asked, at now: Instant, _ effects: inout [PocketEffect]
    ) {
        if isTwin(made, cause, asked) || (asked.prompt == nil && !settings.pool.contains(made)) {
            let told = ignore(asked, at: now, &effects)
            return drop(cause, told, at: now, &effects)
        }
        let isRight = asked.prompt.map { $0.answer == made } ?? true
        progress.record(
            .init(asked: asked.prompt, made: made, time: cause - asked.shown, isRight: isRight, answered: now))
        guard isRight else { return fail(.wrong, isScheduled: false, at: now, &effects) }
        lastTap = made == .tap ? now : nil
        succeed(made, at: now, &effects)
    }

    /// Ignores a gesture, and reports that to the screen and in the effects.
    private mutating func ignore(_ asked: Asked, at now: Instant, _ effects: inout [PocketEffect]) -> Asked {
        var told = asked
        told.ignored = now
        phase = .asking(told)
        effects.append(.ignored(.right))
        return told
    }

    /// Whether this is the second tap of a double tap whose first tap was right, although no tap is requested.
    private func isTwin(_ made: PocketGesture, _ cause: Instant, _ asked: Asked) -> Bool {
        guard made == .tap, let lastTap, cause - lastTap <= GestureLimits.doubleTap else { return false }
        return asked.prompt.map { $0.answer != .tap && $0.answer != .doubleTap } ?? false
    }

    // MARK: Right

    private mutating func succeed(_ made: PocketGesture, at now: Instant, _ effects: inout [PocketEffect]) {
        effects.append(.cancelScheduled)
        aside = nil
        effects.append(.cue(.right))
        progress.prompt = nil
        switch settings.mode {
        case .classic, .endless:
            progress.score = progress.successes
            effects.append(.show(.answer("right, \(progress.score)")))
            quicken(at: progress.score, now, &effects)
            ask(at: now, followsSuccess: true, &effects)
        case .practice:
            progress.score = progress.successes
            effects.append(.show(.answer("right, \(progress.score)")))
            practise(at: now, &effects)
        case .tutorial:
            effects.append(.show(.answer("right")))
            advanceTutorial(at: now, &effects)
        case .memory:
            effects.append(.show(.answer("right, \(progress.position + 1) of \(progress.sequence.count)")))
            advanceSequence(at: now, &effects)
        case .pvp, .versus:
            if progress.match?.leads == true { progress.sequence.append(PocketPrompt(gesture: made)) }
            effects.append(.show(.answer("right")))
            advanceTurn(at: now, &effects)
        }
    }

    /// Announces a shorter time for a gesture, if this success leads to one.
    mutating func quicken(at successes: Int, _ now: Instant, _ effects: inout [PocketEffect]) {
        guard settings.mode.quickens(at: successes, pace: settings.pace) else { return }
        if let words = limitText(after: successes) { effects.append(.show(.note("faster: \(words)"))) }
        add(.faster, at: now + PocketSettings.fasterDelay, &effects)
    }

    // MARK: Wrong

    /// Handles a wrong or late answer. A scheduled failure has already sounded.
    mutating func fail(
        _ ending: PocketEnding, isScheduled: Bool, at now: Instant, _ effects: inout [PocketEffect]
    ) {
        guard case .asking(let asked) = phase else { return }
        if ending == .late {
            let time = asked.limit ?? now - asked.shown
            progress.record(.init(asked: asked.prompt, made: nil, time: time, isRight: false, answered: now))
        }
        if !isScheduled {
            effects.append(.cancelScheduled)
            effects.append(.cue(.failure))
        }
        aside = nil
        lastTap = nil
        progress.prompt = nil
        effects.append(.show(.answer(progress.attempts.last?.text ?? ending.rawValue)))
        switch settings.mode {
        case .classic, .endless, .memory: finish(ending, at: now, &effects)
        case .practice: practise(at: now, &effects)
        case .tutorial: ask(at: now, followsSuccess: true, &effects)
        case .pvp, .versus: failTurn(ending, at: now, &effects)
        }
    }

    mutating func finish(_ ending: PocketEnding, at now: Instant, _ effects: inout [PocketEffect]) {
        progress.isRecord = settings.mode.hasBest && settings.best.map { progress.score > $0 } ?? false
        phase = .finished(ending, since: now)
        if progress.isRecord { effects.append(.show(.note("NEW HIGH SCORE!"))) }
        effects.append(.finished(outcome(ending)))
        // The winner of a match is celebrated as well. A draw has no winner.
        if progress.isTriumph { add(.record, at: now + PocketSettings.recordDelay, &effects) }
    }

    // MARK: Scheduled cues

    /// Schedules a cue that remains if a failure is cancelled.
    mutating func add(_ cue: PocketCue, at instant: Instant, _ effects: inout [PocketEffect]) {
        aside = Aside(cue: cue, instant: instant)
        effects.append(.schedule(cue, at: instant))
    }

    /// Cancels or moves the failure. The other scheduled cue remains.
    mutating func reschedule(failure: Instant?, at now: Instant, _ effects: inout [PocketEffect]) {
        effects.append(.cancelScheduled)
        if let aside, aside.instant > now { effects.append(.schedule(aside.cue, at: aside.instant)) }
        if let failure { effects.append(.schedule(.failure, at: failure)) }
    }
}
