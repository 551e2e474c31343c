import ThudCore
import ThudGames

extension DeckShelf {
    /// What the shelf has from a file, however the file is named.
    func entry(inFile path: String) -> Entry? {
        let file = fullPath(path)
        return entries.first { fullPath($0.path) == file }
    }

    /// Says that there is no deck called `name`, and which there are: those that can be played, `among` which it could be.
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
