import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudRecords
import ThudTerminal

/// A screen as a terminal shows it, with its caption.
struct NamedScreen {
    let title: String
    let grid: Grid
}

/// The screens of a game at one size: its menus, moments of the bot's rounds, moments of staged rounds, and the
/// shell's overlays.
struct GameScreens {
    /// The games whose screens are drawn.
    static let games = Games.all
    /// The terminal sizes at which they are drawn.
    static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

    let game: any GameView.Type
    private let letters: LetterCase
    private let size: Size
    private let isLight: Bool
    private let preferences: Preferences

    static let start = Instant(nanoseconds: 7_000_000_000_000)
    private static let seed: UInt64 = 3
    /// An age in seconds at which the reaction to a prompt or an answer is still visible.
    static let afterward = 0.25
    /// An age in seconds at which a menu or a result stands still.
    private static let settled = 5.0
    /// Longer than any round of a bot.
    private static let longest = Interval.seconds(3_600)
    private static let end = "\(RoundStage.finished)"
    /// The moments drawn of later modes. Their other moments look like those of the first mode.
    private static let ofEveryMode: Set = [Moment.Kind.prompt.rawValue, "\(RoundStage.handOver)", end]
    /// Just too small to play on.
    private static let tooSmall = Size(
        columns: ShellPicture.smallest.columns - 1, rows: ShellPicture.smallest.rows - 1)

    /// - Parameter isLight: whether the terminal's own background is light.
    init(
        _ game: any GameView.Type, letters: LetterCase, size: Size, isLight: Bool = false,
        language: Preferences.Language = .follow
    ) {
        (self.game, self.letters, self.size, self.isLight) = (game, letters, size, isLight)
        var preferences = Preferences()
        preferences.language = language
        self.preferences = preferences
    }

    /// Returns all screens, in the order in which a player meets them.
    func all() throws -> [NamedScreen] {
        let rounds = try game.description.modes.flatMap { try moments(of: $0) } + triumph() + staged()
        return try menus() + rounds + podium() + [tooSmall()]
    }

    // MARK: Menus

    private func menus() -> [NamedScreen] {
        let decks = self.decks()
        let flow = ShellFlow(game.description, decks: decks, preferences: preferences)
        func menu(_ title: String, _ actions: [ShellAction] = []) -> NamedScreen {
            var there = flow
            for action in actions { _ = there.act(action, stage: nil, at: Self.start) }
            return screen(title, there, nil, at: Self.start)
        }
        var waiting = ShellFlow(game.description, decks: decks, preferences: preferences, canResume: true)
        waiting.waiting = game.description.modes[0].title
        var menus = [
            menu("The title"), screen("The title, while a round waits", waiting, nil, at: Self.start),
            screen("The title, as the sound device goes away", flow, nil, at: Self.start, besides: Self.deviceIsGone),
        ]
        var asking = flow
        asking.askForLanguage()
        if asking.scene != .title { menus.append(screen("The language", asking, nil, at: Self.start)) }
        if game.description.modes.count > 1 { menus.append(menu("The modes", [.confirm])) }
        if let locked = decks.firstIndex(where: \.isLocked) {
            // The modes come first, if there is a choice of them.
            let way: [ShellAction] = game.description.modes.count > 1 ? [.confirm, .confirm] : [.confirm]
            menus += [menu("The decks", way), menu("A deck that is locked", way + [.choose(locked)])]
        }
        if game.description.hasTournament { menus.append(menu("The players", [.tournament])) }
        if let match = game.description.modes.firstIndex(where: { $0.players > 1 }) {
            let way: [ShellAction] = [.confirm, .choose(match), .paste(Self.players[0]), .confirm]
            menus.append(menu("The names of a match", way))
        }
        return menus + [menu("The settings", [.settings]), menu("The help", [.help])] + leaderboards()
    }

