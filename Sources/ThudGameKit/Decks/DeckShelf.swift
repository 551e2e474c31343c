import ThudCore

/// All decks, both the shipped ones and those that players made. A broken deck is listed with its error and does not
/// keep the others from being played.
package struct DeckShelf: Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        case shipped
        case own
    }

    package struct Entry: Sendable {
        /// The deck's name on the command line, or the name of its file if it cannot be read.
        package let id: String
        package let path: String
        package let source: Source
        package let outcome: Result<Deck, ThudError>

        /// The deck. nil if it cannot be played.
        package var deck: Deck? { try? outcome.get() }
    }

    /// The decks, the shipped ones first, each folder sorted by file name.
    package private(set) var entries: [Entry] = []
    package private(set) var folderErrors: [ThudError] = []

    /// Reads every `.json` file of the folders, whatever the case of the ending. `shipped` holds the decks that come
    /// with the program. `own` holds the player's decks and need not exist.
    package init(shipped: String, own: String? = nil) {
        read(shipped, .shipped)
        if let own, SourceFile.exists(own) { read(own, .own) }
    }

    /// Returns the deck called `id`. A playable one takes precedence over a broken one.
    package subscript(id: String) -> Entry? {
        let named = entries.filter { $0.id == id }
        return named.first { $0.deck != nil } ?? named.first
    }

    package var problems: [ThudError] {
        folderErrors
            + entries.compactMap { entry in
                if case .failure(let error) = entry.outcome { error } else { nil }
            }
    }

    /// Whether a file of this name holds a deck: it ends in `.json`, in any case.
    package static func isDeck(fileName name: String) -> Bool { name.lowercased().hasSuffix(suffix) }

    private static let suffix = ".json"

    private mutating func read(_ folder: String, _ source: Source) {
        do throws(ThudError) {
            for name in try SourceFile.names(in: folder, endingIn: "") where Self.isDeck(fileName: name) {
                entries.append(entry(at: "\(folder)/\(name)", fileName: name, source))
            }
        } catch {
            folderErrors.append(error)
        }
    }

    private func entry(at path: String, fileName: String, _ source: Source) -> Entry {
        let name = String(fileName.dropLast(Self.suffix.count))
        do throws(ThudError) {
            let bytes = try SourceFile.read(path)
            let deck = try Deck(parsing: bytes, file: path)
            if let holder = entries.first(where: { $0.deck?.id == deck.id }) {
                throw try JSONReader(bytes, file: path).member("id")
                    .error("\(holder.path) also has the id `\(deck.id)`; choose another")
            }
            return Entry(id: deck.id, path: path, source: source, outcome: .success(deck))
        } catch {
            return Entry(id: name, path: path, source: source, outcome: .failure(error))
        }
    }
}
