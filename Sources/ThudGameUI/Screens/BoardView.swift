import ThudCore
import ThudGameKit
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

/// The best scores of a mode and a length, the best first, with the latest score marked.
struct BoardView {
    /// What the scores have in common.
    let heading: BoardKey?
    /// Whether the game has several modes, so that the heading names the mode.
    let hasModes: Bool
    let rows: [BoardRow]
    /// How many rows it is scrolled. Larger values count as the maximum.
    let scroll: Int
    let hasBefore: Bool
    let hasAfter: Bool
    private static let (widest, widestLarge) = (60, 110)
    /// The widths of the place, the score and the day, each with the gap after it.
    private static let (placeColumns, scoreColumns, dayColumns) = (6, 8, 11)
    /// From this size on, the scores are large figures.
    private static let (roomForFigures, rowsForFigures) = (100, 30)

    func draw(on canvas: inout Canvas) {
        let page = canvas.page
        let rest = canvas.heading(canvas[.board], in: page, Neon.gold)
        let title = title(canvas)
        if !title.isEmpty {
            let whole = (hasBefore ? "◂ " : "  ") + title + (hasAfter ? " ▸" : "  ")
            canvas.centred(whole, row: rest.row, in: page, Style(.white, on: .black, .bold))
        }
        let (window, step) = (window(on: canvas), step(on: canvas))
        if rows.isEmpty { drawEmpty(in: window.part(row: window.rows / 3, rows: step > 1 ? 8 : 1), on: &canvas) }
        let first = min(max(0, scroll), mostScroll(on: canvas))
        // A few large rows are in the middle.
        let top = step > 1 ? max(0, window.rows - rows.count * step) / 2 : 0
        for (offset, row) in rows.dropFirst(first).prefix(window.rows / step).enumerated() {
            let shown = canvas.entrance.place(ofRow: offset, at: window.part(row: top + offset * step, rows: step))
            draw(row, place: first + offset + 1, in: shown, on: &canvas)
        }
        drawFooter(in: page, isLong: rows.count > window.rows / step, on: &canvas)
    }

    private func drawEmpty(in area: Area, on canvas: inout Canvas) {
        guard area.rows > 1 else {
            return canvas.line(canvas[.noScores], row: area.row, in: area, Style(Neon.grey))
        }
        canvas.large(canvas.words(canvas[.noScores]), in: area, Style(Neon.grey))
    }

    /// Returns the mode and the length, as far as the game has several.
    private func title(_ canvas: Canvas) -> String {
        guard let heading else { return "" }
        let length = heading.seconds.map { "\(Decimals.short($0, atMost: 1)) s" }
        let unknown = hasModes ? nil : canvas.text(canvas[.unknownLength])
        let isOld = heading.seconds == nil && !hasModes && (hasBefore || hasAfter)
        return [hasModes ? heading.mode.title : nil, length ?? (isOld ? unknown : nil)].compactMap(\.self)
            .joined(separator: " · ")
    }

    /// Returns the maximum scroll on a screen of this size, in rows of the board.
    func mostScroll(on canvas: Canvas) -> Int {
        max(0, rows.count - max(1, window(on: canvas).rows / step(on: canvas)))
    }

    private func step(on canvas: Canvas) -> Int {
        canvas.page.columns >= Self.roomForFigures && canvas.page.rows >= Self.rowsForFigures ? Figures.rows + 1 : 1
    }

    private func window(on canvas: Canvas) -> Area {
        let head = canvas.page.rows >= Canvas.highPage ? canvas.page.rows / 9 + 3 : 3
        let room = canvas.page.part(row: head, rows: canvas.page.rows - head - 2)
        let widest = step(on: canvas) > 1 ? Self.widestLarge : Self.widest
        return room.part(column: max(0, (room.columns - widest) / 2), columns: min(room.columns, widest))
    }

    /// Draws a row such as `▸  3.     12  Besa, 31.2 s             2026-11-23`, on a large screen with large figures.
    private func draw(_ row: BoardRow, place: Int, in area: Area, on canvas: inout Canvas) {
        let isLarge = area.rows > 1
        let weight: Style.Attributes = row.isLatest || isLarge ? .bold : []
        let middle = area.row + (isLarge ? 1 : 0)
        func put(_ text: String, column: Int, columns: Int, _ colour: Colour) {
            canvas.grid.put(
                text, at: Position(column: area.column + column, row: middle), Style(colour, on: .black, weight),
                limit: max(0, columns))
        }
        let grey = row.isLatest ? Colour.white : Neon.grey
        let gold = place == 1 || row.isLatest ? Neon.gold : Colour.white
        put((row.isLatest ? "▸" : " ") + Padding.right("\(place).", 4), column: 0, columns: Self.placeColumns, grey)
        var start = Self.placeColumns + Self.scoreColumns
        if isLarge {
            let column = area.column + Self.placeColumns + 2
            canvas.figure(String(row.score), column: column, row: area.row, Style(gold))
            start = max(24, Self.placeColumns + canvas.figureColumns(String(row.score)) + 4)
        } else {
            put(
                Padding.right(String(row.score), Self.scoreColumns - 2), column: Self.placeColumns,
                columns: Self.scoreColumns, gold)
        }
        put(
            row.about.joined(separator: "  "), column: start, columns: area.columns - start - Self.dayColumns,
            row.player == nil ? grey : .white)
        put(row.day, column: area.columns - Self.dayColumns + 1, columns: Self.dayColumns - 1, grey)
    }

    private func drawFooter(in page: Area, isLong: Bool, on canvas: inout Canvas) {
        var keys: [FooterView.Item] = []
        if hasBefore || hasAfter { keys.append(("←→", canvas[.choose], hasAfter ? .right : .left)) }
        if isLong { keys.append(("↑↓", canvas[.scroll], .down)) }
        keys.append(("esc", canvas[.back], .back))
        FooterView(keys).draw(row: page.endRow - 1, in: page, on: &canvas)
    }
}
