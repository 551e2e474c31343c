import ThudCore
import ThudGameKit
import ThudGameUI
import ThudPlayback
import ThudRecords
import ThudTerminal

/// Plays a game on a terminal's screen, from the first frame to the last.
struct ScreenPlay {
    let request: PlayRequest

    /// Plays to the end. The launcher keeps its remarks for the time when the terminal is a shell's again.
    func run(on terminal: TerminalSession) throws -> PlayOutcome {
        let began = Instant.now()
        let assets = try Assets.find()
        let state = try StartupState(request, assets)
        let interrupts = Interrupts()
        // Declared first, so that it runs last, when the screen is gone.
        defer { if !request.isFromLauncher { Console.release() } }
        Console.hold()
        terminal.enter()
        // The title is shown before the sound is open, because a device may take its time.
        let renderer = ScreenRenderer(terminal.output, isSynchronized: terminal.input.hasSynchronizedUpdates)
        // A round that goes on at once has no title, which would only flicker.
        if !state.goesOnAtOnce { renderer.post(state.picture(at: began, isLight: terminal.input.isLight), due: began) }
        let feedback: FeedbackOutput
        do {
            feedback = try FeedbackOutput.open(request, assets, clock: .live)
            feedback.tuner = try request.tuner(assets, sampleRate: feedback.output.engine.sampleRate)
        } catch {
            renderer.stop()
            terminal.leave()
            throw error
        }
        let runner = SessionRunner(player: request.player, feedback: feedback, interrupts: interrupts)
        runner.motion = request.motion
        let presenter = ScreenPresenter(state, runner: runner, terminal: terminal, renderer: renderer)
        let signal = presenter.run()
        renderer.stop()
        if !request.isFromLauncher { Console.release() }
        if let unsaved = presenter.desk?.unsaved { Console.remark(unsaved) }
        let problems = presenter.pictures.finish() + presenter.store.close()
        for words in presenter.unseenNotices where !problems.contains(words) { Console.remark(words) }
        for words in problems { Console.remark("thud: \(words)") }
        let report = request.isFromLauncher ? nil : presenter.report(isInterrupted: signal != nil)
        try feedback.close(report, isJSON: request.isJSON)
        return (signal, feedback.verdict.failure)
    }
}

/// Everything that the first frame needs, and nothing that takes long to load.
struct StartupState {
    /// The request, with the id of the first round's deck, and with the seed of a simulated player.
    let options: PlayRequest
    let store: ProgressStore
    let game: any GameView.Type
    let flow: ShellFlow
    /// Remarks for the player: broken decks, unusable records.
    let notices: [String]

    /// Reads what was kept. Throws if the deck is missing, broken or locked, or no round can be resumed.
    init(_ request: PlayRequest, _ assets: Assets) throws {
        game = request.game
        let description = game.description
        let shelf = description.usualDeck.map { _ in assets.shelf(of: description.name) }
        let named = try request.deck.map { try NamedDeck($0, of: description.name, assets, shelf) }
        let entries = shelf?.entries ?? []
        let store = try ProgressStore(
            game, isRemembering: request.player.isPerson, isReadOnly: request.tuningTarget != nil,
            decks: entries.map(\.id) + [named?.id].compactMap(\.self))
        var choices = entries.map { DeckChoice($0, store) }
        for deck in [named, store.savedRound?.deck.flatMap { NamedDeck(saved: $0) }].compactMap(\.self)
        where !choices.contains(where: { $0.id == deck.id }) { choices.append(DeckChoice(deck, store)) }
        if request.isResuming { try store.requireRound() }
        var preferences = request.sound.preferences(over: store.preferences)
        if let seconds = request.seconds { preferences.seconds = seconds }
        if preferences.language == .follow { preferences.language = Self.systemLanguage }
        store.begin(with: preferences)
        let isPerson = request.player.isPerson
        var options = request
        options.seed = request.seed ?? (isPerson ? nil : PlayRequest.standIn)
        options.deck = named?.id ?? description.usualDeck
        self.options = options
        var flow = ShellFlow(
            description, decks: choices, preferences: preferences, mode: request.mode, deck: named?.id,
            players: request.players, rivals: request.match, options: request.gameOptions, kept: store.choices,
            isRoundNamed: request.namesRound, canResume: store.savedRound != nil)
        if let saved = store.savedRound { flow.waiting = saved.words(game, flow) }
        flow.isFromLauncher = request.isFromLauncher
        flow.boards = store.boardKeys(seconds: preferences.seconds)
        if isPerson { flow.askForLanguage() }
        self.flow = flow
        self.store = store
        notices = store.notices + (shelf?.problems.map(\.description) ?? [])
    }

