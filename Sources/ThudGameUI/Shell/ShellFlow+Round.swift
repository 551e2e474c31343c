import ThudCore
import ThudGameKit
import ThudInput

extension ShellFlow {
    mutating func actInRound(_ action: ShellAction, _ stage: RoundStage?, at now: Instant) -> [FlowEffect] {
        guard let stage else { return [] }
        switch (action, stage) {
        case (.leave, .finished), (.back, .finished): return leaveResult()
        case (.leave, _): return []
        case (.confirm, .finished): return goOn()
        case (.saveImage, .finished): return saveImage(at: now)
        case (.up, .finished): return scrolled(by: -1)
        case (.down, .finished): return scrolled(by: 1)
        case (.confirm, .handOver): return confirms.isDeliberate(at: now) ? [.press(.ready)] : []
        case (.confirm, .paused), (.pause, .paused), (.resume, .paused): return [.press(.resume)]
        case (.pause, _), (.back, _): return [.press(.pause)]
        // A direction always counts as a gesture. The rules of the round decide whether it has an effect.
        case (.up, _), (.down, _), (.left, _), (.right, _), (.choose, _): return [.round(action)]
        // The game's own button.
        case (.confirm, .ready), (.confirm, .playing): return [.round(action)]
        default: return []
        }
    }

    /// Whether the hand-over is on the screen with nothing over it.
    func isHandedOver(_ stage: RoundStage?) -> Bool { scene == .round && settings == nil && stage == .handOver }

    /// Whether leaving requires a hold, because a round is under way.
    package func mustHoldToLeave(stage: RoundStage?) -> Bool {
        guard scene == .round, settings == nil, let stage else { return false }
        return stage != .finished
    }

    /// Handles an event of the key to leave in mid-round.
    package mutating func takeLeave(_ event: KeyEvent) { hold.take(event) }

    /// Handles the press of the key or button to leave in mid-round.
    package mutating func pressLeave(at now: Instant, reportsRelease: Bool) {
        hold.press(at: now, reportsRelease: reportsRelease)
    }

    package mutating func releaseLeave() { hold.release() }

    package mutating func cancelHold() { hold.cancel() }

    package mutating func advance(to now: Instant) -> [FlowEffect] {
        hold.advance(to: now) ? leaveRound() : []
    }

    /// Leaves a result. Between two players of a tournament it is only set aside, so that one press cannot undo it all.
    private mutating func leaveResult() -> [FlowEffect] {
        guard let tournament, !tournament.isComplete else { return leaveRound() }
        self.tournament = nil
        scene = .title
        canResume = true
        return [.feedback(.button), .setAside]
    }

    private mutating func leaveRound() -> [FlowEffect] {
        tournament = nil
        scene = .title
        return [.feedback(.button), .abandon]
    }

    /// Continues with another round, the next player's turn, or the podium.
    private mutating func goOn() -> [FlowEffect] {
        if tournament?.isComplete == true {
            scene = .podium
            return [.feedback(.podium)]
        }
        scroll = 0
        return [.press(.playAgain)]
    }

    mutating func scrolled(by rows: Int) -> [FlowEffect] {
        let before = min(scroll, mostScroll)
        scroll = min(max(0, before + rows), mostScroll)
        return scroll == before ? [] : [.feedback(.button)]
    }
}