    /// Returns the leaderboard of the first mode that has one.
    private func leaderboards() -> [NamedScreen] {
        var flow = ShellFlow(game.description, preferences: preferences)
        _ = flow.act(.board, stage: nil, at: Self.start)
        guard flow.board != nil else { return [] }
        return [
            screen("The leaderboard without scores", flow, nil, at: Self.start),
            screen("The leaderboard", flow, nil, at: Self.start, besides: Besides(leaderboard: Self.scores(latest: 1))),
        ]
    }

    /// Returns the best scores of a mode. The one at index `latest` is the most recent.
    static func scores(latest: Int) -> [BoardRow] {
        let scores = [(17, "Arta", 24), (14, "Teuta", 28), (14, "Arta", 3), (11, "Gëzim", 12), (9, "Drini", 19)]
        return scores.enumerated().map { place, score in
            BoardRow(
                score: score.0, player: score.1, notes: "", day: "2026-02-\(score.2 < 10 ? "0" : "")\(score.2)",
                isLatest: place == latest)
        }
    }

    /// Returns the shipped decks as a new player sees them.
    private func decks() -> [DeckChoice] {
        guard game.description.usualDeck != nil else { return [] }
        return DeckShelf(shipped: "Decks/\(game.description.name)").entries.compactMap(\.deck).map { deck in
            DeckChoice(id: deck.id, outcome: .deck(deck), isLocked: deck.locked, seen: 0, isOwn: false)
        }
    }

    // MARK: Rounds of the bot

    /// Returns the first of each kind of moment in a round: waiting, countdown, prompt, answer, midway, pause, result.
    private func moments(of mode: GameDescription.Mode) throws -> [NamedScreen] {
        let index = game.description.modes.firstIndex { $0.name == mode.name } ?? 0
        let isFirst = index == 0
        // With the same seed, modes that begin alike would look the same.
        var session = try session(mode, seed: Self.seed + UInt64(index))
        let midway = Self.start + Interval(nanoseconds: length(of: session).nanoseconds / 2)
        let flow = flow(mode)
        var seen: Set<String> = []
        var screens: [NamedScreen] = []
        var now = Self.start
        if isFirst, game.description.hasTournament { screens.append(try handOver(mode)) }
        while now < Self.start + Self.longest, let next = session.nextDeadline {
            now = next
            for name in names(of: session.advance(to: now), in: session.stage)
            where (isFirst || Self.ofEveryMode.contains(name)) && seen.insert(name).inserted {
                let age = name == Self.end ? Self.settled : Self.afterward
                screens.append(screen("\(mode.title): \(Self.word(for: name))", flow, session, at: now, age: age))
            }
            if isFirst, now >= midway, seen.insert("midway").inserted {
                screens += midways(of: mode, session, flow, at: now)
            }
            if session.stage == .finished { break }
        }
        return screens
    }

    /// Returns the caption of a moment.
    private static func word(for name: String) -> String {
        switch name {
        case "\(RoundStage.ready)": "before it begins"
        case "\(RoundStage.countdown)": "the countdown"
        case "\(RoundStage.handOver)": "the hand-over"
        case end: "the result"
        case Moment.Kind.prompt.rawValue: "a prompt"
        case Moment.Kind.answer.rawValue: "an answer"
        default: name
        }
    }

    func session(
        _ mode: GameDescription.Mode, seed: UInt64 = seed, handsOver: Bool = false, tutorial: Bool = false,
        best: Int? = nil, by performer: Performer = .bot(rounds: 1)
    ) throws -> any GameSession {
        let cards = game.description.usualDeck == nil ? [] : ["Flija", "Besa", "Çifteli", "Valbona", "Rakia", "Turshi"]
        return try game.session(
            RoundSetup(
                mode: mode.name, length: .seconds(20), seed: seed, cards: cards, handsOver: handsOver,
                tutorial: tutorial, best: best),
            by: performer, start: Self.start)
    }

    func flow(_ mode: GameDescription.Mode) -> ShellFlow {
        var flow = ShellFlow(game.description, preferences: preferences)
        flow.resumed(deck: nil, mode: mode.name, tournament: nil)
        return flow
    }

