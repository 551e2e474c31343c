import ThudCore
import ThudGames
import ThudRecords
import ThudScreens

/// All that the first frame needs, and nothing that takes its time.
struct KapeOpening {
    let setup: LaunchOptions
    let keeper: ProgressStore
    let flow: KapeFlow
    /// What the player should be told: decks that are broken, records that cannot be used.
    let notices: [String]

    /// Reads the decks and what was kept.
    ///
    /// - Throws: where the deck that was asked for is not there, broken or locked; where a round was to be continued and
    ///   none was saved.
    init(_ request: PlayRequest, _ assets: Assets) throws {
        let shelf = assets.shelf(of: request.game)
        let named = try request.deck.map { try NamedDeck($0, of: request.game, assets, shelf) }
        let keeper = try ProgressStore(
            isRemembering: request.player.isPerson, decks: shelf.entries.map(\.id) + [named?.id].compactMap(\.self))
        var choices = shelf.entries.map { DeckChoice($0, keeper) }
        for deck in [named, keeper.savedRound.flatMap { NamedDeck(saved: $0.deck) }].compactMap(\.self)
        where !choices.contains(where: { $0.id == deck.id }) {
            choices.append(DeckChoice(deck, keeper))
        }
        if request.isResuming { try Self.requireRound(of: keeper) }
        var preferences = request.sound.preferences(over: keeper.preferences)
        if let seconds = request.seconds { preferences.seconds = seconds }
        keeper.begin(with: preferences)
        let isPerson = request.player.isPerson
        setup = LaunchOptions(
            player: request.player, seed: request.seed ?? (isPerson ? nil : PlayRequest.standIn),
            startsWith: isPerson ? nil : named?.id ?? PlayRequest.usualDeck, isResuming: request.isResuming,
            sound: request.sound)
        flow = KapeFlow(
            decks: choices, preferences: preferences, deck: named?.id, players: request.players,
            canResume: keeper.savedRound != nil)
        self.keeper = keeper
        notices = keeper.notices + shelf.problems.map(\.description)
    }

    private static func requireRound(of keeper: ProgressStore) throws(CommandError) {
        guard keeper.savedRound == nil else { return }
        let reason =
            keeper.isRoundTaken
            ? "the round that was saved is being played in another terminal"
            : "no round was saved, so there is none to continue"
        throw CommandError(.badInput, "\(reason); play without --resume")
    }

    /// The first picture.
    func picture(at now: Instant) -> KapePicture { KapePicture(flow: flow, session: nil, now: now, sceneAge: 0) }
}

extension DeckChoice {
    /// A deck of the shelf as the player has left it.
    init(_ entry: DeckShelf.Entry, _ keeper: ProgressStore) {
        let outcome: Outcome =
            switch entry.outcome {
            case .success(let deck): .deck(deck)
            case .failure(let error): .problem(error.description)
            }
        self.init(
            id: entry.id, outcome: outcome,
            isLocked: entry.deck?.locked == true && !keeper.isUnlocked(deck: entry.id),
            seen: entry.deck.map { keeper.seen(of: $0, as: entry.id).count } ?? 0, isOwn: entry.source == .own)
    }

    /// A deck from a file that was named; one that is locked would not have got here.
    init(_ named: NamedDeck, _ keeper: ProgressStore) {
        self.init(
            id: named.id, outcome: .deck(named.deck), isLocked: false,
            seen: keeper.seen(of: named.deck, as: named.id).count, isOwn: true)
    }

    /// The one deck that there is, nothing of it seen.
    init(_ deck: Deck) { self.init(id: deck.id, outcome: .deck(deck), isLocked: false, seen: 0, isOwn: true) }
}

/// All that was decided on the command line about an evening on the screen.
struct LaunchOptions {
    let player: Player
    /// Decides the order of the cards and every movement, where it was given.
    let seed: UInt64?
    /// The deck whose round begins at once, without a title: for a bot or a script.
    let startsWith: String?
    /// The round that was saved goes on at once.
    let isResuming: Bool
    let sound: SoundOptions

    /// Cards that were seen do not come back, unless the same cards were asked for by a seed.
    var remembersCards: Bool { player.isPerson && seed == nil }

    /// The seed of the session that is the `index`th of the evening.
    func seed(ofSession index: Int) -> UInt64 {
        seed.map { $0 &+ UInt64(index) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
    }
}

/// A deck that was asked for on the command line, and what it goes by.
///
/// One from a file that is on no shelf goes by the full path of the file: whatever it calls itself, it is no other deck,
/// its cards are counted for themselves, and a round with it is found again from any folder.
struct NamedDeck {
    let id: String
    let deck: Deck

    /// The deck that was asked for by its name or its file.
    ///
    /// - Throws: where there is none, where it is broken, and where it has to be unlocked first.
    init(_ name: String, of game: String, _ assets: Assets, _ shelf: DeckShelf) throws {
        deck = try assets.deck(name, of: game)
        let path = fullPath(try assets.deckFile(name, of: game))
        id = shelf.entry(inFile: path)?.deck?.id ?? path
    }

    /// The deck of a saved round, where it came from a file that can still be read.
    init?(saved id: String) {
        guard id.hasPrefix("/"), let bytes = try? SourceFile.read(id), let deck = try? Deck(parsing: bytes, file: id)
        else { return nil }
        self.id = id
        self.deck = deck
    }
}
