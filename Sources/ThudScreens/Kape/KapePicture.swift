public import ThudCore
import ThudCues
public import ThudGameKit
public import ThudKape
import ThudRecords
public import ThudTerminal

/// Everything that decides the picture of Kape at a moment. It alone knows which view shows what.
public struct KapePicture: Sendable {
    /// The way through the screens.
    let flow: KapeFlow
    /// The round, if one is under way.
    let session: KapeSession?
    /// The moment.
    let now: Instant
    /// How long the scene, or the stage of the round, has been there, in seconds.
    let sceneAge: Double
    /// A flash that is being shown.
    let flash: FlashOverlay?
    /// A remark.
    let notice: String?
    /// How the budget was met in the last round.
    let verdict: String?
    /// The developer's line.
    let developer: DeveloperMetrics?

    /// The smallest terminal on which Kape can be played.
    public static let smallest = Size(columns: 60, rows: 18)

    /// A picture of a moment.
    public init(
        flow: KapeFlow, session: KapeSession?, now: Instant, sceneAge: Double, flash: FlashOverlay? = nil,
        notice: String? = nil, verdict: String? = nil, developer: DeveloperMetrics? = nil
    ) {
        self.flow = flow
        self.session = session
        self.now = now
        self.sceneAge = sceneAge
        self.flash = flash
        self.notice = notice
        self.verdict = verdict
        self.developer = developer
    }

    /// Draws it.
    public func canvas(_ size: Size, letters: LetterCase) -> Canvas {
        var canvas = Canvas(
            size, letters: letters, isGlossed: flow.preferences.gloss, allowsMotion: !flow.preferences.reduceMotion,
            reservedRows: developer == nil ? 0 : 1)
        guard Self.fits(size) else {
            TooSmallView(size: size).draw(on: &canvas)
            return canvas
        }
        drawScene(on: &canvas)
        if let panel = flow.settings {
            SettingsView(rows: SettingsPanel.rows(flow.preferences), selected: panel.selected).draw(on: &canvas)
        }
        if let notice { NoticeView(text: notice).draw(on: &canvas) }
        if let developer { DeveloperLine(metrics: developer).draw(on: &canvas) }
        flash?.draw(on: &canvas)
        return canvas
    }

    /// Whether the terminal is large enough.
    public static func fits(_ size: Size) -> Bool { size.columns >= smallest.columns && size.rows >= smallest.rows }

    /// Whether the picture changes by itself.
    public var isMoving: Bool {
        guard flow.settings == nil else { return false }
        switch (flow.scene, session?.round.phase) {
        case (.podium, _): return sceneAge < Confetti.length
        case (.round, .finished(let result)):
            return sceneAge < (result.rank == .legend ? Confetti.length : Stamp.length)
        case (.round, .waitingForForehead), (.round, .tutorial), (.round, .countdown), (.round, .playing): return true
        default: return false
        }
    }

    private func drawScene(on canvas: inout Canvas) {
        switch flow.scene {
        case .title: drawTitle(on: &canvas)
        case .decks(let selected): DecksView(decks: flow.decks, selected: selected).draw(on: &canvas)
        case .unlock(let index): UnlockView(title: flow.decks[index].title).draw(on: &canvas)
        case .players:
            PlayersView(names: flow.form.names, selected: flow.form.selected, canAdd: flow.form.canAdd)
                .draw(on: &canvas)
        case .round: drawRound(on: &canvas)
        case .podium: drawPodium(on: &canvas)
        }
    }

    func drawTitle(on canvas: inout Canvas) {
        TitleView(canResume: flow.canResume, deck: givenDeckTitle).draw(on: &canvas)
    }

    private var givenDeckTitle: String? {
        flow.givenDeck.flatMap { id in flow.decks.first { $0.id == id }?.title }
    }

    private func drawPodium(on canvas: inout Canvas) {
        let places = (flow.tournament?.standings ?? []).map {
            PodiumView.Place(place: $0.place, name: $0.name, score: $0.score, title: $0.title.rawValue)
        }
        PodiumView(places: places, age: sceneAge).draw(on: &canvas)
        Confetti(age: sceneAge, seed: 1, pieces: canvas.area.columns).draw(on: &canvas)
    }
}

extension KapePicture {
    func drawRound(on canvas: inout Canvas) {
        guard let state = session?.round else { return }
        switch state.phase {
        case .handOver: handOver.draw(on: &canvas)
        case .waitingForForehead: ForeheadView(age: sceneAge).draw(on: &canvas)
        case .tutorial:
            TutorialView(angle: session?.player.detector.angle ?? 0, isDone: false).draw(on: &canvas)
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

    /// The frame of a card in play; nil where anything else is on the screen.
    ///
    /// Between two steps of the time bar one picture is like the next, and need not be made.
    public func stillFrame(_ size: Size) -> StillFrame? {
        guard flow.scene == .round, flow.settings == nil, !flow.hold.isActive, flash == nil, notice == nil,
            let state = session?.round, case .playing = state.phase
        else { return nil }
        let card = card(state)
        let share = card.length > 0 ? card.remaining / card.length : 0
        return StillFrame(
            size: size, card: card.card, score: card.score, passes: card.passes, isGlossed: flow.preferences.gloss,
            developer: developer, seconds: Int(card.remaining.rounded(.up)),
            step: Int((share * Double(8 * size.columns)).rounded()))
    }

    /// Everything that a screen with a card depends on.
    public struct StillFrame: Hashable, Sendable {
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
        guard flow.scene == .round, case .finished(let result) = session?.round.phase else { return 0 }
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
