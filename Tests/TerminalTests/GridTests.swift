import Testing
import ThudCore
import ThudTerminal

@Suite struct GridTests {
    @Test func `text is clipped at the edge and a wide character is never halved`() {
        var grid = Grid(Size(columns: 6, rows: 2))
        #expect(grid.put("ab漢字x", at: Position(column: 1, row: 0)) == 4)
        grid.put("€", at: Position(column: 4, row: 0))
        #expect(grid.lines == [" ab €", ""])
        grid.put("漢", at: Position(column: 0, row: 1))
        grid.put("z", at: Position(column: 1, row: 1))
        #expect(grid.lines[1] == " z")
        grid.put(narrow: "▌", at: Position(column: 4, row: 0), .plain)
        #expect(grid.lines[0] == " ab ▌")
    }

    @Test func `nothing outside the grid is changed`() {
        var grid = Grid(Size(columns: 3, rows: 1))
        grid.put("abcdef", at: Position(column: -2, row: 0))
        grid.put("x", at: Position(column: 0, row: 9))
        for place in [Position(column: -1, row: 0), Position(column: 3, row: 0), Position(column: 0, row: 1)] {
            grid.put(narrow: "y", at: place, .plain)
        }
        grid.fill(Area(column: -5, row: -5, columns: 3, rows: 100), Style(.white, on: .white))
        grid.border(Area(column: -1, row: -1, columns: 90, rows: 90), .plain)
        grid.bar(Area(column: 2, row: 0, columns: 4, rows: 9), share: .nan, .plain)
        #expect(grid.lines == ["cd"])
        // Of a picture that is too large by one cell, the first row and column are cut off.
        let around = Area(Size(columns: 3, rows: 1)).centred(Size(columns: 4, rows: 2))
        #expect(around.corner == Position(column: -1, row: -1))
    }

    @Test func `a grid shifts sideways, and what leaves it is lost`() {
        var grid = Grid(Size(columns: 6, rows: 2))
        grid.put("漢bc漢", at: Position(column: 0, row: 0))
        grid.put("x", at: Position(column: 5, row: 1))
        let before = grid
        grid.shift(columns: 0)
        #expect(grid == before)
        grid.shift(columns: 1)
        #expect(grid.lines == [" 漢bc", ""])
        grid.shift(columns: -2)
        // Half of a wide character becomes a blank.
        #expect(grid.lines == [" bc", ""])
        grid.shift(columns: 90)
        #expect(grid == Grid(Size(columns: 6, rows: 2)))
        var empty = Grid(Size(columns: 0, rows: 3))
        empty.shift(columns: 2)
        #expect(empty.lines == ["", "", ""])
    }

    @Test func `clusters, flags and emoji have the same width as on terminals`() {
        let widths = [
            ("a", 1), ("ë", 1), ("e\u{308}", 1), ("漢", 2), ("🦅", 2), ("❤️", 2), ("🇦🇱", 2), ("👨‍👩‍👧", 2), ("█", 1),
            ("\u{7}", 0),
        ]
        for (text, width) in widths { #expect(TextWidth.columns(of: text) == width, "\(text)") }
    }

    @Test func `text wraps at spaces, and a word that is too long is broken`() {
        #expect(TextWidth.wrapped("Tavë kosi në furrë", to: 9) == ["Tavë kosi", "në furrë"])
        #expect(TextWidth.wrapped("shake 0.4\u{A0}s", to: 9) == ["shake", "0.4\u{A0}s"])
        #expect(TextWidth.wrapped("Përshëndetje", to: 5) == ["Përsh", "ëndet", "je"])
        #expect(TextWidth.wrapped("漢字", to: 1) == ["漢", "字"])
        #expect(TextWidth.clipped("Lojtari 1", to: 5) == "Lojt…")
    }
}
