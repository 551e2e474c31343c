import ThudCore
import ThudGameKit

extension PocketRound {
    /// Starts the round at the end of "get ready".
    mutating func begin(at now: Instant, _ effects: inout [PocketEffect]) {
        guard settings.mode == .memory else { return ask(at: now, followsSuccess: false, &effects) }
        showSequence(at: now, &effects)
    }

    mutating func ask(at now: Instant, followsSuccess: Bool, _ effects: inout [PocketEffect]) {
        let prompt = progress.nextPrompt(settings.mode)
        let limit = settings.mode.limit(after: progress.speedSteps, pace: settings.pace)
        let deadline = limit.map { now + $0 }
        phase = .asking(
            Asked(prompt: prompt, shown: now, deadline: deadline, limit: limit, followsSuccess: followsSuccess))
        // The ring on the screen shows the time. Words report it at the start, and again when it becomes shorter.
        if !followsSuccess, let words = limitText(after: progress.speedSteps) { effects.append(.show(.note(words))) }
        effects.append(.show(.prompt(promptText(prompt))))
        if let deadline { effects.append(.schedule(.failure, at: deadline)) }
    }

    /// Describes the time for a gesture after this many successes. nil if there is no limit.
    func limitText(after steps: Int) -> String? {
        settings.mode.limit(after: steps, pace: settings.pace).map { "\(Decimals.fixed($0.seconds, 1)) s a gesture" }
    }

    /// Returns the prompt's text. In Memory it hides the gesture, which the player has to remember.
    private func promptText(_ prompt: PocketPrompt?) -> String {
        if settings.mode == .memory { return "step \(progress.position + 1) of \(progress.sequence.count)" }
        return prompt?.text ?? "any gesture"
    }

    /// Starts the prompt's time when the prompt appears on the screen.
    mutating func confirm(at now: Instant, _ effects: inout [PocketEffect]) {
        guard case .asking(var asked) = phase, !asked.isConfirmed else { return }
        asked.isConfirmed = true
        defer { phase = .asking(asked) }
        guard now > asked.shown, now - asked.shown <= PocketSettings.showingTimeout, asked.begun == nil else { return }
        asked.shown = now
        asked.deadline = asked.limit.map { now + $0 }
        if asked.deadline != nil { reschedule(failure: asked.deadline, at: now, &effects) }
    }

    // MARK: Memory

    /// Shows the sequence, one step longer than the last one repeated.
    mutating func showSequence(at now: Instant, _ effects: inout [PocketEffect]) {
        if progress.sequence.count <= progress.score { progress.lengthen() }
        progress.position = 0
        aside = nil
        let first = now + settings.lead
        phase = .showing(from: first)
        effects.append(.show(.note("watch: " + progress.sequence.map(\.text).joined(separator: ", "))))
        for (index, prompt) in progress.sequence.enumerated() {
            let step = (PocketSettings.stepTime + PocketSettings.stepGap) * Int64(index)
            effects.append(.schedule(prompt.gesture.step, at: first + step))
        }
    }

    mutating func advanceSequence(at now: Instant, _ effects: inout [PocketEffect]) {
        progress.position += 1
        guard progress.position >= progress.sequence.count else { return ask(at: now, followsSuccess: true, &effects) }
        progress.score = progress.sequence.count
        phase = .between(until: now + PocketSettings.transition)
        effects.append(.show(.note("sequence \(progress.score) done")))
        add(.round, at: now + PocketSettings.fasterDelay, &effects)
    }

    // MARK: Practice and tutorial

    mutating func practise(at now: Instant, _ effects: inout [PocketEffect]) {
        let whole = PocketSettings.practiceShare * settings.pool.count
        guard progress.successes + progress.failures < whole else { return finish(.done, at: now, &effects) }
        ask(at: now, followsSuccess: true, &effects)
    }

    mutating func advanceTutorial(at now: Instant, _ effects: inout [PocketEffect]) {
        progress.position += 1
        progress.score = progress.position
        guard progress.position < progress.sequence.count else { return finish(.done, at: now, &effects) }
        ask(at: now, followsSuccess: true, &effects)
    }

    // MARK: Matches

    mutating func advanceTurn(at now: Instant, _ effects: inout [PocketEffect]) {
        guard var match = progress.match else { return }
        if !match.leads { match.scores[match.player] += 1 }
        match.cursors[match.player] += 1
        match.done += 1
        progress.match = match
        if !match.leads { quicken(at: progress.speedSteps, now, &effects) }
        if match.done < progress.turnLength { return ask(at: now, followsSuccess: true, &effects) }
        endTurn(.done, at: now, &effects)
    }

    mutating func failTurn(_ ending: PocketEnding, at now: Instant, _ effects: inout [PocketEffect]) {
        guard let player = progress.match?.player else { return }
        progress.match?.failed[player] = true
        endTurn(ending, at: now, &effects)
    }

    private mutating func endTurn(_ ending: PocketEnding, at now: Instant, _ effects: inout [PocketEffect]) {
        guard var match = progress.match else { return }
        let player = match.player
        var goesOn = match.endTurn()
        // If nothing was shown, there is nothing to repeat.
        if goesOn, settings.mode == .pvp, !match.leads, progress.sequence.isEmpty { goesOn = match.endTurn() }
        if match.leads { progress.sequence = [] }
        progress.match = match
        guard goesOn else { return finish(ending, at: now, &effects) }
        if match.player == player { getReady(at: now, &effects) } else { handOver(&effects) }
    }
}
