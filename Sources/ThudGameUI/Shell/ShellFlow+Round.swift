import ThudCore
import ThudGameKit

extension ShellFlow {
    mutating func actInRound(_ action: ShellAction, _ stage: RoundStage?, at now: Instant) -> [FlowEffect] {
        guard let stage else { return [] }
        switch (action, stage) {
        case (.leave, .finished), (.back, .finished): return leaveResult()
        case (.leave, .paused): return setAside()
        case (.leave, _): return []
        case (.confirm, .finished): return goOn()
        case (.board, .finished) where !boards.isEmpty: return openBoard()
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
    func isHandedOver(_ stage: RoundStage?) -> Bool { scene == .round && !isCovered && stage == .handOver }

    /// Whether leaving requires a hold, because it would end a round that is under way. A paused one is kept.
    package func mustHoldToLeave(stage: RoundStage?) -> Bool {
        guard scene == .round, !isCovered, let stage else { return false }
        return stage != .finished && stage != .paused
    }

    package mutating func advance(to now: Instant) -> [FlowEffect] { hold.advance(to: now) ? leaveRound() : [] }

    /// Leaves a result. Between two players of a tournament it is only set aside, so that one press cannot undo it all.
    private mutating func leaveResult() -> [FlowEffect] {
        guard let tournament, !tournament.isComplete else { return leaveRound() }
        return setAside()
    }

    /// Leaves a round or a tournament so that the title offers to continue it.
    private mutating func setAside() -> [FlowEffect] {
        tournament = nil
        canResume = true
        return go(to: .title) + [.setAside]
    }

    mutating func leaveRound() -> [FlowEffect] {
        tournament = nil
        return go(to: .title) + [.abandon]
    }

    /// Continues with another round, the next player's turn, or the podium.
    private mutating func goOn() -> [FlowEffect] {
        if let tournament, tournament.isComplete {
            scene = .podium
            return [.feedback(tournament.hasWinner ? .podium : .button)]
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

/// The modes of a game, its variant, and the players who share a round.
extension ShellFlow {
    /// Begins a single round, with the mode and deck named at the start, or else after choosing them.
    mutating func begin() -> [FlowEffect] {
        tournament = nil
        guard description.modes.count > 1, givenMode == nil else {
            // A round in another mode may have been resumed since.
            if let given = description.mode(givenMode) { mode = given.name }
            return enterMode()
        }
        let first = offersLesson ? description.teachingMode?.name : choices.mode ?? description.modes.first?.name
        return go(to: .modes(selected: description.modes.firstIndex { $0.name == first } ?? 0))
    }

    /// Whether the mode that teaches the game is offered first.
    var offersLesson: Bool { !choices.isTaught }

    mutating func actOnModes(_ action: ShellAction, _ selected: Int) -> [FlowEffect] {
        switch action {
        case .up where selected > 0: return go(to: .modes(selected: selected - 1))
        case .down where selected + 1 < description.modes.count: return go(to: .modes(selected: selected + 1))
        case .left where offersVariant(selected), .right where offersVariant(selected): return switchVariant()
        case .confirm: return choose(mode: selected)
        case .choose(let index): return choose(mode: index)
        case .back, .leave: return go(to: .title)
        default: return []
        }
    }

    /// Whether the variant can be turned on and off for a mode.
    func offersVariant(_ index: Int) -> Bool { description.variant != nil && !description.modes[index].teaches }

    /// Turns the variant on or off, with the cue of a button.
    mutating func switchVariant() -> [FlowEffect] {
        guard let variant = description.variant else { return [] }
        choices.isVariantOn.toggle()
        let value = choices.isVariantOn ? GameChoices.on : GameChoices.off
        return [.feedback(.button), .remember(key: variant.option, value: value)]
    }

    private mutating func choose(mode index: Int) -> [FlowEffect] {
        guard description.modes.indices.contains(index) else { return [] }
        mode = description.modes[index].name
        return remember(description.modes[index]) + enterMode()
    }

    /// Keeps the chosen mode for the next start. A player who does not choose the lesson does not want to be taught.
    private mutating func remember(_ mode: GameDescription.Mode) -> [FlowEffect] {
        guard !mode.teaches else { return [] }
        var effects: [FlowEffect] = []
        if choices.mode != mode.name { effects.append(.remember(key: GameChoices.modeKey, value: mode.name)) }
        if offersLesson { effects.append(.remember(key: GameChoices.lessonKey, value: GameChoices.declined)) }
        (choices.mode, choices.isTaught) = (mode.name, true)
        return effects
    }

    /// Enters the present mode. Players who share a round are first asked for their names.
    private mutating func enterMode() -> [FlowEffect] {
        guard let sharing, !areRivalsGiven else { return chooseDeck() }
        form = PlayersForm(names: rivals, among: sharing...sharing)
        return go(to: .players)
    }

    /// Asks for the players of a tournament. It is played in the named or last chosen mode, or in the first one,
    /// provided that each player plays alone in that mode and it does not teach.
    mutating func askForPlayers() -> [FlowEffect] {
        let wanted = [givenMode, choices.mode].compactMap { $0.flatMap(description.mode) } + description.modes
        if let fitting = wanted.first(where: { $0.players == 1 && !$0.teaches }) { mode = fitting.name }
        if !form.isForTournament { form = PlayersForm() }
        return go(to: .players)
    }

    /// The number of players who share a round of the present mode. nil if each plays alone.
    var sharing: Int? { description.mode(mode).flatMap { $0.players > 1 ? $0.players : nil } }

    /// Begins a match or a tournament of the players named in the form.
    mutating func beginNamed() -> [FlowEffect] {
        if let twin = PlayerName.twin(in: form.names, unnamed: unnamedPlayer) {
            form.refuse(twin)
            return [.feedback(.button)]
        }
        guard sharing == nil else {
            rivals = PlayerName.shown(form.names, unnamed: unnamedPlayer)
            return chooseDeck()
        }
        tournament = newTournament(of: form.names)
        return chooseDeck()
    }

    /// Returns from the names to the screen before them.
    mutating func leavePlayers() -> [FlowEffect] {
        tournament = nil
        guard sharing != nil, givenMode == nil else { return go(to: .title) }
        return go(to: .modes(selected: description.modes.firstIndex { $0.name == mode } ?? 0))
    }

    /// Records that a round of the teaching mode has ended, so that it need not be offered again.
    package mutating func finishedMode() -> [FlowEffect] {
        choices.finish(mode: mode, of: description).map { [.remember(key: $0.key, value: $0.value)] } ?? []
    }

    /// What the title says about the round that its button begins, if known: its mode and the variant.
    var chosenMode: String? {
        guard description.modes.count > 1, let mode = description.mode(givenMode ?? choices.mode ?? mode) else {
            return nil
        }
        guard givenMode != nil || choices.mode != nil || choices.isVariantOn else { return nil }
        let variant = choices.isVariantOn && !mode.teaches ? description.variant : nil
        return [mode.title, variant?.title].compactMap(\.self).joined(separator: " · ")
    }
}
