import ThudCore
import ThudGameKit
import ThudGameUI
import ThudRecords
import ThudTerminal

/// The screens of a game on one sheet: its title, its modes, and moments of rounds that its bot plays.
struct ScreenSheet {
    private let game: any ShownGame.Type
    private let letters: LetterCase
    private let size = Size(columns: 80, rows: 24)

    private static let start = Instant(nanoseconds: 7_000_000_000_000)
    private static let seed: UInt64 = 3
    /// Long enough to see what follows a prompt or an answer, and short enough that it is still there, in seconds.
    private static let afterward = 0.25
    /// By then a result stands still, in seconds.
    private static let settled = 5.0
    /// No bot plays a round longer.
    private static let longest = Interval.seconds(3_600)
    private static let end = "\(RoundStage.finished)"
    /// The moments of modes behind the first, which are like its others.
    private static let ofEveryMode: Set = [Moment.Kind.prompt.rawValue, end]
    /// How much smaller than its terminal a screen is on the sheet.
    private static let scale = 0.75
    private static let gap = 16

    init(_ game: any ShownGame.Type, letters: LetterCase) {
        self.game = game
        self.letters = letters
    }

    /// The sheet as an SVG picture, two screens a row.
    func svg() throws -> String {
        let screens = try menus() + game.description.modes.flatMap { try moments(of: $0) }
        let (width, height) = (480, 288)
        let rows = (screens.count + 1) / 2
        let (sheetWidth, sheetHeight) = (2 * width + 3 * Self.gap, rows * (height + Self.gap) + Self.gap)
        let placed = screens.enumerated().map { index, grid in
            let x = Self.gap + index % 2 * (width + Self.gap)
            let y = Self.gap + index / 2 * (height + Self.gap)
            return "<g transform=\"translate(\(x) \(y)) scale(\(Self.scale))\">\n\(GridPicture(grid: grid).svg)</g>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(sheetWidth) \(sheetHeight)" \
            width="\(sheetWidth)" height="\(sheetHeight)">
            <rect width="100%" height="100%" fill="#2c2c2e"/>
            \(placed.joined(separator: "\n"))
            </svg>

            """
    }

    private func menus() throws -> [Grid] {
        let decks = try game.description.usualDeck == nil ? [] : Self.decks()
        let flow = ShellFlow(game.description, decks: decks, preferences: Preferences())
        func menu(_ action: Action) -> Grid {
            var there = flow
            _ = there.act(action, stage: nil, at: Self.start)
            return grid(there, nil, at: Self.start)
        }
        var menus = [grid(flow, nil, at: Self.start)]
        if game.description.modes.count > 1 || !decks.isEmpty { menus.append(menu(.confirm)) }
        if game.description.hasTournament { menus.append(menu(.tournament)) }
        return menus + [menu(.settings)]
    }

    /// The decks that ship, as somebody sees them who has not played yet.
    private static func decks() throws -> [DeckChoice] {
        try ["mix", "ushqim", "gurbet", "vip"].map { name in
            let file = "Decks/kape/\(name).json"
            let deck = try Deck(parsing: SourceFile.read(file), file: file)
            return DeckChoice(id: deck.id, outcome: .deck(deck), isLocked: deck.locked, seen: 0, isOwn: false)
        }
    }

    private func session(_ mode: GameDescription.Mode, handsOver: Bool = false) throws -> any ShownSession {
        let cards = game.description.usualDeck == nil ? [] : ["Flija", "Besa", "Çifteli", "Valbona", "Rakia", "Turshi"]
        return try game.session(
            RoundSetup(mode: mode.name, length: .seconds(20), seed: Self.seed, cards: cards, handsOver: handsOver),
            by: .bot(rounds: 1), start: Self.start)
    }

    /// The first of each kind of moment in a round of a mode: waiting, countdown, prompt, answer, midway, pause, result.
    private func moments(of mode: GameDescription.Mode) throws -> [Grid] {
        let isFirst = mode.name == game.description.modes.first?.name
        var session = try session(mode)
        let midway = Self.start + Interval(nanoseconds: try length(of: mode).nanoseconds / 2)
        let flow = flow(mode)
        var seen: Set<String> = []
        var grids: [Grid] = []
        var now = Self.start
        if isFirst, game.description.hasTournament { grids.append(try handOver(mode)) }
        while now < Self.start + Self.longest, let next = session.nextDeadline {
            now = next
            for name in names(of: session.advance(to: now), in: session.stage)
            where (isFirst || Self.ofEveryMode.contains(name)) && seen.insert(name).inserted {
                grids.append(grid(flow, session, at: now, age: name == Self.end ? Self.settled : Self.afterward))
            }
            if isFirst, now >= midway, seen.insert("midway").inserted {
                grids += [grid(flow, session, at: now, age: Self.afterward), paused(session, flow, at: now)]
            }
            if session.stage == .finished { break }
        }
        return grids
    }

    private func flow(_ mode: GameDescription.Mode) -> ShellFlow {
        var flow = ShellFlow(game.description, preferences: Preferences())
        flow.resumed(deck: nil, mode: mode.name, tournament: nil)
        return flow
    }

    private func length(of mode: GameDescription.Mode) throws -> Interval {
        var session = try session(mode)
        var now = Self.start
        while session.stage != .finished, let next = session.nextDeadline, next < Self.start + Self.longest {
            now = next
            _ = session.advance(to: now)
        }
        return now - Self.start
    }

    private func paused(_ session: any ShownSession, _ flow: ShellFlow, at now: Instant) -> Grid {
        var session = session
        session.press(.pause, at: now)
        _ = session.advance(to: now)
        return grid(flow, session, at: now)
    }

    private func handOver(_ mode: GameDescription.Mode) throws -> Grid {
        var flow = flow(mode)
        flow.resumed(deck: nil, mode: mode.name, tournament: try Tournament(players: ["Arta", "Gëzim"]))
        return grid(flow, try session(mode, handsOver: true), at: Self.start)
    }

    /// What is to be seen at a moment: what is shown, and a stage in which nothing has to be.
    private func names(of effects: [SessionEffect], in stage: RoundStage) -> [String] {
        let shown = effects.compactMap { effect -> String? in
            if case .show(let moment) = effect.effect { moment.kind.rawValue } else { nil }
        }
        return stage == .playing ? shown : shown + ["\(stage)"]
    }

    private func grid(
        _ flow: ShellFlow, _ session: (any ShownSession)?, at now: Instant, age: Double = 0
    ) -> Grid {
        let picture = ShellPicture(
            theme: game.theme, flow: flow, session: session, now: now + .seconds(age), sceneAge: age)
        return picture.canvas(size, letters: letters).grid
    }
}
