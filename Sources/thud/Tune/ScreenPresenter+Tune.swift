import ThudCore
import ThudFeedback
import ThudGameUI
import ThudInput
import ThudTerminal

extension ScreenPresenter {
    /// Passes a key to the knobs if they have the keys; false if the key belongs to the round. A release always goes
    /// to the round, which may have seen the press.
    func takeTuning(_ event: KeyEvent, _ now: Instant) -> Bool {
        guard let desk, flow.scene == .round, flow.settings == nil, event.kind != .release else { return false }
        // Keys must not turn knobs that are not drawn.
        let isSeen = !isUnseen && roundSize != terminal.output.size
        if !isSeen { self.desk?.hasKeys = false }
        if event.key == .character("t"), event.modifiers == .control {
            guard isSeen else {
                say("the terminal has too few rows for the knobs", now)
                return true
            }
            if event.isPress { self.desk?.hasKeys.toggle() }
        } else if desk.hasKeys, isSeen {
            if event.isStroke, let request = KnobBoard.request(of: event) { carryOut(request, now) }
        } else {
            return false
        }
        pacer.want(now)
        return true
    }

    private func carryOut(_ request: KnobBoard.Request, _ now: Instant) {
        switch request {
        case .choose(let rows, let columns): desk?.move(rows: rows, columns: columns)
        case .turn(let steps):
            if let obstacle = desk?.turn(by: steps) { say(obstacle, now) }
            desk?.setTiming(&runner.session)
        case .restore:
            desk?.restore()
            desk?.setTiming(&runner.session)
        case .hear:
            guard let cue = desk?.cue else { return }
            if let handle = feedback.scheduler.trigger(cue, cause: now, now: .now()) {
                flashes.add(handle.plan, at: now)
            }
        case .save: if let words = desk?.save() { say(words, now) }
        case .leave: desk?.hasKeys = false
        }
    }
}
