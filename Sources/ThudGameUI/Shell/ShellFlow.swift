import ThudCore
import ThudGameKit

/// The way through the screens of a game, as a pure reducer: an action at an instant changes the scene and asks for effects.
///
/// The session decides what happens in a round. The flow decides what a key means, and which scenes come before and after.
package struct ShellFlow: Hashable, Sendable {
    /// The scenes of a game, each with a view of its own.
    package enum Scene: Hashable, Sendable {
        case title
        case modes(selected: Int)
        case decks(selected: Int)
        /// The note about a deck that is locked.
        case unlock(deck: Int)
        /// The players of a tournament or of a match.
        case players
        /// The best scores of a mode, by its place among those that have any.
        case board(mode: Int)
        /// A round, as far as its session is.
        case round
        case podium
    }

    package let description: GameDescription
    package internal(set) var scene = Scene.title
    /// The settings, where they lie over the scene.
    package internal(set) var settings: SettingsPanel?
    package internal(set) var tournament: Tournament?
    package internal(set) var form: PlayersForm
    package internal(set) var preferences: Preferences
    /// What the player has chosen in this game.
    package internal(set) var choices: GameChoices
    /// The names of those who share each round; none before they were named.
    package internal(set) var rivals: [String]
    /// The decks to choose from; none in games without cards.
    package internal(set) var decks: [DeckChoice]
    package internal(set) var canResume: Bool
    /// What is told of the round that waits: its deck, who plays, how much is left.
    package var waiting = ""
    /// How far the lists of a result or a leaderboard have been scrolled, in rows.
    package internal(set) var scroll = 0
    /// How far they can be, which depends on the screen.
    package var mostScroll = 0
    /// A key or a button held in order to leave.
    package internal(set) var hold = LongPress()

    /// Presses of the primary action, which have to be deliberate in a hand-over.
    var confirms = Debounce()
    /// Presses for a picture, of which a key that is held is one.
    private var images = Debounce()

    /// The deck that was asked for, so that no choice is offered.
    let givenDeck: String?
    /// The mode that was asked for, so that no choice is offered.
    let givenMode: String?
    /// A round was asked for on the command line, by its mode, its deck or its length: it comes before one that waits,
    /// until it has been begun.
    var isRoundNamed: Bool
    /// Players were named, if only by their number: their names may be the default ones.
    private let hasGivenPlayers: Bool
    /// Those who share each round were named, so that they are not asked.
    let areRivalsGiven: Bool
    /// The deck of the last round.
    package internal(set) var lastDeck: String?
    /// The mode of the round that is played, or was played last.
    package internal(set) var mode: String

    /// The way from the title on.
    ///
    /// - Parameters:
    ///   - mode: the mode to play, where it was named already.
    ///   - deck: the deck to play, where it was named already.
    ///   - players: the players of a tournament, where they were named already.
    ///   - rivals: those who share each round, where they were named already.
    ///   - options: the game's own options, where they were given.
    ///   - kept: what the game has kept from earlier starts.
    ///   - isRoundNamed: a round was asked for, even if by its length alone.
    package init(
        _ description: GameDescription, decks: [DeckChoice] = [], preferences: Preferences, mode: String? = nil,
        deck: String? = nil, players: [String] = [], rivals: [String] = [], options: [String: String] = [:],
        kept: [String: String] = [:], isRoundNamed: Bool = false, canResume: Bool = false
    ) {
        self.description = description
        self.decks = decks
        self.preferences = preferences
        self.canResume = canResume
        givenDeck = deck
        givenMode = mode
        self.isRoundNamed = isRoundNamed || mode != nil || deck != nil
        self.mode = description.mode(mode)?.name ?? ""
        choices = GameChoices(kept, of: description)
        // What was given wins over what was kept, for as long as nothing else is chosen.
        if let variant = description.variant, let given = options[variant.option] {
            choices.isVariantOn = given == variant.value
        }
        form = PlayersForm(names: players)
        hasGivenPlayers = !players.isEmpty
        self.rivals = rivals
        areRivalsGiven = !rivals.isEmpty
        if !players.isEmpty { scene = .players }
    }

    /// Carries out an action while the session, if there is one, is in `stage`.
    package mutating func act(_ action: ShellAction, stage: RoundStage?, at now: Instant) -> [FlowEffect] {
        // Any other action shows that the player does not want to leave.
        if action != .leave { hold.cancel() }
        if action == .confirm, !isHandedOver(stage) { confirms.note(at: now) }
        switch action {
        case .gloss: return change { $0.gloss.toggle() }
        case .developer: return change { $0.developerLine.toggle() }
        case _ where settings != nil: return actInSettings(action)
        case .settings: return openSettings()
        default: break
        }
        switch scene {
        case .title: return actOnTitle(action)
        case .modes(let selected): return actOnModes(action, selected)
        case .decks(let selected): return actOnDecks(action, selected)
        case .unlock(let deck): return actOnLock(action, deck)
        case .players: return actOnPlayers(action)
        case .board(let mode): return actOnBoard(action, mode)
        case .round: return actInRound(action, stage, at: now)
        case .podium: return actOnPodium(action, at: now)
        }
    }

    /// Plays without having been asked, as a tournament where players were named.
    package mutating func startAtOnce(deck: String?) {
        scene = .round
        lastDeck = deck
        isRoundNamed = false
        if hasGivenPlayers { tournament = newTournament(of: form.names) }
    }

    package mutating func resumed(deck: String?, mode: String? = nil, tournament: Tournament?) {
        scene = .round
        lastDeck = deck
        self.mode = mode ?? self.mode
        canResume = false
        self.tournament = tournament
    }

    /// The round that waited is gone: what is offered instead is a new one.
    package mutating func lostSavedRound() { canResume = false }

    /// The round that was to begin did not: what is offered instead is the title.
    package mutating func couldNotBegin() { scene = .title }

    /// A round has ended: in a tournament its outcome counts.
    package mutating func finished(_ outcome: Outcome) {
        scroll = 0
        hold.cancel()
        tournament?.note(result: outcome)
    }

    /// What the tutorial teaches has been done: it need not be shown again.
    package mutating func passedTutorial() -> [FlowEffect] {
        guard !preferences.tutorialDone else { return [] }
        return change(heard: false) { $0.tutorialDone = true }
    }

    /// A card of a deck has been seen.
    package mutating func noted(seen: Int, of deck: String) {
        guard let index = decks.firstIndex(where: { $0.id == deck }) else { return }
        decks[index].seen = seen
    }

    /// The deck called `id`, if it can be played.
    package func deck(_ id: String) -> Deck? { decks.first { $0.id == id }?.deck }

    /// Whether the first thing to do is to go on with the round that waits.
    var resumesFirst: Bool { canResume && !isRoundNamed }

    /// Whether characters go into a field rather than being commands.
    package var isTyping: Bool { scene == .players && settings == nil && form.isTyping }

    /// A tournament of these players; nil where there are too few or too many.
    func newTournament(of players: [String]) -> Tournament? {
        try? Tournament(players: players, unnamed: description.unnamedPlayer)
    }

    /// Changes the preferences, with the cue of a button.
    mutating func change(heard: Bool = true, _ change: (inout Preferences) -> Void) -> [FlowEffect] {
        change(&preferences)
        return (heard ? [.feedback(.button)] : []) + [.preferences(preferences)]
    }

    /// Asks for a picture of what is on the screen; once for a key that is held, whatever its terminal calls its repeats.
    mutating func saveImage(at now: Instant) -> [FlowEffect] {
        defer { images.note(at: now) }
        return images.isDeliberate(at: now) ? [.feedback(.button), .saveImage] : []
    }

    /// Goes to another scene, with the cue of a button.
    mutating func go(to scene: Scene) -> [FlowEffect] {
        self.scene = scene
        return [.feedback(.button)]
    }
}

/// The cues that the shell asks for; each game says which of its own they are.
package enum ShellCue: Hashable, Sendable {
    case button
    /// A tournament is over, and its places are shown.
    case podium
}

/// The effects that the way through the screens asks for.
package enum FlowEffect: Hashable, Sendable {
    case feedback(ShellCue)
    /// Begin a session, with this deck where the game has any.
    case begin(deck: String?)
    /// Go on with the round that was saved.
    case resumeSaved
    case press(RoundButton)
    /// Something took over: the session pauses without a sound.
    case interrupt
    case round(ShellAction)
    /// The session is over; nothing of it is kept.
    case abandon
    /// The session ends here, and can be gone on with from what was saved of it.
    case setAside
    case preferences(Preferences)
    /// This is to be found again under its key with the next start of the game.
    case remember(key: String, value: String)
    case unlock(deck: String)
    /// Write a picture of the result or of the podium.
    case saveImage
    case end
}
