import ThudCore
import ThudTerminal

package struct BoardRow: Hashable, Sendable {
    package let score: Int
    /// The player who made it. nil if nobody was named.
    package let player: String?
    /// Its length and its variant, if known.
    package let notes: String
    package let day: String
    /// Whether this is the most recent score.
    package let isLatest: Bool

    package init(score: Int, player: String?, notes: String, day: String, isLatest: Bool) {
        self.score = score
        self.player = player
        self.notes = notes
        self.day = day
        self.isLatest = isLatest
    }

    /// The player and the notes, without empty entries.
    var about: [String] { [player.map { ShownName($0).text }, notes].compactMap(\.self).filter { !$0.isEmpty } }
}

/// The best scores of a mode, the best first, with the latest score marked.
struct BoardView {
    /// The name of the mode. nil if the game has only one.
    let mode: String?
    let rows: [BoardRow]
    /// How many rows it is scrolled. Larger values count as the maximum.
    let scroll: Int
    let hasBefore: Bool
    let hasAfter: Bool
    private static let widest = 60
    /// The widths of the place, the score and the day, each with the gap after it.
    private static let (placeColumns, scoreColumns, dayColumns) = (6, 8, 11)

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let words = canvas.theme.words
        canvas.line(words.board, row: page.row, in: page, Style(Neon.gold, on: .black, .bold))
        if let mode {
            let title = (hasBefore ? "◂ " : "  ") + mode + (hasAfter ? " ▸" : "  ")
            canvas.centred(title, row: page.row + 1, in: page, Style(.white, on: .black, .bold))
        }
        let window = window(on: canvas)
        if rows.isEmpty { canvas.line(words.noScores, row: window.row + window.rows / 3, in: page, Style(Neon.grey)) }
        let first = min(max(0, scroll), mostScroll(on: canvas))
        for (offset, row) in rows.dropFirst(first).prefix(window.rows).enumerated() {
            let shown = canvas.entrance.place(ofRow: offset, at: window.part(row: offset, rows: 1))
            draw(row, place: first + offset + 1, in: shown, on: &canvas)
        }
        drawFooter(in: page, isLong: rows.count > window.rows, on: &canvas)
    }

    /// Returns the maximum scroll on a screen of this size, in rows.
    func mostScroll(on canvas: Canvas) -> Int { max(0, rows.count - max(1, window(on: canvas).rows)) }

    private func window(on canvas: Canvas) -> Area {
        let room = canvas.page.part(row: 3, rows: canvas.page.rows - 5)
        return room.part(column: max(0, (room.columns - Self.widest) / 2), columns: min(room.columns, Self.widest))
    }

    /// Draws a row such as `▸  3.     12  Besa, 31.2 s             2026-11-23`.
    private func draw(_ row: BoardRow, place: Int, in area: Area, on canvas: inout Canvas) {
        let weight: Style.Attributes = row.isLatest ? .bold : []
        func put(_ text: String, column: Int, columns: Int, _ colour: Colour) {
            canvas.grid.put(
                text, at: Position(column: area.column + column, row: area.row), Style(colour, on: .black, weight),
                limit: max(0, columns))
        }
        let grey = row.isLatest ? Colour.white : Neon.grey
        put((row.isLatest ? "▸" : " ") + Padding.right("\(place).", 4), column: 0, columns: Self.placeColumns, grey)
        put(
            Padding.right(String(row.score), Self.scoreColumns - 2), column: Self.placeColumns,
            columns: Self.scoreColumns, place == 1 || row.isLatest ? Neon.gold : .white)
        let start = Self.placeColumns + Self.scoreColumns
        put(
            row.about.joined(separator: "  "), column: start, columns: area.columns - start - Self.dayColumns,
            row.player == nil ? grey : .white)
        put(row.day, column: area.columns - Self.dayColumns + 1, columns: Self.dayColumns - 1, grey)
    }

    private func drawFooter(in page: Area, isLong: Bool, on canvas: inout Canvas) {
        let words = canvas.theme.words
        var keys: [(key: String, phrase: Phrase, action: ShellAction)] = []
        if hasBefore || hasAfter { keys.append(("←→", words.choose, hasAfter ? .right : .left)) }
        if isLong { keys.append(("↑↓", words.scroll, .down)) }
        keys.append(("esc", words.back, .back))
        FooterView(keys).draw(row: page.endRow - 1, in: page, on: &canvas)
    }
}
