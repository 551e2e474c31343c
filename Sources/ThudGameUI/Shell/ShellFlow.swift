import ThudCore
import ThudGameKit

/// The path through the screens of a game, as a pure reducer: an action changes the scene and returns effects.
///
/// The session decides what happens in a round. The flow decides what keys mean and which scenes surround a round.
package struct ShellFlow: Hashable, Sendable {
    package enum Scene: Hashable, Sendable {
        case title
        /// The question for the language, before the first title.
        case language(selected: Int)
        case modes(selected: Int)
        case decks(selected: Int)
        /// The screen for a locked deck.
        case unlock(deck: Int)
        case players
        /// The best scores of a mode and a length, by their index in `boards`.
        case board(mode: Int)
        /// A round. Its session decides the rest.
        case round
        case podium
    }

    package let description: GameDescription
    package internal(set) var scene = Scene.title
    package internal(set) var settings: SettingsPanel?
    /// Whether the help of the screen lies over it.
    package internal(set) var hasHelp = false
    package internal(set) var tournament: Tournament?
    package internal(set) var form: PlayersForm
    package internal(set) var preferences: Preferences
    package internal(set) var choices: GameChoices
    /// The names of the players who share each round. Empty before they are named.
    package internal(set) var rivals: [String]
    /// The decks on offer. Empty in games without cards.
    package internal(set) var decks: [DeckChoice]
    package internal(set) var canResume: Bool
    /// The action on the title that leads to a new round, instead of the saved one, if it comes again at once.
    var warned: ShellAction?
    /// Whether leaving the title leads back to the launcher.
    package var isFromLauncher = false
    /// How many cards of a list stand beside each other, which depends on the screen.
    package var cardColumns = 1
    /// What the title says about the saved round: its deck, its players, the remaining time.
    package var waiting = ""
    /// The leaderboards: one of each mode, in a game with timed rounds one of each length.
    package var boards: [BoardKey]
    /// How far the lists of a result or a leaderboard, or the help, are scrolled, in rows.
    package internal(set) var scroll = 0
    /// The maximum scroll, which depends on the screen.
    package var mostScroll = 0
    /// The hold of the key or button to leave.
    package var hold = LongPress()
    /// Filters presses of the primary action, which must be deliberate in a hand-over.
    package var confirms = Debounce()
    /// Filters requests for a picture, so that a held key makes only one.
    private var images = Debounce()

    /// The deck named at the start, so that no choice is offered.
    let givenDeck: String?
    /// The mode named at the start, so that no choice is offered.
    let givenMode: String?
    /// Whether the command line requests a round by mode, deck or length. Until it begins, it precedes a saved one.
    var isRoundNamed: Bool
    /// Whether players were named, if only by their number. Their names may then be the default ones.
    let hasGivenPlayers: Bool
    /// Whether the players who share each round were named, so that they are not asked.
    let areRivalsGiven: Bool
    package internal(set) var lastDeck: String?
    /// The mode of the present round, or of the last one.
    package internal(set) var mode: String

    /// Creates a flow that begins at the title, or at the players of a tournament if those are named and no round is
    /// saved that it would replace. `mode`, `deck`, `players`, `rivals` (who share each round) and the game's `options`
    /// are what was named at the start, if any. `kept` is what the game has kept from earlier starts. `isRoundNamed`
    /// says that a round is requested, even if only by its length.
    package init(
        _ description: GameDescription, decks: [DeckChoice] = [], preferences: Preferences, mode: String? = nil,
        deck: String? = nil, players: [String] = [], rivals: [String] = [], options: [String: String] = [:],
        kept: [String: String] = [:], isRoundNamed: Bool = false, canResume: Bool = false
    ) {
        self.description = description
        self.decks = decks
        self.preferences = preferences
        self.canResume = canResume
        boards = description.modes.filter(\.isScored).map { BoardKey(mode: $0) }
        givenDeck = deck
        givenMode = mode
        self.isRoundNamed = isRoundNamed || mode != nil || deck != nil || !players.isEmpty
        self.mode = description.mode(mode)?.name ?? ""
        choices = GameChoices(kept, of: description)
        // A given option overrides what was kept, until the player changes it.
        if let variant = description.variant, let given = options[variant.option] {
            choices.isVariantOn = given == variant.value
        }
        form = PlayersForm(names: players)
        hasGivenPlayers = !players.isEmpty
        self.rivals = rivals
        areRivalsGiven = !rivals.isEmpty
        if !players.isEmpty, !canResume { scene = .players }
    }

    /// Performs an action while the session, if there is one, is in `stage`.
    package mutating func act(_ action: ShellAction, stage: RoundStage?, at now: Instant) -> [FlowEffect] {
        // Any other action shows that the player does not want to leave.
        if action != .leave { hold.cancel() }
        if action != warned { warned = nil }
        if action == .confirm, !isHandedOver(stage) { confirms.restart(at: now) }
        switch action {
        case .help: return toggleHelp()
        case _ where hasHelp: return actInHelp(action)
        case .developer: return change { $0.developerLine.toggle() }
        case _ where settings != nil: return actInSettings(action)
        case .settings: return openSettings()
        case .figure(let number): return choose(numbered: number, stage, at: now)
        default: break
        }
        switch scene {
        case .title: return actOnTitle(action)
        case .language(let selected): return actOnLanguage(action, selected)
        case .modes(let selected): return actOnModes(action, selected)
        case .decks(let selected): return actOnDecks(action, selected)
        case .unlock(let deck): return actOnLock(action, deck)
        case .players: return actOnPlayers(action)
        case .board(let mode): return actOnBoard(action, mode, stage)
        case .round: return actInRound(action, stage, at: now)
        case .podium: return actOnPodium(action, at: now)
        }
    }

    private mutating func choose(numbered number: Int, _ stage: RoundStage?, at now: Instant) -> [FlowEffect] {
        switch scene {
        case .modes, .decks: act(.choose(number - 1), stage: stage, at: now)
        case .title, .language, .unlock, .players, .board, .round, .podium: []
        }
    }

    /// Starts a round at once, without any menu. If players were named, it starts a tournament.
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

    /// Records that the saved round is gone, so that a new one is offered instead.
    package mutating func lostSavedRound() { canResume = false }

    /// Returns to the title after a round failed to begin.
    package mutating func couldNotBegin() { scene = .title }

    /// Records the end of a round. In a tournament its outcome counts.
    package mutating func finished(_ outcome: Outcome) {
        scroll = 0
        hold.cancel()
        tournament?.add(result: outcome)
    }

    /// Records that the player has done what the tutorial teaches, so that it is not shown again.
    package mutating func passedTutorial() -> [FlowEffect] {
        guard !preferences.tutorialDone else { return [] }
        return change(heard: false) { $0.tutorialDone = true }
    }

    package mutating func update(seen: Int, of deck: String) {
        if let index = index(ofDeck: deck) { decks[index].seen = seen }
    }

    package func deck(_ id: String) -> Deck? { index(ofDeck: id).flatMap { decks[$0].deck } }

    /// Returns the place of the playable deck called `id`. The file of a broken one may have the same name.
    func index(ofDeck id: String) -> Int? { decks.firstIndex { $0.id == id && $0.deck != nil } }

    /// Whether resuming the saved round is the primary action.
    package var resumesFirst: Bool { canResume && !isRoundNamed }
    /// Whether characters go into a text field instead of acting as commands.
    package var isTyping: Bool { scene == .players && !isCovered }
    /// Whether the settings or the help lie over the screen.
    package var isCovered: Bool { settings != nil || hasHelp }

    func newTournament(of players: [String]) -> Tournament? {
        try? Tournament(players: players, unnamed: unnamedPlayer)
    }

    /// Changes the preferences, with the cue of a button under the new ones if `heard` is true.
    mutating func change(heard: Bool = true, _ change: (inout Preferences) -> Void) -> [FlowEffect] {
        change(&preferences)
        return [.preferences(preferences)] + (heard ? [.feedback(.button)] : [])
    }

    /// Requests a picture of the screen. A held key makes only one, however its terminal reports repeats.
    mutating func saveImage(at now: Instant) -> [FlowEffect] {
        defer { images.restart(at: now) }
        return images.isDeliberate(at: now) ? [.feedback(.button), .saveImage] : []
    }

    /// Whether the English words of a game with two languages are shown.
    package var isEnglish: Bool { description.isGlossed && preferences.language == .english }
    /// The name of a player without one, in the language of the screens.
    var unnamedPlayer: String { description.unnamedPlayer(inEnglish: isEnglish) }

    /// Goes to another scene, with the cue of a button.
    mutating func go(to scene: Scene) -> [FlowEffect] {
        self.scene = scene
        return [.feedback(.button)]
    }
}

/// The cues that the shell plays. Each game says which of its own they are.
package enum ShellCue: Hashable, Sendable {
    case button
    /// A tournament is over, and its podium appears.
    case podium
}

package enum FlowEffect: Hashable, Sendable {
    case feedback(ShellCue)
    /// Begin a session, with this deck if the game has decks.
    case begin(deck: String?)
    /// Begin the round of the day with the usual deck, length and rules.
    case beginDaily
    case resumeSaved
    case press(RoundButton)
    /// Pause the session without a sound, because something else takes over.
    case interrupt
    case round(ShellAction)
    /// End the session and keep nothing of it.
    case abandon
    /// End the session here, but keep what was saved so that it can be resumed.
    case setAside
    case preferences(Preferences)
    /// Keep this value under its key for the next start of the game.
    case remember(key: String, value: String)
    case unlock(deck: String)
    /// Save a picture of the result or the podium.
    case saveImage
    case end
}
