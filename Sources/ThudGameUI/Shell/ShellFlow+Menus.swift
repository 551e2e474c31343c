import ThudCore
import ThudGameKit

extension ShellFlow {
    mutating func actOnTitle(_ action: ShellAction) -> [FlowEffect] {
        if canResume, warned == nil, leadsToNewRound(action) {
            warned = action
            return [.feedback(.button)]
        }
        warned = nil
        switch action {
        case .confirm where resumesFirst: return [.feedback(.button), .resumeSaved]
        case .confirm where (canResume || isRoundNamed) && hasGivenPlayers: return askForPlayers()
        case .confirm, .startAnew: return begin()
        case .resume where canResume: return [.feedback(.button), .resumeSaved]
        case .tournament where description.hasTournament: return askForPlayers()
        case .board where !boards.isEmpty: return openBoard()
        case .daily where !boards.isEmpty: return beginDaily()
        case .leave: return [.feedback(.button), .end]
        default: return []
        }
    }

    /// Whether it is an action whose round replaces a saved one.
    private func leadsToNewRound(_ action: ShellAction) -> Bool {
        switch action {
        case .confirm: !resumesFirst
        case .startAnew: true
        case .tournament: description.hasTournament
        case .daily: !boards.isEmpty
        default: false
        }
    }

    mutating func chooseDeck() -> [FlowEffect] {
        guard description.usualDeck != nil else { return play(nil) }
        if let givenDeck { return play(givenDeck) }
        return offerDecks()
    }

    /// Shows the decks, with the last one chosen if it still exists, or else the usual one.
    private mutating func offerDecks() -> [FlowEffect] {
        let wanted = [lastDeck, description.usualDeck].compactMap { $0.flatMap(index(ofDeck:)) }
        return go(to: .decks(selected: wanted.first ?? 0))
    }

    mutating func play(_ deck: String?) -> [FlowEffect] {
        scene = .round
        lastDeck = deck
        // A new round replaces a saved one.
        (canResume, isRoundNamed) = (false, false)
        hold.cancel()
        return [.feedback(.button), .begin(deck: deck)]
    }

    mutating func actOnDecks(_ action: ShellAction, _ selected: Int) -> [FlowEffect] {
        switch action {
        case .up where selected >= cardColumns: return go(to: .decks(selected: selected - cardColumns))
        case .down where selected + cardColumns < decks.count:
            return go(to: .decks(selected: selected + cardColumns))
        case .left where selected > 0: return go(to: .decks(selected: selected - 1))
        case .right where selected + 1 < decks.count: return go(to: .decks(selected: selected + 1))
        case .confirm: return choose(selected)
        case .choose(let index): return choose(index)
        case .back, .leave: return go(to: tournament == nil ? .title : .players)
        default: return []
        }
    }

    private mutating func choose(_ index: Int) -> [FlowEffect] {
        guard decks.indices.contains(index), decks[index].deck != nil else { return [] }
        if decks[index].isLocked { return go(to: .unlock(deck: index)) }
        return play(decks[index].id)
    }

    mutating func actOnLock(_ action: ShellAction, _ index: Int) -> [FlowEffect] {
        switch action {
        case .confirm:
            decks[index].isLocked = false
            return go(to: .decks(selected: index)) + [.unlock(deck: decks[index].id)]
        case .back, .leave: return go(to: .decks(selected: index))
        default: return []
        }
    }

    mutating func actOnPlayers(_ action: ShellAction) -> [FlowEffect] {
        switch action {
        // Enter moves to the next field, as in any form. After the last field it starts the game.
        case .confirm where form.isAtEnd: return beginNamed()
        case .tournament: return beginNamed()
        case .confirm where form.isOnName: return actOnPlayers(.down)
        case .confirm: return actOnPlayers(.choose(form.names.count))
        case .back, .leave: return leavePlayers()
        default: return form.act(action) ? [.feedback(.button)] : []
        }
    }

    mutating func actOnPodium(_ action: ShellAction, at now: Instant) -> [FlowEffect] {
        switch action {
        case .saveImage: return saveImage(at: now)
        case .confirm:
            guard let tournament else { return go(to: .title) }
            self.tournament = newTournament(of: tournament.players)
            // The deck of a resumed round may no longer exist.
            if let lastDeck, deck(lastDeck) != nil { return play(lastDeck) }
            return description.usualDeck == nil ? play(nil) : offerDecks()
        case .back, .leave: return leaveRound()
        default: return []
        }
    }

    /// Opens the settings. A running round is paused, so that nobody loses time over a setting.
    mutating func openSettings() -> [FlowEffect] {
        settings = SettingsPanel(
            items: SettingsPanel.Item.items(of: description), hasVariant: description.variant != nil)
        hold.cancel()
        return (scene == .round ? [.interrupt] : []) + [.feedback(.button)]
    }

