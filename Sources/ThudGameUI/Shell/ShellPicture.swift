import ThudCore
import ThudGameKit
import ThudTerminal

/// Everything that determines the picture of a game at one moment. Only this type decides which view shows what.
package struct ShellPicture: ScreenPicture {
    let theme: Theme
    let flow: ShellFlow
    let session: (any GameSession)?
    package let now: Instant
    /// The time since the scene, or the stage of the round, began, in seconds.
    let sceneAge: Double
    /// The time since the settings opened, in seconds.
    let settingsAge: Double
    package let flash: FlashOverlay?
    let notice: String?
    /// One line about how the last round met its latency budget.
    let verdict: String?
    let developer: DeveloperMetrics?
    /// Whether the round that has just ended has the highest score so far.
    let isHighScore: Bool
    /// The best scores of the mode, if its results show them.
    let board: [BoardRow]
    /// All scores of the mode whose leaderboard is shown, the best first.
    let leaderboard: [BoardRow]
    /// The outcomes of the last cues, the latest at the end.
    let felt: [CueFeedback]
    let panel: FeedbackPanel?
    /// Whether the terminal's own background is light.
    let isLight: Bool

    /// The smallest terminal on which the games can be played.
    package static let smallest = Size(columns: 60, rows: 18)

    package init(
        theme: Theme, flow: ShellFlow, session: (any GameSession)?, now: Instant, sceneAge: Double,
        flash: FlashOverlay? = nil, notice: String? = nil, verdict: String? = nil, developer: DeveloperMetrics? = nil,
        isHighScore: Bool = false, board: [BoardRow] = [], leaderboard: [BoardRow] = [],
        felt: [CueFeedback] = [], panel: FeedbackPanel? = nil, settingsAge: Double = .infinity,
        isLight: Bool = false
    ) {
        self.theme = theme
        self.flow = flow
        self.session = session
        self.now = now
        self.sceneAge = sceneAge
        self.settingsAge = settingsAge
        self.flash = flash
        self.notice = notice
        self.verdict = verdict
        self.developer = developer
        self.isHighScore = isHighScore
        self.board = board
        self.leaderboard = leaderboard
        self.felt = felt
        self.panel = panel
        self.isLight = isLight
    }

    /// Draws the picture. If the terminal has no colours, words carry their meaning.
    package func canvas(_ size: Size, letters: LetterCase, hasColour: Bool = true) -> Canvas {
        var canvas = Canvas(
            size, letters: letters, theme: theme, isGlossed: flow.preferences.gloss, isEnglish: flow.isEnglish,
            allowsMotion: allowsMotion, hasColour: hasColour, isLight: isLight,
            isDeveloper: developer != nil || panel != nil,
            reservedRows: (developer == nil ? 0 : 1) + (noticeView?.rows(columns: size.columns) ?? 0),
            panelRows: size.rows - Self.sceneSize(size, hasPanel: hasPanel).rows)
        guard Self.fits(size) else {
            TooSmallView(size: size).draw(on: &canvas)
            return canvas
        }
        canvas.comeIn(age: sceneAge)
        if flow.scene == .round, let session { draw(session, on: &canvas) } else { drawScene(on: &canvas) }
        if let panel = flow.settings {
            canvas.comeIn(age: settingsAge)
            let rows = panel.rows(flow.preferences, theme.words, variant: variant)
            SettingsView(rows: rows, selected: panel.selected).draw(on: &canvas)
        }
        if flow.hasHelp { helpPage.draw(scroll: flow.scroll, on: &canvas) }
        noticeView?.draw(on: &canvas)
        if let developer { DeveloperLine(metrics: developer).draw(on: &canvas) }
        if canvas.isLight { canvas.grid.lighten(canvas.area) }
        flash?.draw(on: &canvas)
        if let panel, hasPanel { FeedbackPanelView(panel: panel, now: now).draw(in: canvas.panelArea, on: &canvas) }
        return canvas
    }

    package static func fits(_ size: Size) -> Bool { size.holds(smallest) }

    /// Returns the part of the screen that a round is drawn on, with or without a panel below it.
    package static func sceneSize(_ size: Size, hasPanel: Bool) -> Size {
        Size(columns: size.columns, rows: size.rows - (hasPanel ? FeedbackPanelView.rows(on: size) : 0))
    }

    /// The notice in the language of the screen.
    private var noticeView: NoticeView? {
        notice.map { NoticeView(text: translated($0)) }
    }

    private func translated(_ notice: String) -> String {
        flow.isEnglish ? notice : theme.words.translated(notice: notice)
    }

    /// Whether there is a round above the panel.
    private var hasPanel: Bool { panel != nil && flow.scene == .round }
    private var allowsMotion: Bool { !flow.preferences.reduceMotion }

    package var isMoving: Bool {
        guard !flow.isCovered else { return flow.settings != nil && isComingIn(settingsAge) }
        if hasPanel, allowsMotion, session?.stage == .playing { return true }
        return switch (flow.scene, session?.stage) {
        case (.podium, _): allowsMotion && sceneAge < Confetti.length
        case (.round, .finished): sceneAge < (isTriumph && allowsMotion ? Confetti.length : Stamp.length)
        case (.round, .handOver): sceneAge < LeavingStrip.length
        case (.round, .countdown): true
        case (.round, .ready), (.round, .playing): session?.isMoving(at: now, age: sceneAge) == true
        case (.round, nil): false
        default: isComingIn(sceneAge)
        }
    }

    private func isComingIn(_ age: Double) -> Bool { allowsMotion && !Entrance(age: age).isOver }

    private var isTriumph: Bool { isHighScore || session?.result?.isTriumph == true }

    private func drawScene(on canvas: inout Canvas) {
        switch flow.scene {
        case .title: drawTitle(on: &canvas)
        case .language(let selected): LanguageView(selected: selected).draw(on: &canvas)
        case .modes(let selected):
            ModesView(
                modes: flow.description.modes, selected: selected,
                variant: flow.offersVariant(selected) ? variant : nil, offersLesson: flow.offersLesson
            ).draw(on: &canvas)
        case .decks(let selected): DecksView(decks: flow.decks, selected: selected).draw(on: &canvas)
        case .unlock(let index):
            UnlockView(title: flow.decks[index].title, id: flow.decks[index].id).draw(on: &canvas)
        case .players: PlayersView(form: flow.form).draw(on: &canvas)
        case .board(let mode): boardView(mode).draw(on: &canvas)
        // No round has begun yet.
        case .round: break
        case .podium: drawPodium(on: &canvas)
        }
    }

    private func drawTitle(on canvas: inout Canvas) {
        TitleView(
            title: flow.description.title, waiting: waiting, warns: flow.warned != nil, deck: givenDeckTitle,
            mode: flow.chosenMode, hasTournament: flow.description.hasTournament, hasBoard: !flow.boards.isEmpty,
            isFromLauncher: flow.isFromLauncher
        ).draw(on: &canvas)
    }

    private func boardView(_ mode: Int) -> BoardView {
        BoardView(
            heading: flow.boards.indices.contains(mode) ? flow.boards[mode] : nil,
            hasModes: flow.description.modes.count > 1,
            rows: leaderboard, scroll: flow.scroll, hasBefore: mode > 0, hasAfter: mode + 1 < flow.boards.count)
    }

    private var waiting: TitleView.Waiting {
        guard flow.canResume else { return .nothing }
        return flow.resumesFirst ? .first(flow.waiting) : .second
    }

    private var variant: (GameDescription.Variant, isOn: Bool)? {
        flow.description.variant.map { ($0, flow.choices.isVariantOn) }
    }

    private var givenDeckTitle: String? { flow.givenDeck.flatMap { flow.deck($0)?.title } }

    private func drawPodium(on canvas: inout Canvas) {
        let places = (flow.tournament?.standings ?? []).map {
            PodiumView.Place(
                place: $0.place, name: $0.name, score: $0.score, title: flow.description.title(of: $0))
        }
        PodiumView(places: places, age: sceneAge).draw(on: &canvas)
        if flow.tournament?.hasWinner == true {
            Confetti(age: sceneAge, seed: 1, pieces: canvas.area.columns).draw(on: &canvas)
        }
    }

    private func draw(_ session: any GameSession, on canvas: inout Canvas) {
        switch session.stage {
        case .handOver:
            handOver.draw(on: &canvas)
            session.drawLeaving(at: now, on: &canvas)
        case .ready, .playing: session.draw(at: now, age: sceneAge, felt: felt, on: &canvas)
        case .countdown: countdown(((session.roundDeadline ?? now) - now).seconds).draw(on: &canvas)
        case .paused:
            let figures = session.figures(at: now)
            PauseView(remaining: figures.remaining?.seconds, score: figures.score).draw(on: &canvas)
        case .finished:
            drawResult(session.result, on: &canvas)
            session.drawLeaving(at: now, on: &canvas)
        case .left: drawTitle(on: &canvas)
        }
        if flow.hold.isActive {
            LeaveHold(share: flow.hold.share(at: now), isConfirm: flow.hold.awaitsConfirmation).draw(on: &canvas)
        }
    }

    /// Returns what the frame of a running round depends on, if that is little. nil if every frame must be drawn.
    package func stillFrame(_ size: Size) -> AnyHashable? {
        guard flow.scene == .round, !flow.isCovered, !flow.hold.isActive, flash == nil, notice == nil,
            let session, session.stage == .playing,
            let round = session.stillFrame(at: now, age: sceneAge, size: Self.sceneSize(size, hasPanel: hasPanel))
        else { return nil }
        let panel = panel.map {
            FeedbackPanelView(panel: $0, now: now).stillFrame(size, allowsMotion: !flow.preferences.reduceMotion)
        }
        return [size, flow.preferences.gloss, developer, round, panel] as [AnyHashable?]
    }

    private var handOver: HandOverView {
        if let turn = session?.figures(at: now).turn { return HandOverView(turn: turn) }
        let tournament = flow.tournament
        return HandOverView(
            turn: .init(
                player: tournament?.nextPlayer ?? "", number: (tournament?.current ?? 0) + 1,
                of: tournament?.players.count ?? 1))
    }

    private func countdown(_ left: Double) -> CountdownView {
        let digit = min(3, max(1, Int(left.rounded(.up))))
        return CountdownView(digit: digit, share: min(1, max(0, Double(digit) - left)))
    }

    /// Returns the maximum scroll of a result, a leaderboard or the help, in rows. 0 if there is none.
    package func mostScroll(on canvas: Canvas) -> Int {
        if flow.hasHelp { return helpPage.mostScroll(on: canvas) }
        if case .board(let mode) = flow.scene { return boardView(mode).mostScroll(on: canvas) }
        guard flow.scene == .round, session?.stage == .finished, let result = session?.result else { return 0 }
        return view(of: result).mostScroll(on: canvas)
    }

    private func view(of result: ResultContent) -> ResultView {
        ResultView(
            content: board.isEmpty ? result : result.with(.init(best: board, theme)),
            player: flow.tournament?.lastPlayer,
            age: sceneAge, scroll: flow.scroll,
            next: next, verdict: verdict.map(translated), isHighScore: isHighScore,
            best: board.isEmpty || isHighScore ? nil : board.map(\.score).max(), hasBoard: !flow.boards.isEmpty)
    }

    private func drawResult(_ result: ResultContent?, on canvas: inout Canvas) {
        guard let result else { return }
        view(of: result).draw(on: &canvas)
        if isTriumph { Confetti(age: sceneAge, seed: 7, pieces: canvas.area.columns).draw(on: &canvas) }
    }

    private var next: ResultView.Next {
        guard let tournament = flow.tournament else { return .playAgain }
        return tournament.nextPlayer.map { .nextPlayer($0) } ?? .podium
    }
}
