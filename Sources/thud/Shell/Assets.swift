import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudPatternRendering
import ThudPatterns
import ThudRecords

/// The sounds and decks: in the folder that THUD_ASSETS names, or else beside the installed program, or else in the checkout in
/// which it was built.
struct Assets {
    /// The folder that holds `Sounds` and `Decks`.
    let folder: String

    /// How many folders the checkout may be above the program; .build/<triple>/<configuration>/thud is four folders deep.
    private static let highestAncestor = 6

    /// Finds the folder.
    ///
    /// - Throws: `ThudError` (bad input) where there is none.
    static func find() throws(ThudError) -> Assets {
        if let named = Environment["THUD_ASSETS"] {
            guard isAssets(named) else {
                throw ThudError(.badInput, "THUD_ASSETS is \(named), but there is no folder Sounds in it")
            }
            return Assets(folder: named)
        }
        guard let program = programFolder() else {
            throw ThudError(
                .badInput, "the program's own place is not known; set THUD_ASSETS to the folder of Sounds")
        }
        var candidates = ["\(program)/../share/thud", program]
        var ancestor = program
        for _ in 0..<highestAncestor {
            ancestor = SourceFile.folder(of: ancestor)
            candidates.append(ancestor)
        }
        guard let folder = candidates.first(where: isAssets) else {
            throw ThudError(
                .badInput,
                "the folder Sounds is found neither beside \(program) nor above it; set THUD_ASSETS to where it is")
        }
        return Assets(folder: folder)
    }

    func sounds(of game: String) -> String { "\(folder)/Sounds/\(game)" }

    /// The files of a game's cues, its sounds among them.
    ///
    /// - Throws: `ThudError` where their folder cannot be read.
    func files(of game: String) throws(ThudError) -> [String] {
        let folder = sounds(of: game)
        return try SourceFile.names(in: folder, endingIn: "").map { "\(folder)/\($0)" }
    }

    /// The cues of a game. Each must be there, since a round would miss it otherwise.
    ///
    /// - Throws: `ThudError` where a cue is broken or missing.
    func cues(of game: GameDescription, sampleRate: Int) throws -> CueLibrary {
        let library = try CueLibrary(folder: sounds(of: game.name), sampleRate: sampleRate)
        try check(Set(library.cues.keys), of: game)
        return library
    }

    /// - Throws: `ThudError` where a cue of the game is not among `names`.
    private func check(_ names: Set<String>, of game: GameDescription) throws(ThudError) {
        for cue in game.cues where !names.contains(game.cue(cue).description) {
            throw ThudError(.badInput, "\(sounds(of: game.name)) has no cue \(game.cue(cue)); add \(cue).ahap")
        }
    }

    /// The cues of all games by their full names, and the presets by theirs.
    ///
    /// - Throws: `ThudError` where a cue is broken or missing.
    func allCues(sampleRate: Int) throws -> CueLibrary {
        var all = CueLibrary.none
        try loadCues(sampleRate: sampleRate) { library in
            all = all.adding(library)
            return true
        }
        return all
    }

    /// Loads the cues of the usual game, the presets, and the cues of one game more after the other, in parts, for as long as
    /// `isWanted` takes them.
    ///
    /// - Throws: `ThudError` where a cue is broken or missing.
    func loadCues(sampleRate: Int, each isWanted: (CueLibrary) -> Bool) throws {
        guard try loadCues(of: Games.usual.description, sampleRate: sampleRate, each: isWanted) else { return }
        let presets = HapticPreset.allCases.map { Cue(name: $0.rawValue, pattern: $0.pattern) }
        guard isWanted(CueLibrary(cues: presets, sounds: .none, sampleRate: sampleRate)) else { return }
        for game in Games.all.dropFirst() {
            guard try loadCues(of: game.description, sampleRate: sampleRate, each: isWanted) else { return }
        }
    }

    /// Loads the cues of a game in parts; false where `isWanted` took no more.
    private func loadCues(
        of game: GameDescription, sampleRate: Int, each isWanted: (CueLibrary) -> Bool
    ) throws -> Bool {
        var names: Set<String> = []
        let isComplete = try CueLibrary.load(folder: sounds(of: game.name), sampleRate: sampleRate) { part in
            names.formUnion(part.cues.keys)
            return isWanted(part)
        }
        if isComplete { try check(names, of: game) }
        return isComplete
    }

    /// The decks of a game: those that are shipped, and the player's own.
    func shelf(of game: String) -> DeckShelf {
        // Without a home directory the player has no decks of their own.
        DeckShelf(shipped: "\(folder)/Decks/\(game)", own: try? DataFolder.decks())
    }

    /// The file of the deck called `name`: that file where the name looks like one, or else a shipped deck, or else one of the
    /// player's own.
    ///
    /// - Parameter isMeant: chooses the decks that the error names where there is none of that name.
    /// - Throws: `ThudError` (bad input) where there is none of that name.
    func deckFile(_ name: String, of game: String, among isMeant: (Deck) -> Bool = { _ in true }) throws -> String {
        if name.contains("/") || DeckShelf.isDeck(fileName: name) { return name }
        let decks = "\(folder)/Decks/\(game)"
        let names = try SourceFile.names(in: decks, endingIn: ".json").map { String($0.dropLast(".json".count)) }
        if names.contains(name) { return "\(decks)/\(name).json" }
        let shelf = shelf(of: game)
        guard let entry = shelf[name] else { throw shelf.unknown(name, among: isMeant) }
        _ = try entry.outcome.get()
        return entry.path
    }

    /// The deck called `name`, or in the file of that name.
    ///
    /// - Throws: where there is none, where it is broken, and where it has to be unlocked first.
    func deck(_ name: String, of game: String) throws -> Deck {
        let path = try deckFile(name, of: game)
        let deck = try Deck(parsing: SourceFile.read(path), file: path)
        try DeckLock.check(deck, of: game)
        return deck
    }

    private static func isAssets(_ folder: String) -> Bool {
        access("\(folder)/Sounds/\(Games.usual.description.name)/catalog.json", R_OK) == 0
    }

    private static func programFolder() -> String? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        return SourceFile.folder(of: String(cString: resolved))
    }
}

extension DeckShelf {
    /// The entry of a file, by whatever path the file is named.
    func entry(inFile path: String) -> Entry? {
        let file = fullPath(path)
        return entries.first { fullPath($0.path) == file }
    }

    /// The error that there is no deck called `name`. It names the decks that can be played and that `isMeant` chooses.
    func unknown(_ name: String, among isMeant: (Deck) -> Bool) -> ThudError {
        let known = entries.compactMap(\.deck).filter(isMeant).map(\.id)
        let others =
            switch known.count {
            case 0: "there is none"
            case 1: "there is \(known[0])"
            default: "there are \(known.joined(separator: ", "))"
            }
        return ThudError(.badInput, "there is no deck \(name); \(others)")
    }
}
