import ThudGames
import ThudTerminal

/// Where the parts of a result stand on a screen of a size, and what its lists say there.
struct ResultLayout: Hashable {
    /// Everything but the button and what stands beneath it.
    let room: Area
    /// The score and the stamp.
    let score: Area
    /// The headings of the lists, one row.
    let headings: [Area]
    /// The lists.
    let windows: [Area]
    /// What stands in each window.
    let lists: [CardList]

    /// Narrower lists stand in one column: a card would be in pieces.
    private static let narrowest = 20

    init(_ page: Area, footer: Int, _ result: KapeResult) {
        room = page.part(row: 3, rows: page.rows - 3 - footer)
        // From here on LEGJENDË has room for large letters.
        let left = room.columns * (page.columns < 90 ? 46 : 56) / 100
        score = room.part(columns: left - 2)
        let right = room.part(column: left + 1)
        let columns = right.columns >= 2 * Self.narrowest + 2 ? 2 : 1
        let width = columns == 2 ? (right.columns - 2) / 2 : right.columns
        let parts = (0..<columns).map { right.part(column: $0 * (width + 2), columns: width) }
        headings = parts.map { $0.part(rows: 1) }
        windows = parts.map { $0.part(row: 2) }
        let got = CardList(result.got, mark: "✓", Neon.green, columns: width)
        let passed = CardList(result.passed, mark: "↷", Neon.orange, columns: width)
        lists = columns == 2 ? [got, passed] : [got + passed]
    }

    /// How far the lists can be scrolled.
    var mostScroll: Int { zip(lists, windows).map { $0.mostScroll(rows: $1.rows) }.max() ?? 0 }
}
