import ThudCore
import ThudGameKit

extension ShellFlow {
    mutating func actOnTitle(_ action: ShellAction) -> [FlowEffect] {
        switch action {
        case .confirm where resumesFirst: return [.feedback(.button), .resumeSaved]
        case .confirm, .startAnew: return begin()
        case .resume where canResume: return [.feedback(.button), .resumeSaved]
        case .tournament where description.hasTournament: return askForPlayers()
        case .board where !scoredModes.isEmpty: return openBoard()
        case .leave: return [.feedback(.button), .end]
        default: return []
        }
    }

    mutating func chooseDeck() -> [FlowEffect] {
        guard description.usualDeck != nil else { return [.feedback(.button)] + play(nil) }
        if let givenDeck { return [.feedback(.button)] + play(givenDeck) }
        return go(to: .decks(selected: decks.firstIndex { $0.id == lastDeck } ?? 0))
    }

    mutating func play(_ deck: String?) -> [FlowEffect] {
        scene = .round
        lastDeck = deck
        // A new round replaces a saved one.
        (canResume, isRoundNamed) = (false, false)
        hold.cancel()
        return [.begin(deck: deck)]
    }

    mutating func actOnDecks(_ action: ShellAction, _ selected: Int) -> [FlowEffect] {
        switch action {
        case .up where selected > 0: return go(to: .decks(selected: selected - 1))
        case .down where selected + 1 < decks.count: return go(to: .decks(selected: selected + 1))
        case .confirm: return choose(selected)
        case .choose(let index): return choose(index)
        case .back, .leave: return leaveDecks()
        default: return []
        }
    }

    private mutating func leaveDecks() -> [FlowEffect] { go(to: tournament == nil ? .title : .players) }

    private mutating func choose(_ index: Int) -> [FlowEffect] {
        guard decks.indices.contains(index), decks[index].deck != nil else { return [] }
        if decks[index].isLocked { return go(to: .unlock(deck: index)) }
        return [.feedback(.button)] + play(decks[index].id)
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
        case .confirm where form.isTyping: return actOnPlayers(.down)
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
            if let lastDeck, deck(lastDeck) != nil { return [.feedback(.button)] + play(lastDeck) }
            return description.usualDeck == nil ? [.feedback(.button)] + play(nil) : go(to: .decks(selected: 0))
        case .back, .leave:
            tournament = nil
            return go(to: .title) + [.abandon]
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
        return change { item.change(&$0, step: step) }
    }

    private mutating func move(_ panel: SettingsPanel, by rows: Int) -> [FlowEffect] {
        var panel = panel
        guard panel.move(by: rows) else { return [] }
        settings = panel
        return [.feedback(.button)]
    }
}

/// The leaderboards of a game, one mode at a time.
extension ShellFlow {
    /// The modes whose rounds are kept on a leaderboard.
    var scoredModes: [GameDescription.Mode] { description.modes.filter(\.isScored) }

    /// The mode whose leaderboard is on the screen. nil if none is.
    package var boardMode: GameDescription.Mode? {
        guard case .board(let index) = scene else { return nil }
        return scoredModes[index]
    }

    /// Opens the leaderboard of the mode that was named at the start, or of the one chosen last.
    mutating func openBoard() -> [FlowEffect] {
        let name = givenMode ?? choices.mode ?? mode
        scroll = 0
        return go(to: .board(mode: scoredModes.firstIndex { $0.name == name } ?? 0))
    }

    mutating func actOnBoard(_ action: ShellAction, _ mode: Int) -> [FlowEffect] {
        switch action {
        case .left where mode > 0: return turn(to: mode - 1)
        case .right where mode + 1 < scoredModes.count: return turn(to: mode + 1)
        case .up: return scrolled(by: -1)
        case .down: return scrolled(by: 1)
        case .confirm, .back, .board, .leave: return go(to: .title)
        default: return []
        }
    }

    private mutating func turn(to mode: Int) -> [FlowEffect] {
        scroll = 0
        return go(to: .board(mode: mode))
    }
}
