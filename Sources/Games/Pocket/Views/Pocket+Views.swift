import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

extension Pocket: GameView {
    package static let theme = Theme(
        words: ShellWords(PackageResources.Words_txt), accent: PocketPalette.accent, emblem: PocketPalette.bolt)

    package static func draw(_ scene: RoundScene<PocketPlayerModel>, on canvas: inout Canvas) {
        PocketHeader(scene.round, at: scene.now).draw(on: &canvas)
        switch scene.round.phase {
        case .opening, .ready: ReadyView(round: scene.round).draw(on: &canvas)
        case .showing(let first):
            SequenceView(steps: scene.round.progress.sequence, elapsed: (scene.now - first).seconds).draw(on: &canvas)
        case .asking(let asked): PromptView(scene.round, asked, at: scene.now).draw(on: &canvas)
        case .between: SequenceDoneView(count: scene.round.progress.score).draw(on: &canvas)
        case .handOver, .paused, .finished, .over: break
        }
        PocketPanels(attempts: scene.round.progress.attempts, felt: scene.felt).draw(on: &canvas)
        PocketHeader(scene.round, at: scene.now).drawMargin(PocketLayout(canvas).margin, on: &canvas)
        LeavingPrompt(scene.round, at: scene.now)?.shake(&canvas)
    }

    /// Draws the last answered prompt in the margin of the screens that all games share, if they have one.
    package static func drawLeaving(_ scene: RoundScene<PocketPlayerModel>, on canvas: inout Canvas) {
        let leaving = LeavingPrompt(scene.round, at: scene.now)
        leaving?.draw(in: canvas.area.part(rows: canvas.size.page.row), on: &canvas)
        leaving?.shake(&canvas)
    }

    /// Returns the figures of the round for the pause, and for the hand-over of a match.
    package static func figures(of round: PocketRound, at now: Instant) -> RoundFigures {
        guard let match = round.progress.match else { return RoundFigures(score: round.progress.score) }
        return RoundFigures(
            turn: .init(player: round.settings.players[match.player], number: match.turn + 1, of: match.evenTurns))
    }

    package static func result(of round: PocketRound) -> ResultContent? {
        if case .finished(let ending, _) = round.phase { ResultContent(ending, round) } else { nil }
    }

    /// Returns the commands of keys and pointer while gestures count. The first row, with the exit, is the shell's.
    package static func commands(
        for input: RoundInput, in round: PocketRound, size: Size, page: Area
    ) -> [SessionCommand<PocketAction>] {
        guard round.stage == .playing || round.stage == .ready else { return [] }
        switch input {
        case .key(let event): return GestureKeys.usual.means(event) ? [.action(.hand(.key(event)))] : []
        case .pointer(let event):
            guard event.button != .middle, event.kind != .down || event.position.row > 0 else { return [] }
            let surface = PointerSurface(
                columns: size.columns, rows: size.rows, grain: event.isExact ? .pixels : .cells)
            let done = SessionCommand.action(PocketAction.hand(.pointer(event)))
            return event.kind == .down ? [.action(.surface(surface)), done] : [done]
        case .action: return []
        }
    }
}

extension ResultContent {
    init(_ ending: PocketEnding, _ round: PocketRound) {
        let (players, progress) = (round.settings.players, round.progress)
        let title: String
        let figures: String
        if let match = progress.match {
            title = match.winner.map { "\(ShownName(players[$0]).text) wins!" } ?? "A draw!"
            figures = "\(match.scores[0]) : \(match.scores[1])"
        } else {
            title = ending == .done ? "Well done!" : ending == .late ? "Too late!" : "Out of pocket!"
            figures = "in \(Decimals.fixed(progress.played.seconds, 1)) s"
        }
        let last = progress.attempts.last.flatMap { $0.isRight || ending == .done ? nil : $0.text }
        let right = progress.attempts.filter(\.isRight).map(PocketPanels.line)
        self.init(
            title: Phrase(title), remark: Phrase(last ?? ""), score: progress.points, figures: figures,
            stamp: progress.isRecord ? Pocket.theme.words[.highScore].text : nil, stampColour: Neon.gold,
            isTriumph: progress.isTriumph,
            lists: [
                List(
                    mark: "✓", phrase: Phrase(right.count < progress.successes ? "right, the last:" : "right"),
                    colour: Neon.green, entries: right, count: progress.successes)
            ] + Self.failures(round))
    }

    /// Lists wrong and late answers of modes in which they do not end the round. In other modes the remark shows the
    /// failure, and the score board needs the space.
    private static func failures(_ round: PocketRound) -> [List] {
        guard Pocket.description.mode(round.settings.mode.rawValue)?.isScored == false else { return [] }
        let wrong = round.progress.attempts.filter { !$0.isRight }.map(\.text)
        return [
            List(
                mark: "✗", phrase: Phrase("wrong or late"), colour: Neon.orange, entries: wrong,
                count: round.progress.failures)
        ]
    }
}