    /// The language of the person's locale, as far as games have it: `follow` if it names one that no game has. The C
    /// locale says nothing about the person, so games speak their own language then.
    static var systemLanguage: Preferences.Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment[$0] }.first ?? "C"
        switch locale.prefix(while: { $0 != "_" && $0 != "." && $0 != "@" }) {
        case "sq", "C", "POSIX": return .own
        case "en": return .english
        default: return .follow
        }
    }

    /// Whether a saved round is shown at once, because it has no clock for which a player gets ready.
    var goesOnAtOnce: Bool { game.keepsProgress && flow.resumesFirst && !options.startsAtOnce }

    func picture(at now: Instant, isLight: Bool) -> ShellPicture {
        ShellPicture(theme: game.theme, flow: flow, session: nil, now: now, sceneAge: 0, isLight: isLight)
    }
}

extension SavedRound {
    /// Returns a short description of the round: `Gurbet · Ana · 42 s · ✓ 5`.
    func words(_ played: any GameView.Type, _ flow: ShellFlow) -> String {
        let figures = played.figures(of: state)
        let words = [
            deck.flatMap { id in flow.decks.first { $0.id == id }?.title },
            played.description.modes.count > 1 ? played.description.mode(mode)?.title : nil,
            tournament?.nextPlayer, figures.remaining.map { Seconds.amount($0.seconds) },
            figures.score.map { "✓ \($0)" },
        ]
        return words.compactMap(\.self).joined(separator: " · ")
    }
}

extension DeckChoice {
    /// Creates a choice from a deck on the shelf, with the player's progress in it.
    init(_ entry: DeckShelf.Entry, _ store: ProgressStore) {
        let outcome: Outcome =
            switch entry.outcome {
            case .success(let deck): .deck(deck)
            // The list has no room for a folder, which a remark names.
            case .failure(let error):
                .problem(
                    error.description.replacing("\(SourceFile.folder(of: entry.path))/", with: "", maxReplacements: 1))
            }
        self.init(
            id: entry.id, outcome: outcome,
            isLocked: entry.deck?.locked == true && !store.isUnlocked(deck: entry.id),
            seen: entry.deck.map { store.seen(of: $0, as: entry.id).count } ?? 0, isOwn: entry.source == .own)
    }

    /// Creates a choice from a deck's file. A locked deck would have been refused before.
    init(_ named: NamedDeck, _ store: ProgressStore) {
        self.init(
            id: named.id, outcome: .deck(named.deck), isLocked: false,
            seen: store.seen(of: named.deck, as: named.id).count, isOwn: true)
    }

    /// Creates the only choice, with no card seen.
    init(_ deck: Deck) { self.init(id: deck.id, outcome: .deck(deck), isLocked: false, seen: 0, isOwn: true) }
}

/// A deck named on the command line, and its id.
///
/// The id of a deck from a file on no shelf is the file's full path. Whatever name it contains, it is not mistaken
/// for another deck. Its cards are counted separately, and its round can be resumed from any folder.
struct NamedDeck {
    let id: String
    let deck: Deck

    /// Finds a deck by its name or file; throws if it is missing, broken or locked.
    init(_ name: String, of game: String, _ assets: Assets, _ shelf: DeckShelf?) throws {
        deck = try assets.deck(name, of: game)
        let file = try assets.deckFile(name, of: game)
        let path = SourceFile.realPath(file) ?? file
        id = shelf?.entry(inFile: path)?.deck?.id ?? path
    }

    /// Finds the deck of a saved round; nil unless it came from a file that can still be read.
    init?(saved id: String) {
        guard id.hasPrefix("/"), let bytes = try? SourceFile.read(id), let deck = try? Deck(parsing: bytes, file: id)
        else { return nil }
        self.id = id
        self.deck = deck
    }
}
