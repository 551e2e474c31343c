import Glibc
import ThudCore
import ThudFeedback
import ThudGames

/// Where sounds and decks stand: what THUD_ASSETS names, else beside the installed program, else the checkout in which
/// it was built.
struct Assets {
    /// The folder that holds `Sounds` and `Decks`.
    let folder: String

    /// How far above the program the checkout may be: .build/<triple>/<configuration>/thud is four folders deep.
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

    /// The folder of a game's cues.
    func sounds(of game: String) -> String { "\(folder)/Sounds/\(game)" }

    /// The cues of a game, each of which must be there: one that is missing would be missed in mid-round.
    ///
    /// - Throws: `ThudError` where a cue is broken or missing.
    func cues(of game: String, sampleRate: Int) throws -> CueLibrary {
        let folder = sounds(of: game)
        let library = try CueLibrary(folder: folder, sampleRate: sampleRate)
        for cue in KapeCue.allCases where library.cues[cue.name.description] == nil {
            throw ThudError(.badInput, "\(folder) has no cue \(cue.name); add \(cue.name.name).ahap")
        }
        return library
    }

    /// The decks of a game: those here, and the player's own.
    func shelf(of game: String) -> DeckShelf {
        // Without a home there are no own decks.
        DeckShelf(shipped: "\(folder)/Decks/\(game)", own: try? DataFolder.decks())
    }

    /// The deck called `name`: a file where it looks like one, else one of the shipped, else one of the player's own.
    ///
    /// - Parameter isMeant: which decks are offered where there is none of that name; all unless said.
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
        try DeckLock.check(deck)
        return deck
    }

    private static func isAssets(_ folder: String) -> Bool { access("\(folder)/Sounds/kape/catalog.json", R_OK) == 0 }

    private static func programFolder() -> String? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        return SourceFile.folder(of: String(cString: resolved))
    }
}
