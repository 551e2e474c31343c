import Games
import Motion
import Terminal
import Timebase

extension KapePicture {
    func drawRound(on canvas: inout Canvas) {
        guard let state = session?.state else { return }
        switch state.phase {
        case .handOver: handOver.draw(on: &canvas)
        case .waitingForForehead: ForeheadView(age: sceneAge).draw(on: &canvas)
        case .tutorial:
            TutorialView(angle: session?.detector.angle ?? 0, isDone: false).draw(on: &canvas)
        case .countdown(let playFrom): countdown((playFrom - now).seconds).draw(on: &canvas)
        case .playing: card(state).draw(on: &canvas)
        case .paused:
            PauseView(remaining: state.progress.remaining.seconds, score: state.progress.got.count).draw(on: &canvas)
        case .finished(let result): drawResult(result, on: &canvas)
        case .over: break
        }
        if flow.hold.isActive {
            LeaveHold(share: flow.hold.share(at: now), isConfirm: flow.hold.awaitsConfirmation).draw(on: &canvas)
        }
    }

    private var handOver: HandOverView {
        let tournament = flow.tournament
        return HandOverView(
            player: tournament?.nextPlayer ?? "", number: (tournament?.current ?? 0) + 1,
            of: tournament?.players.count ?? 1)
    }

    private func countdown(_ left: Double) -> CountdownView {
        let digit = min(3, max(1, Int(left.rounded(.up))))
        return CountdownView(digit: digit, share: min(1, max(0, Double(digit) - left)))
    }

    private func card(_ state: KapeState) -> CardView {
        CardView(
            card: state.progress.card ?? "", remaining: state.remaining(at: now).seconds,
            length: state.settings.length.seconds, score: state.progress.got.count,
            passes: state.progress.passed.count, showsHints: state.progress.seen.count < 3)
    }

    private func drawResult(_ result: KapeResult, on canvas: inout Canvas) {
        ResultView(
            result: result, player: flow.tournament?.lastPlayer, age: sceneAge, scroll: flow.scroll, next: next,
            verdict: verdict
        ).draw(on: &canvas)
        if result.rank == .legend { Confetti(age: sceneAge, seed: 7, pieces: canvas.area.columns).draw(on: &canvas) }
    }

    private var next: ResultView.Next {
        guard let tournament = flow.tournament else { return .playAgain }
        return tournament.nextPlayer.map { .nextPlayer($0) } ?? .podium
    }
}
