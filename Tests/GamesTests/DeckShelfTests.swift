import Testing
import ThudCore
import ThudGames
import ThudTestSupport

@Suite struct DeckShelfTests {
    private let scratch: ScratchDirectory
    private let shipped: String
    private let own: String

    init() throws {
        scratch = try ScratchDirectory(prefix: "thud-decks")
        shipped = try scratch.directory("shipped")
        own = try scratch.directory("own")
        try scratch.write(deck("mix"), to: "shipped/mix.json")
        try scratch.write(deck("ushqim"), to: "shipped/ushqim.json")
    }

    private func deck(_ id: String) -> String {
        """
        {"id": "\(id)", "title": "T", "description": "D", "icon": "🦅", "difficulty": "Bishë", "language": "sq",
         "cards": ["a", "b"]}
        """
    }

    @Test func `shipped decks come first, then one's own, by the names of their files`() throws {
        try scratch.write(deck("zana"), to: "own/1.json")
        try scratch.write(deck("byrek"), to: "own/2.json")
        try scratch.write("not a deck", to: "own/notes.txt")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf.entries.map(\.id) == ["mix", "ushqim", "zana", "byrek"])
        #expect(shelf.entries.map(\.source) == [.shipped, .shipped, .own, .own])
        #expect(shelf.problems.isEmpty)
        #expect(shelf["byrek"]?.path == own + "/2.json")
        #expect(shelf["nobody"] == nil)
    }

    @Test func `a deck's file may end in letters of any case`() throws {
        try scratch.write(deck("zana"), to: "own/mine.JSON")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf["zana"]?.path == own + "/mine.JSON")
        try scratch.write("not a deck", to: "own/Other.Json")
        #expect(DeckShelf(shipped: shipped, own: own)["Other"]?.deck == nil)
        #expect(DeckShelf(shipped: shipped, own: own).problems.count == 1)
    }

    @Test func `a broken deck is told with its line, and the others play`() throws {
        try scratch.write("{\n  \"id\": 7}", to: "own/broken.json")
        _ = try scratch.directory("own/folder.json")
        try scratch.write(deck("zana"), to: "own/zana.json")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf.entries.compactMap(\.deck?.id) == ["mix", "ushqim", "zana"])
        #expect(shelf["broken"]?.deck == nil)
        let problems = shelf.problems.map(\.description)
        try #require(problems.count == 2)
        #expect(problems[0].hasPrefix("\(own)/broken.json:2:9: id: expected a string"))
        #expect(problems[1].contains("folder.json: cannot be read: it is not a regular file"))
    }

    @Test func `an own deck cannot take the name of another`() throws {
        try scratch.write(deck("mix"), to: "own/mix.json")
        try scratch.write(deck("ushqim"), to: "own/mine.json")
        let shelf = DeckShelf(shipped: shipped, own: own)
        #expect(shelf["mix"]?.source == .shipped)
        #expect(shelf.entries.count == 4)
        #expect(
            shelf.problems.map(\.description) == [
                "\(own)/mine.json:1:8: id: `ushqim` is taken already, by \(shipped)/ushqim.json; choose another",
                "\(own)/mix.json:1:8: id: `mix` is taken already, by \(shipped)/mix.json; choose another",
            ])
    }

    @Test func `no folder of one's own is fine, one that cannot be listed is told`() throws {
        #expect(DeckShelf(shipped: shipped, own: scratch.file("nowhere")).problems.isEmpty)
        let file = try scratch.write("", to: "file")
        let shelf = DeckShelf(shipped: shipped, own: file)
        #expect(shelf.folderErrors.map(\.file) == [file])
        #expect(shelf.entries.count == 2)
        #expect(DeckShelf(shipped: scratch.file("nowhere")).folderErrors.count == 1)
    }
}