    /// Shows or hides the help. A running round is paused, so that nobody loses time over reading.
    mutating func toggleHelp() -> [FlowEffect] {
        hasHelp.toggle()
        scroll = 0
        hold.cancel()
        return (hasHelp && scene == .round ? [.interrupt] : []) + [.feedback(.button)]
    }

    mutating func actInHelp(_ action: ShellAction) -> [FlowEffect] {
        switch action {
        case .back, .leave, .confirm: toggleHelp()
        case .up: scrolled(by: -1)
        case .down: scrolled(by: 1)
        default: []
        }
    }

    mutating func actInSettings(_ action: ShellAction) -> [FlowEffect] {
        guard var panel = settings else { return [] }
        switch action {
        case .up: return move(panel, by: -1)
        case .down: return move(panel, by: 1)
        case .left: return change(panel, step: -1)
        case .right, .confirm: return change(panel, step: 1)
        case .choose(let index) where panel.rows.contains(index):
            panel.selected = index
            settings = panel
            return change(panel, step: 1)
        case .back, .settings, .leave:
            settings = nil
            return [.feedback(.button)]
        default: return []
        }
    }

    private mutating func change(_ panel: SettingsPanel, step: Int) -> [FlowEffect] {
        guard let item = panel.item else { return switchVariant() }
        var changed = preferences
        item.change(&changed, step: step)
        // The volume ends at both sides.
        return changed == preferences ? [] : change { $0 = changed }
    }

    private mutating func move(_ panel: SettingsPanel, by rows: Int) -> [FlowEffect] {
        var panel = panel
        guard panel.move(by: rows) else { return [] }
        settings = panel
        return [.feedback(.button)]
    }
}

/// A leaderboard: a mode, and in timed games the length of its rounds.
package struct BoardKey: Hashable, Sendable {
    package let mode: GameDescription.Mode
    /// The length in seconds. nil in games without timed rounds, and for old scores whose length is unknown.
    package let seconds: Double?

    package init(mode: GameDescription.Mode, seconds: Double? = nil) {
        self.mode = mode
        self.seconds = seconds
    }
}

/// The leaderboards of a game, one at a time.
extension ShellFlow {
    /// The leaderboard on the screen. nil if none is.
    package var board: BoardKey? {
        guard case .board(let index) = scene, boards.indices.contains(index) else { return nil }
        return boards[index]
    }

    /// Opens the leaderboard of the mode that was named at the start, or of the one chosen last.
    mutating func openBoard() -> [FlowEffect] {
        let name = givenMode ?? choices.mode ?? mode
        scroll = 0
        let fitting = boards.indices.filter { boards[$0].mode.name == name }
        let exact = fitting.first { boards[$0].seconds == preferences.seconds }
        return go(to: .board(mode: exact ?? fitting.first ?? 0))
    }

    /// Handles the leaderboard, from which a result comes back if it opened it.
    mutating func actOnBoard(_ action: ShellAction, _ mode: Int, _ stage: RoundStage?) -> [FlowEffect] {
        switch action {
        case .left where mode > 0: return turn(to: mode - 1)
        case .right where mode + 1 < boards.count: return turn(to: mode + 1)
        case .up: return scrolled(by: -1)
        case .down: return scrolled(by: 1)
        case .confirm, .back, .board, .leave:
            scroll = 0
            return go(to: stage == .finished ? .round : .title)
        default: return []
        }
    }

    private mutating func turn(to mode: Int) -> [FlowEffect] {
        scroll = 0
        return go(to: .board(mode: mode))
    }
}

/// The language of a game that has two, and the round of the day.
extension ShellFlow {
    /// Asks for the language before the title, unless it is known or a round begins at once.
    package mutating func askForLanguage() {
        if description.isGlossed, preferences.language == .follow, scene == .title { scene = .language(selected: 0) }
    }

    mutating func actOnLanguage(_ action: ShellAction, _ selected: Int) -> [FlowEffect] {
        switch action {
        case .left, .up, .right, .down: return go(to: .language(selected: 1 - selected))
        case .confirm: return speak(selected == 1 ? .english : .own)
        case .choose(let index): return speak(index == 1 ? .english : .own)
        case .back: return speak(.own)
        case .leave: return [.feedback(.button), .end]
        default: return []
        }
    }

    private mutating func speak(_ language: Preferences.Language) -> [FlowEffect] {
        scene = .title
        return change { $0.language = language }
    }

    /// Begins the round of the day: the first mode, without tournament and variant.
    mutating func beginDaily() -> [FlowEffect] {
        tournament = nil
        guard let first = description.modes.first(where: { $0.isScored && $0.players == 1 }) else { return [] }
        mode = first.name
        _ = play(description.usualDeck)
        return [.feedback(.button), .beginDaily]
    }
}
