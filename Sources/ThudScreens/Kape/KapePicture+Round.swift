import ThudCore
import ThudGames
import ThudRecords
public import ThudTerminal

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
        case .over: drawTitle(on: &canvas)
        }
        if flow.hold.isActive {
            LeaveHold(share: flow.hold.share(at: now), isConfirm: flow.hold.awaitsConfirmation).draw(on: &canvas)
        }
    }

    /// What is seen while a card is played and nothing else goes on; nil where anything else may be seen.
    ///
    /// Between two steps of the time bar one picture is like the next, and need not be made.
    public func stillLook(_ size: Size) -> StillLook? {
        guard flow.scene == .round, flow.settings == nil, !flow.hold.isActive, flash == nil, notice == nil,
            let state = session?.state, case .playing = state.phase
        else { return nil }
        let card = card(state)
        let share = card.length > 0 ? card.remaining / card.length : 0
        return StillLook(
            size: size, card: card.card, score: card.score, passes: card.passes, isGlossed: flow.preferences.gloss,
            developer: developer, seconds: Int(card.remaining.rounded(.up)),
            step: Int((share * Double(8 * size.columns)).rounded()))
    }

    /// All that a screen with a card depends on.
    public struct StillLook: Hashable, Sendable {
        let size: Size
        let card: String
        let score: Int
        let passes: Int
        let isGlossed: Bool
        let developer: DeveloperMetrics?
        let seconds: Int
        let step: Int
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

    /// How many rows the cards of a result can be scrolled on a screen like this; 0 where no result is shown.
    public func mostScroll(on canvas: Canvas) -> Int {
        guard flow.scene == .round, case .finished(let result) = session?.state.phase else { return 0 }
        return view(of: result).mostScroll(on: canvas)
    }

    private func view(of result: KapeResult) -> ResultView {
        ResultView(
            result: result, player: flow.tournament?.lastPlayer, age: sceneAge, scroll: flow.scroll, next: next,
            verdict: verdict)
    }

    private func drawResult(_ result: KapeResult, on canvas: inout Canvas) {
        view(of: result).draw(on: &canvas)
        if result.rank == .legend { Confetti(age: sceneAge, seed: 7, pieces: canvas.area.columns).draw(on: &canvas) }
    }

    private var next: ResultView.Next {
        guard let tournament = flow.tournament else { return .playAgain }
        return tournament.nextPlayer.map { .nextPlayer($0) } ?? .podium
    }
}
