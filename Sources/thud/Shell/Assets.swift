import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudPatternRendering
import ThudPatterns
import ThudRecords

/// The sounds and decks. `THUD_ASSETS` names their folder; without it, they are next to the installed program or in
/// the checkout that it was built in.
struct Assets {
    let folder: String

    /// How many folders above the program the checkout may be; .build/<triple>/<configuration>/thud is four deep.
    private static let highestAncestor = 6

    /// Finds the folder; throws (bad input) if there is none.
    static func find() throws(ThudError) -> Assets {
        if let named = Environment["THUD_ASSETS"] {
            guard isAssets(named) else {
                let reason =
                    SourceFile.exists("\(named)/Sounds")
                    ? "whose Sounds has no \(Games.usual.description.name)/catalog.json; copy the shipped folder, or play "
                        + "cues of your own with `thud listen --cues DIR`"
                    : "which has no Sounds folder; set it to the folder that contains Sounds, or unset it"
                throw ThudError(.badInput, "THUD_ASSETS is \(named), \(reason)")
            }
            return Assets(folder: named)
        }
        guard let program = SourceFile.realPath("/proc/self/exe").map(SourceFile.folder) else {
            throw ThudError(
                .badInput, "cannot find the program's own folder; set THUD_ASSETS to the folder with Sounds")
        }
        let checkouts = sequence(first: program, next: SourceFile.folder).prefix(highestAncestor + 1)
        let candidates = ["\(SourceFile.folder(of: program))/share/thud"] + checkouts
        guard let folder = candidates.first(where: isAssets) else {
            throw ThudError(
                .badInput,
                "cannot find the folder Sounds in or above \(program); set THUD_ASSETS to the folder with Sounds")
        }
        return Assets(folder: folder)
    }

    func sounds(of game: String) -> String { "\(folder)/Sounds/\(game)" }

    /// Returns all files in the game's sound folder: catalog, patterns and sounds.
    func files(of game: String) throws(ThudError) -> [String] {
        let folder = sounds(of: game)
        return try SourceFile.names(in: folder, endingIn: "").map { "\(folder)/\($0)" }
    }

    /// Loads the cues of a game; throws if one is broken or missing, because a round needs them all.
    func cues(of game: GameDescription, sampleRate: Int) throws -> CueLibrary {
        try Self.whole { _ = try loadCues(of: game, sampleRate: sampleRate, each: $0) }
    }

    /// Loads the cues of all games and the presets by name; throws if one is broken or missing.
    func allCues(sampleRate: Int) throws -> CueLibrary {
        try Self.whole { try loadCues(sampleRate: sampleRate, each: $0) }
    }

    /// Puts together the parts that `load` gives.
    private static func whole(_ load: ((CueLibrary) -> Bool) throws -> Void) rethrows -> CueLibrary {
        var whole = CueLibrary.none
        try load { part in
            whole.add(part)
            return true
        }
        return whole
    }

    /// Loads the cues of the default game, the presets, and the cues of the other games in parts, until `isWanted`
    /// returns false. Throws if a cue is broken or missing.
    func loadCues(sampleRate: Int, each isWanted: (CueLibrary) -> Bool) throws {
        guard try loadCues(of: Games.usual.description, sampleRate: sampleRate, each: isWanted) else { return }
        let presets = HapticPreset.allCases.map { Cue(name: $0.rawValue, pattern: $0.pattern) }
        guard isWanted(CueLibrary(cues: presets, sounds: .none, sampleRate: sampleRate)) else { return }
        for game in Games.all.dropFirst() {
            guard try loadCues(of: game.description, sampleRate: sampleRate, each: isWanted) else { return }
        }
    }

    /// Loads the cues of a game in parts; false if `isWanted` stopped it. Throws if one is broken or missing.
    private func loadCues(
        of game: GameDescription, sampleRate: Int, each isWanted: (CueLibrary) -> Bool
    ) throws -> Bool {
        var names: Set<String> = []
        let isComplete = try CueLibrary.load(
            folder: sounds(of: game.name), sampleRate: sampleRate, takesBareSounds: false
        ) { part in
            names.formUnion(part.cues.keys)
            return isWanted(part)
        }
        for cue in game.cues where isComplete && !names.contains(game.cue(cue).description) {
            throw ThudError(.badInput, "\(sounds(of: game.name)) has no cue \(game.cue(cue)); add \(cue).ahap")
        }
        return isComplete
    }

    func shelf(of game: String) -> DeckShelf {
        // Without a home directory the player has no decks of their own.
        DeckShelf(shipped: "\(folder)/Decks/\(game)", own: try? DataFolder.decks())
    }

    /// Returns the path of a deck: `name` itself if it looks like a file, or else the shipped deck of that name, or
    /// else the player's own, or else any other file. Throws (bad input) if there is none; the error lists the decks
    /// that `isMeant` selects.
    func deckFile(_ name: String, of game: String, among isMeant: (Deck) -> Bool = { _ in true }) throws -> String {
        if SourceFile.isPath(name) || DeckShelf.isDeck(fileName: name) { return name }
        let decks = "\(folder)/Decks/\(game)"
        let names = try SourceFile.names(in: decks, endingIn: ".json").map { String($0.dropLast(".json".count)) }
        if names.contains(name) { return "\(decks)/\(name).json" }
        let shelf = shelf(of: game)
        guard let entry = shelf[name] else {
            guard !SourceFile.exists(name) else { return name }
            throw shelf.unknown(name, among: isMeant)
        }
        _ = try entry.outcome.get()
        return entry.path
    }

    /// Loads a deck by its name or file; throws if it is missing, broken or still locked.
    func deck(_ name: String, of game: String) throws -> Deck {
        let path = try deckFile(name, of: game)
        let deck = try Deck(parsing: SourceFile.read(path), file: path)
        let records = try deck.locked ? DataFolder.recordsOrMemory(mustBeRead: true) : nil
        guard try records?.isUnlocked(deck: deck.id, of: game) != false else {
            throw ThudError(
                .badInput, "the deck \(deck.id) is locked; `thud decks unlock \(deck.id)` unlocks it, free of charge")
        }
        return deck
    }

    private static func isAssets(_ folder: String) -> Bool {
        access("\(folder)/Sounds/\(Games.usual.description.name)/catalog.json", R_OK) == 0
    }
}

extension DeckShelf {
    /// Returns the entry of a file, whatever path names the file.
    func entry(inFile path: String) -> Entry? {
        guard let file = SourceFile.realPath(path) else { return nil }
        return entries.first { SourceFile.realPath($0.path) == file }
    }

    /// Returns the error for an unknown deck. It lists the playable decks that `isMeant` selects.
    func unknown(_ name: String, among isMeant: (Deck) -> Bool) -> ThudError {
        let known = entries.compactMap(\.deck).filter(isMeant).map(\.id)
        let advice =
            switch known.count {
            case 0: "there are none"
            case 1: "choose \(known[0])"
            default: "choose one of \(known.joined(separator: ", "))"
            }
        return ThudError(.badInput, "unknown deck \(TypedText.shown(name)); \(advice)")
    }
}