    func length(of begun: any GameSession) -> Interval {
        var session = begun
        var now = Self.start
        while session.stage != .finished, let next = session.nextDeadline, next < Self.start + Self.longest {
            now = next
            _ = session.advance(to: now)
        }
        return now - Self.start
    }

    /// Returns the names of the visible moments, and of the stage unless the round is being played.
    private func names(of effects: [SessionEffect], in stage: RoundStage) -> [String] {
        let shown = effects.compactMap { effect -> String? in
            if case .show(let moment) = effect.effect, moment.kind != .note { moment.kind.rawValue } else { nil }
        }
        return stage == .playing ? shown : shown + ["\(stage)"]
    }

    // MARK: Staged rounds

    private func staged() throws -> [NamedScreen] {
        try StagedRound.of(game.description).flatMap { round -> [NamedScreen] in
            let mode = game.description.mode(round.mode) ?? game.description.modes[0]
            let script = Performer.script(text: round.script, file: "a staged round of \(game.description.name)")
            var session = try session(mode, tutorial: true, by: round.script.isEmpty ? .bot(rounds: 1) : script)
            let flow = flow(mode)
            return round.stops.map { stop in
                let now = Self.start + .seconds(stop.time)
                _ = session.advance(to: now)
                return screen(
                    stop.title, flow, session, at: now, age: session.stage == .finished ? Self.settled : 0,
                    besides: Besides(flash: stop.isFlash ? Self.flash : nil))
            }
        }
    }

    /// The flash of a right answer, soon after it began.
    private static let flash = FlashOverlay(colour: Neon.green, brightness: 1, age: 0.05, length: 0.3)

    // MARK: Tournaments

    private static let players = ["Arta", "Gëzim", "Teuta", "Drini"]

    private func handOver(_ mode: GameDescription.Mode) throws -> NamedScreen {
        var flow = flow(mode)
        flow.resumed(deck: nil, mode: mode.name, tournament: try Tournament(players: Self.players))
        return screen("The hand-over", flow, try session(mode, handsOver: true), at: Self.start)
    }

    /// Returns the end of a tournament in which each player's round is one of the bot's.
    private func podium() throws -> [NamedScreen] {
        guard game.description.hasTournament else { return [] }
        let mode = game.description.modes[0]
        var flow = flow(mode)
        flow.resumed(deck: nil, mode: mode.name, tournament: try Tournament(players: Self.players))
        for seed in 1...UInt64(Self.players.count) {
            var session = try session(mode, seed: seed)
            while session.stage != .finished, let next = session.nextDeadline, next < Self.start + Self.longest {
                for case .finished(let outcome) in session.advance(to: next).map(\.effect) { flow.finished(outcome) }
            }
        }
        _ = flow.act(.confirm, stage: .finished, at: Self.start)
        return [screen("The podium", flow, nil, at: Self.start, age: Self.settled)]
    }

    // MARK: Pictures

    private func tooSmall() -> NamedScreen {
        let flow = ShellFlow(game.description, preferences: preferences)
        return screen("Too small a terminal", flow, nil, at: Self.start, size: Self.tooSmall)
    }

    /// Whether a screen comes in with an animation. It is drawn as it looks afterwards.
    private static func comesIn(_ flow: ShellFlow, _ session: (any GameSession)?) -> Bool {
        guard flow.scene == .round else { return true }
        return session?.stage == .paused || session?.stage == .handOver
    }

    func screen(
        _ title: String, _ flow: ShellFlow, _ session: (any GameSession)?, at now: Instant, age: Double = 0,
        besides: Besides = Besides(), size: Size? = nil
    ) -> NamedScreen {
        let picture = ShellPicture(
            theme: game.theme, flow: flow, session: session, now: now + .seconds(age),
            sceneAge: Self.comesIn(flow, session) ? Self.settled : age, flash: besides.flash, notice: besides.notice,
            isHighScore: besides.isHighScore, board: besides.board, leaderboard: besides.leaderboard, isLight: isLight)
        return NamedScreen(title: title, grid: picture.canvas(size ?? self.size, letters: letters).grid)
    }
}
